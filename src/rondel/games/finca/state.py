"""Finca's table and box as fixed-size records."""

from typing import Any

import numpy as np

from rondel.kernel.record import Array, Record, array, i8, i16
from rondel.kernel.state import MAX_SEATS, Head

BLADES = 12
KINDS = 6
ANY = 6
"""Question marks count as a seventh kind of print."""
VILLAGES = 10
TILES = 42
VALUES = 6
ACTION_TILES = 4
MAX_FARMERS = 12
BONUSES = 4

WIND_TILE, GUST_TILE, LARGE_TILE, LESS_TILE = 1, 2, 4, 8
"""Bits of the action tiles that a seat still has."""

DUTY_BLADE, DUTY_FINCA, DUTY_TURN_UP, DUTY_PLACE, DUTY_TURN, DUTY_MOVE, DUTY_LAND, DUTY_FILL = (
    range(8)
)
"""Current duty: three for chance, five for the seat."""

NOBODY = -1
UNDECIDED = -2

LAST_FINCA, GOING_ROUND = 0, 1
"""Reasons for the end."""


class State(Head):
    """State of the table. Unseen piles have no order: only the unseen tiles are counted."""

    duty: i8
    mover: i8
    moves: i8
    """Moves the strong wind still allows."""
    circles: i8
    """Turns in a row that led a farmer once around, back to its blade."""
    room: i8
    """Fruits the cart can still take."""
    discount: i8
    """True if one-fruit-less must still be used."""
    filled: i16
    """Villages filled in this delivery, a bit each."""
    turning: i16
    """Villages whose next tile is to be turned up, a bit each."""
    blades: Array = array(BLADES)
    farmers: Array = array(BLADES, MAX_SEATS)
    waiting: Array = array(MAX_SEATS)
    """Farmers not yet placed."""
    supply: Array = array(KINDS)
    hands: Array = array(MAX_SEATS, KINDS)
    carts: Array = array(MAX_SEATS)
    centre: i8
    """Carts in the middle of the windmill."""
    actions: Array = array(MAX_SEATS)
    piles: Array = array(VILLAGES)
    """Tiles left in each village, the face-up one included."""
    face_up: Array = array(VILLAGES)
    """Tile each village shows, or NOBODY."""
    fincas: Array = array(VILLAGES)
    """Finca tile of each village."""
    finca_owners: Array = array(VILLAGES)
    """Winner of each finca tile: a seat, NOBODY (the box) or UNDECIDED."""
    wooden: Array = array(VILLAGES)
    """True if a wooden finca stands there."""
    wood: i8
    """Wooden fincas left."""
    unseen: Array = array(TILES)
    """Number of unseen tiles of each design."""
    owners: Array = array(TILES)
    """Owner of each tile: a seat or NOBODY."""
    values: Array = array(MAX_SEATS, VALUES)
    """Collected tiles by value."""
    printed: Array = array(MAX_SEATS, KINDS + 1)
    """Fruits printed on collected tiles, question marks last."""
    sets: Array = array(MAX_SEATS)
    """Complete sets of values already seen to."""
    bonuses: Array = array(BONUSES)
    """Owner of each bonus tile, the top one first."""
    bonus: i8
    """Bonus tiles handed out."""


class Box(Record):
    """Printed facts: the tiles, and what depends on the number of players."""

    crossings: Array = array(BLADES, MAX_FARMERS + 1)
    """Cart lines crossed from a blade by so many steps."""
    blades_per_kind: i8
    fruits_per_kind: i8
    pile_height: i8
    finca_points: i8
    unused_action_points: i8
    cart_holds: i8
    large_cart_holds: i8
    bonus_tiles: Array = array(BONUSES)
    designs: i8
    copies: Array = array(TILES)
    """Tiles of each design."""
    first_tile: Array = array(TILES)
    """Lowest tile of each design."""
    design: Array = array(TILES)
    """Design of each tile."""
    prints: Array = array(TILES, KINDS + 1)
    """Prints of each design."""
    value: Array = array(TILES)
    """Value of each design."""
    price: Any = array(TILES + 1, of=np.int64)
    """Price of each tile, packed; the last one, which NOBODY points at, is unaffordable."""
    finca_kinds: Array = array(VILLAGES, KINDS + 1)
    """1 where a finca tile counts that kind."""
    farmers: Array = array(MAX_SEATS + 1)
    carts: Array = array(MAX_SEATS + 1)
    wooden_fincas: Array = array(MAX_SEATS + 1)
