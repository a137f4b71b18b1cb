"""The usual hints, for games that offer none: every option looks alike, and nothing is noticed."""

from typing import Any

from rondel.kernel.record import Cells
from rondel.kernel.rule import rule


@rule
def weigh(s: Any, box: Any, steps: Cells, found: int, weights: Cells) -> None:
    """Nothing looks more promising than anything else."""
    for index in range(found):
        weights[index] = 1


@rule
def perceive(s: Any, box: Any, observer: int, seen: Cells, points: Cells, spare: Cells) -> int:
    """Nothing, in games that no network knows."""
    return 0
