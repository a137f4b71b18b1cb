// Sizes and times as administrators read them.

import type { Words } from "../lib/words.svelte";

const SIZES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const TIMES = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

function write(value: number, unit: string, language: string): string {
  const digits = value < 10 && unit !== "byte" && unit !== "second" ? 1 : 0;
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: digits }).format(value);
}

/** A number of bytes, such as 3.4 MB. */
export function size(bytes: number, words: Words): string {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return write(bytes / 1000 ** power, SIZES[power]!, words.language);
}

/** A number of seconds, such as 2 hr. */
export function span(seconds: number, words: Words): string {
  const [unit, length] = TIMES.find(([, size]) => seconds >= size) ?? TIMES[3];
  return write(seconds / length, unit, words.language);
}

/** A share, such as 12 %. */
export function percent(share: number, words: Words): string {
  return new Intl.NumberFormat(words.language, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** A moment, given in seconds since 1970, as date and time. */
export function moment(at: number, words: Words): string {
  const style = { dateStyle: "short", timeStyle: "medium" } as const;
  return new Intl.DateTimeFormat(words.language, style).format(at * 1000);
}

/** A number with at most one digit after the point. */
export function decimal(value: number, words: Words): string {
  return new Intl.NumberFormat(words.language, { maximumFractionDigits: 1 }).format(value);
}
