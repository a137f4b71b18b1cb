"""Conformance of the sledges, and a few more tests."""

import msgspec

from rondel.core import Message, Player
from rondel.games import find
from rondel.match import Match
from rondel.testkit import Conformance

sledges = find("sledges")


class TestSledges(Conformance, game="sledges"):
    """Run the conformance suite on the sledges."""


def test_a_waxed_sledge_rides_farther() -> None:
    match = Match(sledges, deal=False)
    for step in ("roll 6", "wax", "roll 1", "ride", "roll 2", "ride"):
        match.push(step)
    assert match.position.scores == (3, 1)


def test_rules_write_the_messages_of_a_game_without_a_view() -> None:
    match = Match(sledges, deal=False)
    match.push("roll 4")
    labels = [msgspec.json.decode(label, type=Message) for label in match.position.labels_json]
    assert labels == [
        Message("label-ride", {"place": 4, "player": Player(0)}),
        Message("label-wax", {"wax": 1, "player": Player(0)}),
    ]
    assert match.position.view.table["roll"] == 4
