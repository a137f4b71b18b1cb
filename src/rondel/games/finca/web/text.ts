// Finca's table in words, in the order in which one would look over it.

import type { TextPart, Words } from "#client";
import { ACTION_TILES, FRUITS, type Kind, type Player, type Tile, type Village, type FincaView } from "./fruits";

export function tell(view: FincaView, words: Words, names: readonly string[]): TextPart[] {
  const kinds = (found: readonly Kind[]): string => words.join(found.map((kind) => words.say(`fruits-${kind}`)));
  const counted = (seats: readonly number[]): string[] =>
    seats.flatMap((count, seat) =>
      count > 0 ? [words.say("board-finca-farmers", { player: words.player(seat, names), count })] : [],
    );
  const fruits = (held: Readonly<Record<string, number>>): string =>
    words.join(
      FRUITS.flatMap((fruit) =>
        (held[fruit] ?? 0) > 0 ? [words.say(`amount-${fruit}`, { count: held[fruit]! })] : [],
      ),
    );
  const printed = (tile: Tile): string =>
    tile.name === "one-of-each"
      ? words.say("tile-one-of-each")
      : words.join(Object.entries(tile.prints).map(([kind, count]) => words.say(`amount-${kind}`, { count })));
  const finca = (tile: NonNullable<Village["finca_tile"]>): string =>
    words.say("board-finca-finca", { kinds: kinds(tile.kinds), count: tile.points });

  function village(place: Village): string {
    const name = { village: words.say(`village-${place.name}`) };
    const tile = place.face_up
      ? words.say("board-finca-village", { ...name, tile: printed(place.face_up), count: place.tiles_left })
      : words.say("board-finca-village-empty", name);
    return place.finca_tile && !place.finca_decided ? `${tile} ${finca(place.finca_tile)}` : tile;
  }
  function player(own: Player): TextPart {
    const values = own.values.flatMap((count, index) =>
      count > 0 ? [words.say("board-finca-of-value", { value: index + 1, count })] : [],
    );
    return {
      title: words.say("board-finca-area", { player: words.player(own.seat, names) }),
      lines: [
        words.say("points", { count: own.score.total }),
        fruits(own.fruits),
        words.say("board-finca-carts", { count: own.carts }),
        ...ACTION_TILES.filter((tile) => own.action_tiles.includes(tile)).map((tile) => words.say(`action-${tile}`)),
        words.say("board-finca-tiles", { tiles: words.join(values) }),
        ...own.finca_tiles.map(finca),
        ...own.bonus_tiles.map((value) => words.say("board-finca-bonus", { values: value })),
      ],
    };
  }

  const bonuses = view.bonus_tiles.filter((tile) => tile.owner === null).map((tile) => String(tile.value));
  return [
    {
      title: words.say("board-finca-mill"),
      lines: [
        ...view.blades.map((blade) => {
          const farmers = counted(blade.farmers);
          return words.say("board-finca-blade", {
            blade: blade.place,
            fruit: blade.fruit === null ? words.say("list-none") : words.say(`fruits-${blade.fruit}`),
            farmers: farmers.length > 0 ? words.join(farmers) : words.say("board-finca-nobody"),
          });
        }),
        words.say("board-finca-lines", { blades: words.join(view.cart_lines_after.map(String)) }),
        words.say("board-finca-centre", { count: view.centre_carts }),
      ],
    },
    {
      title: words.say("board-finca-island"),
      lines: [
        ...view.villages.map(village),
        words.say("board-finca-supply", { fruits: fruits(view.supply) }),
        words.say("board-finca-bonus", { values: words.join(bonuses) }),
        words.say("board-finca-wood", { count: view.wooden_fincas_left }),
      ],
    },
    ...view.players.map(player),
  ];
}
