"""Whole games of Finca, kept as text."""

from rondel.testkit.golden import GoldenGames


class TestGolden(GoldenGames, game="finca"):
    """Finca plays its golden games to the letter."""
