import { expect, test } from "vitest";
import type { Patch, TableState } from "../src/lib/api";
import { applyPatch } from "../src/lib/patch";

const before = {
  last_event: 7,
  sequence: 6,
  table: { status: "playing", to_move: 0 },
  moment: { steps: 3, view: { seat: 0, villages: ["a"], supply: { fig: 2 } }, scores: [0, 0] },
} as unknown as TableState;
const patch: Patch = {
  since: 7,
  state: { last_event: 8, sequence: 8 },
  table: { to_move: 1 },
  moment: { steps: 4, scores: [1, 0] },
  view: { seat: 1 },
};

test("a patch replaces the fields that it names and leaves the others", () => {
  expect(applyPatch(before, patch)).toEqual({
    last_event: 8,
    sequence: 8,
    table: { status: "playing", to_move: 1 },
    moment: { steps: 4, view: { seat: 1, villages: ["a"], supply: { fig: 2 } }, scores: [1, 0] },
  });
  expect(before.moment?.view).toMatchObject({ seat: 0 });
});

test("a patch of another state does not apply", () => {
  expect(applyPatch({ ...before, last_event: 6 }, patch)).toBeNull();
  expect(applyPatch({ ...before, last_event: 8 }, patch)).toBeNull();
});

test("a table that has not begun has no moment until a patch brings one", () => {
  const open = { ...before, moment: null };
  expect(applyPatch(open, { ...patch, moment: {}, view: {} })?.moment).toBeNull();
  const moment = { turn: { kind: "over" } };
  expect(applyPatch(open, { ...patch, moment })?.moment).toEqual({ ...moment, view: { seat: 1 } });
});
