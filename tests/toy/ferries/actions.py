"""Steps of the ferries: players' actions and the first harbours."""

from typing import Annotated, ClassVar

from rondel.core.steps import Named, Step, StepCodec

HARBOURS = 6
"""Number of harbours on a map."""


class Sail(Step, frozen=True, tag="sail"):
    """§2 Sail along a line to a harbour."""

    notation: ClassVar[str] = "sail {harbour}"
    harbour: Annotated[str, Named("harbour", HARBOURS)]


class Launch(Step, frozen=True, tag="launch"):
    """§1 Place a ferry in a harbour."""

    notation: ClassVar[str] = "launch {harbour}"
    harbour: Annotated[str, Named("harbour", HARBOURS)]


STEPS = StepCodec((Sail,), (Launch,))
SAIL, LAUNCH = STEPS.first(Sail), STEPS.first(Launch)
