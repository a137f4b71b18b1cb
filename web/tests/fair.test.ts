import { expect, test } from "vitest";
import { dealt, fitsSeal, luckKey } from "../src/lib/fair";

// What rondel.match.Provable(b"a secret of thirty-two bytes, or so") says in Python.
const SECRET = "6120736563726574206f66207468697274792d74776f2062797465732c206f7220736f";
const SEAL = "7e828d4abe45bd616aff5bc6dbf6436a3850a641a145bce2170920ceb3988cc2";
const OUTCOMES = [
  { text: "7", weight: 3 },
  { text: "8", weight: 1 },
  { text: "9", weight: 5 },
];

test("a secret fits its own seal and no other", () => {
  expect(fitsSeal(SECRET, SEAL)).toBe(true);
  expect(fitsSeal(SECRET.replace("61", "62"), SEAL)).toBe(false);
});

test("the browser draws what the server drew", () => {
  const key = luckKey(SECRET, []);
  expect([0, 1, 31].map((at) => dealt(key, at, OUTCOMES))).toEqual(["9", "7", "8"]);
});

test("what players add changes what is drawn, as it does on the server", () => {
  const key = luckKey(SECRET, ["c", ""]);
  expect([0, 1, 2, 3, 31].map((at) => dealt(key, at, OUTCOMES))).toEqual(["7", "7", "9", "7", "8"]);
});
