"""Greedy bot: the best turn, without looking further."""

from random import Random

import numpy as np

from rondel.bots.bot import Seed
from rondel.bots.kernels import kernels, workspace_for
from rondel.bots.mistakes import Mistakes
from rondel.core import Game, Position
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds

WIDTH = 64
"""Width of the beam search."""
UNDECIDED = 0.2
"""Random error of evaluations in points, so that bots do not walk in circles for ever."""


class Greedy:
    """Bot that searches its own turn for the best result, by points and the game's hints."""

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
        self._rng = seeds(self._random.getrandbits(64), 1)
        self._mistakes = mistakes or Mistakes(noise=UNDECIDED)
        self._game: Game | None = None

    def merits(self, position: Position) -> Array:
        """Return, per option, the lead in points after the best turn that begins with it."""
        if position.game is not self._game:
            self._game = position.game
            self._workspace = workspace_for(position.game, self._width)
        self._workspace.states[0] = position.state[0]
        turns = kernels(position.game).turns
        found = turns.search_turns(self._workspace, position.edition.box, self._rng)
        return self._workspace.gains[:found].copy()

    def evaluated(self, position: Position) -> Array:
        """Return the merits with random errors."""
        return self._mistakes.evaluated(self.merits(position), self._random)

    def choose(self, position: Position) -> int:
        """Return the first step of the best turn."""
        position.check_goes_on()
        if len(position.legal_steps) == 1:
            return position.legal_steps[0][0]
        if position.forced_end_step is not None:
            return position.forced_end_step
        return position.legal_steps[int(np.argmax(self.evaluated(position)))][0]

    def close(self) -> None:
        """Do nothing: there are no resources to release."""
