"""Conformance of the ferries, and a few more tests."""

from rondel.games import find
from rondel.match import Match
from rondel.testkit import Conformance

ferries = find("ferries")


class TestFerries(Conformance, game="ferries"):
    """Run the conformance suite on the ferries."""


def test_a_flag_replaces_another_one() -> None:
    match = Match(ferries, deal=False)
    for step in ("launch anse", "launch cap", "sail baie", "sail baie"):
        match.push(step)
    sea = match.position.view
    assert [(harbour.name, harbour.owner) for harbour in sea.map[:3]] == [
        ("anse", 0), ("baie", 1), ("cap", 1),
    ]  # fmt: skip
    assert [player.score["total"] for player in sea.players] == [1, 6]
    assert sea.map[1].lines == ("anse", "cap", "estran")
