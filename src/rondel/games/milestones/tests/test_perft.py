"""How many sequences of steps lead on from known positions: any change of a rule changes them."""

from collections.abc import Callable

import pytest

from rondel.contract import Position
from rondel.games.milestones.tests.table import milestones, play, table
from rondel.testkit import blind_match, perft

GOODS = "3 stone 3 wood 3 sand 4 grain 4 coin"
TOWN = ["street a1 b2 c2", "market c2", "street c2 c3 c4", "house b2-b3-c2", "sack c2"]


def drafting() -> Position:
    """Two players about to choose their first tiles."""
    return blind_match(milestones, 2, 0).position_at(25)


def opening() -> Position:
    """Three players, nothing built."""
    return table(3, boards=["Q1 L4 S3 # C2"], goods=[GOODS])


def works() -> Position:
    """A rich player at the board of works of a town."""
    told = table(boards=["Q1 L4 S3 G2* C2"], goods=[GOODS], built=TOWN)
    return play(told, "go board-of-works")


def trade() -> Position:
    """A rich player at the trading house."""
    return play(table(boards=["Q1 L4 S3 G2* C2"], goods=[GOODS]), "go trading-house")


def mill() -> Position:
    """A miller with two markets to supply."""
    return play(table(goods=[GOODS], built=TOWN[:3]), "go mill")


def castle() -> Position:
    """Too many goods and three workers at the castle."""
    told = table(boards=["Q1 L4 S3"], goods=["2 stone 1 wood 2 coin"], pawns=["mill"])
    return play(told, "go castle")


COUNTS = {
    drafting: [5, 35, 140, 600, 1800, 12600],
    opening: [11, 84, 862, 9849, 135201],
    works: [11, 75, 428, 1470, 7228, 37560],
    trade: [20, 315, 4899, 71331],
    mill: [3, 5, 9, 43, 207, 998],
    castle: [3, 8, 24, 264, 2835, 17053],
}


@pytest.mark.parametrize("position", COUNTS)
def test_the_number_of_ways_on(position: Callable[[], Position]) -> None:
    counts = COUNTS[position]
    assert [perft(position(), depth) for depth in range(1, len(counts) + 1)] == counts
