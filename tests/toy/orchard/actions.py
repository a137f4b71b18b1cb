"""Steps of walkers and of the wind."""

from typing import Annotated, ClassVar

import msgspec

from rondel.core.steps import Named, Step, StepCodec

TREES = 5


class Walk(Step, frozen=True, tag="walk"):
    """§1 Walk on by so many trees."""

    notation: ClassVar[str] = "walk {trees}"
    trees: Annotated[int, msgspec.Meta(ge=1, lt=4)]


class Pick(Step, frozen=True, tag="pick"):
    """§2 Pick so many fruits."""

    notation: ClassVar[str] = "pick {fruits}"
    fruits: Annotated[int, msgspec.Meta(ge=0, lt=3)]


class Fall(Step, frozen=True, tag="fall"):
    """§3 The wind takes a fruit of this tree."""

    notation: ClassVar[str] = "wind {tree}"
    tree: Annotated[str, Named("tree", TREES)]


STEPS = StepCodec((Walk, Pick), (Fall,))
WALK, PICK, FALL = STEPS.first(Walk), STEPS.first(Pick), STEPS.first(Fall)
