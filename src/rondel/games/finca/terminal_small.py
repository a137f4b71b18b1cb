"""Compact text drawing of a Finca table, for terminals of 80 by 24."""

from collections.abc import Iterator, Sequence

from rondel.core import Position
from rondel.games.finca.drawing import (
    CART,
    CART_LINE,
    FINCA,
    NOTHING,
    PILE,
    TURN,
    WIDTH,
    crowd,
    majority,
)
from rondel.games.finca.view import Player, Tile, View, Village, view
from rondel.i18n import Translator
from rondel.i18n.canvas import MARKS, fit, width

ACROSS = 6
"""Blades per line; the windmill is cut at its cart lines."""
SAIL = WIDTH // ACROSS
VILLAGES = 5
"""Villages per line."""
LETTERS, FEWEST = 3, 2
"""Letters per fruit name where space is short, and where it is shorter still."""
NAME = 15
"""Cells for the turn mark, the seat's symbol and the name."""
POINTS = "★"


def draw_small(position: Position, translator: Translator, names: Sequence[str]) -> str:
    """Return the windmill in two rows of blades, the centre, the players and the villages."""
    table = view(position)
    lines = [*blades(table, translator), *heading(table, translator)]
    lines += (seat_line(table, player, translator, names) for player in table.players)
    lines += villages(table, translator)
    return "\n".join(line.rstrip() for line in lines)


def blades(table: View, translator: Translator) -> Iterator[str]:
    """Yield six blades to the right and six back to the left, with their farmers below."""
    for row in (table.blades[:ACROSS], table.blades[ACROSS:][::-1]):
        named = [
            f"{b.place:>2} {translator.text(f'table-{b.fruit}') if b.fruit else '?'}" for b in row
        ]
        ends = [f" {CART_LINE}" if b.place in table.cart_lines_after else "" for b in row]
        yield "".join(
            fit(fit(name, SAIL - 2) + end, SAIL) for name, end in zip(named, ends, strict=True)
        )
        yield "".join(fit("   " + crowd(blade), SAIL) for blade in row)


def heading(table: View, translator: Translator) -> Iterator[str]:
    """Yield the column headings and what is left in the centre of the table."""
    fruits = "".join(f"{short(translator, fruit):>4}" for fruit in table.supply)
    values = " ".join(str(value) for value, _ in enumerate(table.players[0].values, 1))
    yield fit(f"{'':{NAME}}{POINTS:>4}{CART:>3}{fruits}  {values} {FINCA:>3}", WIDTH)
    bonuses = " ".join(str(tile.value) for tile in table.bonus_tiles if tile.owner is None)
    left = "".join(f"{count or NOTHING:>4}" for count in table.supply.values())
    yield fit(
        f"   {fit(translator.text('table-supply'), NAME - 3)}"
        f"    {table.centre_carts or NOTHING:>3}{left}"
        f"  {'':{len(values)}} {table.wooden_fincas_left or NOTHING:>3}"
        f"  {translator.text('table-bonus')} {bonuses or NOTHING}",
        WIDTH,
    )


def short(translator: Translator, fruit: str, letters: int = LETTERS) -> str:
    """Return the first letters of a fruit."""
    return translator.text(f"table-{fruit}")[:letters]


def seat_line(table: View, player: Player, translator: Translator, names: Sequence[str]) -> str:
    """Return a seat's belongings in one line: points, carts, fruits, tiles by value, fincas and
    more.
    """
    mark = MARKS[player.seat]
    turn = TURN if player.seat == table.seat else " "
    name = fit(translator.player(player.seat, names), NAME - 4)
    fruits = "".join(f"{count or NOTHING:>4}" for count in player.fruits.values())
    owned = f"{turn}{mark} {name} {player.score.total:>4}{player.carts or NOTHING:>3}{fruits}  "
    if player.farmers_waiting:
        return fit(
            owned + translator.text("table-waiting", farmers=mark * player.farmers_waiting), WIDTH
        )
    values = " ".join(str(count or NOTHING) for count in player.values)
    bonus = [f"+{sum(player.bonus_tiles)}"] if player.bonus_tiles else []
    owned += f"{values} {len(player.finca_tiles) or NOTHING:>3}  "
    tiles = [translator.text(f"table-{tile}") for tile in player.action_tiles]
    rest = " ".join(bonus + tiles)
    if width(owned + rest) > WIDTH:
        rest = " ".join(bonus + [tile[:LETTERS] for tile in tiles])
    return fit(owned + rest, WIDTH)


def villages(table: View, translator: Translator) -> Iterator[str]:
    """Yield two lines for every five villages: their tiles and their finca tiles."""
    room = WIDTH // VILLAGES
    for first in range(0, len(table.villages), VILLAGES):
        row = table.villages[first : first + VILLAGES]
        yield "".join(fit(fit(village.title, room - 1), room) for village in row)
        yield "".join(fit(fit(wanted(village, translator), room - 1), room) for village in row)
        yield "".join(fit(fit(at_stake(village, translator), room - 1), room) for village in row)


def wanted(village: Village, translator: Translator) -> str:
    """Return the price of a village's tile and the number of tiles left."""
    if village.finca_decided:
        return FINCA if village.wooden_finca else NOTHING
    return f"{tile(village.face_up, translator)} {PILE}{village.tiles_left}"


def tile(face: Tile | None, translator: Translator) -> str:
    """Return the prints of a fruit tile in one word."""
    if face is None:
        return NOTHING
    if len(face.prints) > 2:
        return translator.text("table-one-of-each")
    return "+".join(f"{count}{short(translator, kind)}" for kind, count in face.prints.items())


def at_stake(village: Village, translator: Translator) -> str:
    """Return the owner of a finca tile, or the state of its majority."""
    if not village.finca_decided:
        return standing(village, majority(village), translator)
    if village.finca_winner is None:
        return translator.text("table-tied")
    return (
        f"{MARKS[village.finca_winner]} +{village.finca_tile.points if village.finca_tile else 0}"
    )


def standing(village: Village, counts: str, translator: Translator) -> str:
    """Return the kinds of a finca tile and each seat's fruits, as readable as space permits."""
    kinds = village.finca_tile.kinds if village.finca_tile else ()
    tight = counts.replace(" ", "")
    names = ["+".join(short(translator, kind, few) for kind in kinds) for few in (LETTERS, FEWEST)]
    told = [f"{names[0]} {counts}", f"{names[0]} {tight}", f"{names[1]} {tight}"]
    room = WIDTH // VILLAGES - 1
    return next((text for text in told if width(text) <= room), f"{names[1]}{tight}")
