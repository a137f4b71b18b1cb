"""Perft: counts of step sequences from named positions, which any rule changes."""

from collections.abc import Callable

import pytest

from rondel.core import Position
from rondel.games.milestones.tests.table import milestones, play, table
from rondel.testkit import perft, perft_of, random_match

GOODS = "3 stone 3 wood 3 sand 4 grain 4 coin"
TOWN = ["street a1 b2 c2", "market c2", "street c2 c3 c4", "house b2-b3-c2", "sack c2"]


def drafting() -> Position:
    """Return a position with two players about to choose their first tiles."""
    return random_match(milestones, 2, 0).position_at(25)


def opening() -> Position:
    """Return a position with three players and nothing built."""
    return table(3, boards=["Q1 L4 S3 # C2"], goods=[GOODS])


def works() -> Position:
    """Return a rich player at the board of works of a town."""
    told = table(boards=["Q1 L4 S3 G2* C2"], goods=[GOODS], built=TOWN)
    return play(told, "go board-of-works")


def trade() -> Position:
    """Return a rich player at the trading house."""
    return play(table(boards=["Q1 L4 S3 G2* C2"], goods=[GOODS]), "go trading-house")


def mill() -> Position:
    """Return a miller with two markets to supply."""
    return play(table(goods=[GOODS], built=TOWN[:3]), "go mill")


def castle() -> Position:
    """Return a position with too many goods and three workers at the castle."""
    told = table(boards=["Q1 L4 S3"], goods=["2 stone 1 wood 2 coin"], pawns=["mill"])
    return play(told, "go castle")


COUNTS = {
    drafting: [5, 35, 140, 600, 1800, 12600],
    opening: [11, 85, 871, 9944, 135790],
    works: [11, 75, 428, 1470, 7236, 37680],
    trade: [20, 315, 4900, 71356],
    mill: [6, 14, 18, 82, 378, 1754],
    castle: [3, 8, 24, 264, 2835, 17053],
}
FIRST_VERSION = {
    opening: [11, 84, 862],
    works: [11, 75, 428, 1470],
    trade: [20, 315, 4899],
    mill: [3, 5, 9, 43, 207, 998],
}
"""Counts of version 1, before the supplier chose which two numbers count."""


@pytest.mark.parametrize("position", COUNTS)
def test_the_number_of_ways_on(position: Callable[[], Position]) -> None:
    counts = COUNTS[position]
    assert [perft(position(), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("position", FIRST_VERSION)
def test_without_the_steps_of_version_2_the_counts_are_those_of_version_1(
    position: Callable[[], Position],
) -> None:
    counts = FIRST_VERSION[position]
    counted = [perft_of(position(), depth, 1) for depth in range(1, len(counts) + 1)]
    assert counted == counts
