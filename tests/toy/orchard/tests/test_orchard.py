"""Conformance of the orchard, and a few more tests."""

from rondel.core import Over
from rondel.games import find
from rondel.match import Match, read_record, write_record
from rondel.testkit import Conformance, random_match

orchard = find("orchard")


class TestOrchard(Conformance, game="orchard"):
    """Run the conformance suite on the orchard."""


def test_whoever_comes_past_the_gate_lets_the_wind_in() -> None:
    match = Match(orchard, deal=False)
    for step in ("wind plum", "walk 3", "pick 1", "walk 1", "pick 2", "walk 2", "pick 2"):
        match.push(step)
    assert match.position.is_chance
    match.push("wind quince")
    assert match.position.scores == (3, 2)
    assert match.position.seat == 1


def test_both_ways_to_end_occur() -> None:
    ends = [random_match(orchard, players, seed).turn for players in (2, 4) for seed in range(30)]
    assert {end.reason for end in ends if isinstance(end, Over)} == {"bare", "full"}


def test_a_record_carries_an_orchard_of_ones_own() -> None:
    assert orchard.read_edition is not None
    own = orchard.read_edition("oak 1\nash 2\nelm 3\nfir 4\nyew 5\n")
    match = Match(orchard, edition=own, deal=False)
    match.push("wind ash")
    again = read_record(write_record(match))
    assert again.position == match.position
    assert again.edition.source == own.source
