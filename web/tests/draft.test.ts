import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError, type Action, type Preview } from "../src/lib/api";
import { Draft } from "../src/lib/draft.svelte";

const move = (text: string): Action => ({ text, step: { step: "move" }, label: { key: text } }) as unknown as Action;
const end = { text: "end", step: { step: "done" }, label: { key: "end" } } as unknown as Action;
const leading = (actions: Action[] = [move("a"), move("b")], seat = 0): Preview =>
  ({ moment: { turn: { kind: "choose", seat, actions } }, narration: [], next: seat }) as unknown as Preview;

let stored: Map<string, string>;
let previews: string[][];
let problems: unknown[];
let preview: (steps: string[]) => Promise<Preview>;
let sequence: number;

function make(): Draft {
  return new Draft({
    id: "k3",
    sequence: () => sequence,
    preview: (steps) => {
      previews.push(steps);
      return preview(steps);
    },
    seat: () => 0,
    refuse: (error) => problems.push(error),
    accepted: () => (problems = []),
  });
}

beforeEach(() => {
  [stored, previews, problems, sequence] = [new Map(), [], [], 4];
  preview = () => Promise.resolve(leading());
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test("chosen steps are previewed together", async () => {
  const draft = make();
  await draft.choose("one");
  await draft.choose(move("two"));
  expect(previews).toEqual([["one"], ["one", "two"]]);
  expect(draft.plan).toEqual(["one", "two"]);
  expect(draft.planned).not.toBeNull();
});

test("undo takes back what one click chose", async () => {
  const draft = make();
  await draft.choose("one");
  await draft.choose("two");
  await draft.choose("three", true);
  await draft.undo();
  expect(draft.plan).toEqual(["one"]);
  await draft.undo();
  expect(draft.plan).toEqual([]);
  expect(draft.planned).toBeNull();
});

test("the only end of an action is chosen by itself, and undone with it", async () => {
  preview = (steps) => Promise.resolve(leading(steps.length === 1 ? [end] : undefined));
  const draft = make();
  await draft.choose("one");
  expect(draft.plan).toEqual(["one", "end"]);
  await draft.undo();
  expect(draft.plan).toEqual([]);
});

test("another player's only step is not chosen", async () => {
  preview = () => Promise.resolve(leading([end], 1));
  const draft = make();
  await draft.choose("one");
  expect(draft.plan).toEqual(["one"]);
});

test("a refused step leaves the plan as it was", async () => {
  const draft = make();
  await draft.choose("one");
  preview = () => Promise.reject(new ApiError("illegal-step", "no", {}, 400));
  await draft.choose("two");
  expect(draft.plan).toEqual(["one"]);
  expect(draft.trying).toBe(false);
  expect(problems).toMatchObject([{ code: "illegal-step" }]);
});

test("a preview that comes too late changes nothing", async () => {
  const replies: Array<(preview: Preview) => void> = [];
  preview = () => new Promise((done) => replies.push(done));
  const draft = make();
  const first = draft.choose("one");
  draft.clear();
  const second = draft.choose("two");
  replies[1]!(leading());
  replies[0]!(leading());
  await Promise.all([first, second]);
  expect(draft.plan).toEqual(["two"]);
  expect(draft.trying).toBe(false);
});

test("a draft outlives a reload while the position stays", async () => {
  await make().choose("one");
  const again = make();
  await again.restore();
  expect(again.plan).toEqual(["one"]);
  sequence = 5;
  const late = make();
  await late.restore();
  expect(late.plan).toEqual([]);
});

test("a draft is overtaken by others' steps and not by one's own", async () => {
  const draft = make();
  await draft.choose("one");
  draft.outdate(true);
  expect([draft.plan.length, draft.overtaken, stored.size]).toEqual([0, false, 0]);
  await draft.choose("two");
  draft.outdate(false);
  expect([draft.plan.length, draft.overtaken]).toEqual([0, true]);
  await draft.choose("three");
  expect(draft.overtaken).toBe(false);
});

test("the rule that forbids a step is asked for without choosing it", async () => {
  const draft = make();
  await draft.choose("one");
  preview = () => Promise.reject(new ApiError("illegal-step", "no", {}, 400));
  await draft.explain("two");
  expect(previews.at(-1)).toEqual(["one", "two"]);
  expect(problems).toMatchObject([{ code: "illegal-step" }]);
  expect(draft.plan).toEqual(["one"]);
});
