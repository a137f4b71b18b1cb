import { describe, expect, it } from "vitest";
import { share, Sharing } from "../src/lib/sharing";

const before = { players: [{ seat: 0, fruits: { fig: 1 } }, { seat: 1, fruits: { fig: 2 } }], pile: [1, 2, 3], duty: "move" };
const copy = (): typeof before => JSON.parse(JSON.stringify(before)) as typeof before;

describe("a table that keeps what is as it was", () => {
  it("is the very one from before when nothing changed", () => {
    expect(share(before, copy())).toBe(before);
  });
  it("is new only along the way to what changed", () => {
    const after = copy();
    after.players[1]!.fruits.fig = 3;
    const shared = share(before, after);
    expect(shared).toEqual(after);
    expect(shared).not.toBe(before);
    expect(shared.players[0]).toBe(before.players[0]);
    expect(shared.players[1]).not.toBe(before.players[1]);
    expect(shared.pile).toBe(before.pile);
  });
  it("tells fields that come, go or turn into something else", () => {
    expect(share({ a: 1 }, { a: 1, b: undefined })).toEqual({ a: 1, b: undefined });
    expect(share({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
    expect(share([1, 2, 3], [1, 2])).toEqual([1, 2]);
    expect(share({ a: [] }, { a: {} })).toEqual({ a: {} });
    expect(share({ a: {} }, { a: null })).toEqual({ a: null });
    expect(share(null, { a: 1 })).toEqual({ a: 1 });
  });
  it("never changes what it was given", () => {
    const after = copy();
    after.pile.push(4);
    share(before, after);
    expect(before.pile).toEqual([1, 2, 3]);
    expect(after.players[0]).not.toBe(before.players[0]);
  });
  it("gives the same answer for the same table, whatever was shown since", () => {
    const sharing = new Sharing<typeof before>();
    const [first, second] = [copy(), copy()];
    second.duty = "place";
    const shown = sharing.next(first);
    const next = sharing.next(second);
    expect(next.players).toBe(shown.players);
    expect(sharing.of(first)).toBe(shown);
    expect(sharing.next(first)).toBe(shown);
  });
});
