"""Milestones' table and box as fixed-size records."""

import numpy as np

from rondel.kernel.record import Cells, Record, cells, i8, i16
from rondel.kernel.state import MOST_SEATS, Head

KINDS = 5
"""Quarryman, lumberjack, sand worker, grain grower, coiner: and the goods they give."""
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
MOST_ROW = 9
BUSHES = 15
SECTIONS = 24
HOUSES = 12
MARKETS = 12
SACKS = 12
LEAST_SUM, SUMS = 2, 8
"""Sums of two numbers below the highest there can be: the least one, and how many."""
MOST_VERTICES = 128
MOST_TRIANGLES = 256
DIRECTIONS = 6
"""East, then clockwise: south-east, south-west, west, north-west, north-east."""
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
"""What is to be done now: three for chance, twelve for the seat."""
DUTY_NONE = -1
"""The move is over; only seen while a step is being made."""

ROAD, MILESTONE, MARKET_STALL, FLOUR, FREE_END = 1, 2, 4, 8, 16
"""Bits of a vertex: on the road network, what stands there, and the free end of a street."""

STREET_POINTS, HOUSE_POINTS, MARKET_POINTS, SACK_POINTS, TILE_POINTS, WORKER_POINTS, MAJORITIES = (
    range(7)
)
SOURCES = 7
"""Where points come from: four builds, taking bonus tiles, bonus workers, and the end."""

NONE = -1
COVERED = -2
"""An employment space under a cover tile."""
TARGET_REACHED, LAST_TILE_BOUGHT = 0, 1
"""Reasons for the end."""


class State(Head):
    """The table. The pile nobody has seen has no order: only what is unseen is counted.

    Workers are numbered by tile and side: twice the tile's design, plus 1 for the right one.
    """

    duty: i8
    mover: i8
    moves: i8
    """Moves still to be made in this turn."""
    hired: i8
    """Whether a tile has been hired in this visit."""
    tile: i8
    """The tile that is to be laid, or NONE."""
    section_start: i8
    section_milestone: i8
    """The street section being planned, or NONE."""
    offered: i16
    """Bushes whose bonus tiles the last build lets the mover take, a bit each."""
    must_take: i8
    """Whether it was a house, whose tile is not left."""
    trigger: i8
    """The seat that triggered the end, or NONE."""
    pawns: Cells = cells(MOST_SEATS)
    """Where each pawn stands on its loop."""
    workers: Cells = cells(MOST_SEATS, SPACES)
    """The worker on each employment space, NONE or COVERED."""
    bonuses: Cells = cells(MOST_SEATS, SPACES)
    """Whether it carries a bonus tile."""
    goods: Cells = cells(MOST_SEATS, KINDS)
    """Stone, wood, sand, grain, coins."""
    scores: Cells = cells(MOST_SEATS, of=np.int16)
    points: Cells = cells(MOST_SEATS, SOURCES, of=np.int16)
    """The scores by source."""
    display: Cells = cells(DISPLAY)
    """Designs of the tiles on offer, or NONE."""
    row: Cells = cells(MOST_ROW)
    """Designs of the starting row, or NONE."""
    left_over: i8
    """The design of the starting row that went to the box, or NONE."""
    unseen: Cells = cells(TILES)
    """How many tiles of each design nobody has seen."""
    pile: i8
    """How many tiles nobody has seen."""
    bushes: Cells = cells(BUSHES)
    """The kind of bonus tile on each bush, or NONE."""
    lost: Cells = cells(KINDS)
    """Bonus tiles that left the game, by kind."""
    vertices: Cells = cells(MOST_VERTICES)
    """Bits for what is on each vertex."""
    roadside: Cells = cells(MOST_TRIANGLES // BYTE, of=np.uint8)
    """Triangles with a street on an edge and no house in them, a bit each."""
    sections: i8
    """Street sections built; those after this many are empty below, likewise for the rest."""
    starts: Cells = cells(SECTIONS)
    milestones: Cells = cells(SECTIONS)
    ends: Cells = cells(SECTIONS)
    section_builders: Cells = cells(SECTIONS)
    markets: i8
    """Markets standing, the start market first."""
    stalls: Cells = cells(MARKETS)
    """The vertex of each market."""
    market_builders: Cells = cells(MARKETS)
    """Who built it; NONE for the start market."""
    houses: i8
    plots: Cells = cells(HOUSES, of=np.uint8)
    """The triangle of each house."""
    house_builders: Cells = cells(HOUSES)
    house_sections: Cells = cells(HOUSES)
    """How many sections stood before it, so that its points can be recounted."""
    house_markets: Cells = cells(HOUSES)
    """How many markets stood before it."""
    sacks: i8
    supplied: Cells = cells(SACKS)
    """The vertex of each flour sack."""
    sack_builders: Cells = cells(SACKS)
    sack_sections: Cells = cells(SACKS)
    sack_markets: Cells = cells(SACKS)
    sack_points: Cells = cells(SACKS)
    """What each flour sack scored."""


class Box(Record):
    """Printed facts: the map, the tiles, and what the player count changes."""

    vertices: i16
    triangles: i16
    start: i8
    """The vertex of the start market."""
    numbers: Cells = cells(MOST_VERTICES)
    neighbours: Cells = cells(MOST_VERTICES, DIRECTIONS)
    """The next vertex in each direction, or NONE."""
    triangle_at: Cells = cells(MOST_VERTICES, DIRECTIONS, of=np.int16)
    """The triangle between each direction and the next one clockwise, or NONE."""
    corners: Cells = cells(MOST_TRIANGLES, CORNERS)
    bush_of: Cells = cells(MOST_TRIANGLES)
    """The bush of each triangle; BUSHES where there is none."""
    bush_triangles: Cells = cells(BUSHES, of=np.int16)
    bushes_at: Cells = cells(MOST_VERTICES, of=np.int16)
    """Bushes whose triangle has this corner, a bit each."""
    bonus_tiles: Cells = cells(KINDS)
    """How many bonus tiles of each kind there are."""
    designs: i8
    copies: Cells = cells(TILES)
    """Tiles of each design."""
    worker_kinds: Cells = cells(2 * TILES)
    worker_numbers: Cells = cells(2 * TILES)
    sections: i8
    houses: i8
    markets: i8
    sacks: i8
    starting_row: Cells = cells(MOST_SEATS + 1)
    targets: Cells = cells(MOST_SEATS + 1)
    """Points that trigger the end, by number of players."""
