// Keys on drawn pieces, and whether the keyboard was used last, so that the focus has to be led on.

let last = false;
if (typeof addEventListener === "function") {
  addEventListener("keydown", () => (last = true), { capture: true });
  addEventListener("pointerdown", () => (last = false), { capture: true });
}

export function byKeyboard(): boolean {
  return last;
}

/** Do it if the key is one that presses buttons. */
export function byKey(event: KeyboardEvent, act: () => void): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
