"""Uniformly random bot."""

from random import Random

from rondel.bots.bot import Seed
from rondel.core import Position


class UniformRandom:
    """Bot that chooses uniformly at random."""

    def __init__(self, seed: Seed = None, name: str = "random"):
        self.name = name
        self._random = Random(seed)

    def choose(self, position: Position) -> int:
        """Return a random legal step."""
        position.check_goes_on()
        return self._random.choice(position.legal_steps)[0]

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
