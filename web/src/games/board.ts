// The web part of each game, found in its folder; what a game does not have is generated.

import type { Component } from "svelte";
import type { Sound } from "../lib/sounds";
import type { Phrase } from "../lib/words.svelte";
import type { AnyGame, BoardProps, PictureProps } from "./definition";

type Tell = Awaited<ReturnType<NonNullable<AnyGame["text"]>>>["tell"];

const definitions = import.meta.glob<AnyGame>("../../../src/rondel/games/*/web/game.ts", { eager: true, import: "default" });
const games = new Map(Object.entries(definitions).map(([path, definition]) => [path.split("/").at(-3)!, definition]));

/** The board drawn for a game; for one that has none, a plain one. */
export async function board(game: string): Promise<Component<BoardProps<never>>> {
  return (await (games.get(game)?.board?.() ?? import("./plain/PlainBoard.svelte"))).default;
}

/** Whether something that is told deserves a moment of its own. */
export function isSpecial(game: string, key: string): boolean {
  return games.get(game)?.highlights?.includes(key) ?? false;
}

/** What has changed between two tables and deserves a moment of its own. */
export function changed(game: string, before: unknown, after: unknown): Phrase[] {
  return games.get(game)?.changed?.(before as never, after as never) ?? [];
}

/** The rules of a game, opened at the chapter about a step or a topic. */
export function rulesOn(game: string, what: string | null | undefined): string {
  const chapter = games.get(game)?.chapters?.[what?.split(" ")[0] ?? ""];
  return chapter === undefined ? `/rules/${game}` : `/rules/${game}#chapter-${chapter}`;
}

/** The rules of a game, opened at the chapter about a table. */
export function rulesAt(game: string, view: unknown): string {
  return rulesOn(game, view ? games.get(game)?.topic?.(view as never) : null);
}

/** What a told event sounds like, if it has a sound of its own. */
export function soundOf(game: string, keys: readonly string[]): Sound | null {
  const own = games.get(game)?.sounds ?? {};
  return keys.map((key) => own[key]).findLast((found) => found !== undefined) ?? null;
}

export async function cover(game: string): Promise<Component> {
  return (await (games.get(game)?.cover?.() ?? import("./plain/PlainCover.svelte"))).default;
}

/** Drawings for the chapters of the rules. */
export async function figure(game: string): Promise<Component<{ chapter: number }> | null> {
  return (await games.get(game)?.figure?.())?.default ?? null;
}

export async function picture(game: string): Promise<Component<PictureProps<never>> | null> {
  return (await games.get(game)?.picture?.())?.default ?? null;
}

export async function text(game: string): Promise<Tell> {
  return (await (games.get(game)?.text?.() ?? import("./plain/areas"))).tell;
}
