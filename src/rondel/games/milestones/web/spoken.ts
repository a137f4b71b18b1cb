// Workers and their tiles by name, where a picture alone would say nothing.

import type { Words } from "#client";
import type { Tile, Worker } from "./steps";

export function spokenWorker({ kind, number }: Worker, words: Words): string {
  return words.say(`subject-${kind}`, { number });
}

export function spokenTile({ left, right }: Tile, words: Words): string {
  return words.say("subject-tile", { left: spokenWorker(left, words), right: spokenWorker(right, words) });
}
