import { expect, test } from "vitest";
import { blocks } from "../src/lib/markdown";

test("headings, paragraphs and lists are told apart", () => {
  const read = blocks("# Finca\n\nTake *two*\nfruits.\n\n- one\n  more\n- two\n\n---");
  expect(read.map((block) => block.kind)).toEqual(["h1", "p", "list", "rule"]);
  expect(read[1]!.parts).toEqual([{ text: "Take " }, { text: "two", soft: true }, { text: " fruits." }]);
  expect(read[2]!.items).toEqual([[{ text: "one more" }], [{ text: "two" }]]);
});

test("a table's line of dashes is no row", () => {
  const [table] = blocks("| a | b |\n|---|:-:|\n| **c** | `d` |");
  expect(table!.rows).toEqual([
    [[{ text: "a" }], [{ text: "b" }]],
    [[{ text: "c", strong: true }], [{ text: "d", code: true }]],
  ]);
});

test("what looks like HTML stays text", () => {
  expect(blocks("<script>alert(1)</script>")[0]!.parts).toEqual([{ text: "<script>alert(1)</script>" }]);
});
