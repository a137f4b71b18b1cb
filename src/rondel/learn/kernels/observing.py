"""Observation kernel, shared by all games."""

from typing import Any

import numpy as np

from rondel.kernel.record import Array
from rondel.kernel.rule import rule


@rule
def observe(
    t: Any,
    words: Array,
    cells: Array,
    wide: Array,
    places: Array,
    single: Array,
    blocks: Array,
    unsigned: Array,
    seats: Array,
    observer: Any,
    seen: Array,
) -> None:
    """Write an observer's observation of table `t`, whose words and bytes are given.

    Every index is unsigned, which lets the compiler copy many bytes at once.
    """
    players = single.shape[0]
    chair = np.uint64(observer)
    for at in range(np.uint64(wide.shape[1])):
        seen[t, at] = words[t, wide[chair, at]]
    for at in range(np.uint64(places.shape[0])):
        seen[t, places[at]] = cells[t, single[chair, at]]
    for row in range(np.uint64(blocks.shape[0])):
        start, place = blocks[row, 0], blocks[row, 1]
        for at in range(blocks[row, 2]):
            seen[t, place + at] = cells[t, start + at]
    for row in range(np.uint64(unsigned.shape[0])):
        place = unsigned[row, 0]
        for at in range(unsigned[row, 1]):
            seen[t, place + at] &= 255
    if observer == 0:
        return
    for row in range(np.uint64(seats.shape[0])):
        place = seats[row, 0]
        for at in range(seats[row, 1]):
            held = seen[t, place + at]
            turned = held - observer
            seen[t, place + at] = held if held < 0 else turned if turned >= 0 else turned + players
