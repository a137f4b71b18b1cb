import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const CLIENT = join(import.meta.dirname, "../src");
const GAMES = join(import.meta.dirname, "../../src/rondel/games");
/** Where pigments are mixed: sheets of tokens, drawings that are the same by day and night, and what reads sheets. */
const MIXED = /\.css$|\/art\/|\/Cover\.svelte$|\/src\/drawing\/|openapi\.d\.ts$/;
const LITERAL = /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgb|rgba|hsl|hsla|oklch|lab|lch)\(/gi;
/** What looks like a colour and is a place: a link, a selector, an opening. */
const PLACE = /url\(#[^)]*\)|href="#[^"]*"|querySelector\([^)]*\)|\{#\w+/g;

function literals(text: string): string[] {
  return text.replaceAll(PLACE, "").match(LITERAL) ?? [];
}

describe("colours come from tokens", () => {
  const files = [CLIENT, GAMES]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf-8" }).map((name) => join(folder, name)))
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.(svelte|ts)$/.test(name) && !MIXED.test(name));

  it("in every component and module outside of drawings", () => {
    expect(files.length).toBeGreaterThan(80);
    const found = files
      .map((name) => [name, literals(readFileSync(name, "utf-8"))] as const)
      .filter(([, colours]) => colours.length > 0);
    expect(found).toEqual([]);
  });
  it("by a measure that sees them", () => {
    expect(literals("a { fill: #fffaf0; stroke: #FFF; color: rgb(1 2 3 / 0.5) }")).toHaveLength(3);
    expect(literals('<path fill="#fff" /> {#if x}{#each y as z}{/each}{/if} <use href="#cafe" fill="url(#add)" />')).toEqual(["#fff"]);
  });
});
