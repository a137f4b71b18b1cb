// Where the page has to be scrolled: the place of action comes into sight by itself.

import { tick } from "svelte";
import { moves } from "../lib/settings.svelte";

const TARGETS = ".stage :is([data-action], [data-target])";

/** Frames after which nobody waits for a board to be drawn any longer. */
const PATIENCE = 600;

/** What can be clicked on the board, as soon as it is drawn. */
async function drawn(): Promise<Element[]> {
  for (let frame = 0; frame < PATIENCE; frame++) {
    await tick();
    const pieces = [...document.querySelectorAll(TARGETS)].filter((piece) => !piece.closest(".bar"));
    if (pieces.length > 0) return pieces;
    await new Promise(requestAnimationFrame);
  }
  return [];
}

/** Scroll to where something can be done, unless some of it is in sight already. */
export async function lead(): Promise<void> {
  const pieces = (await drawn()).filter((piece) => !piece.closest(".own, .mine"));
  const bar = document.querySelector(".stage section.bar")?.getBoundingClientRect();
  const top = bar && bar.width > innerWidth / 2 ? bar.bottom : 0;
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
