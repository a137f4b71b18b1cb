"""Whole games of Milestones, kept as text."""

from rondel.testkit.golden import GoldenGames


class TestGolden(GoldenGames, game="milestones"):
    """Milestones plays its golden games to the letter."""
