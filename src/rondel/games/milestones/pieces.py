"""Texts that Milestones' documents are made of."""

from typing import Any, get_args

import msgspec

from rondel.core import Edition
from rondel.games.milestones.actions import Good, Kind, Stop
from rondel.games.milestones.map import Grid
from rondel.games.milestones.state import BUSHES, KINDS, MAX_TRIANGLES, MAX_VERTICES, TILES
from rondel.games.milestones.view import DUTIES, PRICES, Part, Worker, code
from rondel.kernel.writer import Pieces, escaped

KINDS_OF_WORKERS: tuple[Kind, ...] = get_args(Kind)
FLAGS = ("road", "milestone", "market", "sack", "free_end")
"""Fields of a vertex, in the order of its bits in the state."""


def _vertex_end(bits: int) -> str:
    """Return the last fields of a vertex with these bits."""
    flags: Any = {flag: bool(bits >> bit & 1) for bit, flag in enumerate(FLAGS)}
    order = ("road", "free_end", "milestone", "market", "sack")
    told = {flag: flags[flag] for flag in order}
    told["uncovered"] = not (flags["milestone"] or flags["market"])
    return "," + msgspec.json.encode(told).decode()[1:]


def _triangle_end(kind: int, house: bool) -> str:
    """Return the last fields of a triangle with a kind of bonus tile (-1 for none)."""
    lying = KINDS_OF_WORKERS[kind] if kind >= 0 else None
    told = {"bonus_tile": lying, "house": house}
    return "," + msgspec.json.encode(told).decode()[1:]


PIECES = Pieces(
    "game milestones edition confidence players seat mover duty moves_left hired tile plan offered "
    "must_take vertices triangles sections markets houses supply prices display starting_row "
    "left_over pile unseen lost_bonus_tiles target majorities builds changes ending "
    "pawn spaces goods points score ascending visits place stop worker covered bonus_tile gains "
    "discards covers awaits kind strengths start milestone end builder vertex supplier triangle "
    "sacks count part ends pays bonus_tiles space workers reason last_turns total",
    names=1,
    confidences=1,
    price_list=1,
    vertex_names=MAX_VERTICES,
    vertex_heads=MAX_VERTICES,
    vertex_ends=[_vertex_end(bits) for bits in range(1 << len(FLAGS))],
    triangle_names=MAX_TRIANGLES,
    triangle_heads=MAX_TRIANGLES,
    triangle_ends=[
        _triangle_end(kind, house) for kind in range(-1, KINDS) for house in (False, True)
    ],
    bush_names=BUSHES,
    whole_tiles=TILES,
    whole_workers=2 * TILES,
    duties=DUTIES,
    kinds=KINDS_OF_WORKERS,
    all_goods=get_args(Good),
    stops=get_args(Stop),
    parts=get_args(Part),
    sources=["streets", "houses", "markets", "sacks", "bonus_tiles", "bonus_workers"],
    reasons=["target", "last-tile"],
)
K = PIECES.numbers


def texts(edition: Edition) -> dict[str, list[str]]:
    """Return the texts of an edition."""
    grid: Grid = edition.facts["grid"]
    box = edition.box[0]
    names = [vertex.name for vertex in grid.vertices]
    triangles = [grid.triangle_name(number) for number in range(len(grid.triangles))]
    workers = [
        Worker(KINDS_OF_WORKERS[int(box["worker_kinds"][at])], int(box["worker_numbers"][at]))
        for at in range(2 * int(box["designs"]))
    ]
    whole = [msgspec.json.encode(worker).decode() for worker in workers]
    return {
        "names": [escaped(edition.name)],
        "confidences": [msgspec.json.encode(edition.facts["confidence"]).decode()],
        "price_list": [msgspec.json.encode(PRICES).decode()],
        "vertex_names": names,
        "vertex_heads": [
            f'{{"name":"{vertex.name}","row":"{vertex.name[0]}","column":{vertex.name[1:]},'
            f'"x":{vertex.x},"y":{vertex.y},"number":{vertex.number or "null"}'
            for vertex in grid.vertices
        ],
        "triangle_names": triangles,
        "triangle_heads": [
            f'{{"name":"{name}","corners":["{names[one]}","{names[two]}","{names[three]}"],'
            f'"bush":{"true" if bush < BUSHES else "false"}'
            for name, (one, two, three), bush in zip(
                triangles, grid.triangles, box["bush_of"].tolist(), strict=False
            )
        ],
        "bush_names": [triangles[place] for place in box["bush_triangles"].tolist()],
        "whole_workers": whole,
        "whole_tiles": [
            f'{{"name":"{code(workers[at])}{code(workers[at + 1])}",'
            f'"left":{whole[at]},"right":{whole[at + 1]}}}'
            for at in range(0, len(workers), 2)
        ],
    }
