"""Milestones' table and box as fixed-size records."""

import numpy as np

from rondel.kernel.record import Array, Record, array, i8, i16
from rondel.kernel.state import MAX_SEATS, Head

KINDS = 5
"""Number of kinds of workers and of their goods: quarryman, lumberjack, sand worker, grain grower,
coiner.
"""
CUBES = 4
STONE, WOOD, SAND, GRAIN, COIN = range(KINDS)
SPACES = 8
"""Employment spaces of a player's board."""
CASTLE = 0
FIRST_SPACE = 1
TRADING_HOUSE, BOARD_OF_WORKS, MILL = 9, 10, 11
LOOP = 12

TILES = 35
DISPLAY = 5
MAX_ROW = 9
BUSHES = 15
SECTIONS = 24
HOUSES = 12
MARKETS = 12
SACKS = 12
MIN_SUM, SUMS = 2, 8
"""Sums of two numbers below the highest possible one: the lowest, and how many."""
MAX_VERTICES = 128
MAX_TRIANGLES = 256
DIRECTIONS = 6
"""Directions: east, then clockwise: south-east, south-west, west, north-west, north-east."""
CORNERS = 3
BYTE = 8

(
    DUTY_BONUS,
    DUTY_TURN_UP,
    DUTY_REFILL,
    DUTY_DRAFT,
    DUTY_LAY_FIRST,
    DUTY_MOVE,
    DUTY_TRADE,
    DUTY_LAY,
    DUTY_WORKS,
    DUTY_VIA,
    DUTY_TO,
    DUTY_TAKE,
    DUTY_MILL,
    DUTY_DISCARD,
    DUTY_COVER,
) = range(15)
"""Current duty: three for chance, twelve for the seat."""
DUTY_NONE = -1
"""Duty after a move; only used while a step is being made."""

ROAD, MILESTONE, MARKET_STALL, FLOUR, FREE_END = 1, 2, 4, 8, 16
"""Bits of a vertex: on the road network, buildings, and the free end of a street."""

STREET_POINTS, HOUSE_POINTS, MARKET_POINTS, SACK_POINTS, TILE_POINTS, WORKER_POINTS, MAJORITIES = (
    range(7)
)
SOURCES = 7
"""Number of sources of points: four builds, taking bonus tiles, bonus workers, and the end."""

NONE = -1
COVERED = -2
"""Employment space under a cover tile."""
TARGET_REACHED, LAST_TILE_BOUGHT = 0, 1
"""Reasons for the end."""


class State(Head):
    """State of the table. The unseen pile has no order: only the unseen tiles are counted.

    Workers are numbered by tile and side: twice the tile's design, plus 1 for the right one.
    """

    duty: i8
    mover: i8
    moves: i8
    """Moves still to be made in this turn."""
    hired: i8
    """True if a tile has been hired in this visit."""
    tile: i8
    """Tile that is to be laid, or NONE."""
    section_start: i8
    section_milestone: i8
    """Street section being planned, or NONE."""
    offered: i16
    """Bushes whose bonus tiles the last build lets the mover take, a bit each."""
    must_take: i8
    """True if the build was a house, whose tile must be taken."""
    trigger: i8
    """Seat that triggered the end, or NONE."""
    pawns: Array = array(MAX_SEATS)
    """Position of each pawn on its loop."""
    workers: Array = array(MAX_SEATS, SPACES)
    """Worker on each employment space, NONE or COVERED."""
    bonuses: Array = array(MAX_SEATS, SPACES)
    """True if the worker there carries a bonus tile."""
    goods: Array = array(MAX_SEATS, KINDS)
    """Stone, wood, sand, grain, coins."""
    scores: Array = array(MAX_SEATS, of=np.int16)
    points: Array = array(MAX_SEATS, SOURCES, of=np.int16)
    """Scores by source."""
    display: Array = array(DISPLAY)
    """Designs of the tiles on offer, or NONE."""
    row: Array = array(MAX_ROW)
    """Designs of the starting row, or NONE."""
    left_over: i8
    """Design of the starting row that went to the box, or NONE."""
    unseen: Array = array(TILES)
    """Number of unseen tiles of each design."""
    pile: i8
    """Number of unseen tiles."""
    bushes: Array = array(BUSHES)
    """Kind of bonus tile on each bush, or NONE."""
    lost: Array = array(KINDS)
    """Bonus tiles that left the game, by kind."""
    vertices: Array = array(MAX_VERTICES)
    """Bits for what is on each vertex."""
    roadside: Array = array(MAX_TRIANGLES // BYTE, of=np.uint8)
    """Triangles with a street on an edge and no house in them, a bit each."""
    sections: i8
    """Number of street sections; entries after this many are empty below, as in all lists."""
    starts: Array = array(SECTIONS)
    milestones: Array = array(SECTIONS)
    ends: Array = array(SECTIONS)
    section_builders: Array = array(SECTIONS)
    markets: i8
    """Markets standing, the start market first."""
    stalls: Array = array(MARKETS)
    """Vertex of each market."""
    market_builders: Array = array(MARKETS)
    """Builder of each market; NONE for the start market."""
    houses: i8
    plots: Array = array(HOUSES, of=np.uint8)
    """Triangle of each house."""
    house_builders: Array = array(HOUSES)
    house_sections: Array = array(HOUSES)
    """Number of sections built before each house, to recount its points."""
    house_markets: Array = array(HOUSES)
    """Number of markets built before each house."""
    sacks: i8
    supplied: Array = array(SACKS)
    """Vertex of each flour sack."""
    sack_builders: Array = array(SACKS)
    sack_sections: Array = array(SACKS)
    sack_markets: Array = array(SACKS)
    sack_points: Array = array(SACKS)
    """Points of each flour sack."""


class Box(Record):
    """Printed facts: the map, the tiles, and what depends on the number of players."""

    vertices: i16
    triangles: i16
    start: i8
    """Vertex of the start market."""
    numbers: Array = array(MAX_VERTICES)
    neighbours: Array = array(MAX_VERTICES, DIRECTIONS)
    """Next vertex in each direction, or NONE."""
    triangle_at: Array = array(MAX_VERTICES, DIRECTIONS, of=np.int16)
    """Triangle between each direction and the next one clockwise, or NONE."""
    corners: Array = array(MAX_TRIANGLES, CORNERS)
    bush_of: Array = array(MAX_TRIANGLES)
    """Bush of each triangle; BUSHES where there is none."""
    bush_triangles: Array = array(BUSHES, of=np.int16)
    bushes_at: Array = array(MAX_VERTICES, of=np.int16)
    """Bushes whose triangle has this corner, a bit each."""
    bonus_tiles: Array = array(KINDS)
    """Number of bonus tiles of each kind."""
    designs: i8
    copies: Array = array(TILES)
    """Tiles of each design."""
    worker_kinds: Array = array(2 * TILES)
    worker_numbers: Array = array(2 * TILES)
    sections: i8
    houses: i8
    markets: i8
    sacks: i8
    starting_row: Array = array(MAX_SEATS + 1)
    targets: Array = array(MAX_SEATS + 1)
    """Points that trigger the end, by number of players."""
