// Telling how a game ended or would end: who wins, by how much, and who gave up.

import type { SeatInfo, TableInfo } from "../lib/api";
import type { Words } from "../lib/words.svelte";

type Result = NonNullable<TableInfo["result"]>;
/** Endings outside the rules. */
const GIVEN_UP = new Set(["conceded", "timed-out", "absent"]);

/** Return who gave up as a clause, or null if the game ended by the rules or nobody knows who it was. */
export function gaveUp(result: Result, seats: readonly SeatInfo[], names: readonly string[], words: Words): string | null {
  if (!GIVEN_UP.has(result.reason)) return null;
  const out = seats.filter((seat) => seat.resigned).map((seat) => seat.seat);
  const losers = result.ranks.flatMap((rank, seat) => (rank > 1 ? [seat] : []));
  // A game that came with a record has lost its seats' marks; of two players it was the loser.
  const found = out.length > 0 || seats.length > 2 ? out : losers;
  const players = words.join(found.map((seat) => words.player(seat, names)));
  if (found.length === 0) return null;
  return words.say(found.length === 1 ? `web-gave-${result.reason}` : "web-gave-out", { player: players });
}

/** Return who won and by how much, or because of whom; `yours` are the viewer's seats. */
export function outcome(
  result: Result,
  seats: readonly SeatInfo[],
  names: readonly string[],
  yours: readonly number[],
  words: Words,
): string {
  const winners = result.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  const points = result.scores[winners[0] ?? 0] ?? 0;
  if (winners.length !== 1) {
    return words.say("result-shared", { players: words.join(winners.map((seat) => words.player(seat, names))), points });
  }
  const won = yours.length === 1 && yours[0] === winners[0];
  const player = words.player(winners[0]!, names);
  if (GIVEN_UP.has(result.reason)) {
    const wins = words.say(won ? "web-you-win" : "web-wins", { player });
    const gave = gaveUp(result, seats, names, words);
    return gave === null ? wins : words.say("web-ended-by", { wins, gave });
  }
  const second = result.ranks.indexOf(Math.min(...result.ranks.filter((rank) => rank > 1)));
  const by = points - (result.scores[second] ?? 0);
  const key = won ? "web-you-won" : "web-won-by";
  return words.say(by > 0 ? key : `${key}-level`, { player, by });
}

/** Return what the bar says of a plan that would end the game: everyone's points, the viewer's first. */
export function plannedEnd(
  scores: readonly number[],
  names: readonly string[],
  yours: readonly number[],
  words: Words,
): string {
  const you = yours.length === 1 ? yours[0] : null;
  const told = scores.map((points, seat) =>
    words.say("web-points-of", { player: seat === you ? words.say("web-you") : words.player(seat, names), points }),
  );
  const own = you == null ? [] : told.splice(you, 1);
  return words.say("web-ends-game", { scores: [...own, ...told].join(", ") });
}
