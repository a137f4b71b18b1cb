import { expect, test } from "vitest";
import type { NarratedStep, Preview, TableState } from "../src/lib/api";
import { TableStore } from "../src/lib/table.svelte";
import { offersHints } from "../src/review/hinting";

interface Place {
  kind?: "person" | "bot";
  you?: boolean;
  present?: boolean;
}
/** A table at which seat 0 is asked, after so many steps. */
function table(seats: Place[], mine: number[], steps = 4, more: object = {}): TableStore {
  const store = new TableStore("t");
  const turn = { kind: "choose", seat: 0, actions: [{ text: "move 1" }] };
  store.state = {
    table: { status: "playing", players: seats.length, to_move: 0, seats: seats.map((seat, place) => ({ seat: place, kind: "person", ...seat })), ...more },
    moment: { steps, turn },
    your_seats: mine,
  } as unknown as TableState;
  return store;
}
const told = (at: number, seat: number | null): NarratedStep => ({ at, seat, text: "x", story: [] }) as unknown as NarratedStep;

test("hints are offered against bots only, on one's own turn, and never in the daily challenge", () => {
  const bots = [{ you: true }, { kind: "bot" as const }];
  expect(offersHints(table(bots, [0]))).toBe(true);
  expect(offersHints(table(bots, [0], 4, { daily: "2026-11-19" }))).toBe(false);
  expect(offersHints(table(bots, [0], 4, { status: "over" }))).toBe(false);
  expect(offersHints(table([{ you: true }, { kind: "person" }], [0]))).toBe(false);
  expect(offersHints(table(bots, []))).toBe(false);
});

test("only whoever is to move has actions, and none while a turn is on its way", () => {
  const store = table([{ you: true }, {}], [0]);
  expect(store.actions.map((action) => action.text)).toEqual(["move 1"]);
  store.busy = true;
  expect(store.actions).toEqual([]);
  expect(table([{}, { you: true }], [1]).actions).toEqual([]);
});

test("a plan is complete once nothing is left to choose, and goes on if chance returns the turn", () => {
  const store = table([{ you: true }, {}], [0]);
  expect([store.complete, store.goesOn]).toEqual([false, false]);
  store.draft.plan = ["move 1"];
  const after = (next: number): Preview => ({ moment: { turn: { kind: "chance" } }, next }) as unknown as Preview;
  store.draft.planned = after(1);
  expect([store.complete, store.goesOn]).toEqual([true, false]);
  store.draft.planned = after(0);
  expect(store.goesOn).toBe(true);
});

test("the steps since one's own last one are offered once others have moved", () => {
  const store = table([{ you: true }, {}], [0]);
  store.story = [told(0, null), told(1, 0)];
  expect(store.left).toBeNull();
  store.story = [...store.story, told(2, 1), told(3, null)];
  expect(store.left).toBe(2);
  store.story = store.story.slice(0, 3);
  expect(store.left).toBeNull();
});

test("whoever plays all seats, or none, has missed nothing", () => {
  const story = [told(0, 0), told(1, 1), told(2, 1), told(3, null)];
  for (const mine of [[], [0, 1]]) {
    const store = table([{}, {}], mine);
    store.story = story;
    expect(store.left).toBeNull();
  }
});

test("a turn can be taken back once one has made a step", () => {
  const store = table([{ you: true }, {}], [0]);
  store.story = [told(0, null), told(1, 1)];
  expect(store.hasPlayed).toBe(false);
  store.story = [...store.story, told(2, 0)];
  expect(store.hasPlayed).toBe(true);
});
