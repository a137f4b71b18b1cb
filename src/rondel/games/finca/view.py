"""Finca's table as a typed document for boards and clients."""

from typing import Literal, get_args

import msgspec

from rondel.core import Position
from rondel.games.finca.actions import (
    Fruit,
)

Duty = Literal["lay-blade", "lay-finca", "turn-up", "place", "turn", "move", "land", "fill", "over"]
"""Current duty: three for chance, five for the seat, none once the game is over."""
Kind = Literal["fig", "almond", "olive", "orange", "grape", "lemon", "any"]
"""Prints of tiles: fruits, and `any` for question marks."""
ActionTile = Literal["wind", "gust", "large", "less"]
Delivering = Literal["cart", "large", "less"]

DUTIES: tuple[Duty, ...] = get_args(Duty)
FRUITS: tuple[Fruit, ...] = get_args(Fruit)
KINDS_PRINTED: tuple[Kind, ...] = get_args(Kind)
ACTION_TILES: tuple[ActionTile, ...] = get_args(ActionTile)


class Tile(msgspec.Struct, frozen=True):
    """Design of a fruit tile: its prints and its value."""

    name: str
    value: int
    prints: dict[Kind, int]


class Unseen(msgspec.Struct, frozen=True):
    """Number of unseen tiles of a design, in piles or in the box."""

    tile: Tile
    count: int


class FincaTile(msgspec.Struct, frozen=True):
    """Finca tile: the kinds whose majority wins it, and its points."""

    name: str
    kinds: tuple[Kind, ...]
    points: int


class Blade(msgspec.Struct, frozen=True):
    """Blade of the windmill and each seat's farmers on it."""

    place: int
    fruit: Fruit | None
    farmers: tuple[int, ...]


class Village(msgspec.Struct, frozen=True):
    """Village: its pile with the tile on top, its finca tile, its wooden finca."""

    name: str
    title: str
    tiles_left: int
    """Tiles lying there, the face-up one included."""
    face_up: Tile | None
    waits_for_tile: bool
    """True if its next tile is about to be turned up."""
    filled: bool
    """True if the delivery going on has taken its tile."""
    finca_tile: FincaTile | None
    finca_decided: bool
    standing: tuple[int, ...]
    """Printed fruits that count for its finca tile, by seat, while it is to be won."""
    finca_winner: int | None
    """Winner of the finca tile; None if undecided or tied."""
    wooden_finca: bool


class BonusTile(msgspec.Struct, frozen=True):
    """Bonus tile for a set of the values 1 to 6, and its owner."""

    value: int
    owner: int | None


class Score(msgspec.Struct, frozen=True):
    """Sources of a player's points, as if the game ended now."""

    fruit_tiles: int
    finca_tiles: int
    action_tiles: int
    bonus_tiles: int
    total: int


class Player(msgspec.Struct, frozen=True):
    """Belongings of a seat."""

    seat: int
    farmers_waiting: int
    """Farmers off the windmill: not yet placed, or lifted by a gust."""
    fruits: dict[Fruit, int]
    carts: int
    action_tiles: tuple[ActionTile, ...]
    tiles: tuple[Tile, ...]
    values: tuple[int, ...]
    """Numbers of collected tiles of the values 1, 2, … 6; one of each is a set."""
    sets: int
    """Sets that have been counted, paid or not."""
    printed: dict[Kind, int]
    """Fruits printed on collected tiles: what majorities count."""
    finca_tiles: tuple[FincaTile, ...]
    bonus_tiles: tuple[int, ...]
    score: Score
    place: int
    """Place at the table as if the game ended now; equals share it."""


class Delivery(msgspec.Struct, frozen=True):
    """Current delivery."""

    room: int
    """Fruits the cart can still take."""
    discount: bool
    """True if one-fruit-less must still be used."""
    filled: tuple[str, ...]
    """Villages whose tile has been taken."""


class Harvest(msgspec.Struct, frozen=True):
    """Effect of arriving on a blade."""

    fruit: Fruit
    amount: int
    carts: int
    fruit_short: bool
    """True if the supply runs short, so that everybody first returns this fruit."""
    carts_short: bool
    """True if the centre runs short, so that everybody first returns their carts."""
    fruit_changes: tuple[int, ...]
    """Change of each seat's heap of this fruit."""
    cart_changes: tuple[int, ...]
    """Change of each seat's carts."""


class Walk(msgspec.Struct, frozen=True):
    """Effect of an ordinary move of a seat's farmer, if made now."""

    seat: int
    blade: int
    distance: int
    arrival: int
    harvest: Harvest


class Landing(msgspec.Struct, frozen=True):
    """Effect of setting the waiting farmer down on a blade, if done now."""

    blade: int
    harvest: Harvest


class Filling(msgspec.Struct, frozen=True):
    """Way for the seat to move to fill a village's tile now."""

    village: str
    delivery: Delivering | None
    """Delivery to start for it; None if the current one suffices."""
    fruit: Fruit | None
    """Fruit that fills a question-mark tile, or the one left out."""
    saved: int
    """Fruits that the tile prints and the delivery spares."""
    pays: dict[Fruit, int]
    room_after: int


class View(msgspec.Struct, frozen=True):
    """Complete table; nothing is hidden."""

    game: str
    edition: str
    players: tuple[Player, ...]
    seat: int | None
    """Seat to move; None if chance is to move or the game is over."""
    mover: int
    """Seat whose turn it is, or will be after chance has dealt."""
    duty: Duty
    moves_left: int
    """Moves the strong wind still allows."""
    blades: tuple[Blade, ...]
    cart_lines_after: tuple[int, ...]
    """Blades after which, clockwise, a farmer crosses a cart line."""
    centre_carts: int
    supply: dict[Fruit, int]
    villages: tuple[Village, ...]
    wooden_fincas_left: int
    bonus_tiles: tuple[BonusTile, ...]
    """Bonus tiles from the top of the stack, including those taken."""
    unused_action_points: int
    """Points for an action tile kept to the end."""
    delivery: Delivery | None
    unseen: tuple[Unseen, ...]
    walks: tuple[Walk, ...]
    landings: tuple[Landing, ...]
    """Effects for every blade, while a farmer is to be placed or set down."""
    fillings: tuple[Filling, ...]
    reason: str | None
    """Reason for the end."""


def view(position: Position) -> View:
    """Return the view of a position."""
    return msgspec.json.decode(position.view_json, type=View)
