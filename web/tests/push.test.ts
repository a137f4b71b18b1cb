import { expect, test } from "vitest";
import { clockOf, minutesOf } from "../src/lib/push";

test("quiet hours are minutes since midnight", () => {
  expect(clockOf(22 * 60 + 5)).toBe("22:05");
  expect(clockOf(0)).toBe("00:00");
  expect(clockOf(null)).toBe("");
  expect(minutesOf("07:30")).toBe(450);
  expect(minutesOf("")).toBeNull();
});
