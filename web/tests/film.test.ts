import { gzipSync } from "node:zlib";
import { render } from "svelte/server";
import { expect, test } from "vitest";
import Film from "../src/film/Film.svelte";
import { positions, unpack } from "../src/film/film";

test("every position has all fields, though only differences are written", () => {
  expect(positions([{ a: 1, b: 2 }, { b: 3 }, {}])).toEqual([{ a: 1, b: 2 }, { a: 1, b: 3 }, { a: 1, b: 3 }]);
});

test("what a file holds is read as it was packed", async () => {
  const packed = gzipSync(JSON.stringify({ told: ["Béla ⟶"] })).toString("base64");
  expect(await unpack(packed)).toEqual({ told: ["Béla ⟶"] });
});

test("a film begins with its first position, standing still", () => {
  const drawing = { draw: (request: string) => `<svg data-view='${request}'></svg>`, say: (_: string, __: string, key: string) => key };
  const request = { game: "finca", language: "hu" };
  const { body } = render(Film, { props: { views: [{ n: 1 }, { n: 2 }], request, told: ["first", "second"], pace: 10, drawing } });
  expect(body).toContain('"view":{"n":1}');
  expect(body).toMatch(/first.*1 \/ 2/s);
  expect(body).toContain('aria-label="web-film"');
});
