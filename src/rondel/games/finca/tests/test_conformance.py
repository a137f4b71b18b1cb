"""Conformance of Finca."""

from rondel.testkit import Conformance


def on_one_blade(players: int, farmers: int) -> list[str]:
    """Return steps that put everybody on the first blade with no gust left."""
    return ["place 0"] * (players * farmers) + ["gust 0", "land 0"] * players


class TestFinca(Conformance, game="finca"):
    """Run the conformance suite on Finca."""

    nowhere = {3: on_one_blade(3, 4), 4: on_one_blade(4, 3)}  # noqa: RUF012
