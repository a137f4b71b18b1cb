// What deserves a moment of its own when it is told.

import type { MilestonesEvent, MilestonesView } from "../../lib/api";
import type { Phrase } from "../../lib/words.svelte";

export const MOMENTS: readonly MilestonesEvent[] = [
  "event-last-sections",
  "event-last-houses",
  "event-last-markets",
  "event-last-sacks",
  "event-pile-empty",
  "event-end-target",
  "event-end-last-tile",
  "event-last-turns",
  "event-majority",
  "event-majority-tied",
];

/** Who alone would be paid for the most workers of a kind, if anybody would. */
function leader({ points }: MilestonesView["majorities"][number]): number | null {
  const paid = points.flatMap((count, seat) => (count > 0 ? [seat] : []));
  return paid.length === 1 ? paid[0]! : null;
}

/** Majorities that have changed hands. */
export function changed(before: MilestonesView, after: MilestonesView): Phrase[] {
  return after.majorities.flatMap((majority, index) => {
    const [had, has] = [leader(before.majorities[index]!), leader(majority)];
    if (had === null || has === null || had === has || after.duty === "over") return [];
    const kinds: Phrase = { type: "phrase", key: `kinds-${majority.kind}` };
    const args = { player: { type: "player" as const, seat: has }, from: { type: "player" as const, seat: had }, kinds };
    return [{ type: "phrase" as const, key: "board-milestones-majority", args }];
  });
}
