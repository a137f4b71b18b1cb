"""Layout of a network's input features as tables of rows."""

from math import prod

from rondel.kernel.rule import rule

MAX_NOTICED = 320
"""Upper limit of active features that any game's `extract_features` returns."""


class Rows:
    """Allocator for rows of a network's first layer, one table of rows per kind of feature."""

    def __init__(self) -> None:
        self.taken = 0
        self.starts: list[int] = []

    def take(self, *shape: int) -> int:
        """Return the first row of a new table of this shape, in row-major order."""
        first = self.taken
        self.starts.append(first)
        self.taken += prod(shape)
        return first


@rule
def bounded(number: int, most: int) -> int:
    """Return the number clipped to the range from 0 to `most`."""
    return min(max(int(number), 0), most)
