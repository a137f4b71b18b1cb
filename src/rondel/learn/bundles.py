"""Array bundles that the kernels of vectorized tables read and write."""

from typing import NamedTuple

from rondel.kernel.record import Cells


class Tables(NamedTuple):
    """States of the tables, one row each."""

    states: Cells
    words: Cells
    """Memory of the states as 16-bit words."""
    cells: Cells
    """Memory of the states as bytes."""
    boxes: Cells
    luck: Cells
    """State of the random number generator, per table."""
    offered: Cells
    """Numbers of the legal actions."""
    counts: Cells
    """Number of legal actions, per table."""


class Glance(NamedTuple):
    """Observation layout: which bytes of a table go to which places. Rows belong to observers."""

    wide: Cells
    """First 16-bit words, copied as they are."""
    places: Cells
    """Places of single bytes."""
    single: Cells
    """Byte to read for each place, by observer."""
    blocks: Cells
    """Contiguous blocks of bytes: first byte, place and length."""
    unsigned: Cells
    """Places of unsigned bytes: first place and length."""
    seats: Cells
    """Places that hold seat numbers: first place and length."""


class Pad(NamedTuple):
    """Scratch space of the kernels."""

    steps: Cells
    weights: Cells
    points: Cells
    tiebreaks: Cells


class Shown(NamedTuple):
    """Arrays that learners read, one row per table."""

    observations: Cells
    masks: Cells
    seats: Cells
    ended: Cells
    returns: Cells
