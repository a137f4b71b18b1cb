"""Golden games of Milestones."""

from rondel.testkit.golden import GoldenGames


class TestGolden(GoldenGames, game="milestones"):
    """Replay the golden games of Milestones."""
