// Texts as outlines, so that a picture looks the same where our fonts are not.

import faces from "virtual:glyphs";
import type { Face } from "../../glyphs";

export interface Lettering {
  family: "display" | "text";
  weight: number;
  size: number;
}

const DIGITS = /[0-9+×−]/;

function kern(face: Face, one: string, two: string): number {
  for (const table of face.kerning) {
    if ("pairs" in table) {
      const found = table.pairs[one + two];
      if (found !== undefined) return found;
    } else {
      const row = table.first[one];
      if (row !== undefined) return table.values[row * table.width + (table.second[two] ?? 0)]!;
    }
  }
  return 0;
}

/** The files a text in this lettering may take its letters from, and for its digits. */
function shelf({ family, weight }: Lettering, letter: string): Face[] {
  if (family === "display" && DIGITS.test(letter)) return faces["text-700"]!;
  if (family === "display") return faces[weight > 500 ? "display-800" : "display-500"]!;
  return faces[weight > 500 ? "text-700" : "text-400"]!;
}

const written = new Map<string, { outline: string; width: number; em: number } | null>();

/** A text's outline in the units of its face, and how wide it is; nothing if a letter is missing. */
export function outlined(text: string, lettering: Lettering): { outline: string; width: number; em: number } | null {
  const name = `${lettering.family} ${lettering.weight > 500} ${text}`;
  const known = written.get(name);
  if (known !== undefined) return known;
  if (written.size > 5000) written.clear();
  const found = write(text, lettering);
  written.set(name, found);
  return found;
}

function write(text: string, lettering: Lettering): { outline: string; width: number; em: number } | null {
  const em = 1000;
  let [pen, outline] = [0, ""];
  let [last, before]: [Face | null, string] = [null, ""];
  for (const letter of text) {
    const face = shelf(lettering, letter).find((one) => letter in one.glyphs);
    if (!face || face.em !== em) return null;
    const [advance, x, y, rest] = face.glyphs[letter]!;
    if (last === face) pen += kern(face, before, letter);
    if (rest !== "") outline += `M${pen + x} ${y}${rest}`;
    pen += advance;
    [last, before] = [face, letter];
  }
  return { outline, width: pen, em };
}
