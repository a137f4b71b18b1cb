import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { dealerVersion, dealt, luckKey, shuffled } from "../src/lib/verify-deal";

// What rondel.match.VerifiableRandom(b"a secret of thirty-two bytes, or so") says in Python.
const SECRET = "6120736563726574206f66207468697274792d74776f2062797465732c206f7220736f";
const SEAL = "7e828d4abe45bd616aff5bc6dbf6436a3850a641a145bce2170920ceb3988cc2";
const SECOND_SEAL = "2e8c6f8c21875a449bcf8b62c01f5ba1282516d111f4e77734f29455e0d97862";
const OUTCOMES = [
  { text: "7", weight: 3 },
  { text: "8", weight: 1 },
  { text: "9", weight: 5 },
];

test("a secret fits its own seal and no other", () => {
  expect(dealerVersion(SECRET, SEAL)).toBe(1);
  expect(dealerVersion(SECRET, SECOND_SEAL)).toBe(2);
  expect(dealerVersion(SECRET.replace("61", "62"), SEAL)).toBe(null);
  expect(dealerVersion(SECRET.replace("61", "62"), SECOND_SEAL)).toBe(null);
});

test("a secret that is longer than a block of SHA-256 fits no seal", () => {
  const seal = (size: number): string => createHash("sha256").update(Buffer.alloc(size, 7)).digest("hex");
  expect(dealerVersion("07".repeat(64), seal(64))).toBe(1);
  expect(dealerVersion("07".repeat(65), seal(65))).toBeNull();
  expect(dealerVersion("", seal(0))).toBeNull();
});

test("the browser draws what the server drew", () => {
  const key = luckKey(SECRET, []);
  expect([0, 1, 31].map((at) => dealt(key, at, OUTCOMES))).toEqual(["9", "7", "8"]);
});

test("what players add changes what is drawn, as it does on the server", () => {
  const key = luckKey(SECRET, ["c", ""]);
  expect([0, 1, 2, 3, 31].map((at) => dealt(key, at, OUTCOMES))).toEqual(["7", "7", "9", "7", "8"]);
});

test("the browser shuffles a bag as the server does, and meets the tile of a place", () => {
  const key = luckKey(SECRET, ["c", ""]);
  const bag = OUTCOMES.map(({ text, weight }) => ({ text, count: weight }));
  const order = ["9", "7", "9", "9", "9", "7", "8", "7", "9"];
  expect(shuffled(key, "tile", bag)).toEqual(order);
  const outcomes = [
    { text: "7", weight: 2 },
    { text: "8", weight: 1 },
    { text: "9", weight: 4 },
  ];
  for (const [place, tile] of order.entries()) {
    const draw = { kind: "tile", place, drawn: [0, 1], bag };
    if (place > 1) expect(dealt(key, 5, outcomes, draw)).toBe(tile);
  }
});

test("where another dealer began, the browser draws from what is left, as the server does", () => {
  const key = luckKey(SECRET, ["c", ""]);
  const bag = OUTCOMES.map(({ text, weight }) => ({ text, count: weight }));
  const outcomes = [
    { text: "7", weight: 1 },
    { text: "9", weight: 1 },
  ];
  const found = order(8).map((place) =>
    dealt(key, 5, outcomes, { kind: "tile", place, drawn: [0, 1], bag }),
  );
  expect(found).toEqual(["7", "7", "9", "7", "7", "7", "7", "9"]);
});

function order(count: number): number[] {
  return Array.from({ length: count }, (_, place) => place);
}
