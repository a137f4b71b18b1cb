// How pieces move: not at all for those who asked for stillness.

import { moves } from "../lib/settings.svelte";

export interface Stop {
  x: number;
  y: number;
}

/** How long something may take. */
export function lasting(milliseconds: number): number {
  return moves() ? milliseconds : 0;
}

/** Where a piece stands, as a style. */
export function placed({ x, y }: Stop, size = 1): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${size})`;
}

const moving = new WeakMap<SVGElement, Animation>();
/** Move a piece by the browser alone, without the page: it can do so for one movement at a time. */
function move(piece: SVGElement, frames: Keyframe[], duration: number): void {
  moving.get(piece)?.cancel();
  moving.set(piece, piece.animate(frames, { duration, easing: "ease-in-out" }));
}

/** Let a piece hop from one place to the next. */
export function hop(piece: SVGElement, stops: readonly Stop[], size = 1, high = 16): void {
  if (!moves() || stops.length < 2) return;
  const frames = stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    if (!next) return [{ transform: placed(stop, size) }];
    const top = { x: (stop.x + next.x) / 2, y: (stop.y + next.y) / 2 - high };
    return [{ transform: placed(stop, size) }, { transform: placed(top, size * 1.15) }];
  });
  move(piece, frames, Math.min(650, 170 + 80 * stops.length));
}

/** Let a piece slide to its place. */
export function slide(piece: SVGElement, from: string, to: string): void {
  if (moves()) move(piece, [{ transform: from }, { transform: to }], 350);
}
