import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PositionView, NarratedStep } from "../src/lib/api";
import { settings } from "../src/lib/settings.svelte";
import type { TableStore } from "../src/lib/table.svelte";
import { Curve } from "../src/table/curve.svelte";
import { Following } from "../src/table/following.svelte";

/** A table of which every step is told, and every position can be looked up. */
class Table {
  story: NarratedStep[] = [];
  left: number | null = null;
  draft = { planned: null, plan: [] };
  state: { moment: PositionView } | null = null;

  constructor(private readonly viewOf: (steps: number) => object = (steps) => ({ steps })) {
    this.state = { moment: this.position(0) };
  }
  get moment(): PositionView {
    return this.state!.moment;
  }
  position(steps: number): PositionView {
    return { steps, view: this.viewOf(steps) } as unknown as PositionView;
  }
  at = (steps: number): Promise<PositionView> => Promise.resolve(this.position(steps));
  make(...events: string[]): void {
    for (const key of events) {
      const story = [{ type: "phrase", key }];
      this.story = [...this.story, { at: this.story.length, seat: 1, story } as unknown as NarratedStep];
    }
    this.state = { moment: this.position(this.story.length) };
  }
}
function following(table: Table, changed?: () => never[]): Following {
  const found = new Following(table as unknown as TableStore, (key) => key.startsWith("great"), changed);
  found.watch();
  return found;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  settings.pace = "normal";
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("others' turns are shown one by one, each for a beat", async () => {
  const table = new Table();
  const shown = following(table);
  table.make("one", "two");
  shown.watch();
  await vi.advanceTimersByTimeAsync(10);
  expect([shown.active, shown.seen, shown.moment!.steps]).toEqual([true, 1, 1]);
  await vi.advanceTimersByTimeAsync(950);
  expect(shown.seen).toBe(2);
  await vi.advanceTimersByTimeAsync(950);
  expect([shown.active, shown.told]).toEqual([false, null]);
});

test("skipping shows at once how the table stands", async () => {
  const table = new Table();
  const shown = following(table);
  table.make("one", "two", "three");
  shown.watch();
  await vi.advanceTimersByTimeAsync(10);
  shown.skip();
  expect([shown.active, shown.seen, shown.moment!.steps]).toEqual([false, 3, 3]);
});

test("whoever wants no show gets none, nor does a page out of sight", () => {
  for (const [pace, hidden] of [["at-once", false], ["normal", true]] as const) {
    settings.pace = pace;
    vi.stubGlobal("document", { hidden });
    const table = new Table();
    const shown = following(table);
    table.make("one", "two");
    shown.watch();
    expect([shown.active, shown.seen]).toEqual([false, 2]);
  }
});

test("highlights stand one after the other, and can be dismissed", async () => {
  settings.pace = "at-once";
  const table = new Table();
  const shown = following(table);
  table.make("great-one", "small", "great-two");
  shown.watch();
  expect(shown.special?.key).toBe("great-one");
  await vi.advanceTimersByTimeAsync(2600);
  expect(shown.special?.key).toBe("great-two");
  shown.dismiss();
  expect(shown.special).toBeNull();
});

test("the curve finds the step from which the winner was never behind", async () => {
  const score = (total: number): object => ({ score: { total } });
  const table = new Table((steps) => ({ players: [score(steps < 137 ? 0 : 9), score(5)] }));
  table.make(...Array.from({ length: 300 }, () => "step"));
  const curve = new Curve(table as unknown as TableStore);
  await curve.look(0);
  expect(curve.turned).toBe(137);
  expect(curve.samples).toHaveLength(25);
  expect(curve.samples.at(-1)).toEqual({ steps: 300, scores: [9, 5] });
});
