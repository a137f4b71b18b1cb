import { readFileSync } from "node:fs";
import { join } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Component } from "svelte";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const GUIDE = readFileSync(join(ROOT, "../docs/add-a-game.md"), "utf-8");
const FOLDER = join(ROOT, "../src/rondel/games/carousel/web");
/** The files of the guide's board, by the places where its readers put them. */
const FILES = new Map(
  [...GUIDE.matchAll(/^`carousel\/web\/(\S+)`\n\n```\w+\n(.*?)^```$/gms)].map(([, name, text]) => [join(FOLDER, name!), text!]),
);

let server: ViteDevServer;
beforeAll(async () => {
  server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      {
        name: "guide",
        enforce: "pre",
        resolveId: (id, importer = "") => [id, join(importer, "..", id)].find((path) => FILES.has(path)),
        load: (id) => FILES.get(id),
      },
      svelte(),
    ],
  });
}, 120_000);
afterAll(() => server.close());

async function drawn(name: string, given: object): Promise<string> {
  const { default: component } = (await server.ssrLoadModule(join(FOLDER, name))) as { default: Component };
  const { render } = (await server.ssrLoadModule("svelte/server")) as typeof import("svelte/server");
  return render(component, { props: given }).body;
}

const TABLE = {
  view: { values: [1, 4, 2, 5, 3, 6], pawn: 4, players: [{ score: { total: 7 } }, { score: { total: 0 } }] },
  names: ["Anna", "Béla"],
  words: {
    say: (key: string) => key,
    tell: ({ key }: { key: string }) => key,
    player: (seat: number, names: string[]) => names[seat],
  },
};

test("the guide's board offers what is possible, and nothing when it is not ours to choose", async () => {
  const ride = (spaces: number): object => ({
    text: `ride ${spaces}`,
    step: { step: "ride", spaces },
    label: { key: `label-${spaces}`, args: {} },
  });
  const given = { ...TABLE, confirmed: TABLE.view, choose: () => undefined, yours: [0] };
  const board = await drawn("Board.svelte", { ...given, actions: [ride(1), ride(3)] });
  expect(board.match(/data-action="[^"]*"/g)).toEqual(['data-action="ride 1"', 'data-action="ride 3"']);
  expect(board).toContain('aria-label="label-3"');
  expect(board.match(/class="[^"]*\bhere\b/g)).toHaveLength(1);
  expect(board).toContain("Anna: 7");
  expect(await drawn("Board.svelte", { ...given, actions: [] })).not.toContain("data-action");
}, 120_000);

test("the guide's picture is one that can be drawn without a browser", async () => {
  const picture = await drawn("Picture.svelte", TABLE);
  expect(picture).toMatch(/<svg[^>]* viewBox="0 0 \d+ \d+"/);
  expect(picture).toContain("Béla: 0");
  expect(picture).not.toContain("button");
}, 120_000);
