// What every board is given. A board knows no rules: what may be clicked is handed in.

import type { Component } from "svelte";
import type { Action } from "../lib/api";
import type { Words } from "../lib/words.svelte";

export interface BoardProps<View = unknown> {
  /** The table to draw: the confirmed one, or the plan's outcome. */
  view: View;
  /** The last confirmed table while a plan is shown, to draw what the plan changes as ghosts. */
  confirmed: View;
  /** What may be done now; empty when it is not ours to decide. */
  actions: readonly Action[];
  /** Do it. */
  choose: (action: Action) => void;
  /** Names by seat. */
  names: readonly string[];
  /** Seats of this browser. */
  yours: readonly number[];
  words: Words;
}

const boards = import.meta.glob<{ default: Component<BoardProps<never>> }>("./*/Board.svelte");
const covers = import.meta.glob<{ default: Component }>("./*/Cover.svelte");

export async function board(game: string): Promise<Component<BoardProps<never>> | null> {
  return (await boards[`./${game}/Board.svelte`]?.())?.default ?? null;
}

export async function cover(game: string): Promise<Component | null> {
  return (await covers[`./${game}/Cover.svelte`]?.())?.default ?? null;
}
