"""Conformance of Milestones."""

from typing import ClassVar

from rondel.games.milestones.tests.steered import Builder
from rondel.testkit import Conformance
from rondel.testkit.random_play import Preference


class TestMilestones(Conformance, game="milestones"):
    """Run the conformance suite on Milestones."""

    preference: ClassVar[Preference | None] = Builder()
