"""Perft: counts of step sequences from named positions, which any rule changes."""

import pytest

from rondel.core import Position
from rondel.games.finca.tests.table import VILLAGE_NAMES, can, finca, play, table
from rondel.kernel.compiler import is_interpreted
from rondel.testkit import perft, perft_of

FRUITFUL = "6 fig, 5 almond, 4 olive, 3 orange, 2 grape, 1 lemon"


def placing() -> Position:
    """Return a position in which three players place farmers and four are still to stand."""
    position = finca.start(3)
    while position.is_chance:
        position = play(position, min(can(position)))
    return play(position, *(f"place {blade}" for blade in range(8)))


def market() -> Position:
    """Return a position with a full hand, every cart and tile, and ten villages of all kinds."""
    tiles = ["1-fig", "2-fig", "3-fig", "4-any", "5-any", "6-any", "one-of-each"]
    tiles += ["2-almond-2-fig", "3-fig-2-olive", "1-lemon"]
    return table(
        hands=[FRUITFUL],
        carts=[4],
        farmers={5: "0", 11: "0", 2: "01"},
        showing=dict(zip(VILLAGE_NAMES, tiles, strict=True)),
    )


def crowded_mill() -> Position:
    """Return a position with four players' farmers on few blades and short supplies."""
    return table(
        4,
        farmers={5: "012", 4: "0123", 11: "01"},
        elsewhere=10,
        hands=["8 fig", "9 fig", "9 almond", "9 almond"],
        carts=[2, 2, 2, 2],
        action_tiles=["wind gust", "wind", "gust", ""],
    )


def last_finca() -> Position:
    """Return a position with one wooden finca left and two villages on their last tile."""
    return table(
        hands=["2 fig, 2 olive, 1 lemon", "1 olive, 3 lemon"],
        carts=[1, 1],
        farmers={5: "0", 0: "1"},
        showing={"palma": "1-fig", "inca": "1-olive", "campos": "2-lemon"},
        piles={"arta": 0, "villafranca": 0, "andratx": 0, "palma": 1, "inca": 1},
        rest_collected_by=1,
    )


POSITIONS = {
    "an empty table for two": finca.start(2),
    "an empty table for four": finca.start(4),
    "farmers to place": placing(),
    "a market": market(),
    "a crowded mill": crowded_mill(),
    "the last finca": last_finca(),
    "going round": table(4, elsewhere=0, circles=40, action_tiles=["", "", "", ""]),
}
COUNTS = {
    "an empty table for two": [6, 36, 210, 1170, 6120, 29520, 128520],
    "an empty table for four": [6, 36, 210, 1170, 6120, 29520, 128520],
    "farmers to place": [12, 144, 1728, 20736, 196992],
    "a market": [12, 130, 816, 6509, 52347, 577814, 4179448],
    "a crowded mill": [7, 51, 219, 1218, 6462, 23346, 111728],
    "the last finca": [8, 49, 309, 1767, 9818, 48092, 229992],
    "going round": [2, 2, 2, 2, 2, 2, 2],
}
FIRST_VERSION = {
    "a market": [12, 130, 812, 6481],
    "a crowded mill": [7, 51, 216, 1197],
    "the last finca": [8, 49, 307, 1747],
    "going round": [1, 1, 1, 1],
}
"""Counts of version 1, without a choice after a strong wind's first move and without early ends."""
DEPTH = 3 if is_interpreted() else 7


@pytest.mark.parametrize("name", POSITIONS)
def test_so_many_sequences_of_steps_lead_on(name: str) -> None:
    position = POSITIONS[name]
    expected = COUNTS[name][:DEPTH]
    assert [perft(position, depth + 1) for depth in range(len(expected))] == expected


@pytest.mark.parametrize("name", POSITIONS)
def test_counting_compiled_is_counting_step_by_step(name: str) -> None:
    position = POSITIONS[name]
    two = sum(len(position.after(number).legal_steps) for number, _ in position.legal_steps)
    assert [len(position.legal_steps), two] == COUNTS[name][:2]


@pytest.mark.parametrize("name", FIRST_VERSION)
def test_without_the_steps_of_version_2_the_counts_are_those_of_version_1(name: str) -> None:
    expected = FIRST_VERSION[name][:DEPTH]
    counted = [perft_of(POSITIONS[name], depth + 1, 1) for depth in range(len(expected))]
    assert counted == expected
