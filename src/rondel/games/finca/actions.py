"""Finca's steps: what a player can do, and what chance can deal."""

from typing import Annotated, ClassVar, Literal

import msgspec

from rondel.core.steps import Named, Step, StepCodec

Fruit = Literal["fig", "almond", "olive", "orange", "grape", "lemon"]
Blade = Annotated[int, msgspec.Meta(ge=0, lt=12)]
Village = Annotated[str, Named("village", 10)]


class Place(Step, frozen=True, tag="place"):
    """§3 Put a farmer on a blade at the start."""

    notation: ClassVar[str] = "place {blade}"
    blade: Blade


class Move(Step, frozen=True, tag="move"):
    """§4.1 Move one of your farmers from this blade."""

    notation: ClassVar[str] = "move {blade}"
    blade: Blade


class Wind(Step, frozen=True, tag="wind"):
    """§4.3 Play the strong wind: one move, or two."""

    notation: ClassVar[str] = "wind"


class Gust(Step, frozen=True, tag="gust"):
    """§4.3 Play the gust: lift one of your farmers from this blade."""

    notation: ClassVar[str] = "gust {blade}"
    blade: Blade


class Land(Step, frozen=True, tag="land"):
    """§4.3 Set the lifted farmer down on any blade."""

    notation: ClassVar[str] = "land {blade}"
    blade: Blade


class Cart(Step, frozen=True, tag="cart"):
    """§4.2 Return a cart and deliver up to 6 fruits."""

    notation: ClassVar[str] = "cart"


class Large(Step, frozen=True, tag="large"):
    """§4.3 Play the large cart: deliver up to 10 fruits."""

    notation: ClassVar[str] = "large"


class Less(Step, frozen=True, tag="less"):
    """§4.3 Play one-fruit-less: return a cart and deliver with a discount."""

    notation: ClassVar[str] = "less"


class Fill(Step, frozen=True, tag="fill"):
    """§4.2 Fill the village's tile exactly."""

    notation: ClassVar[str] = "fill {village}"
    village: Village


class FillAny(Step, frozen=True, tag="fill-any"):
    """§4.2 Fill the village's question-mark tile with one kind."""

    notation: ClassVar[str] = "fill {village} with {fruit}"
    village: Village
    fruit: Fruit


class FillLess(Step, frozen=True, tag="fill-less"):
    """§4.3 Fill the village's tile, leaving out one fruit of this kind."""

    notation: ClassVar[str] = "fill {village} less {fruit}"
    village: Village
    fruit: Fruit


class Done(Step, frozen=True, tag="done"):
    """§4.2 End the delivery."""

    notation: ClassVar[str] = "done"


class Stop(Step, frozen=True, tag="stop"):
    """§4.3 Leave it at one move of the strong wind."""

    notation: ClassVar[str] = "stop"
    since: ClassVar[int] = 2


class End(Step, frozen=True, tag="end"):
    """§6 End a game in which the farmers only go round and round."""

    notation: ClassVar[str] = "end"
    since: ClassVar[int] = 2


class LayBlade(Step, frozen=True, tag="lay-blade"):
    """§2 The next blade of the windmill shows this fruit."""

    notation: ClassVar[str] = "blade {fruit}"
    fruit: Fruit


class LayFinca(Step, frozen=True, tag="lay-finca"):
    """§2 The next village gets this finca tile."""

    notation: ClassVar[str] = "finca {tile}"
    tile: Annotated[str, Named("finca", 10)]


class TurnUp(Step, frozen=True, tag="turn-up"):
    """§2, §4.2 The next tile turned up shows this."""

    notation: ClassVar[str] = "tile {tile}"
    tile: Annotated[str, Named("tile", 42)]


ACTIONS = (
    Place,
    Move,
    Wind,
    Gust,
    Land,
    Cart,
    Large,
    Less,
    Fill,
    FillAny,
    FillLess,
    Done,
    Stop,
    End,
)
STEPS = StepCodec(ACTIONS, (LayBlade, LayFinca, TurnUp))

PLACE = STEPS.first(Place)
MOVE = STEPS.first(Move)
WIND = STEPS.first(Wind)
GUST = STEPS.first(Gust)
LAND = STEPS.first(Land)
CART = STEPS.first(Cart)
LARGE = STEPS.first(Large)
LESS = STEPS.first(Less)
FILL = STEPS.first(Fill)
FILL_ANY = STEPS.first(FillAny)
FILL_LESS = STEPS.first(FillLess)
DONE = STEPS.first(Done)
STOP = STEPS.first(Stop)
END = STEPS.first(End)
LAY_BLADE = STEPS.first(LayBlade)
LAY_FINCA = STEPS.first(LayFinca)
TURN_UP = STEPS.first(TurnUp)
