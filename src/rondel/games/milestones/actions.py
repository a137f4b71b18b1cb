"""Milestones' steps: what a player can do, and what chance can deal."""

from typing import Annotated, ClassVar, Literal

import msgspec

from rondel.core.steps import Named, Step, StepCodec

Kind = Literal["quarryman", "lumberjack", "sand-worker", "grain-grower", "coiner"]
Cube = Literal["stone", "wood", "sand", "grain"]
Good = Literal["stone", "wood", "sand", "grain", "coin"]
"""Goods, in the order of the workers who give them."""
Stop = Literal[
    "castle",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "trading-house",
    "board-of-works",
    "mill",
]
"""Loop of a player's board, clockwise; 1 to 8 are the employment spaces."""
Space = Annotated[int, msgspec.Meta(ge=1, lt=9)]
LeftSpace = Annotated[int, msgspec.Meta(ge=1, lt=8)]
Tile = Annotated[str, Named("tile", 35)]
Vertex = Annotated[str, Named("vertex", 128)]
Triangle = Annotated[str, Named("triangle", 256)]
Sum = Annotated[int, msgspec.Meta(ge=2, lt=10)]
"""Sum of two numbers from 1 to 5, below the highest possible one."""
Bush = Annotated[str, Named("bush", 15)]
"""Triangle that had a bonus tile at the start, named as all triangles are."""


class Draft(Step, frozen=True, tag="draft"):
    """§3 Take a tile of the starting row."""

    notation: ClassVar[str] = "draft {tile}"
    tile: Tile


class Lay(Step, frozen=True, tag="lay"):
    """§3, §6 Lay the tile on this employment space and the next one."""

    notation: ClassVar[str] = "lay {space}"
    space: LeftSpace


class Go(Step, frozen=True, tag="go"):
    """§4 Move the pawn to this space of the loop."""

    notation: ClassVar[str] = "go {stop}"
    stop: Stop


class Hire(Step, frozen=True, tag="hire"):
    """§6 Buy a tile of the display."""

    notation: ClassVar[str] = "hire {tile}"
    tile: Tile


class Buy(Step, frozen=True, tag="buy"):
    """§6 Buy a cube."""

    notation: ClassVar[str] = "buy {cube}"
    cube: Cube


class Sell(Step, frozen=True, tag="sell"):
    """§6 Sell two cubes for a coin; the one named first comes first in the order of workers."""

    notation: ClassVar[str] = "sell {first} {second}"
    first: Cube
    second: Cube


class Street(Step, frozen=True, tag="street"):
    """§7 Begin a street section here."""

    notation: ClassVar[str] = "street {vertex}"
    vertex: Vertex


class Via(Step, frozen=True, tag="via"):
    """§7 Its milestone will stand here."""

    notation: ClassVar[str] = "via {vertex}"
    vertex: Vertex


class To(Step, frozen=True, tag="to"):
    """§7 It ends here; this builds it."""

    notation: ClassVar[str] = "to {vertex}"
    vertex: Vertex


class House(Step, frozen=True, tag="house"):
    """§7 Build a house in this triangle."""

    notation: ClassVar[str] = "house {triangle}"
    triangle: Triangle


class Market(Step, frozen=True, tag="market"):
    """§7 Build a market on this number."""

    notation: ClassVar[str] = "market {vertex}"
    vertex: Vertex


class Take(Step, frozen=True, tag="take"):
    """§8 Take a bonus tile from the map and lay it on the worker of this space."""

    notation: ClassVar[str] = "take {bush} on {space}"
    bush: Bush
    space: Space


class Leave(Step, frozen=True, tag="leave"):
    """§8 Leave the bonus tiles where they lie."""

    notation: ClassVar[str] = "leave"


class Sack(Step, frozen=True, tag="sack"):
    """§9 Supply this market with flour, for the two highest numbers."""

    notation: ClassVar[str] = "sack {vertex}"
    vertex: Vertex


class SackFor(Step, frozen=True, tag="sack-for"):
    """§9 Supply this market with flour for two numbers that are not the highest."""

    notation: ClassVar[str] = "sack {vertex} for {points}"
    since: ClassVar[int] = 2
    vertex: Vertex
    points: Sum


class Discard(Step, frozen=True, tag="discard"):
    """§10 Give back a cube or coin at the castle."""

    notation: ClassVar[str] = "discard {good}"
    good: Good


class Cover(Step, frozen=True, tag="cover"):
    """§10 Cover the worker of this space."""

    notation: ClassVar[str] = "cover {space}"
    space: Space


class Done(Step, frozen=True, tag="done"):
    """§5 End the stop."""

    notation: ClassVar[str] = "done"


class LayBonus(Step, frozen=True, tag="lay-bonus"):
    """§2 The next bush gets a bonus tile of this worker."""

    notation: ClassVar[str] = "bonus {kind}"
    kind: Kind


class TurnUp(Step, frozen=True, tag="turn-up"):
    """§2, §6 The next worker tile turned up is this one."""

    notation: ClassVar[str] = "tile {tile}"
    tile: Tile


ACTIONS = (
    Go,
    Discard,
    Cover,
    Done,
    Hire,
    Lay,
    Buy,
    Sell,
    Street,
    Via,
    To,
    House,
    Market,
    Take,
    Leave,
    Sack,
    Draft,
    SackFor,
)
STEPS = StepCodec(ACTIONS, (LayBonus, TurnUp))

GO = STEPS.first(Go)
DISCARD = STEPS.first(Discard)
COVER = STEPS.first(Cover)
DONE = STEPS.first(Done)
HIRE = STEPS.first(Hire)
LAY = STEPS.first(Lay)
BUY = STEPS.first(Buy)
SELL = STEPS.first(Sell)
STREET = STEPS.first(Street)
VIA = STEPS.first(Via)
TO = STEPS.first(To)
HOUSE = STEPS.first(House)
MARKET = STEPS.first(Market)
TAKE = STEPS.first(Take)
LEAVE = STEPS.first(Leave)
SACK = STEPS.first(Sack)
DRAFT = STEPS.first(Draft)
SACK_FOR = STEPS.first(SackFor)
LAY_BONUS = STEPS.first(LayBonus)
TURN_UP = STEPS.first(TurnUp)
