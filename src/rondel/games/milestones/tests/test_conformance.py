"""Conformance of Milestones."""

from typing import ClassVar

from rondel.games.milestones.tests.steered import Builder
from rondel.testkit import Conformance
from rondel.testkit.blind import Taste


class TestMilestones(Conformance, game="milestones"):
    """Run the conformance suite on Milestones."""

    taste: ClassVar[Taste | None] = Builder()
