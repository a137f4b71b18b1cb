"""Mistakes people make: not seeing an option, and misjudging one."""

from dataclasses import dataclass
from random import Random

import numpy as np

from rondel.kernel.record import Array


@dataclass(frozen=True)
class Mistakes:
    """How human a bot is."""

    overlook: float = 0.0
    """How likely each option is not seen at all."""
    blur: float = 0.0
    """By how many points a judgement is typically off."""

    def seen(self, options: int, random: Random) -> Array:
        """Which options are seen: at least one."""
        seen = np.array([random.random() >= self.overlook for _ in range(options)])
        if not seen.any():
            seen[random.randrange(options)] = True
        return seen

    def judged(self, merits: Array, random: Random) -> Array:
        """Merits as they look to someone who sees and judges like this."""
        errors = np.array([random.gauss(0.0, self.blur) for _ in merits])
        return np.where(self.seen(len(merits), random), merits + errors, -np.inf)
