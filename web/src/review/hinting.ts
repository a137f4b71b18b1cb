// Whether one may ask what a strong player would do: against bots and in sandboxes only.

import type { TableStore } from "../lib/table.svelte";

export function offersHints(table: TableStore): boolean {
  const { state } = table;
  if (state === null || table.seatToMove === null) return false;
  const { daily, seats, status } = state.table;
  const alone = seats.every((seat, place) => seat.kind === "bot" || state.your_seats.includes(place));
  return status === "playing" && !daily && alone;
}
