import { render } from "svelte/server";
import { expect, test } from "vitest";
import type { Language } from "../src/lib/settings.svelte";
import type { TableStore } from "../src/lib/table.svelte";
import ActionBar from "../src/table/ActionBar.svelte";
import type { Following } from "../src/table/following.svelte";
import Seats from "../src/table/Seats.svelte";
import { speaking } from "./speaking";

/** A table of Anna, who is to move, and Béla. */
function table(more: object = {}, state: object = {}): TableStore {
  const seats = [
    { seat: 0, kind: "person", you: true, resigned: false },
    { seat: 1, kind: "person", you: false, resigned: false },
  ];
  return {
    id: "t",
    names: ["Anna", "Béla"],
    seatToMove: 0,
    shared: false,
    actions: [],
    complete: false,
    goesOn: false,
    hasPlayed: true,
    left: null,
    problem: null,
    present: [0, 1],
    watchers: 0,
    received: Date.now(),
    draft: { plan: [], planned: null, overtaken: false },
    moment: { steps: 4, turn: { kind: "choose", seat: 0 } },
    state: {
      table: { game: "finca", status: "playing", seats, pace: { kind: "untimed" }, to_move: 0 },
      your_seats: [0],
      undo_request: null,
      absent_from: null,
      clock: { seconds: [], running: null, deadline: null },
      ...state,
    },
    follow: () => () => undefined,
    ...more,
  } as unknown as TableStore;
}
const following = { active: false, told: null, news: [] } as unknown as Following;
const text = (body: string): string => body.replace(/<!--[^]*?-->/g, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim();

function bar(store: TableStore, language: Language = "en"): string {
  return text(render(ActionBar, { props: { table: store, following, words: speaking(language, "finca") } }).body);
}
function seats(store: TableStore): string {
  return render(Seats, { props: { table: store, words: speaking("en") } }).body;
}

test.each<[Language, string, string]>([
  ["en", "End turn", "Draw and go on"],
  ["fr", "Terminer le tour", "Tirer et continuer"],
  ["hu", "Kör vége", "Húzás, majd tovább"],
])("in %s the commit button says whether luck follows and the turn goes on", (language, end, draw) => {
  const plan = { draft: { plan: ["x"], planned: {}, overtaken: false }, complete: true };
  expect(bar(table(plan), language)).toContain(end);
  expect(bar(table({ ...plan, goesOn: true }), language)).toContain(draw);
});

test("the bar says whose turn it is", () => {
  const turn = { seatToMove: null, moment: { steps: 4, turn: { kind: "choose", seat: 1 } } };
  expect(bar(table(turn))).toContain("Béla");
});

test("whoever is asked to agree to an undo can answer, and nobody else", () => {
  const request = (waits: number[]) => ({ undo_request: { seat: 1, waits, bot: null } });
  expect(bar(table({}, request([0])))).toMatch(/Béla .* Yes No/);
  expect(bar(table({}, request([])))).not.toContain("Yes");
});

test("a plan dropped because the table moved on is reported", () => {
  expect(bar(table())).not.toContain("moved on");
  expect(bar(table({ draft: { plan: [], planned: null, overtaken: true } }))).toContain(speaking("en").say("web-overtaken"));
});

test("a live clock runs for whoever is to move, and its last seconds stand out", () => {
  const pace = (left: number): TableStore => {
    const store = table({ received: Date.now() - 20_500 });
    store.state!.table.pace = { kind: "live", seconds: 48, increment: 0 };
    store.state!.clock = { ...store.state!.clock, seconds: [left, 48], running: 0 };
    return store;
  };
  expect(seats(pace(48))).toMatch(/<time aria-label="Time left: 0:27" class="[^"]*short">0:27/);
  expect(seats(pace(80))).not.toContain("short");
  expect(seats(pace(48))).toMatch(/>0:48</);
});
