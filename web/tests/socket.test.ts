import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { ApiError, type SocketMessage } from "../src/lib/api";
import { TableSocket, type Connection, type Update } from "../src/lib/socket";

/** The browser's end of a connection, with the server's side in the test's hands. */
class Line {
  static readonly OPEN = 1;
  static lines: Line[] = [];
  static get last(): Line {
    return Line.lines.at(-1)!;
  }
  readyState = 0;
  sent: Array<Record<string, unknown>> = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number; reason: string }) => void;

  constructor(readonly url: string) {
    Line.lines.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  accept(): void {
    this.readyState = Line.OPEN;
    this.onopen?.();
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
}

const snapshot = { kind: "snapshot", state: { last_event: 7 } };
let updates: Update[];
let changes: Connection[];
let refusals: Array<ApiError | undefined>;
let known: number | null;

const answer = (status: number, code: string): void => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ code, message: code, fields: {} }), { status })));
};
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

function make(): TableSocket {
  return new TableSocket("k3", {
    since: () => known,
    receive: (update) => {
      updates.push(update);
      if (update.kind === "snapshot") known = update.state.last_event;
    },
    changed: (connection, refusal) => {
      changes.push(connection);
      refusals.push(refusal);
    },
  });
}
async function opened(): Promise<TableSocket> {
  const socket = make();
  const ready = socket.open();
  Line.last.accept();
  Line.last.say(snapshot);
  await pass(200);
  await ready;
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", { protocol: "https:", host: "games.example" });
  [Line.lines, updates, changes, refusals, known] = [[], [], [], [], null];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a socket is live once the snapshot is here", async () => {
  await opened();
  expect(Line.last.url).toBe("wss://games.example/ws/tables/k3");
  expect(updates).toEqual([snapshot]);
  expect(changes).toEqual(["live"]);
});

test("the event with a command's key is its answer", async () => {
  const socket = await opened();
  const reply = socket.send({ kind: "chat", text: "hello", key: "k1" });
  await pass(200);
  Line.last.say({ kind: "chat", number: 8, at: 1, key: "k1", data: { seat: 0, name: "Ana", text: "hello" } });
  await pass(200);
  expect(await reply).toEqual({ kind: "done", re: 1, event: 8 });
  expect(updates).toHaveLength(2);
});

test("replies are matched to requests in any order", async () => {
  const socket = await opened();
  const asked = [socket.send({ kind: "ping" }), socket.send({ kind: "state" })];
  await pass(0);
  expect(Line.last.sent).toEqual([
    { kind: "ping", id: 1 },
    { kind: "state", id: 2 },
  ]);
  Line.last.say({ kind: "state", re: 2, state: { sequence: 4 } });
  Line.last.say({ kind: "beat", re: 1 });
  await pass(200);
  expect((await Promise.all(asked)).map((reply: SocketMessage) => reply.kind)).toEqual(["beat", "state"]);
  expect(updates).toHaveLength(1);
});

test.each([
  ["illegal-step", 400],
  ["overloaded", 503],
])("a refused request fails with its code (%s)", async (code, status) => {
  const socket = await opened();
  const failure = expect(socket.send({ kind: "ping" })).rejects.toMatchObject({ code, status });
  await pass(0);
  Line.last.say({ kind: "refused", re: 1, error: { code, message: code, fields: {} } });
  await pass(200);
  await failure;
});

test("a broken connection fails what waits, and goes on from the last event", async () => {
  const socket = await opened();
  const failure = expect(socket.send({ kind: "ping" })).rejects.toMatchObject({ code: "offline" });
  await pass(0);
  Line.last.close();
  await failure;
  expect(changes.at(-1)).toBe("lost");
  await pass(600);
  expect(Line.lines).toHaveLength(2);
  expect(Line.last.url).toMatch(/\?since=7$/);
  Line.last.accept();
  expect(changes.at(-1)).toBe("live");
});

test("a request with a key is sent again over the next connection", async () => {
  const socket = await opened();
  const request = { kind: "chat", text: "Hi", key: "k1" } as const;
  const done = socket.retry(request);
  await pass(0);
  Line.last.close();
  await pass(1_000);
  Line.last.accept();
  await pass(500);
  expect(Line.last.sent).toEqual([{ ...request, id: 2 }]);
  Line.last.say({ kind: "done", re: 2, event: 8, sequence: 1, steps: 0 });
  await pass(200);
  expect((await done).kind).toBe("done");
});

test("who may see the table no more is not connected again", async () => {
  await opened();
  Line.last.close(4003, "no-such-table");
  await pass(60_000);
  expect(Line.lines).toHaveLength(1);
  expect(changes.at(-1)).toBe("refused");
  expect(refusals.at(-1)?.code).toBe("no-such-table");
});

test("a refused handshake is explained by HTTP", async () => {
  answer(404, "no-such-table");
  const ready = make().open();
  Line.last.close();
  await pass(60_000);
  await ready;
  expect(Line.lines).toHaveLength(1);
  expect(refusals.at(-1)).toMatchObject({ code: "no-such-table", status: 404 });
});

test("a handshake that is refused for the moment is tried again", async () => {
  answer(429, "too-many");
  void make().open();
  Line.last.close();
  await pass(1_000);
  expect(Line.lines).toHaveLength(2);
});

test("messages of a burst are handled together and in order", async () => {
  await opened();
  Line.last.say({ kind: "presence", seats: [0], watchers: 0 });
  for (const watchers of [1, 2, 3]) Line.last.say({ kind: "presence", seats: [0], watchers });
  const before = updates.length;
  await pass(200);
  expect(before).toBeLessThanOrEqual(2);
  expect(updates.slice(1).map((update) => "watchers" in update && update.watchers)).toEqual([0, 1, 2, 3]);
});

test("a connection that is silent for too long is given up", async () => {
  await opened();
  await pass(60_000);
  expect(Line.lines.length).toBeGreaterThan(1);
  expect(Line.lines[0]!.readyState).toBe(3);
});

test("nothing is sent where no connection comes to be", async () => {
  const socket = make();
  void socket.open();
  const failure = expect(socket.send({ kind: "ping" })).rejects.toMatchObject({ code: "offline" });
  await pass(20_000);
  await failure;
});

test("each attempt to connect again waits twice as long as the one before, at most ten seconds", async () => {
  answer(200, "");
  await opened();
  for (const wait of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    const lines = Line.lines.length;
    Line.last.close();
    await pass(wait - 1);
    expect(Line.lines).toHaveLength(lines);
    await pass(1);
    expect(Line.lines).toHaveLength(lines + 1);
  }
});
