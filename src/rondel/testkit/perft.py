"""Perft: counts of step sequences, which change when any rule does."""

import numpy as np

from rondel.core import Position


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of `depth` steps, chance outcomes included, from a position.

    Args:
        position: First position.
        depth: Number of steps.

    Examples:
        >>> from rondel.testkit import perft
        >>> perft(rondel.Match("finca", seed=7).position, 2)
        144

    """
    states = position.game.state.new(depth + 1)
    states[0] = position.state[0]
    steps = np.zeros((depth + 1, position.game.most_options), np.int16)
    weights = np.ones(position.game.most_options, np.int32)
    ladder = np.zeros((2, depth + 1), np.int64)
    box = position.edition.box
    return int(position.game.drivers.perft(states, box, depth, steps, weights, ladder))


def perft_of(position: Position, depth: int, version: int) -> int:
    """Return the number of sequences of steps known to a version of the rules; slow.

    Args:
        position: First position.
        depth: Number of steps.
        version: Version of the rules.

    """
    steps = position.edition.steps
    known = [number for number, _ in position.legal_steps if steps.step(number).since <= version]
    if depth == 1:
        return len(known)
    return sum(perft_of(position.after_unchecked(n), depth - 1, version) for n in known)
