"""Components of the box, read from components.toml and a map file into the Box record."""

import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rondel.core import Edition, UnknownEdition
from rondel.games.milestones.actions import STEPS
from rondel.games.milestones.map import (
    Grid,
    Map,
    UnsoundMap,
    problems_of,
    read_map,
    read_tile,
    usual_text,
    workers_of,
)
from rondel.games.milestones.state import BUSHES, DIRECTIONS, Box
from rondel.kernel.record import Array, row

EDITIONS = ("reconstruction-2012",)


@cache
def _usual_edition() -> Edition:
    return _edition(usual_text(), "")


def edition(name: str = "") -> Edition:
    """Return the box of an edition, by default the built-in one."""
    if name not in ("", *EDITIONS):
        raise UnknownEdition(name, EDITIONS)
    return _usual_edition()


def read_edition(text: str) -> Edition:
    """Return the edition of a map file's text. Raise UnsoundMap, which names every problem."""
    return _edition(text, text)


@lru_cache(maxsize=64)
def _edition(text: str, source: str) -> Edition:
    chart = read_map(text)
    if problems := problems_of(chart):
        raise UnsoundMap(problems)
    grid = Grid(chart)
    facts = tomllib.loads((Path(__file__).parent / "components.toml").read_text("utf-8"))
    for what in ("numbers", "bushes", "workers"):
        facts["confidence"][what] = "certain" if what in chart.certain else "reconstruction"
    designs = list(dict.fromkeys(workers_of(chart)))
    names = {
        "tile": designs,
        "vertex": [vertex.name for vertex in grid.vertices],
        "triangle": [grid.triangle_name(index) for index in range(len(grid.triangles))],
        "bush": [grid.triangle_name(grid.find_triangle(bush)) for bush in chart.bushes],
    }
    facts |= {"name": chart.name, "map": chart, "grid": grid}
    boxes = Box.new()
    _lay_grid(row(boxes), chart, grid)
    _lay_parts(row(boxes), facts, workers_of(chart), designs)
    return Edition(chart.name, boxes, STEPS.named(names), facts, source)


def _lay_grid(box: Any, chart: Map, grid: Grid) -> None:
    """Write the map's tables: neighbours of vertices and contents of triangles."""
    box.vertices = len(grid.vertices)
    box.triangles = len(grid.triangles)
    box.start = grid.index[chart.start]
    box.bush_of[:] = BUSHES
    for triangle, corners in enumerate(grid.triangles):
        box.corners[triangle] = corners
    for bush, name in enumerate(chart.bushes):
        triangle = grid.find_triangle(name)
        box.bush_triangles[bush] = triangle
        box.bush_of[triangle] = bush
        for corner in grid.triangles[triangle]:
            box.bushes_at[corner] |= 1 << bush
    for index, vertex in enumerate(grid.vertices):
        box.numbers[index] = vertex.number
        for direction in range(DIRECTIONS):
            box.neighbours[index, direction] = grid.neighbour(index, direction)
            box.triangle_at[index, direction] = grid.triangle_at(index, direction)


def _lay_parts(box: Any, facts: dict[str, Any], tiles: list[str], designs: list[str]) -> None:
    """Write the tiles and the numbers of parts."""
    for part in ("sections", "houses", "markets", "sacks"):
        box[part] = facts[part]
    box.bonus_tiles[:] = facts["bonus_tiles_per_kind"]
    box.designs = len(designs)
    for design, tile in enumerate(designs):
        box.copies[design] = tiles.count(tile)
        for side, (kind, number) in enumerate(read_tile(tile) or ()):
            box.worker_kinds[2 * design + side] = kind
            box.worker_numbers[2 * design + side] = number
    for players, counts in facts["players"].items():
        for what, count in counts.items():
            box[what][int(players)] = count


def worker(boxes: Array, code: int) -> tuple[int, int]:
    """Return kind and number of a worker, for plain Python; the code is not NONE or COVERED."""
    box = row(boxes)
    return int(box.worker_kinds[code]), int(box.worker_numbers[code])
