// Any game's view as labelled areas: what a board shows that nobody has drawn.

import type { Words } from "../../lib/words.svelte";
import type { TextPart } from "../definition";

export type Value = null | boolean | number | string | Value[] | { [name: string]: Value };
type Fields = Record<string, Value>;

export interface Area {
  name: string;
  title: string;
  value: Value;
  /** The same at the table before, to mark what has changed. */
  before: Value | undefined;
}

export function isFields(value: Value | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The word for a field: the game's own, or its name made readable. */
export function label(name: string, words: Words): string {
  const written = name.replaceAll("_", "-");
  const key = ["view", "score"].map((kind) => `${kind}-${written}`).find((found) => words.has(found));
  const said = key ? words.say(key) : written.replaceAll("-", " ");
  return said.slice(0, 1).toLocaleUpperCase(words.language) + said.slice(1);
}

/** A plain value in words. */
export function said(value: Value | undefined, name: string, words: Words): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return words.say(value ? "web-yes" : "web-no");
  if (typeof value === "number") return new Intl.NumberFormat(words.language).format(value);
  if (typeof value !== "string") return "";
  const key = [`${name}-${value}`, value].find((found) => /^[a-z][\w-]*$/i.test(found) && words.has(found));
  return key ? words.say(key) : value;
}

export function changed(now: Value | undefined, before: Value | undefined): boolean {
  return before !== undefined && JSON.stringify(now) !== JSON.stringify(before);
}

/** What is on the table: an area for each field of the view but the players'. */
export function areas(view: Fields, before: Fields | null, words: Words): Area[] {
  return Object.entries(view)
    .filter(([name]) => name !== "players")
    .map(([name, value]) => ({ name, title: label(name, words), value, before: before?.[name] }));
}

/** What lies in front of each seat. */
export function players(view: Fields | null): Fields[] {
  const found = view?.players;
  return Array.isArray(found) ? found.filter(isFields) : [];
}

function lines(value: Value, name: string, words: Words): string[] {
  if (Array.isArray(value)) return value.map((part, index) => `${index}: ${lines(part, name, words).join(", ")}`);
  if (!isFields(value)) return [said(value, name, words)];
  return Object.entries(value).map(([field, inner]) => `${label(field, words)}: ${lines(inner, field, words).join(", ")}`);
}

/** The whole table in words. */
export function tell(view: never, words: Words, names: readonly string[]): TextPart[] {
  const table = areas(view, null, words).map(({ title, name, value }) => ({ title, lines: lines(value, name, words) }));
  const seats = players(view).map((player, seat) => ({ title: words.player(seat, names), lines: lines(player, "", words) }));
  return [...table, ...seats];
}
