"""The usual hints, for games that offer none: every option looks alike, and nothing is noticed."""

from typing import Any

from rondel.kernel.record import Array
from rondel.kernel.rule import rule


@rule
def weigh(s: Any, box: Any, steps: Array, found: int, weights: Array) -> None:
    """Nothing looks more promising than anything else."""
    for index in range(found):
        weights[index] = 1


@rule
def perceive(s: Any, box: Any, observer: int, seen: Array, points: Array, spare: Array) -> int:
    """Nothing, in games that no network knows."""
    return 0
