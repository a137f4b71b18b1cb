// Keys on drawn pieces, and whether the keyboard was used last, so that the focus has to be led on.

let last = false;
if (typeof addEventListener === "function") {
  addEventListener("keydown", () => (last = true), { capture: true });
  addEventListener("pointerdown", () => (last = false), { capture: true });
}

export function byKeyboard(): boolean {
  return last;
}

/** Whether the focus is nowhere, since what had it is gone or can no longer be pressed. */
export function isAstray(): boolean {
  const here = document.activeElement;
  return last && (here === null || here === document.body || here.matches(":disabled, [data-kind]:not([data-target])"));
}

/** Do it if the key is one that presses buttons. */
export function byKey(event: KeyboardEvent, act: () => void): void {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
