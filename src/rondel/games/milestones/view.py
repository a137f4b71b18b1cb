"""Milestones' table as a typed document for boards and clients."""

from typing import Literal, get_args

import msgspec

from rondel.core import Position
from rondel.games.milestones.actions import Good, Kind, Stop
from rondel.games.milestones.rules import CUBES_FOR_A_COIN, FLOUR_PRICE, PRICE

Duty = Literal[
    "bonus",
    "turn-up",
    "refill",
    "draft",
    "lay-first",
    "move",
    "trade",
    "lay",
    "works",
    "via",
    "to",
    "take",
    "mill",
    "discard",
    "cover",
    "over",
]
"""Current duty: three for chance, twelve for the seat, none once the game is over."""
Part = Literal["street", "house", "market", "sack"]
Confidence = Literal["certain", "inferred", "reconstruction"]

DUTIES: tuple[Duty, ...] = get_args(Duty)
KINDS_OF_WORKERS: tuple[Kind, ...] = get_args(Kind)
GOODS: tuple[Good, ...] = get_args(Good)
STOPS: tuple[Stop, ...] = get_args(Stop)


class Worker(msgspec.Struct, frozen=True):
    """Worker: its kind and its number."""

    kind: Kind
    number: int


class Tile(msgspec.Struct, frozen=True):
    """Worker tile, named as steps name it."""

    name: str
    left: Worker
    right: Worker


class Unseen(msgspec.Struct, frozen=True):
    """Number of tiles of a design in the draw pile."""

    tile: Tile
    count: int


class Vertex(msgspec.Struct, frozen=True):
    """Crossing of the map and what stands there."""

    name: str
    row: str
    column: int
    """Row and column as its name gives them."""
    x: int
    """Half steps from the left."""
    y: int
    """Rows from the top."""
    number: int | None
    """Number of the crossing; None at the start market."""
    road: bool
    """True if it belongs to the road network."""
    free_end: bool
    """True if a street can be continued here."""
    milestone: bool
    market: bool
    sack: bool
    uncovered: bool
    """True if it shows a number that neither a milestone nor a market covers."""


class Triangle(msgspec.Struct, frozen=True):
    """Triangle of the map: its corners, its bush, and its contents."""

    name: str
    corners: tuple[str, str, str]
    bush: bool
    bonus_tile: Kind | None
    house: bool


class Section(msgspec.Struct, frozen=True):
    """Street section: two street pieces, with a milestone where they meet."""

    builder: int
    start: str
    milestone: str
    end: str


class Stall(msgspec.Struct, frozen=True):
    """Market, with its flour sack if it has one."""

    vertex: str
    builder: int | None
    """Builder of the market; None for the start market."""
    supplier: int | None
    """Seat that supplied it with flour."""


class Home(msgspec.Struct, frozen=True):
    """House."""

    triangle: str
    builder: int


class Supply(msgspec.Struct, frozen=True):
    """Parts left to build."""

    sections: int
    houses: int
    markets: int
    sacks: int


class Prices(msgspec.Struct, frozen=True):
    """Prices: goods for each part, coins at the trading house."""

    parts: dict[Part, dict[Good, int]]
    hire: int
    """Coins for a tile."""
    buy: int
    """Coins for a cube."""
    sell: int
    """Cubes that bring a coin."""


PRICES = Prices(
    parts={
        "street": {"stone": 1, "sand": 1},
        "house": {"stone": 1, "wood": 1},
        "market": {"wood": 1, "sand": 1},
        "sack": {"grain": FLOUR_PRICE},
    },
    hire=PRICE,
    buy=PRICE,
    sell=CUBES_FOR_A_COIN,
)
"""§6, §7, §9"""


class Space(msgspec.Struct, frozen=True):
    """Space of a player's board. Only employment spaces have workers."""

    stop: Stop
    worker: Worker | None
    covered: bool
    """True if a cover tile lies on it."""
    bonus_tile: bool


class Score(msgspec.Struct, frozen=True):
    """Sources of a player's points, as if the game ended now."""

    streets: int
    houses: int
    markets: int
    sacks: int
    bonus_tiles: int
    bonus_workers: int
    majorities: int
    total: int


class Visit(msgspec.Struct, frozen=True):
    """Effect of moving the pawn to a space, if done now."""

    stop: Stop
    gains: dict[Good, int]
    points: int
    discards: int
    """Number of cubes and coins that would have to go."""
    covers: bool
    """True if a worker would have to be covered."""
    awaits: Duty | None
    """Decision that would follow, if any."""


class Player(msgspec.Struct, frozen=True):
    """Belongings of a seat."""

    seat: int
    pawn: Stop
    spaces: tuple[Space, ...]
    """Spaces of the loop, clockwise from the castle."""
    goods: dict[Good, int]
    points: int
    """Points on the score track, which majorities reach only at the end."""
    score: Score
    ascending: bool
    """True if the trading house would pay a coin: the visible numbers never fall."""
    visits: tuple[Visit, ...]
    """Effects of every space that the pawn could move to, as if it were this seat's move."""
    place: int
    """Place at the table as if the game ended now; equals share it."""


class Majority(msgspec.Struct, frozen=True):
    """Comparison of a kind of worker: each seat's strength and points if the game ended now."""

    kind: Kind
    strengths: tuple[int, ...]
    points: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """Planned street section."""

    start: str
    milestone: str | None


class Build(msgspec.Struct, frozen=True):
    """Build, or flour sack, that is possible now."""

    part: Part
    place: str
    """Triangle of a house, otherwise the vertex; of a street, its milestone's vertex."""
    start: str | None
    """Vertex where a street begins."""
    ends: tuple[str, ...]
    """Vertices where a street can end."""
    points: int
    pays: dict[Good, int]
    gains: dict[Good, int]
    bonus_tiles: tuple[str, ...]
    """Bushes whose bonus tile could then be taken."""
    must_take: bool
    """True if it must be taken."""


class Change(msgspec.Struct, frozen=True):
    """Effect of laying the tile, or the cover tile, on a space of the mover's board."""

    space: int
    """Number of the space, the left one of the two for a tile."""
    workers: tuple[Worker, ...]
    """Visible workers that would go."""
    bonus_tiles: tuple[Kind, ...]
    """Bonus tiles that would be lost with them."""
    ascending: bool
    """True if the trading house would pay a coin afterwards."""


class Ending(msgspec.Struct, frozen=True):
    """Approaching or reached end: who triggered it, why, and who still has a last turn."""

    seat: int
    reason: str
    last_turns: tuple[int, ...]
    """Seats with a last turn, in order, including the current one."""


class View(msgspec.Struct, frozen=True):
    """Complete table; nothing is hidden."""

    game: str
    edition: str
    confidence: dict[str, Confidence]
    """Confidence in each fact of the edition."""
    players: tuple[Player, ...]
    seat: int | None
    """Seat to move; None if chance is to move or the game is over."""
    mover: int
    """Seat whose turn it is, or will be after chance has dealt."""
    duty: Duty
    moves_left: int
    hired: bool
    """True if this visit to the trading house has hired its tile."""
    tile: Tile | None
    """Tile that is to be laid."""
    plan: Plan | None
    offered: tuple[str, ...]
    """Bushes whose bonus tile the mover may take now."""
    must_take: bool
    vertices: tuple[Vertex, ...]
    triangles: tuple[Triangle, ...]
    sections: tuple[Section, ...]
    """Street sections in building order; markets and houses in the same order."""
    markets: tuple[Stall, ...]
    houses: tuple[Home, ...]
    supply: Supply
    prices: Prices
    display: tuple[Tile | None, ...]
    starting_row: tuple[Tile, ...]
    left_over: Tile | None
    """Tile of the starting row that went to the box."""
    pile: int
    """Number of tiles in the draw pile."""
    unseen: tuple[Unseen, ...]
    """Tiles in the draw pile."""
    lost_bonus_tiles: dict[Kind, int]
    target: int
    """Points that trigger the end."""
    majorities: tuple[Majority, ...]
    builds: tuple[Build, ...]
    changes: tuple[Change, ...]
    ending: Ending | None


def view(position: Position) -> View:
    """Return the view of a position."""
    return msgspec.json.decode(position.view_json, type=View)


def code(worker: Worker) -> str:
    """Return a worker as tile names write it: "Q5"."""
    return f"{worker.kind[0].upper()}{worker.number}"
