"""Milestones against the suite that every game must pass."""

from rondel.games.milestones.tests.steered import Builder
from rondel.testkit import Conformance


class TestMilestones(Conformance, game="milestones"):
    """Milestones gets right what every game must."""

    taste = Builder()
