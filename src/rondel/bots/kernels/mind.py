"""Template: a network's judgement of a table, in whole numbers. Loaded once per game.

The open name is a game's `perceive` (its insight.py), or the usual one that notices nothing. Whole
numbers give the same answer on every machine: only the last step, from odds to chances, divides.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.bots.kernels.nodes import Mind
from rondel.kernel.record import Array
from rondel.kernel.rule import rule

perceive: Callable[..., int]

UNIT = 256
"""What 1 is between the layers."""
CEILING = 4 * UNIT
WEIGHT_BITS = 9
WEIGHT = 1 << WEIGHT_BITS
"""What 1 is in the weights of the second layer and the last."""
POINTS = 50.0
"""Points that 1 in the last layer stands for."""
HALVINGS = 20


@rule
def raised(power: float) -> float:
    """Roughly e to a power of 0 or less, from plain products alone: the same on every machine."""
    grown = max(1.0 + power / (1 << HALVINGS), 0.0)
    for _ in range(HALVINGS):
        grown *= grown
    return grown


@rule
def add_rows(mind: Mind, noticed: int) -> None:
    """The first layer: the sum of the rows of all that was noticed, four at a time."""
    first, summed = mind.first, mind.summed
    width = np.uint64(summed.shape[0])
    for unit in range(width):
        summed[unit] = mind.first_bias[unit]
    at = 0
    while at + 4 <= noticed:
        one = first[np.uint64(mind.seen[at])]
        two = first[np.uint64(mind.seen[at + 1])]
        three = first[np.uint64(mind.seen[at + 2])]
        four = first[np.uint64(mind.seen[at + 3])]
        for unit in range(width):
            summed[unit] += one[unit] + two[unit] + three[unit] + four[unit]
        at += 4
    while at < noticed:
        one = first[np.uint64(mind.seen[at])]
        for unit in range(width):
            summed[unit] += one[unit]
        at += 1


@rule
def pass_on(mind: Mind) -> None:
    """The second layer, of those units of the first that have something to say."""
    found, second = mind.found, mind.second
    depth = np.uint64(found.shape[0])
    for unit in range(depth):
        found[unit] = mind.second_bias[unit]
    shift = mind.shift[0]
    for unit in range(np.uint64(mind.summed.shape[0])):
        heard = min(int(mind.summed[unit]) * UNIT >> shift, CEILING)
        if heard > 0:
            weights = second[unit]
            for other in range(depth):
                found[other] += np.int32(heard) * np.int32(weights[other])
    for unit in range(depth):
        found[unit] = min(max(found[unit], 0) >> WEIGHT_BITS, CEILING)


@rule
def ponder(s: Any, box: Any, observer: int, mind: Mind, chances: Array, points: Array) -> None:
    """Everybody's chances and points at a table that an observer looks at, by seats' numbers."""
    add_rows(mind, perceive(s, box, observer, mind.seen, points, chances))
    pass_on(mind)
    players = int(s.players)
    highest = -np.inf
    for place in range(2 * players):
        told = int(mind.last_bias[place])
        for unit in range(np.uint64(mind.found.shape[0])):
            told += int(mind.found[unit]) * int(mind.last[unit, place])
        seat = (observer + place) % players
        if place < players:
            chances[seat] = told / (UNIT * WEIGHT)
            highest = max(highest, chances[seat])
        else:
            points[seat] = POINTS * told / (UNIT * WEIGHT)
    total = 0.0
    for seat in range(players):
        chances[seat] = raised(chances[seat] - highest)
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total
