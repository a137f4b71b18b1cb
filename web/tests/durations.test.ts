import { expect, test } from "vitest";
import { countdown, span } from "../src/lib/durations";
import { speaking } from "./speaking";

const DAY = 86_400;

test("days for a turn are told in words in every language", () => {
  const left = 2 * DAY + 23 * 3600 + 59 * 60 + 59;
  const told = (["en", "fr", "hu"] as const).map((language) => countdown(left, speaking(language)));
  expect(told).toEqual(["2 days 23 hours", "2 jours 23 heures", "2 nap 23 óra"]);
});

test("a clock shows seconds below an hour, and never less than none", () => {
  const words = speaking("en");
  expect([3599.9, 61, 9, 0, -5].map((seconds) => countdown(seconds, words))).toEqual(["59:59", "1:01", "0:09", "0:00", "0:00"]);
  expect(countdown(2 * 3600 + 5 * 60, words)).toBe("2 h 5 min");
});

test("a time limit is told in the unit in which it was set", () => {
  const words = speaking("en");
  expect([60, 45 * 60, 2 * 3600, 36 * 3600, 2 * DAY, 7 * DAY].map((seconds) => span(seconds, words))).toEqual([
    "1 minute",
    "45 minutes",
    "2 hours",
    "36 hours",
    "2 days",
    "7 days",
  ]);
});
