"""Arrays that travel together: what the kernels of many tables read and write."""

from typing import NamedTuple

from rondel.kernel.record import Cells


class Tables(NamedTuple):
    """The tables themselves, a row for each."""

    states: Cells
    words: Cells
    """The same memory as 16-bit words."""
    cells: Cells
    """And as bytes."""
    boxes: Cells
    luck: Cells
    """Chance's generator."""
    offered: Cells
    """The numbers of the actions that are possible now."""
    counts: Cells
    """And how many they are."""


class Glance(NamedTuple):
    """How to observe a table: which of its cells go to which places. Rows are observers'."""

    wide: Cells
    """The 16-bit words that stand first."""
    places: Cells
    """Where single bytes go."""
    single: Cells
    """And which bytes they are, for each observer."""
    blocks: Cells
    """Bytes that stay together: the first one, its place, how many."""
    unsigned: Cells
    """Places of bytes without a sign: the first one, how many."""
    seats: Cells
    """Places that hold seats: the first one, how many."""


class Pad(NamedTuple):
    """Room to work in."""

    steps: Cells
    weights: Cells
    points: Cells
    tiebreaks: Cells


class Shown(NamedTuple):
    """What learners read, a row for each table."""

    observations: Cells
    masks: Cells
    seats: Cells
    ended: Cells
    returns: Cells
