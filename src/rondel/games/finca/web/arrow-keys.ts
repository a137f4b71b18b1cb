// Arrow keys: round the windmill from blade to blade, across the map to the nearest piece.

import { moveFocus as moveFocusBy, type Piece } from "#client";

/** The next blade clockwise or back that may be pressed. */
function around(here: Piece, pieces: Piece[], [right]: readonly [number, number]): Piece | undefined {
  if (here.dataset.kind !== "blade" || right === 0) return undefined;
  const blades = pieces
    .filter((piece) => piece.dataset.kind === "blade")
    .toSorted((a, b) => Number(a.dataset.place) - Number(b.dataset.place));
  const index = blades.indexOf(here);
  return blades[(index + (right > 0 ? 1 : blades.length - 1)) % blades.length];
}

export function moveFocus(event: KeyboardEvent): void {
  moveFocusBy(event, around);
}
