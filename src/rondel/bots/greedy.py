"""The bot that makes the best turn it sees, and thinks no further."""

from random import Random

import numpy as np

from rondel.bots.bot import Seed
from rondel.bots.kernels import kernels, room_for
from rondel.bots.mistakes import Mistakes
from rondel.contract import Game, Position
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds

WIDTH = 64
"""Unfinished turns that are followed at once."""
UNDECIDED = 0.2
"""Points by which judgements vary from time to time, so that nobody walks in circles for ever."""


class Greedy:
    """Looks through its own turn and takes the best, by points and what the game's hints say."""

    def __init__(
        self,
        seed: Seed = None,
        mistakes: Mistakes | None = None,
        name: str = "greedy",
        width: int = WIDTH,
    ):
        self.name = name
        self._width = width
        self._random = Random(seed)
        self._luck = seeds(self._random.getrandbits(64), 1)
        self._mistakes = mistakes or Mistakes(blur=UNDECIDED)
        self._game: Game | None = None

    def merits(self, position: Position) -> Array:
        """For each option, the lead in points after the best turn that begins with it."""
        if position.game is not self._game:
            self._game = position.game
            self._room = room_for(position.game, self._width)
        self._room.states[0] = position.state[0]
        turns = kernels(position.game).turns
        found = turns.look_through(self._room, position.edition.box, self._luck)
        return self._room.gains[:found].copy()

    def judged(self, position: Position) -> Array:
        """Merits as they look to it today."""
        return self._mistakes.judged(self.merits(position), self._random)

    def choose(self, position: Position) -> int:
        """The first step of the best turn."""
        position.check_goes_on()
        if len(position.legal_steps) == 1:
            return position.legal_steps[0][0]
        if position.forced_end_step is not None:
            return position.forced_end_step
        return position.legal_steps[int(np.argmax(self.judged(position)))][0]

    def close(self) -> None:
        """Nothing is held."""
