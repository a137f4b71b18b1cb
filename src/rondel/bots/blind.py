"""The bot that chooses blindly."""

from random import Random

from rondel.bots.bot import Seed
from rondel.contract import Position


class Blind:
    """Any step is as good as another."""

    def __init__(self, seed: Seed = None, name: str = "random"):
        self.name = name
        self._random = Random(seed)

    def choose(self, position: Position) -> int:
        """A step at random."""
        position.check_goes_on()
        return self._random.choice(position.legal_steps)[0]

    def close(self) -> None:
        """Nothing is held."""
