"""Human-like mistakes: overlooking an option, and misjudging one."""

from dataclasses import dataclass
from random import Random

import numpy as np

from rondel.kernel.record import Array


@dataclass(frozen=True)
class Mistakes:
    """Frequency and size of a bot's mistakes."""

    overlook: float = 0.0
    """Probability that an option is overlooked."""
    noise: float = 0.0
    """Standard deviation of evaluations in points."""

    def seen(self, options: int, random: Random) -> Array:
        """Return a mask of the options that are seen: at least one."""
        seen = np.array([random.random() >= self.overlook for _ in range(options)])
        if not seen.any():
            seen[random.randrange(options)] = True
        return seen

    def evaluated(self, merits: Array, random: Random) -> Array:
        """Return the merits with overlooked options and random errors."""
        errors = np.array([random.gauss(0.0, self.noise) for _ in merits])
        return np.where(self.seen(len(merits), random), merits + errors, -np.inf)
