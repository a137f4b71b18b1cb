// What works on plain http too, where browsers withhold the clipboard and ready-made random names.

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A name that nobody else will think of. */
export function unique(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** Copy a text; whether that worked. */
export async function copy(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed here: the old way may be.
    }
  }
  const sheet = document.createElement("textarea");
  const before = document.activeElement;
  sheet.value = text;
  sheet.readOnly = true;
  sheet.style.cssText = "position: fixed; opacity: 0";
  document.body.append(sheet);
  sheet.select();
  const done = document.execCommand("copy");
  sheet.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
