// Farmers by name: the view counts them, the picture has to know which one walked.

import type { FincaView } from "./fruits";
import { BLADES, spots, type Point } from "./layout";

export interface Farmer {
  id: string;
  seat: number;
  /** The blade it stands on, or -1 while it waits. */
  blade: number;
  at: Point;
  size: number;
  /** Whether a gust brought it here. */
  flew?: boolean;
}

/** Where the waiting farmers of a seat stand, from the windmill's middle. */
function bench(seat: number, place: number): Point {
  const left = seat % 2 === 0 ? -1 : 1;
  const top = seat < 2 ? -1 : 1;
  const [row, column] = [Math.floor(place / 3), place % 3];
  return { x: left * (262 - 27 * column - 12 * row), y: top * (250 - 34 * row) };
}

function wanted(view: FincaView, seat: number): number[] {
  const places = view.blades.flatMap((blade) =>
    Array.from({ length: blade.farmers[seat] ?? 0 }, () => blade.place),
  );
  const waiting = Array.from({ length: view.players[seat]!.farmers_waiting }, () => -1);
  return [...places, ...waiting];
}

/** The farmers of a seat after the view changed: who need not move stays. */
function settle(before: readonly Farmer[], places: number[], seat: number): Farmer[] {
  const open = [...places];
  const kept: Farmer[] = [];
  const moved: Farmer[] = [];
  for (const farmer of before) {
    const index = open.indexOf(farmer.blade);
    if (index >= 0) {
      open.splice(index, 1);
      kept.push(farmer);
    } else moved.push(farmer);
  }
  const come = open.map((blade, index) => {
    const farmer = moved[index];
    const id = farmer?.id ?? `${seat}-${before.length + index}`;
    return { id, seat, blade, at: { x: 0, y: 0 }, size: 1 };
  });
  return [...kept, ...come];
}

/** Everybody with a place of their own. */
export function follow(before: readonly Farmer[], view: FincaView): Farmer[] {
  const all = view.players.flatMap((player) =>
    settle(
      before.filter((farmer) => farmer.seat === player.seat),
      wanted(view, player.seat),
      player.seat,
    ),
  );
  const placed = Array.from({ length: BLADES }, (_, blade) => {
    const crowd = all.filter((farmer) => farmer.blade === blade);
    const found = spots(blade, crowd.length);
    return crowd.map((farmer, index) => ({ ...farmer, ...found[Math.min(index, found.length - 1)]! }));
  }).flat();
  const benched = view.players.flatMap((player) => {
    const waiting = all.filter((farmer) => farmer.seat === player.seat && farmer.blade === -1);
    return waiting.map((farmer, index) => ({ ...farmer, at: bench(player.seat, index), size: 1 }));
  });
  return [...placed, ...benched].toSorted((a, b) => a.id.localeCompare(b.id));
}
