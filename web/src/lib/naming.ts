// What to call those who sit at a table: people by their names, bots by their level.

import type { SeatInfo } from "./api";
import type { Words } from "./words.svelte";

export function bot(level: string, words: Words): string {
  const key = `bot-${level}`;
  return words.has(key) ? words.say(key) : level;
}

/** Equal names are told apart by their seats' numbers. */
export function called(seats: readonly SeatInfo[], words: Words): string[] {
  const names = seats.map((seat) => (seat.kind === "bot" ? bot(seat.bot, words) : seat.name));
  return names.map((name, seat) =>
    name !== "" && names.filter((other) => other === name).length > 1 ? `${name} ${seat + 1}` : name,
  );
}
