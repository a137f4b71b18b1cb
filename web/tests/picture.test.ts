import { expect, test } from "vitest";
import { short } from "../src/games/picture";

test("a long name keeps the number that tells it from others", () => {
  expect(short("Anna", 14)).toBe("Anna");
  expect(short("Casual player 2", 14)).toBe("Casual play… 2");
  expect(short("Maximiliana von Hohenfels", 14)).toBe("Maximiliana v…");
  expect([...short("🦆🦆🦆🦆🦆🦆 12", 6)]).toHaveLength(6);
});
