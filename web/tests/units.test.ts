import { expect, test } from "vitest";
import { size, span } from "../src/admin/units";
import { speaking } from "./speaking";

const words = speaking("en");

test("sizes have the unit that leaves few digits", () => {
  expect([0, 999, 1_000, 2_600_000, 77e9, 5e15].map((bytes) => size(bytes, words))).toEqual([
    "0 byte",
    "999 byte",
    "1 kB",
    "2.6 MB",
    "77 GB",
    "5,000 TB",
  ]);
});

test("times have the largest unit that fits", () => {
  expect([0.2, 59, 90, 7_200, 200_000].map((seconds) => span(seconds, words))).toEqual([
    "0 sec",
    "59 sec",
    "1.5 min",
    "2 hr",
    "2.3 days",
  ]);
});
