"""Default hints for games without any: all options have equal weight and no features exist."""

from typing import Any

from rondel.kernel.record import Array
from rondel.kernel.rule import rule


@rule
def weigh(s: Any, box: Any, steps: Array, found: int, weights: Array) -> None:
    """Give all options equal weight."""
    for index in range(found):
        weights[index] = 1


@rule
def is_idle(s: Any, box: Any, step: int) -> bool:
    """Return False: without hints no step is known to bring nothing."""
    return False


@rule
def extract_features(
    s: Any, box: Any, observer: int, seen: Array, points: Array, spare: Array
) -> int:
    """Return 0: games without a network have no features."""
    return 0
