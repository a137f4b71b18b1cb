// Milestones' table in words, in the order in which one would look over it.

import type { TextPart, Words } from "#client";
import { spokenTile, spokenWorker } from "./spoken";
import { GOODS, KINDS, type Player, type Tile, type Worker, type MilestonesView } from "./steps";

const PARTS = ["sections", "houses", "markets", "sacks"] as const;

export function tell(view: MilestonesView, words: Words, names: readonly string[]): TextPart[] {
  const list = (what: string, list: readonly string[]): string =>
    words.say("board-milestones-list", { what: words.say(what), list: list.length > 0 ? list.join(", ") : "–" });
  const worker = (one: Worker): string => spokenWorker(one, words);
  const tile = (one: Tile): string => spokenTile(one, words);
  const bushes = KINDS.flatMap((kind) => {
    const found = view.triangles.filter((triangle) => triangle.bonus_tile === kind).map(({ name }) => name);
    return found.length > 0
      ? [words.say("tiles-at", { kind: words.say(`kinds-${kind}`), bushes: found.join(", ") })]
      : [];
  });

  function player(own: Player): TextPart {
    const workers = own.spaces.flatMap((space, index) => {
      if (index < 1 || index > 8) return [];
      const place = words.say("stop-space", { space: index });
      if (space.covered) return [words.say("board-milestones-covered", { place })];
      if (!space.worker) return [];
      const key = space.bonus_tile ? "board-milestones-worker-bonus" : "board-milestones-worker";
      return [words.say(key, { place, worker: worker(space.worker) })];
    });
    const stands = own.spaces.findIndex((space) => space.stop === own.pawn);
    const place =
      stands >= 1 && stands <= 8 ? words.say("stop-space", { space: stands }) : words.say(`stop-${own.pawn}`);
    return {
      title: words.player(own.seat, names),
      lines: [
        words.say("points", { count: own.points }),
        words.join(GOODS.map((good) => words.say(`subject-${good}`, { count: own.goods[good] ?? 0 }))),
        words.say("board-milestones-pawn", { place }),
        ...workers,
      ],
    };
  }

  return [
    {
      title: words.say("board-milestones-map"),
      lines: [
        list("parts-sections", view.sections.map(({ start, milestone, end }) => `${start} – ${milestone} – ${end}`)),
        list("board-milestones-ends", view.vertices.filter((vertex) => vertex.free_end).map(({ name }) => name)),
        list("parts-markets", view.markets.map(({ vertex }) => vertex)),
        list("parts-sacks", view.markets.filter((stall) => stall.supplier !== null).map(({ vertex }) => vertex)),
        list("parts-houses", view.houses.map(({ triangle }) => triangle)),
        list("board-milestones-bonuses", bushes),
        list(
          "board-milestones-numbers",
          view.vertices.flatMap(({ name, number, uncovered }) =>
            uncovered && number !== null ? words.say("web-named", { name, what: number }) : [],
          ),
        ),
      ],
    },
    {
      title: words.say("table-display"),
      lines: [
        ...[...view.starting_row, ...view.display].filter((found) => found !== null).map(tile),
        words.say("table-pile", { count: view.pile }),
        list(
          "board-milestones-supply",
          PARTS.map((part) => `${words.say(`parts-${part}`)} ${view.supply[part]}`),
        ),
        words.say("table-target", { points: view.target }),
      ],
    },
    ...view.players.map(player),
  ];
}
