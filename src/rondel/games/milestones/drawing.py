"""Text drawing of a Milestones table, 80 cells wide."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from rondel.core import Position
from rondel.games.milestones.actions import Stop
from rondel.games.milestones.state import FIRST_SPACE, SPACES
from rondel.games.milestones.view import (
    GOODS,
    Player,
    Space,
    Tile,
    Triangle,
    Vertex,
    View,
    code,
    view,
)
from rondel.i18n import Translator
from rondel.i18n.canvas import MARKS, Canvas, columns, fit, width

WIDTH = 80
GAP = 2
PANEL = 26
BOARD = (WIDTH - GAP) // 2
HALF_STEP = 3
"""Cells between vertices half a step apart, and lines between rows."""
LINES = {0: "━┄", 1: "╲·", -1: "╱·"}
"""Characters of a street piece and of a plain edge, by slope: level, down right, down left."""
CASTLE, CELL = 7, 5
"""Width of the castle and of an employment space in cells, including their frames."""
LOWER: dict[Stop, int] = {"mill": 9, "board-of-works": 10, "trading-house": 16}
"""Width of the spaces of the way back in cells; their frames never meet a pawn."""
STOREY = 3
"""Height of a space in lines, including its frame."""
MILESTONE, MARKET, FLOUR, HOUSE, BONUS, KEEP, COVER, TURN, NOTHING = "∩#&⌂*♜▒▸·"
TILES_IN_A_ROW = 5


def draw(position: Position, translator: Translator, names: Sequence[str]) -> str:
    """Return the map with the common supply beside it, and the players' boards below."""
    return drawn_with(position, translator, names, across=2, gap=GAP)


def draw_wide(position: Position, translator: Translator, names: Sequence[str]) -> str:
    """Return the table with three boards side by side below the map, 120 cells wide."""
    return drawn_with(position, translator, names, across=3, gap=1)


def drawn_with(
    position: Position, translator: Translator, names: Sequence[str], across: int, gap: int
) -> str:
    """Return the map and the boards below it, `across` in a row."""
    table = view(position)
    drawn, beside = chart(table), list(panel(table, translator))
    room = max(map(width, drawn))
    has_room = room + GAP + PANEL <= WIDTH
    top = columns(drawn, beside, room, GAP) if has_room else [*drawn, *beside]
    lines = (*top, *boards(table, translator, names, across, gap), *legend(translator))
    return "\n".join(line.rstrip() for line in lines)


def chart(table: View) -> list[str]:
    """Return the map: streets between the vertices, bonus tiles and houses inside the triangles."""
    left = min(vertex.x for vertex in table.vertices)
    room = max(len(label(vertex)) for vertex in table.vertices)
    places = {
        vertex.name: ((vertex.x - left) * HALF_STEP + room // 2, vertex.y * HALF_STEP)
        for vertex in table.vertices
    }
    right, bottom = (max(places) for places in zip(*places.values(), strict=True))
    canvas = Canvas(right + room, bottom + 1)
    for triangle in filter(inside, table.triangles):
        for first, second in combinations(triangle.corners, 2):
            lay_line(canvas, places[first], places[second], is_paved=False)
    for section in table.sections:
        for end in (section.start, section.end):
            lay_line(canvas, places[section.milestone], places[end], is_paved=True)
    for triangle in table.triangles:
        top, middle, low = (places[corner] for corner in triangle.corners)
        points_up = top[1] < middle[1]
        x, y = top if points_up else low
        canvas.centre(x, y + (HALF_STEP - 1 if points_up else 1 - HALF_STEP), inside(triangle))
    for vertex in table.vertices:
        x, y = places[vertex.name]
        canvas.write(x - room // 2, y, label(vertex))
    return canvas.lines()


def lay_line(canvas: Canvas, one: tuple[int, int], other: tuple[int, int], is_paved: bool) -> None:
    """Draw the line between two neighbouring vertices."""
    (x, y), (right, bottom) = sorted((one, other), key=lambda place: place[::-1])
    lean, down = (right > x) - (right < x), int(bottom > y)
    mark = LINES[lean * down][0 if is_paved else 1]
    for cell in range(1, max(bottom - y, abs(right - x))):
        canvas.write(x + lean * cell, y + down * cell, mark)


def label(vertex: Vertex) -> str:
    """Return a vertex: its name, and its number or what covers it."""
    if vertex.milestone:
        return f"{vertex.name}:{MILESTONE}"
    if vertex.market:
        return f"{vertex.name}:{FLOUR if vertex.sack else MARKET}"
    return f"{vertex.name}:{vertex.number}"


def inside(triangle: Triangle) -> str:
    """Return the content of a triangle: a house, the letter of a bonus tile's kind, or nothing."""
    if triangle.house:
        return HOUSE
    return triangle.bonus_tile[0].upper() if triangle.bonus_tile else ""


def panel(table: View, translator: Translator) -> Iterator[str]:
    """Yield the common panel: tiles on offer, supplies, current events and the majorities."""
    pile = translator.text("table-pile", count=table.pile)
    yield fit(translator.text("table-display"), PANEL - width(pile)) + pile
    yield from tiles(table.display)
    yield ""
    supply = table.supply
    yield counted(translator, sections=supply.sections, houses=supply.houses)
    yield counted(translator, markets=supply.markets, sacks=supply.sacks)
    yield translator.text("table-target", points=table.target)
    yield ""
    yield from pending(table, translator)
    yield ""
    marks = MARKS[: len(table.players)]
    yield fit(translator.text("table-workers"), PANEL - 3 * len(marks)) + "  ".join(["", *marks])
    for compared, good in zip(table.majorities, GOODS, strict=True):
        strengths = "".join(f"{strength or NOTHING:>3}" for strength in compared.strengths)
        letter = compared.kind[0].upper()
        yield (
            fit(f"{letter} {translator.text(f'table-{good}')}", PANEL - 3 * len(marks)) + strengths
        )


def counted(translator: Translator, **parts: int) -> str:
    """Return the numbers of parts left, in columns."""
    cells = (f"{count:>2} {translator.text(f'table-{part}')}" for part, count in parts.items())
    return "".join(fit(cell, PANEL // 2) for cell in cells)


def tiles(shown: Sequence[Tile | None]) -> Iterator[str]:
    """Yield worker tiles in rows."""
    names = [tile.name if tile else NOTHING * 4 for tile in shown]
    for first in range(0, len(names), TILES_IN_A_ROW):
        yield " ".join(names[first : first + TILES_IN_A_ROW])


def pending(table: View, translator: Translator) -> Iterator[str]:
    """Yield the unfinished business of a turn, and the approach of the end."""
    if table.starting_row:
        yield translator.text("table-row")
        yield from tiles(table.starting_row)
    if table.tile:
        yield translator.text("table-tile", tile=table.tile.name)
    if table.plan:
        way = f"{table.plan.start}–{table.plan.milestone or '?'}–?"
        yield translator.text("table-plan", way=way)
    if table.offered:
        yield translator.text("table-offered", bushes=", ".join(table.offered))
    if table.duty == "move":
        yield translator.text("table-moves", count=table.moves_left)
    if table.ending and table.ending.last_turns:
        marks = " ".join(MARKS[seat] for seat in table.ending.last_turns)
        yield translator.text("table-last-turns", players=marks)


def boards(
    table: View, translator: Translator, names: Sequence[str], across: int, gap: int
) -> Iterator[str]:
    """Yield the players' boards, `across` side by side."""
    drawn = [list(board(table, player, translator, names)) for player in table.players]
    for first in range(0, len(drawn), across):
        row = drawn[first]
        for number, other in enumerate(drawn[first + 1 : first + across], 1):
            row = list(columns(row, other, number * (BOARD + gap) - gap, gap))
        yield from row


def board(
    table: View, player: Player, translator: Translator, names: Sequence[str]
) -> Iterator[str]:
    """Yield a player's name and points, the loop with the pawn on it, and the goods."""
    turn = TURN if player.seat == table.seat else " "
    points = " " + translator.text("points", count=player.points)
    if table.duty != "over" and player.score.majorities:
        points += f" +{player.score.majorities}"
    room = BOARD - width(f"{turn}{MARKS[0]} ") - width(points)
    name = translator.player(player.seat, names)
    rule = "─" * (room - width(name) - 1)
    yield f"{turn}{MARKS[player.seat]} " + fit(f"{name} {rule}", room) + points
    yield from loop(player, translator)
    goods = [
        f"{translator.text(f'table-{good}')} {n or NOTHING}" for good, n in player.goods.items()
    ]
    spread = "  ".join(goods)
    yield spread if width(spread) <= BOARD else fit(" ".join(goods), BOARD).rstrip()


def loop(player: Player, translator: Translator) -> list[str]:
    """Return the loop: castle at the left, employment spaces along the top, the way back below."""
    canvas = Canvas(BOARD, 2 * STOREY - 1)
    canvas.box(0, 0, CASTLE, 2 * STOREY - 1)
    canvas.write(CASTLE // 2, 1, KEEP)
    pawns: dict[Stop, tuple[int, int]] = {"castle": (CASTLE // 2, STOREY)}
    x = CASTLE - 1
    for stop, room in LOWER.items():
        canvas.box(x, STOREY - 1, room, STOREY)
        coin = " +1" if stop == "trading-house" and player.ascending else ""
        canvas.write(
            x + 1, STOREY, fit(translator.text(f"table-{stop}"), room - 3 - len(coin)) + coin
        )
        pawns[stop] = (x + room - 2, STOREY)
        x += room - 1
    for number, space in enumerate(player.spaces[FIRST_SPACE : FIRST_SPACE + SPACES]):
        x = CASTLE - 1 + number * (CELL - 1)
        canvas.box(x, 0, CELL, STOREY)
        canvas.write(x + 1, 1, employed(space))
        pawns[space.stop] = (x + CELL // 2, STOREY - 1)
    for number in range(SPACES):
        canvas.write(CASTLE - 1 + number * (CELL - 1) + CELL // 2, 0, str(number + FIRST_SPACE))
    canvas.write(*pawns[player.pawn], MARKS[player.seat])
    return canvas.lines()


def employed(space: Space) -> str:
    """Return the worker on an employment space with its bonus tile, a cover tile, or nothing."""
    if space.covered:
        return COVER * (CELL - 2)
    if space.worker is None:
        return NOTHING.center(CELL - 2)
    return fit(code(space.worker) + (BONUS if space.bonus_tile else ""), CELL - 2)


def legend(translator: Translator) -> Iterator[str]:
    """Yield the legend of the symbols."""
    yield translator.text(
        "table-legend-map", milestone=MILESTONE, market=MARKET, flour=FLOUR, house=HOUSE
    )
    yield translator.text("table-legend-board", castle=KEEP, cover=COVER, bonus=BONUS)
