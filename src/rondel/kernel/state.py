"""Common head of every game's state, and the meaning of its numbers."""

from rondel.kernel.record import Record, i8

CHANCE = -1
OVER = -2
MAX_SEATS = 4


class Head(Record):
    """Seat to move and reason for the end. `seat` is a seat number, CHANCE or OVER."""

    players: i8
    """Number of players."""
    seat: i8
    """Seat to move, CHANCE or OVER."""
    reason: i8
    """Index of the reason for the end."""
