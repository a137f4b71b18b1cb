"""What networks see is a list of rows: tables of them are laid out here."""

from math import prod

from rondel.kernel.rule import rule

MOST_NOTICED = 320
"""No game's `perceive` notices more things than this."""


class Rows:
    """Hands out rows of a network's first layer, a table of them for each kind of thing."""

    def __init__(self) -> None:
        self.taken = 0
        self.starts: list[int] = []

    def take(self, *shape: int) -> int:
        """The first row of a new table of this shape, the last axis side by side."""
        first = self.taken
        self.starts.append(first)
        self.taken += prod(shape)
        return first


@rule
def bounded(number: int, most: int) -> int:
    """A number from 0 to `most`, the nearest one."""
    return min(max(int(number), 0), most)
