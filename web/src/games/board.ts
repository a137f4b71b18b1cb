// What every board is given. A board knows no rules: what may be clicked is handed in.

import type { Component, Snippet } from "svelte";
import type { Action } from "../lib/api";
import type { Sound } from "../lib/sounds";
import type { Phrase, Words } from "../lib/words.svelte";

export interface BoardProps<View = unknown> {
  /** The table to draw: the confirmed one, or the plan's outcome. */
  view: View;
  /** The last confirmed table while a plan is shown, to draw what the plan changes as ghosts. */
  confirmed: View;
  /** The table as it was after the viewer's own last move, to mark what the others changed. */
  since?: View | null;
  /** The seat whose step is just being told, while others' turns are played out. */
  told?: number | null;
  /** What may be done now; empty when it is not ours to decide. */
  actions: readonly Action[];
  /** Do it; `joined` to the click before when it only carries on what that one began. */
  choose: (action: Action, joined?: boolean) => void;
  /** Names by seat. */
  names: readonly string[];
  /** Seats of this browser. */
  yours: readonly number[];
  /** What fills the room that is left beside the board. */
  beside?: Snippet | undefined;
  words: Words;
}

/** A part of the table in words. */
export interface TextPart {
  title: string;
  lines: string[];
}
type Tell = (view: never, words: Words, names: readonly string[]) => TextPart[];

interface Moments {
  MOMENTS: readonly string[];
  /** What deserves a moment of its own though no step tells it. */
  changed?: (before: never, after: never) => Phrase[];
}
const moments = import.meta.glob<Moments>("./*/moments.ts", { eager: true });
const chapters = import.meta.glob<{ CHAPTERS: Readonly<Record<string, number>> }>("./*/chapters.ts", { eager: true });
const sounds = import.meta.glob<{ SOUNDS: Readonly<Record<string, Sound>> }>("./*/sounds.ts", { eager: true });
const boards = import.meta.glob<{ default: Component<BoardProps<never>> }>("./*/Board.svelte");
const covers = import.meta.glob<{ default: Component }>("./*/Cover.svelte");
const figures = import.meta.glob<{ default: Component<{ chapter: number }> }>("./*/Figure.svelte");
const texts = import.meta.glob<{ tell: Tell }>("./*/text.ts");

/** The board drawn for a game; for one that has none, a plain one. */
export async function board(game: string): Promise<Component<BoardProps<never>>> {
  const drawn = boards[`./${game}/Board.svelte`];
  return (await (drawn?.() ?? import("./plain/PlainBoard.svelte"))).default;
}

/** Whether something that is told deserves a moment of its own. */
export function isSpecial(game: string, key: string): boolean {
  return moments[`./${game}/moments.ts`]?.MOMENTS.includes(key) ?? false;
}

/** What has changed between two tables and deserves a moment of its own. */
export function changed(game: string, before: unknown, after: unknown): Phrase[] {
  return moments[`./${game}/moments.ts`]?.changed?.(before as never, after as never) ?? [];
}

/** The rules of a game, opened where they speak of a duty or a step. */
export function rulesOn(game: string, what: string | null | undefined): string {
  const chapter = chapters[`./${game}/chapters.ts`]?.CHAPTERS[what?.split(" ")[0] ?? ""];
  return chapter === undefined ? `/rules/${game}` : `/rules/${game}#chapter-${chapter}`;
}

/** What a told event sounds like, if it has a sound of its own. */
export function soundOf(game: string, keys: readonly string[]): Sound | null {
  const own = sounds[`./${game}/sounds.ts`]?.SOUNDS ?? {};
  return keys.map((key) => own[key]).findLast((found) => found !== undefined) ?? null;
}

export async function cover(game: string): Promise<Component> {
  const drawn = covers[`./${game}/Cover.svelte`];
  return (await (drawn?.() ?? import("./plain/PlainCover.svelte"))).default;
}

/** Drawings for the chapters of the rules. */
export async function figure(game: string): Promise<Component<{ chapter: number }> | null> {
  return (await figures[`./${game}/Figure.svelte`]?.())?.default ?? null;
}

export async function text(game: string): Promise<Tell> {
  const told = texts[`./${game}/text.ts`];
  return (await (told?.() ?? import("./plain/areas"))).tell;
}
