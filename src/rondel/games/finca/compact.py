"""Finca's table in as few lines as can be read: for terminals of 80 by 24."""

from collections.abc import Iterator, Sequence

from rondel.contract import Position
from rondel.games.finca.drawing import (
    CART,
    CART_LINE,
    FINCA,
    NOTHING,
    PILE,
    TURN,
    WIDTH,
    collected,
    crowd,
    duty,
    majority,
    several,
)
from rondel.games.finca.view import Player, Tile, View, Village, view
from rondel.words import Words
from rondel.words.canvas import MARKS, fit, width

ACROSS = 6
"""Blades in a line: the windmill is cut where its cart lines are."""
SAIL = WIDTH // ACROSS
VILLAGES = 5
"""Villages in a line."""
LETTERS = 3
"""Letters that tell fruits apart where there is no room for more."""


def draw_small(position: Position, words: Words, names: Sequence[str]) -> str:
    """The windmill in two lines of blades, the centre, the players, and the villages."""
    table = view(position)
    lines = [*blades(table, words), centre(table, words)]
    for player in table.players:
        lines += seat_lines(table, player, words, names)
    lines += villages(table, words)
    return "\n".join(line.rstrip() for line in lines)


def blades(table: View, words: Words) -> Iterator[str]:
    """Six blades to the right, then the other six back to the left; farmers below each."""
    for row in (table.blades[:ACROSS], table.blades[ACROSS:][::-1]):
        named = [f"{b.place:>2} {words.say(f'table-{b.fruit}') if b.fruit else '?'}" for b in row]
        ends = [f" {CART_LINE}" if b.place in table.cart_lines_after else "" for b in row]
        yield "".join(
            fit(fit(name, SAIL - 2) + end, SAIL) for name, end in zip(named, ends, strict=True)
        )
        yield "".join(fit("   " + crowd(blade), SAIL) for blade in row)


def centre(table: View, words: Words) -> str:
    """Carts, wooden fincas and bonus tiles left, the supply, and what is still owed."""
    bonuses = " ".join(str(tile.value) for tile in table.bonus_tiles if tile.owner is None)
    left = [
        f"{CART}{table.centre_carts}",
        f"{FINCA}{table.wooden_fincas_left}",
        f"{words.say('table-bonus')} {bonuses or NOTHING}",
        " ".join(f"{short(words, fruit)}{count}" for fruit, count in table.supply.items()),
        duty(table, words),
    ]
    return fit("  ".join(filter(None, left)), WIDTH)


def short(words: Words, fruit: str) -> str:
    """The first letters of a fruit."""
    return words.say(f"table-{fruit}")[:LETTERS]


def seat_lines(table: View, player: Player, words: Words, names: Sequence[str]) -> Iterator[str]:
    """Two lines of what lies in front of a seat."""
    mark = MARKS[player.seat]
    turn = TURN if player.seat == table.seat else " "
    points = words.say("points", count=player.score.total)
    fruits = " ".join(
        f"{short(words, fruit)} {count or NOTHING}" for fruit, count in player.fruits.items()
    )
    name = fit(words.player(player.seat, names), 16)
    yield fit(f"{turn}{mark} {name} {points:>11}  {fruits}", WIDTH)
    if player.farmers_waiting:
        tiles = words.say("table-waiting", farmers=mark * player.farmers_waiting)
    else:
        tiles = ", ".join(words.say(f"table-{tile}") for tile in player.action_tiles) or NOTHING
    owned = f"   {several(CART, player.carts) or NOTHING:<5} {collected(player)}"
    yield fit(f"{owned}  {tiles}", WIDTH)


def villages(table: View, words: Words) -> Iterator[str]:
    """Two lines for every five villages: their tiles, and their finca tiles."""
    room = WIDTH // VILLAGES
    for first in range(0, len(table.villages), VILLAGES):
        row = table.villages[first : first + VILLAGES]
        yield "".join(fit(fit(village.title, room - 1), room) for village in row)
        yield "".join(fit(fit(wanted(village, words), room - 1), room) for village in row)
        yield "".join(fit(fit(at_stake(table, village, words), room - 1), room) for village in row)


def wanted(village: Village, words: Words) -> str:
    """What a village asks for, and how many tiles are left."""
    if village.finca_decided:
        return FINCA if village.wooden_finca else NOTHING
    return f"{tile(village.face_up, words)} {PILE}{village.tiles_left}"


def tile(face: Tile | None, words: Words) -> str:
    """What a fruit tile prints, in a word."""
    if face is None:
        return NOTHING
    if len(face.prints) > 2:
        return words.say("table-one-of-each")
    return "+".join(f"{count}{short(words, kind)}" for kind, count in face.prints.items())


def at_stake(table: View, village: Village, words: Words) -> str:
    """Whose finca tile it is, or how its majority stands."""
    if not village.finca_decided:
        kinds = village.finca_tile.kinds if village.finca_tile else ()
        name = "+".join(short(words, kind) for kind in kinds)
        counts = majority(table, village.finca_tile)
        room = WIDTH // VILLAGES - 2 - width(name)
        return f"{name} {counts if width(counts) <= room else counts.replace(' ', '')}"
    if village.finca_winner is None:
        return words.say("table-tied")
    return (
        f"{MARKS[village.finca_winner]} +{village.finca_tile.points if village.finca_tile else 0}"
    )
