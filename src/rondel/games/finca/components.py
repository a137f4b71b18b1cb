"""Components of the box, read from components.toml into the Box record."""

import tomllib
from functools import cache
from pathlib import Path

from rondel.core import Edition, UnknownEdition
from rondel.games.finca.actions import STEPS
from rondel.games.finca.rules import ROOM, TOP, WIDTH
from rondel.games.finca.state import BLADES, KINDS, MAX_FARMERS, NOBODY, TILES, Box
from rondel.kernel.record import row

EDITIONS = ("mallorca-2009",)


def _packed(prints: list[int]) -> int:
    """Return a tile's price as rules.py compares it: each print, and their sum as room."""
    price = sum(count << kind * WIDTH for kind, count in enumerate(prints))
    return price + (min(sum(prints), TOP - 1) << ROOM * WIDTH)


@cache
def edition(name: str = "") -> Edition:
    """Return the box of an edition, by default the built-in one."""
    if name not in ("", *EDITIONS):
        raise UnknownEdition(name, EDITIONS)
    facts = tomllib.loads((Path(__file__).parent / "components.toml").read_text("utf-8"))
    kinds = [*facts["fruits"], "any"]
    boxes = Box.new()
    box = row(boxes)
    for name_ in (
        "blades_per_kind",
        "fruits_per_kind",
        "pile_height",
        "finca_points",
        "unused_action_points",
        "cart_holds",
        "large_cart_holds",
        "bonus_tiles",
    ):
        box[name_] = facts[name_]
    for blade in range(BLADES):
        for distance in range(MAX_FARMERS + 1):
            passed = [(blade + step) % BLADES for step in range(distance)]
            box.crossings[blade, distance] = sum(
                place in facts["cart_lines_after_blade"] for place in passed
            )
    tile = 0
    box.designs = len(facts["fruit_tiles"])
    for design, printed in enumerate(facts["fruit_tiles"]):
        for kind, count in printed["fruits"].items():
            box.prints[design, kinds.index(kind)] = count
        box.value[design] = sum(printed["fruits"].values())
        box.copies[design] = printed["copies"]
        box.first_tile[design] = tile
        box.design[tile : tile + printed["copies"]] = design
        box.price[tile : tile + printed["copies"]] = _packed(box.prints[design].tolist())
        tile += printed["copies"]
    assert tile == TILES
    box.price[NOBODY] = _packed([TOP - 1] * len(kinds))
    for number, finca in enumerate(facts["finca_tiles"]):
        for kind in finca["kinds"]:
            box.finca_kinds[number, kinds.index(kind)] = 1
    for players, counts in facts["players"].items():
        for what, count in counts.items():
            box[what][int(players)] = count
    assert len(facts["fruits"]) == KINDS
    names = {
        "village": [village["name"] for village in facts["villages"]],
        "finca": ["-".join(finca["kinds"]) for finca in facts["finca_tiles"]],
        "tile": [printed["name"] for printed in facts["fruit_tiles"]],
    }
    return Edition(facts["name"], boxes, STEPS.named(names), facts)
