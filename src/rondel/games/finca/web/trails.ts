// How farmers came to where they stand: on foot around the windmill, or through the air by a gust.

import type { FincaView } from "./fruits";
import { BLADES, polar } from "./layout";

/** How far the control point of a flight's arc is from the straight line, in parts of the radius. */
const BEND = 0.45;

export interface Moved {
  seat: number;
  /** The blade it left, or null if it was placed. */
  from: number | null;
  to: number;
  /** Whether a gust carried it. */
  flew: boolean;
}

/** Return whether a seat played its gust between two views. */
export function playedGust(before: FincaView, after: FincaView, seat: number): boolean {
  const has = (view: FincaView): boolean => view.players[seat]?.action_tiles.includes("gust") ?? false;
  return has(before) && !has(after);
}

/** Return how many blades a walk goes, clockwise. */
export function walked(from: number, to: number): number {
  return (to - from + BLADES) % BLADES;
}

/** Return the farmers of the other seats that moved between two views; a gust is told by its tile. */
export function moves(before: FincaView, after: FincaView, yours: readonly number[]): Moved[] {
  return after.players.flatMap(({ seat }) => {
    if (yours.includes(seat)) return [];
    const changes = after.blades.map((blade, place) => blade.farmers[seat]! - (before.blades[place]?.farmers[seat] ?? 0));
    const left = changes.flatMap((change, place) => Array.from({ length: Math.max(0, -change) }, () => place));
    const came = changes.flatMap((change, place) => Array.from({ length: Math.max(0, change) }, () => place));
    const flew = playedGust(before, after, seat);
    return came.map((to) => {
      const nearest = left.toSorted((a, b) => walked(a, to) - walked(b, to))[0];
      if (nearest !== undefined) left.splice(left.indexOf(nearest), 1);
      return { seat, from: nearest ?? null, to, flew: flew && nearest !== undefined };
    });
  });
}

/** Return the path of a flight between two blades: an arc over the middle of the windmill. */
export function arc(from: number, to: number, radius: number): string {
  const [start, end] = [polar(radius, from + 0.5), polar(radius, to + 0.5)];
  const way = walked(from, to);
  const [half, middle] = way <= BLADES / 2 ? [way / 2, from + way / 2] : [(BLADES - way) / 2, from - (BLADES - way) / 2];
  // A short flight bends towards the middle, a long one away from it, where the carts stand.
  const chord = Math.cos((half / BLADES) * 2 * Math.PI);
  const over = polar(radius * (half < 2 ? chord - BEND : chord + BEND), middle + 0.5);
  return `M${start.x.toFixed(1)} ${start.y.toFixed(1)}Q${over.x.toFixed(1)} ${over.y.toFixed(1)} ${end.x.toFixed(1)} ${end.y.toFixed(1)}`;
}
