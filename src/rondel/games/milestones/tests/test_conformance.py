"""Milestones against the suite that every game must pass."""

from typing import ClassVar

from rondel.games.milestones.tests.steered import Builder
from rondel.testkit import Conformance
from rondel.testkit.blind import Taste


class TestMilestones(Conformance, game="milestones"):
    """Milestones gets right what every game must."""

    taste: ClassVar[Taste | None] = Builder()
