"""Array bundles that the kernels of vectorized tables read and write."""

from typing import NamedTuple

from rondel.kernel.record import Array


class Tables(NamedTuple):
    """States of the tables, one row each."""

    states: Array
    words: Array
    """Memory of the states as 16-bit words."""
    cells: Array
    """Memory of the states as bytes."""
    boxes: Array
    rng: Array
    """State of the random number generator, per table."""
    offered: Array
    """Numbers of the legal actions."""
    counts: Array
    """Number of legal actions, per table."""


class ObservationLayout(NamedTuple):
    """Observation layout: which bytes of a table go to which places. Rows belong to observers."""

    wide: Array
    """First 16-bit words, copied as they are."""
    places: Array
    """Places of single bytes."""
    single: Array
    """Byte to read for each place, by observer."""
    blocks: Array
    """Contiguous blocks of bytes: first byte, place and length."""
    unsigned: Array
    """Places of unsigned bytes: first place and length."""
    seats: Array
    """Places that hold seat numbers: first place and length."""


class Pad(NamedTuple):
    """Scratch space of the kernels."""

    steps: Array
    weights: Array
    points: Array
    tiebreaks: Array


class Shown(NamedTuple):
    """Arrays that learners read, one row per table."""

    observations: Array
    masks: Array
    seats: Array
    ended: Array
    returns: Array
