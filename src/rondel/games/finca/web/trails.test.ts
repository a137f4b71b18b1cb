import { expect, test } from "vitest";
import type { FincaView } from "./fruits";
import { arc, moves, playedGust } from "./trails";

/** Two seats' farmers by blade, and the action tiles that are left to each. */
function view(farmers: Record<number, [number, number]>, tiles: [string[], string[]]): FincaView {
  const blades = Array.from({ length: 12 }, (_, place) => ({ place, farmers: farmers[place] ?? [0, 0] }));
  return { blades, players: tiles.map((action_tiles, seat) => ({ seat, action_tiles })) } as unknown as FincaView;
}
const BEFORE = view({ 2: [1, 1], 7: [0, 1] }, [["gust", "wind"], ["gust", "wind"]]);

test("a farmer that a gust carried has flown, not walked around the ring", () => {
  const after = view({ 2: [1, 0], 7: [0, 1], 1: [0, 1] }, [["gust", "wind"], ["wind"]]);
  expect(moves(BEFORE, after, [0])).toEqual([{ seat: 1, from: 2, to: 1, flew: true }]);
  expect(playedGust(BEFORE, after, 1)).toBe(true);
  expect(playedGust(BEFORE, after, 0)).toBe(false);
});

test("a walk stays a walk, also by the strong wind", () => {
  const after = view({ 2: [1, 0], 7: [0, 1], 4: [0, 1] }, [["gust", "wind"], ["gust"]]);
  expect(moves(BEFORE, after, [0])).toEqual([{ seat: 1, from: 2, to: 4, flew: false }]);
});

test("a farmer from hand was placed, and our own are not told", () => {
  const after = view({ 2: [1, 1], 7: [0, 1], 5: [0, 1] }, [["gust", "wind"], ["gust", "wind"]]);
  expect(moves(BEFORE, after, [0])).toEqual([{ seat: 1, from: null, to: 5, flew: false }]);
  expect(moves(BEFORE, after, [1])).toEqual([]);
});

test("the arc of a flight leads over the windmill from blade to blade", () => {
  const [start, over, end] = arc(0, 6, 200)
    .split(/[MQ]/)
    .flatMap((part) => part.trim().match(/-?[\d.]+ -?[\d.]+/g) ?? [])
    .map((pair) => Math.hypot(...pair.split(" ").map(Number)));
  expect(start).toBeCloseTo(200, 0);
  expect(end).toBeCloseTo(200, 0);
  expect(over).toBeLessThan(100);
});

test.each(Array.from({ length: 11 }, (_, index) => index + 1))("a flight over %s blades is bent and passes beside the carts", (way) => {
  const points = arc(0, way, 200)
    .split(/[MQ ]/)
    .filter((part) => part !== "")
    .map(Number);
  const middle = (axis: 0 | 1): number => (points[axis]! + 2 * points[axis + 2]! + points[axis + 4]!) / 4;
  const chord = (axis: 0 | 1): number => (points[axis]! + points[axis + 4]!) / 2;
  expect(Math.hypot(middle(0) - chord(0), middle(1) - chord(1))).toBeGreaterThan(40);
  expect(Math.hypot(middle(0), middle(1))).toBeGreaterThan(40);
});
