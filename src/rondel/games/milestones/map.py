"""Maps as data: the file format, the grid and the validation."""

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain, islice
from pathlib import Path
from string import ascii_lowercase
from typing import Annotated, Literal

import msgspec

from rondel.core import Message, RondelError
from rondel.games.milestones.mapfile import TooIntricate, parse
from rondel.games.milestones.state import (
    BUSHES,
    CORNERS,
    DIRECTIONS,
    MAX_VERTICES,
    NONE,
    SECTIONS,
    TILES,
)

MIN_VERTICES = 1 + 2 * SECTIONS
"""Smallest number of vertices: the start market and every street section must fit."""
MIN_NUMBER, MAX_NUMBER = 1, 5
MAX_CHARACTERS = 20_000
"""Longest map file in characters, ten times the built-in one."""
MAX_LETTERS = 80
"""Longest name of a map."""
MAX_PROBLEMS = 50
"""Number of problems reported at once."""
_TILE = re.compile(r"([QLSGC])([1-8])([QLSGC])([1-8])")
_LETTERS = "QLSGC"
_STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""Half steps to the right and rows down for each of the six directions."""


Short = Annotated[str, msgspec.Meta(max_length=40)]
"""Name of a part of the map."""


class Map(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Map file."""

    name: str
    rows: list[list[Annotated[int, msgspec.Meta(ge=-99, le=99)]]]
    shift: list[Annotated[int, msgspec.Meta(ge=0, le=MAX_VERTICES)]]
    start: Short
    bushes: list[Short]
    workers: list[Short] = []
    """Worker tiles; the built-in ones if left out."""
    certain: list[Literal["numbers", "bushes", "workers"]] = []
    title: Annotated[str, msgspec.Meta(max_length=200)] = ""


class UnsoundMap(RondelError):
    """Error for an invalid map. `problems` names what is wrong."""

    code = "unsound-map"

    def __init__(self, problems: list[Message]):
        told = [" ".join([problem.key, *map(str, problem.args.values())]) for problem in problems]
        message = f"the map is unsound: {', '.join(told)}"
        super().__init__(message, problems=problems, game="milestones")
        self.problems = problems


PROBLEMS: Mapping[str, tuple[str, ...]] = {
    "map-unreadable": ("problem",),
    "map-too-long": ("found", "most"),
    "map-too-intricate": (),
    "map-nameless": (),
    "map-name-too-long": ("found", "most"),
    "map-name-taken": ("name",),
    "map-too-many-rows": ("found", "most"),
    "map-shifts": ("rows", "shifts"),
    "map-rows-do-not-interlock": ("above", "below"),
    "map-too-few-vertices": ("found", "least"),
    "map-too-many-vertices": ("found", "most"),
    "map-missing-number": ("vertex",),
    "map-number-out-of-range": ("vertex", "number"),
    "map-unknown-start": ("start",),
    "map-start-has-number": ("start", "number"),
    "map-start-without-neighbours": ("start",),
    "map-disconnected": ("vertex",),
    "map-wrong-number-of-bushes": ("found", "wanted"),
    "map-bush-no-triangle": ("bush",),
    "map-bush-twice": ("bush",),
    "map-wrong-number-of-workers": ("found", "wanted"),
    "map-unreadable-worker": ("tile",),
}
"""Problems that a map can have, with the fields that locate them."""


@dataclass(frozen=True)
class Vertex:
    """Crossing: its name, its place in half steps from the left and rows from the top."""

    name: str
    x: int
    y: int
    number: int


class Grid:
    """Triangular grid a map spans, its vertices numbered in reading order."""

    def __init__(self, chart: Map):
        self.vertices = tuple(
            Vertex(f"{letter}{column + 1}", shift + 2 * column, y, number)
            for y, (letter, row, shift) in enumerate(
                zip(ascii_lowercase, chart.rows, chart.shift, strict=False)
            )
            for column, number in enumerate(row)
        )
        self._at = {(vertex.x, vertex.y): index for index, vertex in enumerate(self.vertices)}
        self.index = {vertex.name: index for index, vertex in enumerate(self.vertices)}

    def neighbour(self, vertex: int, direction: int) -> int:
        """Return the next vertex in a direction, or NONE."""
        right, down = _STEPS[direction % DIRECTIONS]
        here = self.vertices[vertex]
        return self._at.get((here.x + right, here.y + down), NONE)

    def neighbours(self, vertex: int) -> list[int]:
        """Return the vertices a street piece can lead to."""
        around = (self.neighbour(vertex, direction) for direction in range(DIRECTIONS))
        return [other for other in around if other != NONE]

    def _triangle(self, vertex: int, direction: int) -> tuple[int, ...]:
        corners = (vertex, *(self.neighbour(vertex, direction + turn) for turn in (0, 1)))
        return tuple(sorted(corners)) if NONE not in corners else ()

    @cached_property
    def triangles(self) -> tuple[tuple[int, ...], ...]:
        """Return the corners of every triangle, in reading order."""
        found = {
            self._triangle(vertex, direction)
            for vertex in range(len(self.vertices))
            for direction in range(DIRECTIONS)
        }
        return tuple(sorted(found - {()}))

    @cached_property
    def triangle_index(self) -> dict[tuple[int, ...], int]:
        """Return the number of each triangle by its corners."""
        return {corners: index for index, corners in enumerate(self.triangles)}

    def triangle_at(self, vertex: int, direction: int) -> int:
        """Return the triangle between a direction and the next one clockwise, or NONE."""
        return self.triangle_index.get(self._triangle(vertex, direction), NONE)

    def triangle_name(self, triangle: int) -> str:
        """Return the name of a triangle: its corners."""
        return "-".join(self.vertices[corner].name for corner in self.triangles[triangle])

    def find_triangle(self, name: str) -> int:
        """Return the triangle with these corners, named in any order, or NONE."""
        corners = sorted(self.index.get(part, NONE) for part in name.strip().lower().split("-"))
        return self.triangle_index.get(tuple(corners), NONE)

    def reached(self, start: int) -> set[int]:
        """Return every vertex that streets from this one could reach."""
        found = {start}
        frontier = [start]
        while frontier:
            for other in self.neighbours(frontier.pop()):
                if other not in found:
                    found.add(other)
                    frontier.append(other)
        return found


def read_map(text: str) -> Map:
    """Return the map of a file's text, without further checks. Raise UnsoundMap if unreadable."""
    if len(text) > MAX_CHARACTERS:
        too_long = {"found": len(text), "most": MAX_CHARACTERS}
        raise UnsoundMap([Message("map-too-long", {**too_long})])
    try:
        return msgspec.convert(parse(text), Map)
    except TooIntricate:
        raise UnsoundMap([Message("map-too-intricate")]) from None
    except (ValueError, msgspec.ValidationError) as error:
        raise UnsoundMap([Message("map-unreadable", {"problem": str(error)[:200]})]) from None


@cache
def usual_text() -> str:
    """Return the text of the built-in map file."""
    return (Path(__file__).parent / "map.toml").read_text("utf-8")


@cache
def usual_map() -> Map:
    """Return the built-in map, a reconstruction."""
    return read_map(usual_text())


def workers_of(chart: Map) -> list[str]:
    """Return the worker tiles that go with a map."""
    return chart.workers or usual_map().workers


def read_tile(tile: str) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return kind and number of a tile's left and right worker: "Q5L5" is ((0, 5), (1, 5))."""
    parts = _TILE.fullmatch(tile)
    if parts is None:
        return None
    left, left_number, right, right_number = parts.groups()
    return (
        (_LETTERS.index(left), int(left_number)),
        (_LETTERS.index(right), int(right_number)),
    )


def problems_of(chart: Map) -> list[Message]:
    """Return the problems of a map; empty if it can be played."""
    grid = Grid(chart)
    found = chain(
        _shape_problems(chart, grid),
        _number_problems(chart, grid),
        _start_problems(chart, grid),
        _bush_problems(chart, grid),
        _worker_problems(chart),
    )
    return list(islice(found, MAX_PROBLEMS))


def _shape_problems(chart: Map, grid: Grid) -> Iterator[Message]:
    if not re.fullmatch(r"[\w.-]+", chart.name):
        yield Message("map-nameless")
    if len(chart.name) > MAX_LETTERS:
        yield Message("map-name-too-long", {"found": len(chart.name), "most": MAX_LETTERS})
    if chart.name == usual_map().name and chart != usual_map():
        yield Message("map-name-taken", {"name": chart.name})
    if len(chart.rows) > len(ascii_lowercase):
        yield Message("map-too-many-rows", {"found": len(chart.rows), "most": len(ascii_lowercase)})
    if len(chart.rows) != len(chart.shift):
        yield Message("map-shifts", {"rows": len(chart.rows), "shifts": len(chart.shift)})
    for row in range(1, min(len(chart.rows), len(chart.shift), len(ascii_lowercase))):
        if (chart.shift[row - 1] + chart.shift[row]) % 2 == 0:
            letters = {"above": ascii_lowercase[row - 1], "below": ascii_lowercase[row]}
            yield Message("map-rows-do-not-interlock", {**letters})
    found = len(grid.vertices)
    if found < MIN_VERTICES:
        yield Message("map-too-few-vertices", {"found": found, "least": MIN_VERTICES})
    if found > MAX_VERTICES:
        yield Message("map-too-many-vertices", {"found": found, "most": MAX_VERTICES})


def _number_problems(chart: Map, grid: Grid) -> Iterator[Message]:
    for vertex in grid.vertices:
        if vertex.name == chart.start:
            continue
        if vertex.number == 0:
            yield Message("map-missing-number", {"vertex": vertex.name})
        elif not MIN_NUMBER <= vertex.number <= MAX_NUMBER:
            where: dict[str, int | str] = {"vertex": vertex.name, "number": vertex.number}
            yield Message("map-number-out-of-range", {**where})


def _start_problems(chart: Map, grid: Grid) -> Iterator[Message]:
    if chart.start not in grid.index:
        yield Message("map-unknown-start", {"start": chart.start})
        return
    start = grid.index[chart.start]
    if number := grid.vertices[start].number:
        yield Message("map-start-has-number", {"start": chart.start, "number": number})
    if not grid.neighbours(start):
        yield Message("map-start-without-neighbours", {"start": chart.start})
        return
    reached = grid.reached(start)
    for index, vertex in enumerate(grid.vertices):
        if index not in reached:
            yield Message("map-disconnected", {"vertex": vertex.name})


def _bush_problems(chart: Map, grid: Grid) -> Iterator[Message]:
    if len(chart.bushes) != BUSHES:
        yield Message("map-wrong-number-of-bushes", {"found": len(chart.bushes), "wanted": BUSHES})
    seen: set[int] = set()
    for bush in chart.bushes:
        triangle = grid.find_triangle(bush)
        if triangle == NONE:
            yield Message("map-bush-no-triangle", {"bush": bush})
        elif triangle in seen:
            yield Message("map-bush-twice", {"bush": bush})
        seen.add(triangle)


def _worker_problems(chart: Map) -> Iterator[Message]:
    tiles = workers_of(chart)
    if len(tiles) != TILES:
        yield Message("map-wrong-number-of-workers", {"found": len(tiles), "wanted": TILES})
    for tile in tiles:
        if read_tile(tile) is None:
            yield Message("map-unreadable-worker", {"tile": tile})


HALF_STEP = 4
"""Columns between vertices half a step apart."""
_ROW = 4
"""Lines between rows."""


def sketch(
    grid: Grid,
    labels: Mapping[int, str],
    marks: Mapping[int, str],
    streets: Set[tuple[int, int]] = frozenset(),
) -> str:
    """Return a grid in text: labels at vertices, marks inside triangles, streets drawn heavily.

    A street is a pair of neighbouring vertices, the lower one first.
    """
    left = min(vertex.x for vertex in grid.vertices) * HALF_STEP - 2
    width = max(vertex.x for vertex in grid.vertices) * HALF_STEP - left + HALF_STEP
    height = max(vertex.y for vertex in grid.vertices) * _ROW + 1
    canvas = [[" "] * width for _ in range(height)]

    def place(vertex: int) -> tuple[int, int]:
        return grid.vertices[vertex].x * HALF_STEP - left, grid.vertices[vertex].y * _ROW

    def write(x: int, y: int, text: str) -> None:
        for offset, letter in enumerate(text, start=-(len(text) // 2)):
            canvas[y][x + offset] = letter

    for vertex in range(len(grid.vertices)):
        x, y = place(vertex)
        for direction, (right, down) in enumerate(_STEPS[:3]):
            other = grid.neighbour(vertex, direction)
            if other == NONE:
                continue
            paved = (vertex, other) in streets
            if down == 0:
                write(x + HALF_STEP, y, ("━" if paved else "┄") * (2 * HALF_STEP - 1))
                continue
            stroke = ("╲" if right > 0 else "╱") if paved else "·"
            for line in range(1, _ROW):
                write(x + right * HALF_STEP * line // _ROW, y + line, stroke)
    for triangle, mark in marks.items():
        places = [place(corner) for corner in grid.triangles[triangle]]
        points_up = places[1][1] > places[0][1]
        middle = (places[0][0] if points_up else places[2][0]), places[0][1]
        write(middle[0], middle[1] + (_ROW - 1 if points_up else 1), mark)
    for vertex, label in labels.items():
        write(*place(vertex), label)
    return "\n".join("".join(line).rstrip() for line in canvas)


def check_map(text: str) -> list[Message]:
    """Return the problems of a map file's text."""
    try:
        return problems_of(read_map(text))
    except UnsoundMap as error:
        return error.problems


def draw_map(chart: Map) -> str:
    """Return the map in text: each crossing's name and number, and a star in every bush triangle.

    The map may have problems, as long as it has a vertex.
    """
    grid = Grid(chart)
    if not grid.vertices:
        return ""
    labels = {
        index: f"{vertex.name}:{vertex.number if vertex.name != chart.start else 'M'}"
        for index, vertex in enumerate(grid.vertices)
    }
    bushes = {grid.find_triangle(bush) for bush in chart.bushes} - {NONE}
    assert all(len(grid.triangles[bush]) == CORNERS for bush in bushes)
    return sketch(grid, labels, dict.fromkeys(bushes, "*"))
