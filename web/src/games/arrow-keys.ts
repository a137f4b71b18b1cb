// Arrow keys walk from one thing that can be done to the nearest one in that direction.

import { isAstray } from "../lib/keyboard";

type Bearing = readonly [number, number];
export type Piece = HTMLElement | SVGElement;

const BEARINGS: Readonly<Record<string, Bearing>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function middle(piece: Element): [number, number] {
  const box = piece.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** The nearest piece in a direction; what lies aside counts double. */
function towards(here: Piece, pieces: readonly Piece[], [dx, dy]: Bearing): Piece | undefined {
  const [x, y] = middle(here);
  let nearest: { piece: Piece; far: number } | undefined;
  for (const piece of pieces) {
    const [px, py] = middle(piece);
    const ahead = (px - x) * dx + (py - y) * dy;
    const far = ahead + 2 * (Math.abs((px - x) * dy) + Math.abs((py - y) * dx));
    if (piece !== here && ahead > 4 && far < (nearest?.far ?? Infinity)) nearest = { piece, far };
  }
  return nearest?.piece;
}

/** What can be done on a board: every drawn target and button says so. */
const TARGET = "[data-target]";

/** Lead the focus back to a board when what had it is gone. */
export function restoreFocus(board: Element, first = TARGET): void {
  if (isAstray()) (board.querySelector<Piece>(first) ?? board.querySelector<Piece>(TARGET))?.focus();
}

/** Walk between what can be done; a board may know a better next one. */
export function moveFocus(
  event: KeyboardEvent,
  better?: (here: Piece, pieces: Piece[], bearing: Bearing) => Piece | undefined,
): void {
  const bearing = BEARINGS[event.key];
  const here = document.activeElement as Piece | null;
  if (!bearing || !here?.matches(TARGET)) return;
  const pieces = [...(event.currentTarget as Element).querySelectorAll<Piece>(TARGET)];
  const next = better?.(here, pieces, bearing) ?? towards(here, pieces, bearing);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
