import { expect, test } from "vitest";
import type { Moved, TableState } from "../src/lib/api";
import { wholeState } from "../src/lib/moments";

const before = {
  sequence: 7,
  moment: { steps: 3, view: { seat: 0, villages: ["a"], supply: { fig: 2 } }, scores: [0, 0] },
} as unknown as TableState;
const bare = { sequence: 9, moment: null } as unknown as TableState;
const moved = { since: 7, steps: 4, view: { seat: 1 }, scores: [1, 0] } as unknown as Moved;

test("what an event leaves out is as it was", () => {
  expect(wholeState(bare, moved, before)).toEqual({
    sequence: 9,
    moment: { steps: 4, view: { seat: 1, villages: ["a"], supply: { fig: 2 } }, scores: [1, 0] },
  });
  expect(before.moment?.view).toMatchObject({ seat: 0 });
});

test("a state that is whole stays as it is, and one without the moment before is not guessed", () => {
  expect(wholeState(before, null, null)).toBe(before);
  expect(wholeState(bare, moved, null)).toBeNull();
  expect(wholeState(bare, moved, { ...before, sequence: 6 })).toBeNull();
  expect(wholeState(bare, moved, { ...before, moment: null })).toBeNull();
});
