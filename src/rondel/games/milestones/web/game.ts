// The web part of Milestones.

import { defineGame, type Phrase } from "#client";
import type { MilestonesEvent, MilestonesView } from "./steps";

/** Return the only seat that would be paid for the most workers of a kind, or null. */
function leader({ points }: MilestonesView["majorities"][number]): number | null {
  const paid = points.flatMap((count, seat) => (count > 0 ? [seat] : []));
  return paid.length === 1 ? paid[0]! : null;
}

/** Majorities that have changed hands. */
function changed(before: MilestonesView, after: MilestonesView): Phrase[] {
  return after.majorities.flatMap((majority, index) => {
    const [had, has] = [leader(before.majorities[index]!), leader(majority)];
    if (had === null || has === null || had === has || after.duty === "over") return [];
    const kinds: Phrase = { type: "phrase", key: `kinds-${majority.kind}` };
    const args = { player: { type: "player" as const, seat: has }, from: { type: "player" as const, seat: had }, kinds };
    return [{ type: "phrase" as const, key: "board-milestones-majority", args }];
  });
}

export default defineGame<MilestonesView, MilestonesEvent>({
  board: () => import("./Board.svelte"),
  picture: () => import("./Picture.svelte"),
  cover: () => import("./Cover.svelte"),
  figure: () => import("./Figure.svelte"),
  text: () => import("./text"),
  changed,
  highlights: [
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
  ],
  chapters: {
    draft: 1,
    "lay-first": 1,
    move: 2,
    go: 2,
    trade: 4,
    hire: 4,
    lay: 4,
    buy: 4,
    sell: 4,
    works: 5,
    street: 5,
    via: 5,
    to: 5,
    house: 5,
    market: 5,
    take: 5,
    leave: 5,
    mill: 6,
    sack: 6,
    discard: 7,
    cover: 7,
    over: 8,
  },
  topic: (view) => view.duty,
  sounds: {
    "event-go-worker": "wood",
    "event-go-castle": "wood",
    "event-to": "stone",
    "event-house": "stone",
    "event-market": "stone",
    "event-buy": "coin",
    "event-sell": "coin",
    "event-hire": "coin",
    "event-sack": "coin",
    "event-sack-for": "coin",
    "event-take": "fanfare",
  },
});
