"""Values with 95 % confidence intervals."""

import math

import msgspec

SURE = 1.959964
"""Standard deviations on each side of a 95 % interval."""


class Interval(msgspec.Struct, frozen=True):
    """Value with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """Return the share of games won with Wilson's interval."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share, z = wins / games, SURE
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    margin = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    margin /= 1 + z * z / games
    return Interval(share, max(0.0, centre - margin), min(1.0, centre + margin))
