// Where the page has to be scrolled: the place of action comes into sight by itself.

import { tick } from "svelte";
import { moves } from "../lib/settings.svelte";

const TARGETS = ".stage :is([data-action], [data-target])";

/** Scroll to where something can be done, unless some of it is in sight already. */
export async function lead(): Promise<void> {
  await tick();
  const bar = document.querySelector(".stage .bar")?.getBoundingClientRect();
  const top = bar && bar.width > innerWidth / 2 ? bar.bottom : 0;
  const pieces = [...document.querySelectorAll(TARGETS)].filter((piece) => !piece.closest(".own, .mine, .bar"));
  const seen = pieces.some((piece) => {
    const box = piece.getBoundingClientRect();
    return box.top >= top && box.bottom <= innerHeight - low(piece);
  });
  if (seen || pieces.length === 0) return;
  const box = pieces[0]!.getBoundingClientRect();
  const middle = (top + innerHeight - low(pieces[0]!)) / 2;
  scrollBy({ top: box.top + box.height / 2 - middle, behavior: moves() ? "smooth" : "auto" });
}

/** How much of the lower edge is taken by the strip that stays in sight. */
function low(piece: Element): number {
  const strip = piece.closest(".stage")?.querySelector(".own, .mine");
  if (!strip || getComputedStyle(strip).position !== "sticky") return 0;
  return strip.getBoundingClientRect().height;
}
