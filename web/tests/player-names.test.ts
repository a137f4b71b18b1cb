import { expect, test } from "vitest";
import type { SeatInfo } from "../src/lib/api";
import { playerNames } from "../src/lib/player-names";
import { speaking } from "./speaking";
import type { Words } from "../src/lib/words.svelte";

const words = {
  language: "hu",
  has: (key: string) => key === "bot-casual",
  say: () => "ügyes",
} as unknown as Words;
const seat = (kind: string, name: string) => ({ kind, name, bot: name }) as unknown as SeatInfo;

test("bots are called by their level, like names", () => {
  expect(playerNames([seat("person", "Anna"), seat("bot", "casual")], words)).toEqual(["Anna", "Ügyes"]);
});

test("equal names are told apart by number, and a free seat has none", () => {
  const seats = [seat("bot", "casual"), seat("person", ""), seat("bot", "casual"), seat("person", "")];
  expect(playerNames(seats, words)).toEqual(["Ügyes 1", "", "Ügyes 3", ""]);
});

test("in Hungarian every level has a name of its own", () => {
  const seats = [seat("person", ""), seat("bot", "random"), seat("bot", "beginner")];
  expect(playerNames(seats, speaking("hu"))).toEqual(["", "Puszta véletlen", "Kezdő"]);
});

test("a level without words keeps its own name", () => {
  expect(playerNames([seat("bot", "mine")], words)).toEqual(["Mine"]);
});
