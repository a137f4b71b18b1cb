import { expect, test } from "vitest";
import { bundled } from "../src/lib/bundles";
import { article } from "../src/lib/hungarian";

test("the article is az before a vowel, of a number too as it is spoken", () => {
  const vowels = ["alma", "Élet", "ősz", "„Oliver”", 1, 5, 50, 512, 5000, 1000, 1234, 1_000_000];
  const consonants = ["citrom", "Yvette", "„Zoé”", 0, 2, 10, 11, 100, 150, 10_000, 100_000, -5, "−1", ""];
  expect(vowels.map((word) => article(word))).toEqual(vowels.map(() => "az"));
  expect(consonants.map((word) => article(word))).toEqual(consonants.map(() => "a"));
});

test("a message asks for the article of what it is told", () => {
  const bundle = bundled("hu", ["place = { $place }. hely { ARTICLE($played) } { $played } közül"]);
  const place = bundle.getMessage("place")!.value!;
  expect(bundle.formatPattern(place, { place: 2, played: 5 })).toBe("2. hely az 5 közül");
  expect(bundle.formatPattern(place, { place: 2, played: "tíz" })).toBe("2. hely a tíz közül");
});
