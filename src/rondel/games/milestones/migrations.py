"""Migration of states from earlier versions of the rules."""

from typing import Any

from rondel.core import Edition
from rondel.games.milestones.state import NONE, SACKS


def highest_sums(fields: dict[str, Any], edition: Edition) -> list[int]:
    """Return the sums of the two highest numbers, which version 1 always counted."""
    numbers, neighbours = edition.box["numbers"][0], edition.box["neighbours"][0]
    points = [0] * SACKS
    for sack in range(fields["sacks"]):
        covered = fields["milestones"][: fields["sack_sections"][sack]]
        covered = {NONE, *covered, *fields["stalls"][: fields["sack_markets"][sack]]}
        beside = set(neighbours[fields["supplied"][sack]].tolist()) - covered
        points[sack] = sum(sorted(numbers[vertex] for vertex in beside)[-2:])
    return points
