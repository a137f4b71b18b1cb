import { expect, test } from "vitest";
import { unique } from "../src/lib/compat";

test("unique names are long, and never the same", () => {
  const made = new Set(Array.from({ length: 1000 }, unique));
  expect(made.size).toBe(1000);
  for (const name of made) expect(name).toMatch(/^[0-9a-f]{32}$/);
});
