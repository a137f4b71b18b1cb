// Where the page has to be scrolled: the place of action comes into sight by itself.

import { tick } from "svelte";
import { moves } from "../lib/settings.svelte";

const TARGETS = ".stage :is([data-action], [data-target])";

/** Frames after which nobody waits for a board to be drawn any longer. */
const MAX_FRAMES = 600;

/** What can be clicked on the board, as soon as it is drawn. */
async function drawn(): Promise<Element[]> {
  for (let frame = 0; frame < MAX_FRAMES; frame++) {
    await tick();
    const pieces = [...document.querySelectorAll(TARGETS)].filter((piece) => !piece.closest(".bar"));
    if (pieces.length > 0) return pieces;
    await new Promise(requestAnimationFrame);
  }
  return [];
}

/** Scroll to where something can be done, unless some of it is in sight already. */
export async function scrollToActions(): Promise<void> {
  const pieces = (await drawn()).filter((piece) => !piece.closest(".own, .mine"));
  if (pieces.length === 0) return;
  const [top, bottom] = sight();
  const seen = pieces.some((piece) => {
    const box = piece.getBoundingClientRect();
    return box.top >= top && box.bottom <= bottom;
  });
  if (seen) return;
  const box = pieces[0]!.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  scrollBy({ top: box.top + box.height / 2 - middle, behavior: moves() ? "smooth" : "auto" });
}

/** Where the page is in sight: between the bar, which a teacher has below, and the strip that stays. */
function sight(): [number, number] {
  const strip = document.querySelector(".stage :is(.own, .mine)");
  const stays = strip && getComputedStyle(strip).position === "sticky";
  const low = innerHeight - (stays ? strip.getBoundingClientRect().height : 0);
  const bar = document.querySelector("main section.bar")?.getBoundingClientRect();
  if (!bar || bar.width < innerWidth / 2) return [0, low];
  return bar.bottom > innerHeight / 2 ? [0, low - bar.height] : [bar.bottom, low];
}
