// What every picture is given: a table to look at, nothing to press.

import type { Component } from "svelte";
import type { Words } from "../lib/words.svelte";

export interface PictureProps<View = unknown> {
  view: View;
  /** Names by seat. */
  names: readonly string[];
  words: Words;
}

/** As much of a name as fits in so many letters; the number that tells it from others stays. */
export function short(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const number = /\s\d+$/.exec(name)?.[0] ?? "";
  return `${letters.slice(0, most - 1 - number.length).join("").trimEnd()}…${number}`;
}

const pictures = import.meta.glob<{ default: Component<PictureProps<never>> }>("./*/Picture.svelte");

export async function picture(game: string): Promise<Component<PictureProps<never>> | null> {
  return (await pictures[`./${game}/Picture.svelte`]?.())?.default ?? null;
}
