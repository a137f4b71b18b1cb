import { expect, test } from "vitest";
import type { SeatInfo } from "../src/lib/api";
import type { Language } from "../src/lib/settings.svelte";
import { gaveUp, outcome, plannedEnd } from "../src/table/outcome";
import { speaking } from "./speaking";

const NAMES = ["Anna", "Béla", "Carla", "Dénes"];
const seats = (...resigned: boolean[]): SeatInfo[] =>
  resigned.map((gone, seat) => ({ seat, resigned: gone }) as unknown as SeatInfo);
const ended = (reason: string, scores: number[], ranks: number[]) => ({ reason, scores, ranks });

test.each<[Language, string]>([
  ["en", "This turn ends the game: you 47, Béla 77. End the turn, or undo."],
  ["fr", "Ce tour termine la partie\u00a0: vous 47, Béla 77. Terminez le tour ou annulez."],
  ["hu", "Ez a kör véget vet a játéknak: te 47, Béla 77. Fejezd be a kört, vagy vond vissza."],
])("a plan that would end the game says so with the points in %s", (language, text) => {
  expect(plannedEnd([47, 77], NAMES, [0], speaking(language))).toBe(text);
});

test("a planned end tells the viewer's points first, of three and of four players", () => {
  const words = speaking("en");
  expect(plannedEnd([1, 2, 3], NAMES, [2], words)).toContain("you 3, Anna 1, Béla 2.");
  expect(plannedEnd([1, 2, 3, 4], NAMES, [], words)).toContain("Anna 1, Béla 2, Carla 3, Dénes 4.");
});

test.each<[Language, string, string]>([
  ["en", "Anna wins: Béla has resigned", "You win: Béla has resigned"],
  ["fr", "Anna gagne\u00a0: Béla a abandonné", "Vous gagnez\u00a0: Béla a abandonné"],
  ["hu", "Anna nyert: Béla feladta", "Nyertél: Béla feladta"],
])("giving up at equal points names who gave up and who wins in %s", (language, told, yours) => {
  const result = ended("conceded", [8, 8], [1, 2]);
  const words = speaking(language);
  expect(outcome(result, seats(false, true), NAMES, [1], words)).toBe(told);
  expect(outcome(result, seats(false, true), NAMES, [0], words)).toBe(yours);
  // A game continued from a record does not say who gave up, but of two it was the loser.
  expect(outcome(result, seats(false, false), NAMES, [], words)).toBe(told);
});

test.each([
  ["en", "timed-out", "Anna wins: Béla has run out of time"],
  ["en", "absent", "Anna wins: Béla has stayed away"],
  ["fr", "timed-out", "Anna gagne\u00a0: Béla n’a plus de temps"],
  ["fr", "absent", "Anna gagne\u00a0: Béla n’est pas revenu"],
  ["hu", "timed-out", "Anna nyert: Béla ideje lejárt"],
  ["hu", "absent", "Anna nyert: Béla távol maradt"],
] as const)("in %s a game that ends as %s says for whom", (language, reason, told) => {
  expect(outcome(ended(reason, [3, 20], [1, 2]), seats(false, true), NAMES, [], speaking(language))).toBe(told);
});

test("several who are out of the game are named together, whyever they left", () => {
  const result = ended("timed-out", [8, 9, 7], [2, 1, 3]);
  expect(outcome(result, seats(true, false, true), NAMES, [], speaking("en"))).toBe(
    "Béla wins: Anna and Carla are out of the game",
  );
  expect(gaveUp(ended("conceded", [1, 1, 1], [1, 1, 3]), seats(false, false, true), NAMES, speaking("en"))).toBe(
    "Carla has resigned",
  );
});

test("the tie-break is named only when the rules ended the game", () => {
  const words = speaking("en");
  const level = outcome(ended("last-finca", [8, 8], [1, 2]), seats(false, false), NAMES, [], words);
  expect(level).toBe("Anna wins by the tie-break");
  expect(outcome(ended("last-finca", [8, 9, 5], [2, 1, 3]), seats(false, false, false), NAMES, [1], words)).toBe(
    "You win by 1 point!",
  );
  expect(gaveUp(ended("last-finca", [8, 8], [1, 2]), seats(false, false), NAMES, words)).toBeNull();
});
