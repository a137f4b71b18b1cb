"""Text drawing of a Finca table, 80 cells wide."""

from collections.abc import Iterator, Mapping, Sequence

from rondel.core import Position
from rondel.games.finca.actions import Fruit
from rondel.games.finca.view import Blade, FincaTile, Player, Tile, View, Village, view
from rondel.i18n import Translator
from rondel.i18n.canvas import MARKS, Canvas, columns, fit, width
from rondel.kernel.state import MAX_SEATS

WIDTH = 80
SAIL = 12
"""Width of a blade in cells, including its frame."""
DISTANCES = (2, 8, 12, 12, 8, 2)
"""Distance of each row's blades from the middle, from the top of the windmill down."""
ROWS = len(DISTANCES)
STOREY = 3
"""Lines from one row of blades to the next; they share their frames."""
MILL = 2 * (max(DISTANCES) + SAIL) - 1
GAP = 2
PLAYER = WIDTH - MILL - GAP
VILLAGES_IN_A_ROW = 5
VILLAGE_LINES = 4
CART, CART_LINE, FINCA, PILE, TURN, NOTHING = "∞║⌂≡▸·"
MAX_MARKS = 4
"""Carts or wooden fincas above this number are counted instead of drawn one by one."""


def draw(position: Position, translator: Translator, names: Sequence[str]) -> str:
    """Return the windmill with the players beside it, and the villages below."""
    table = view(position)
    top = columns(windmill(table, translator), list(seats(table, translator, names)), MILL, GAP)
    legend = translator.text(
        "table-legend", cart=CART, line=CART_LINE, pile=PILE, finca=FINCA, mark=MARKS[0]
    )
    return "\n".join(line.rstrip() for line in (*top, *villages(table, translator), legend))


def windmill(table: View, translator: Translator) -> list[str]:
    """Return a ring of twelve blades, clockwise from the right of the top, around the hub."""
    canvas = Canvas(MILL, ROWS * STOREY + 1)
    middle = MILL // 2
    for blade in table.blades:
        is_right = blade.place < ROWS
        row = blade.place if is_right else 2 * ROWS - 1 - blade.place
        distance = DISTANCES[row]
        x = middle + distance if is_right else middle - distance - SAIL + 1
        canvas.box(x, row * STOREY, SAIL, STOREY + 1)
        fruit = translator.text(f"table-{blade.fruit}") if blade.fruit else "?"
        canvas.write(x + 1, row * STOREY + 1, fit(f"{blade.place:>2} {fruit}", SAIL - 2))
        marks = crowd(blade)
        indent = 4 if width(marks) <= SAIL - 5 else 1
        canvas.write(x + indent, row * STOREY + 2, marks)
    for after, row in ((2 * ROWS - 1, 0), (ROWS - 1, ROWS - 1)):
        if after in table.cart_lines_after:
            for line in range(row * STOREY, (row + 1) * STOREY + 1):
                canvas.write(middle, line, CART_LINE)
    for line, text in enumerate(hub(table, translator), STOREY + 1):
        canvas.centre(middle, line, text)
    return canvas.lines()


def crowd(blade: Blade) -> str:
    """Return the farmers on a blade, one symbol each, or their number if they are too many."""
    marks = "".join(MARKS[seat] * count for seat, count in enumerate(blade.farmers))
    if len(marks) <= SAIL - 2:
        return marks
    return "".join(f"{MARKS[seat]}{count}" for seat, count in enumerate(blade.farmers) if count)


def several(mark: str, count: int) -> str:
    """Return the things one by one if they are few, otherwise their number."""
    return mark * count if count <= MAX_MARKS else f"{mark}×{count}"


def hub(table: View, translator: Translator) -> Iterator[str]:
    """Yield the middle of the windmill: carts, the supply, wooden fincas and bonus tiles left."""
    yield "↻"
    yield several(CART, table.centre_carts) or NOTHING
    yield translator.text("table-supply")
    yield from fruit_lines(table.supply, translator, 2)
    yield ""
    yield duty(table, translator)
    yield f"{translator.text('table-fincas')} {several(FINCA, table.wooden_fincas_left) or NOTHING}"
    bonuses = [str(tile.value) for tile in table.bonus_tiles if tile.owner is None]
    yield f"{translator.text('table-bonus')} {' '.join(bonuses) or NOTHING}"


def duty(table: View, translator: Translator) -> str:
    """Return what the player to move still owes in the middle of a turn."""
    if table.delivery:
        return translator.text("table-room", count=table.delivery.room)
    if table.moves_left:
        return translator.text("table-moves", count=table.moves_left)
    return ""


def fruit_lines(counts: Mapping[Fruit, int], translator: Translator, across: int) -> Iterator[str]:
    """Yield fruits with their numbers, `across` per line."""
    named = [(translator.text(f"table-{fruit}"), count) for fruit, count in counts.items()]
    rooms = [max(width(name) for name, _ in named[column::across]) for column in range(across)]
    for first in range(0, len(named), across):
        row = zip(named[first : first + across], rooms, strict=True)
        yield " ".join(fit(name, room) + f"{count or NOTHING:>3}" for (name, count), room in row)


def seats(table: View, translator: Translator, names: Sequence[str]) -> Iterator[str]:
    """Yield all players, with an empty line between them if there is space."""
    for player in table.players:
        yield from seat_lines(table, player, translator, names)
        if len(table.players) < MAX_SEATS:
            yield ""


def seat_lines(
    table: View, player: Player, translator: Translator, names: Sequence[str]
) -> Iterator[str]:
    """Yield a seat's belongings: carts and points, fruits, tiles by value, action tiles."""
    mark = MARKS[player.seat]
    turn = TURN if player.seat == table.seat else " "
    carts = several(CART, player.carts)
    points = translator.text("points", count=player.score.total)
    owned = f" {carts} {points}" if carts else f" {points}"
    name = fit(translator.player(player.seat, names), PLAYER - width(owned) - 3)
    yield f"{turn}{mark} {rule_out(name)}{owned}"
    yield from fruit_lines(player.fruits, translator, 3)
    yield collected(player)
    if player.farmers_waiting:
        yield translator.text("table-waiting", farmers=mark * player.farmers_waiting)
    else:
        left = [translator.text(f"table-{tile}") for tile in player.action_tiles]
        yield fit(", ".join(left) or NOTHING, PLAYER)


def rule_out(name: str) -> str:
    """Return the name followed by a horizontal line that fills the row."""
    short = name.rstrip()
    return short + " " + "─" * (len(name) - len(short) - 1) if short != name else name


def collected(player: Player) -> str:
    """Return collected tiles by value with dots for those missing in a set, then fincas and
    bonuses.
    """
    counts = enumerate(player.values, 1)
    values = [f"{value}×{n}" if n > 1 else str(value) if n else NOTHING for value, n in counts]
    bonus = f"+{sum(player.bonus_tiles)}" if player.bonus_tiles else ""
    fincas = f"{FINCA}{len(player.finca_tiles)}" if player.finca_tiles else ""
    won = " ".join(filter(None, (fincas, bonus)))
    shown = " ".join(fit(value, 3) for value in values)
    return shown + won.rjust(PLAYER - width(shown))


def villages(table: View, translator: Translator) -> list[str]:
    """Return two rows of villages that share their frames."""
    rows = len(table.villages) // VILLAGES_IN_A_ROW
    storey = VILLAGE_LINES + 1
    canvas = Canvas(WIDTH, rows * storey + 1)
    edges = [column * WIDTH // VILLAGES_IN_A_ROW for column in range(VILLAGES_IN_A_ROW)]
    for number, village in enumerate(table.villages):
        row, column = divmod(number, VILLAGES_IN_A_ROW)
        x, y = edges[column], row * storey
        right = min(x + WIDTH // VILLAGES_IN_A_ROW, WIDTH - 1)
        canvas.box(x, y, right - x + 1, storey + 1)
        canvas.write(x + 1, y, f" {village.title} ")
        for line, text in enumerate(village_lines(village, translator), y + 1):
            canvas.write(x + 1, line, fit(text, right - x - 1))
    return canvas.lines()


def village_lines(village: Village, translator: Translator) -> Iterator[str]:
    """Yield the tile on top of the pile, then the finca tile and the state of its majority."""
    room = WIDTH // VILLAGES_IN_A_ROW - 2
    if village.finca_decided:
        yield f"{FINCA} {translator.text('table-finca')}" if village.wooden_finca else NOTHING
        yield ""
    else:
        first, second = tile_lines(village.face_up, translator)
        yield first
        pile = f"{PILE}{village.tiles_left}"
        yield fit(second, room - width(pile)) + pile
    yield finca_line(village.finca_tile, translator)
    if not village.finca_decided:
        yield majority(village)
    elif village.finca_winner is None:
        yield translator.text("table-tied")
    else:
        points = village.finca_tile.points if village.finca_tile else 0
        yield f"{MARKS[village.finca_winner]} +{points}"


def tile_lines(tile: Tile | None, translator: Translator) -> tuple[str, str]:
    """Return the prints of a fruit tile in two lines."""
    if tile is None:
        return NOTHING, ""
    printed = [
        f"{translator.text(f'table-{kind}')} ×{count}" for kind, count in tile.prints.items()
    ]
    if len(printed) > 2:
        return translator.text("table-one-of-each"), ""
    return printed[0], "".join(printed[1:])


def finca_line(tile: FincaTile | None, translator: Translator) -> str:
    """Return the kinds whose majority wins a finca tile."""
    return "+".join(translator.text(f"table-{kind}") for kind in tile.kinds) if tile else NOTHING


def majority(village: Village) -> str:
    """Return each seat's number of printed fruits that count for a village's finca tile."""
    spaced = " ".join(f"{MARKS[seat]}{count}" for seat, count in enumerate(village.standing))
    return spaced if width(spaced) < WIDTH // VILLAGES_IN_A_ROW - 1 else spaced.replace(" ", "")
