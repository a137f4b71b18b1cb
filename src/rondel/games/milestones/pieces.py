"""Texts that Milestones' documents are made of."""

from typing import Any, get_args

import msgspec

from rondel.core import Edition, Message
from rondel.games.milestones.actions import Good, Kind, Stop
from rondel.games.milestones.map import Grid
from rondel.games.milestones.state import (
    BUSHES,
    DUTY_COVER,
    DUTY_DRAFT,
    KINDS,
    MAX_TRIANGLES,
    MAX_VERTICES,
    TILES,
)
from rondel.games.milestones.view import DUTIES, PRICES, Part, Worker, code
from rondel.kernel.writer import MessageKeys, Pieces, escaped

KINDS_OF_WORKERS: tuple[Kind, ...] = get_args(Kind)
RECONSTRUCTED = ("numbers", "bushes", "workers")
"""Facts of an edition that may be a reconstruction."""
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


STEP_KEYS = (
    "go-castle", "go-worker", "go-empty", "go-covered", "go-trading-house", "go-board-of-works",
    "go-mill", "discard", "cover", "done-trading-house", "done-board-of-works", "done-mill", "hire",
    "lay", "lay-over", "buy", "sell", "street", "via", "to", "house", "market", "take", "leave",
    "sack", "draft", "sack-for", "turn-up", "lay-bonus",
)  # fmt: skip
"""Messages about steps; of those about events, the last one is missing."""
PROMPTS = (*DUTIES[DUTY_DRAFT : DUTY_COVER + 1], "take-house", "trade-hired")
"""Prompts: first one for each duty of a seat, then variants."""
GOODS, PARTS = get_args(Good), get_args(Part)
SUPPLIES = ("sections", "houses", "markets", "sacks")


def _things(form: str) -> MessageKeys:
    """Return the keys of goods, workers and tiles in a form."""
    return MessageKeys(f"{form}-{what}" for what in (*GOODS, *KINDS_OF_WORKERS, "tile"))


PIECES = Pieces(
    "game milestones edition confidence players seat mover duty moves_left hired tile plan offered "
    "must_take vertices triangles sections markets houses supply prices display starting_row "
    "left_over pile unseen lost_bonus_tiles target majorities builds changes ending "
    "pawn spaces goods points score ascending visits place stop worker covered bonus_tile gains "
    "discards covers awaits kind strengths start milestone end builder vertex supplier triangle "
    "sacks count part ends pays bonus_tiles space workers reason last_turns total player awaits "
    "something nothing coins yes no next tiles bonuses bush number left right bushes moves "
    "prompt strength kinds lacks price parts",
    "points tiles-at event-display event-starting-row event-first-draft event-bonus-tiles "
    "event-pile-empty event-bonus-workers event-ascending event-bonus-lost event-left-over "
    "event-begins event-none-covered event-last-turns event-last-turn event-majority "
    "event-majority-tied event-majority-none prompt-over why-castle-twice why-clockwise why-hired "
    "why-not-displayed why-coins why-nothing-to-sell why-trading-house why-street-start "
    "why-street-room why-milestone-place why-street-end why-board-of-works why-house-there "
    "why-house-street why-house-bonus why-market-place why-bonus-worker why-bonus-tile "
    "why-must-take why-no-market why-sack-there why-lower-numbers why-mill why-no-worker "
    "why-castle why-nothing-to-return why-not-empty why-not-now why-used-up result-tie-broken",
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
    notes=1,
    signs=['"', ", "],
    duties=DUTIES,
    all_kinds=KINDS_OF_WORKERS,
    all_goods=GOODS,
    stops=get_args(Stop),
    all_parts=PARTS,
    labels=MessageKeys(f"label-{key}" for key in STEP_KEYS),
    events=MessageKeys(f"event-{key}" for key in STEP_KEYS[:-1]),
    subjects=_things("subject"),
    objects=_things("object"),
    kind_names=MessageKeys(f"kind-{kind}" for kind in KINDS_OF_WORKERS),
    kind_plurals=MessageKeys(f"kinds-{kind}" for kind in KINDS_OF_WORKERS),
    chance_prompts=MessageKeys(f"prompt-{duty}" for duty in DUTIES[:DUTY_DRAFT]),
    prompts=MessageKeys(f"prompt-{what}" for what in PROMPTS),
    prompts_you=MessageKeys(f"prompt-{what}-you" for what in PROMPTS),
    last_parts=MessageKeys(f"event-last-{part}" for part in SUPPLIES),
    part_names=MessageKeys(f"parts-{part}" for part in SUPPLIES),
    part_prices=MessageKeys(f"why-price-{part}" for part in PARTS),
    near_ends=MessageKeys(["event-end-target", "event-end-last-tile"]),
    result_ends=MessageKeys(["end-target", "end-last-tile"]),
    sources=["streets", "houses", "markets", "sacks", "bonus_tiles", "bonus_workers"],
    reasons=["target", "last-tile"],
)
K = PIECES.numbers


def edition_note(edition: Edition) -> Message | None:
    """Return a note on the parts of an edition that are reconstructions, or None."""
    confidence = edition.facts["confidence"]
    unsure = [what for what in RECONSTRUCTED if confidence[what] == "reconstruction"]
    if not unsure:
        return None
    return Message("edition-note", {"parts": [Message(f"edition-{what}") for what in unsure]})


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
    note = edition_note(edition)
    return {
        "notes": [msgspec.json.encode(note).decode() if note else ""],
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
