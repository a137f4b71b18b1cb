"""Finca against the suite that every game must pass."""

from rondel.testkit import Conformance


def on_one_blade(players: int, farmers: int) -> list[str]:
    """Everybody stands on the first blade, and no gust is left."""
    return ["place 0"] * (players * farmers) + ["gust 0", "land 0"] * players


class TestFinca(Conformance, game="finca"):
    """Finca gets right what every game must."""

    nowhere = {3: on_one_blade(3, 4), 4: on_one_blade(4, 3)}  # noqa: RUF012
