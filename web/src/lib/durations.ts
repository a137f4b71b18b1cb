// Lengths of time in words.

import type { Words } from "./words.svelte";

/** A length that somebody has set: whole minutes, hours or days. */
export function span(seconds: number, words: Words): string {
  const [unit, size] =
    seconds >= 2 * 86_400 ? (["days", 86_400] as const) : seconds >= 7_200 ? (["hours", 3_600] as const) : (["minutes", 60] as const);
  return words.say(`web-span-${unit}`, { count: Math.round(seconds / size) });
}

/** What is left of a time, to the second where it matters. */
export function countdown(seconds: number, words: Words): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600), Math.floor(whole / 60)];
  if (days > 0) return words.say("web-time-days", { days, hours: hours % 24 });
  if (hours > 0) return words.say("web-time-hours", { hours, minutes: minutes % 60 });
  return `${minutes}:${String(whole % 60).padStart(2, "0")}`;
}
