import { expect, test } from "vitest";
import { changed, isSpecial, rulesAt, rulesOn, soundOf } from "../src/games/board";
import { speaking } from "./speaking";

test("shortages, fincas and completed sets are highlights of Finca", () => {
  for (const event of ["event-fruit-short", "event-finca-won", "event-wooden-finca", "event-bonus"])
    expect(isSpecial("finca", event)).toBe(true);
  expect(isSpecial("finca", "event-move")).toBe(false);
});

test("the last round is a highlight of Milestones, and a game without a board has none", () => {
  expect(isSpecial("milestones", "event-last-turns")).toBe(true);
  expect(isSpecial("carousel", "event-last-turns")).toBe(false);
});

test("a majority that changes hands is a highlight, told in Hungarian", () => {
  const table = (points: number[], duty = "go") => ({ duty, majorities: [{ kind: "grain-grower", points }] });
  const found = changed("milestones", table([3, 0]), table([0, 3]));
  const words = speaking("hu", "milestones");
  expect(found.map((phrase) => words.tell(phrase, ["Anna", "Béla"]))).toEqual([expect.stringMatching(/^Többség \(arató\): Anna helyett/)]);
});

test("a majority that is shared, kept or paid at the end is none", () => {
  const table = (points: number[], duty = "go") => ({ duty, majorities: [{ kind: "coiner", points }] });
  expect(changed("milestones", table([3, 0]), table([2, 2]))).toEqual([]);
  expect(changed("milestones", table([3, 0]), table([3, 0]))).toEqual([]);
  expect(changed("milestones", table([3, 0]), table([0, 3], "over"))).toEqual([]);
});

test("the rules open at the chapter about a step, or about the table", () => {
  expect(rulesOn("finca", "fill 3 fig")).toBe("/rules/finca#chapter-4");
  expect(rulesAt("finca", { duty: "turn" })).toBe("/rules/finca#chapter-2");
  expect(rulesOn("finca", "fly 3")).toBe("/rules/finca");
  expect(rulesAt("finca", undefined)).toBe("/rules/finca");
  expect(rulesOn("carousel", "ride 1")).toBe("/rules/carousel");
});

test("the last event with a sound of its own is heard", () => {
  expect(soundOf("finca", ["event-move", "event-finca-won", "event-turn"])).toBe("fanfare");
  expect(soundOf("finca", ["event-turn"])).toBeNull();
  expect(soundOf("carousel", ["event-ride"])).toBeNull();
});
