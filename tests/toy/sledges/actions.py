"""Steps of the sledges: players' actions and the rolls of the die."""

from typing import Annotated, ClassVar

import msgspec

from rondel.core.steps import Step, StepCodec


class Ride(Step, frozen=True, tag="ride"):
    """§2 Ride on by the roll."""

    notation: ClassVar[str] = "ride"


class Wax(Step, frozen=True, tag="wax"):
    """§3 Stay, and wax the runners."""

    notation: ClassVar[str] = "wax"


class Roll(Step, frozen=True, tag="roll"):
    """§1 Roll the die."""

    notation: ClassVar[str] = "roll {pips}"
    pips: Annotated[int, msgspec.Meta(ge=1, lt=7)]


STEPS = StepCodec((Ride, Wax), (Roll,))
RIDE, WAX, ROLL = STEPS.first(Ride), STEPS.first(Wax), STEPS.first(Roll)
