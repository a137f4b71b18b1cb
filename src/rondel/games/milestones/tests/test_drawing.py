"""Text drawing of the table: complete and aligned."""

import re
import unicodedata
from functools import lru_cache

import pytest

from rondel.core import Position
from rondel.games.milestones.components import read_edition
from rondel.games.milestones.drawing import BOARD, GAP, PANEL, WIDTH
from rondel.games.milestones.map import usual_text
from rondel.games.milestones.tests import busy
from rondel.games.milestones.tests.table import EDITION, milestones, play, table
from rondel.i18n import LANGUAGES, Translator
from rondel.i18n.canvas import width

NAMES = ("Anna", "Béla", "Chloé", "Dániel")
MAP = WIDTH - PANEL - GAP
ROWS = 19
"""Lines of the map."""
GRID = EDITION.facts["grid"]


@lru_cache(maxsize=8)
def drawn(position: Position, language: str = "en", names: tuple[str, ...] = NAMES) -> list[str]:
    return milestones.draw(position, Translator(language, milestones), names).splitlines()


@lru_cache(maxsize=8)
def chart(position: Position) -> list[str]:
    return [line[:MAP].ljust(MAP) for line in drawn(position)[:ROWS]]


def panel(position: Position, language: str = "en") -> list[str]:
    return [line[MAP + GAP :].rstrip() for line in drawn(position, language)[:ROWS]]


@lru_cache(maxsize=8)
def places(position: Position) -> dict[str, tuple[int, int]]:
    """Return the place of each vertex: the sign between its name and its number."""
    found: dict[str, tuple[int, int]] = {}
    for y, line in enumerate(chart(position)):
        for match in re.finditer(r"([a-g]\d):", line):
            found[match[1]] = match.end() - 1, y
    return found


def label(position: Position, vertex: str) -> str:
    x, y = places(position)[vertex]
    return chart(position)[y][x + 1]


def between(position: Position, one: str, other: str) -> set[str]:
    """Return the characters drawn from one vertex to a neighbour."""
    (x, y), (right, bottom) = sorted(
        (places(position)[name] for name in (one, other)), key=lambda place: place[::-1]
    )
    lines = chart(position)
    if y == bottom:
        return set(lines[y][x + 2 : right - 2])
    lean = 1 if right > x else -1
    return {lines[y + step][x + lean * step] for step in range(1, bottom - y)}


def inside(position: Position, triangle: str) -> str:
    corners = [places(position)[corner] for corner in triangle.split("-")]
    lines = chart(position)
    if corners[0][1] == corners[1][1]:
        x, y = corners[2]
        return lines[y - 2][x]
    x, y = corners[0]
    return lines[y + 2][x]


def board(position: Position, seat: int, language: str = "en") -> list[str]:
    lines = drawn(position, language)[ROWS + 7 * (seat // 2) :][:7]
    left = (BOARD + GAP) * (seat % 2)
    return [line.ljust(WIDTH)[left : left + BOARD].rstrip() for line in lines]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", milestones.players)
def test_every_moment_of_a_game_fits_in_eighty_columns_of_narrow_characters(
    players: int, language: str
) -> None:
    for position in busy.positions(players)[::31]:
        lines = drawn(position, language)
        assert max(map(len, lines)) <= WIDTH
        assert len(lines) == ROWS + 7 * ((players + 1) // 2) + 2
        characters = set("".join(lines))
        assert not {unicodedata.east_asian_width(c) for c in characters} & {"W", "F"}
        assert not any(unicodedata.combining(c) for c in characters)


@pytest.mark.parametrize("players", milestones.players)
def test_the_map_and_the_boards_are_those_of_the_view(players: int) -> None:
    for position in busy.positions(players)[::97]:
        seen = position.view
        at = places(position)
        for vertex in seen.vertices:
            sign = label(position, vertex.name)
            if vertex.milestone:
                assert sign == "∩"
            elif vertex.market:
                assert sign == ("&" if vertex.sack else "#")
            else:
                assert sign == str(vertex.number)
            assert at[vertex.name][1] == 3 * vertex.y
        for triangle in seen.triangles:
            kind = triangle.bonus_tile
            expected = "⌂" if triangle.house else kind[0].upper() if kind else " "
            assert inside(position, triangle.name) == expected
        for player in seen.players:
            for space in player.spaces[1:9]:
                cell = board(position, player.seat)[2][4 * int(space.stop) + 3 :][:3].strip()
                if space.worker:
                    written = f"{space.worker.kind[0].upper()}{space.worker.number}"
                    assert cell == written + "*" * space.bonus_tile
                else:
                    assert cell == ("▒▒▒" if space.covered else "·")


@pytest.mark.parametrize("players", milestones.players)
def test_streets_are_drawn_where_sections_lie_and_nowhere_else(players: int) -> None:
    for position in busy.positions(players)[::97]:
        pieces = {
            frozenset(piece)
            for section in position.view.sections
            for piece in ((section.start, section.milestone), (section.milestone, section.end))
        }
        for vertex, here in enumerate(GRID.vertices):
            for neighbour in GRID.neighbours(vertex):
                other = GRID.vertices[neighbour]
                line = between(position, here.name, other.name)
                if frozenset((here.name, other.name)) in pieces:
                    assert line in ({"━"}, {"╱"}, {"╲"})
                else:
                    assert line in ({"┄"}, {"·"}, {" "})


def test_frames_are_closed_so_nothing_is_out_of_line() -> None:
    stops = ["castle", "3", "board-of-works", "mill"]
    position = table(4, boards=["Q5* L5 # G3"], goods=["12 stone 10 coin"], pawns=stops)
    lines = [line.ljust(WIDTH) for line in drawn(position)[ROWS:]]
    goes_down, goes_up = set("│╭╮├┤┬┼"), set("│╰╯├┤┴┼")
    for y, line in enumerate(lines[:-1]):
        for x, character in enumerate(line):
            assert (character in goes_down) == (lines[y + 1][x] in goes_up), f"{y}, {x}"


def test_a_triangle_with_something_in_it_has_its_sides_drawn() -> None:
    bushes = {"c4-c5-d5": "coiner"}
    position = table(built=["street a1 a2 a3", "house a1-a2-b2"], bushes=bushes)
    assert inside(position, "c4-c5-d5") == "C"
    assert between(position, "c4", "c5") == {"┄"} and between(position, "c5", "d5") == {"·"}
    assert inside(position, "a1-a2-b2") == "⌂" and between(position, "a2", "b2") == {"·"}
    assert between(position, "a1", "a2") == {"━"}
    assert between(position, "f1", "f2") == between(position, "f1", "g1") == {" "}


def test_milestones_markets_and_flour_cover_their_numbers() -> None:
    position = table(
        built=["street a1 a2 a3", "market a3", "sack a3", "street a3 b3 c2"], bushes={}
    )
    signs = {vertex: label(position, vertex) for vertex in ("a1", "a2", "a3", "b3", "c2")}
    assert signs == {"a1": "#", "a2": "∩", "a3": "&", "b3": "∩", "c2": "2"}
    assert between(position, "a3", "b3") == {"╱"} and between(position, "b3", "c2") == {"╱"}


def test_the_pawn_stands_on_its_space() -> None:
    for stop in ("castle", *"12345678", "trading-house", "board-of-works", "mill"):
        lines = board(table(boards=["Q5 L4"], pawns=[stop]), 0)
        y, x = next((y, line.index("●")) for y, line in enumerate(lines[1:], 1) if "●" in line)
        assert sum(line.count("●") for line in lines[1:]) == 1
        if stop.isdecimal():
            assert (lines[1][x], y) == (stop, 3)
        elif stop == "castle":
            assert x < lines[1].index("┬") and y == 4
        else:
            words = {"trading-house": "trading", "board-of-works": "works", "mill": "mill"}
            cell = lines[y][: x + 1].split("│")[-1]
            assert cell.split() == [words[stop], "●"] or cell == f"{words[stop]}●"


def test_a_player_has_a_name_points_a_loop_and_goods() -> None:
    position = table(
        boards=["Q5 L5* . #", "Q7 Q8"], goods=["2 stone 12 coin"], pawns=["2"], workers_scored=[7]
    )
    assert board(position, 0) == [
        "▸● Anna ─────────────────── 8 points +5",
        "╭─────┬─1─┬─2─┬─3─┬─4─┬─5─┬─6─┬─7─┬─8─╮",
        "│  ♜  │Q5 │L5*│ · │▒▒▒│ · │ · │ · │ · │",
        "│     ├───┴─●─┼───┴───┴┬──┴───┴───┴───┤",
        "│     │mill   │works   │trading    +1 │",
        "╰─────┴───────┴────────┴──────────────╯",
        "stone 2 wood · sand · grain · coins 12",
    ]
    assert board(position, 1)[0] == " ■ Béla ─────────────────── 0 points +5"


def test_the_panel_shows_display_supplies_and_the_race_for_majorities() -> None:
    position = table(
        3,
        boards=["Q5 L5*", "Q7 Q8", "C4 L5"],
        display="G4C4 S7S7",
        pile="L1G1 C6G7",
        built=["street a1 a2 a3"],
    )
    lines = panel(position)
    assert lines[:2] == ["display        draw pile 2", "G4C4 S7S7 ···· ···· ····"]
    assert lines[3:6] == ["23 streets   12 houses", "11 markets   12 sacks", "end at 59 points"]
    assert lines[7] == "2 moves left"
    race = lines.index("workers            ●  ■  ▲")
    assert lines[race + 1 : race + 3] == [
        "Q stone            1  2  ·",
        "L wood             2  ·  1",
    ]


def test_the_panel_tells_what_goes_on() -> None:
    works = play(table(goods=["1 stone 1 sand"]), "go board-of-works", "street a1")
    assert "street: a1–?–?" in panel(works)
    assert "street: a1–b2–?" in panel(play(works, "via b2"))
    hired = table(goods=["2 coin"], display="G4C4", pile="")
    hired = play(hired, "go trading-house", "hire G4C4")
    assert "to lay: G4C4" in panel(hired) and "last turns: ■" in panel(hired)
    taking = table(boards=["Q5 L5"], goods=["1 stone 1 sand"], bushes={"a2-a3-b3": "lumberjack"})
    taking = play(taking, "go board-of-works", "street a1", "via a2", "to b3")
    assert "bonus: a2-a3-b3" in panel(taking)


def test_the_starting_row_is_shown_while_it_lasts() -> None:
    draft = next(p for p in busy.positions(4) if p.seat is not None)
    lines = panel(draft)
    row = lines.index("starting tiles")
    tiles = " ".join(lines[row + 1 : row + 3]).split()
    assert tiles == [tile.name for tile in draft.view.starting_row] and len(tiles) == 9
    assert "starting tiles" not in panel(busy.positions(4)[-1])


def test_the_drawing_speaks_every_language() -> None:
    position = table(goods=["1 stone"])
    for language, words in {
        "en": ("display", "stone 1", "mill", "milestone"),
        "fr": ("offre", "pierre 1", "moulin", "jalon"),
        "hu": ("kínálat", "kő 1", "malom", "mérföldkő"),
    }.items():
        text = "\n".join(drawn(position, language))
        assert all(word in text for word in words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_drawing_is_cut(language: str) -> None:
    for position in (table(4, boards=["Q5 L5"]), *busy.positions(4)[:40:9]):
        assert "…" not in "\n".join(drawn(position, language))


@pytest.mark.parametrize(
    "name", ["Maximiliane von und zu Hohenstein", "王小明王小明王小明王小明王小明王小明"]
)
def test_a_long_or_wide_name_is_cut_and_moves_nothing(name: str) -> None:
    lines = drawn(table(boards=["Q5 L5", "Q7 Q8"]), names=("Béla", name))
    assert width(lines[ROWS]) == WIDTH
    assert lines[ROWS].endswith(" 0 points +5") and "…" in lines[ROWS]


def test_a_table_before_the_deal_can_be_drawn() -> None:
    assert drawn(milestones.start(3))[0].startswith("   a1:#  a2:2  a3:1")
    assert panel(milestones.start(3))[0] == "display       draw pile 35"


def test_a_wide_map_has_the_panel_below_it() -> None:
    rows = [[0] + [2] * 11, [1] * 12, [3] * 12, [4] * 12, [5] * 12]
    bushes = [f"{a}{n}-{a}{n + 1}-{b}{n + 1}" for a, b in ("ab", "cd") for n in range(2, 10)][:15]
    text = usual_text()
    text = re.sub(r"rows = \[\n.*?\n\]", f"rows = {rows}", text, flags=re.S)
    text = re.sub(r"shift = .*", "shift = [1, 0, 1, 0, 1]", text)
    text = re.sub(r"bushes = \[\n.*?\n\]", f"bushes = {bushes}".replace("'", '"'), text, flags=re.S)
    edition = read_edition(text.replace(EDITION.name, "wide"))
    lines = drawn(milestones.start(2, edition))
    assert "a12:2" in lines[0] and lines[0].strip().startswith("a1:#")
    assert lines[13].startswith("display")


def test_printing_a_match_draws_its_table() -> None:
    match = busy.match(2)
    assert str(match).splitlines() == drawn(match.position, names=tuple(match.names))
