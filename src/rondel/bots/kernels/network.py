"""Template: evaluation by a network in integer arithmetic. Loaded once per game.

The open name is a game's `extract_features` (features.py), or the default without any. Integer
arithmetic gives equal results on every machine; only the last step, from logits to probabilities,
divides.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.bots.kernels.nodes import Network
from rondel.kernel.record import Array
from rondel.kernel.rule import rule

extract_features: Callable[..., int]

UNIT = 256
"""Fixed-point 1.0 between the layers."""
CEILING = 4 * UNIT
WEIGHT_BITS = 9
WEIGHT = 1 << WEIGHT_BITS
"""Fixed-point 1.0 in the weights of the second and the last layer."""
POINTS = 50.0
"""Points that correspond to 1.0 in the last layer."""
HALVINGS = 20


@rule
def exp_approx(power: float) -> float:
    """Return an approximation of e to a power of 0 or less, by multiplications only: equal on every
    machine.
    """
    grown = max(1.0 + power / (1 << HALVINGS), 0.0)
    for _ in range(HALVINGS):
        grown *= grown
    return grown


@rule
def first_layer(network: Network, count: int) -> None:
    """Compute the first layer: the sum of the rows of all active features, four at a time."""
    first, hidden1 = network.first, network.hidden1
    width = np.uint64(hidden1.shape[0])
    for unit in range(width):
        hidden1[unit] = network.first_bias[unit]
    at = 0
    while at + 4 <= count:
        one = first[np.uint64(network.seen[at])]
        two = first[np.uint64(network.seen[at + 1])]
        three = first[np.uint64(network.seen[at + 2])]
        four = first[np.uint64(network.seen[at + 3])]
        for unit in range(width):
            hidden1[unit] += one[unit] + two[unit] + three[unit] + four[unit]
        at += 4
    while at < count:
        one = first[np.uint64(network.seen[at])]
        for unit in range(width):
            hidden1[unit] += one[unit]
        at += 1


@rule
def second_layer(network: Network) -> None:
    """Compute the second layer from the active units of the first."""
    hidden2, second = network.hidden2, network.second
    depth = np.uint64(hidden2.shape[0])
    for unit in range(depth):
        hidden2[unit] = network.second_bias[unit]
    shift = network.shift[0]
    for unit in range(np.uint64(network.hidden1.shape[0])):
        activation = min(int(network.hidden1[unit]) * UNIT >> shift, CEILING)
        if activation > 0:
            weights = second[unit]
            for other in range(depth):
                hidden2[other] += np.int32(activation) * np.int32(weights[other])
    for unit in range(depth):
        hidden2[unit] = min(max(hidden2[unit], 0) >> WEIGHT_BITS, CEILING)


@rule
def evaluate_network(
    s: Any, box: Any, observer: int, network: Network, chances: Array, points: Array
) -> None:
    """Write all seats' win probabilities and points, evaluated from an observer's view."""
    first_layer(network, extract_features(s, box, observer, network.seen, points, chances))
    second_layer(network)
    players = int(s.players)
    highest = -np.inf
    for place in range(2 * players):
        logit = int(network.last_bias[place])
        for unit in range(np.uint64(network.hidden2.shape[0])):
            logit += int(network.hidden2[unit]) * int(network.last[unit, place])
        seat = (observer + place) % players
        if place < players:
            chances[seat] = logit / (UNIT * WEIGHT)
            highest = max(highest, chances[seat])
        else:
            points[seat] = POINTS * logit / (UNIT * WEIGHT)
    total = 0.0
    for seat in range(players):
        chances[seat] = exp_approx(chances[seat] - highest)
        total += chances[seat]
    for seat in range(players):
        chances[seat] /= total
