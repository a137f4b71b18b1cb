"""The usual hint, for games that offer none: every option looks alike."""

from typing import Any

from rondel.kernel.record import Cells
from rondel.kernel.rule import rule


@rule
def weigh(s: Any, box: Any, steps: Cells, found: int, weights: Cells) -> None:
    """Nothing looks more promising than anything else."""
    for index in range(found):
        weights[index] = 1
