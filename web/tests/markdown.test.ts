import { render } from "svelte/server";
import { expect, test } from "vitest";
import { blocks } from "../src/lib/markdown";
import Markdown from "../src/ui/Markdown.svelte";

function drawn(text: string): string {
  return render(Markdown, { props: { tokens: blocks(text) } }).body.replace(/<!--[^]*?-->/g, "").replace(/\s+/g, " ");
}

test("headings, paragraphs and lists are told apart", () => {
  const text = drawn("# Finca\n\nTake *two*\nfruits.\n\n- one\n  more\n- two\n\n---");
  expect(text).toContain("<h1>Finca</h1>");
  expect(text).toMatch(/<p>Take <em>two<\/em>\s* fruits\.<\/p>/);
  expect(text).toMatch(/<ul><li>one more<\/li>\s*<li>two<\/li>/);
  expect(text).toContain("<hr/>");
});

test("a table has a head and rows", () => {
  const text = drawn("| a | b |\n|---|:-:|\n| **c** | `d` |");
  expect(text).toContain("<th>a</th>");
  expect(text).toMatch(/<td><strong>c<\/strong>\s*<\/td><td><code>d<\/code>/);
});

test("what looks like HTML stays text, and no link is made", () => {
  expect(drawn("<script>alert(1)</script>")).toContain("&lt;script>alert(1)&lt;/script>");
  expect(drawn("an <b>inline</b> [click](javascript:alert(1))")).not.toMatch(/<b>|<a |javascript/);
});

test("what shows nothing leaves no trace", () => {
  expect(drawn("one\n\n[name]: https://example.org\n")).not.toMatch(/name|example/);
  expect(blocks("one\n\n\ntwo").map((block) => block.type)).toEqual(["paragraph", "paragraph"]);
});
