"""Golden games of Finca."""

from rondel.testkit.golden import GoldenGames


class TestGolden(GoldenGames, game="finca"):
    """Replay the golden games of Finca."""
