"""What every game's state begins with, and what the numbers in it mean."""

from rondel.kernel.record import Record, i8

CHANCE = -1
OVER = -2
MOST_SEATS = 4


class Head(Record):
    """Who is asked, and why it ended. `seat` is a seat, CHANCE or OVER."""

    players: i8
    seat: i8
    reason: i8
