// What to call those who sit at a table: people by their names, bots by their level.

import type { SeatInfo } from "./api";
import type { Words } from "./words.svelte";

export function botName(level: string, words: Words): string {
  const key = `bot-${level}`;
  return words.has(key) ? words.say(key) : level;
}

export function capitalize(name: string, language: string): string {
  return name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);
}

/** Bots' names stand where people's do, so they begin like names; equal ones are told apart by number. */
export function playerNames(seats: readonly SeatInfo[], words: Words): string[] {
  const names = seats.map((seat) =>
    seat.kind === "bot" ? capitalize(botName(seat.bot, words), words.language) : seat.name,
  );
  return names.map((name, seat) =>
    name !== "" && names.filter((other) => other === name).length > 1 ? `${name} ${seat + 1}` : name,
  );
}
