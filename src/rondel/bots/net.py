"""Network bot: evaluates the position after each option, without further search."""

from collections.abc import Sequence
from math import log
from random import Random
from statistics import median
from typing import Any

import numpy as np

from rondel.bots.bot import Seed
from rondel.bots.endgame import Endgame
from rondel.bots.greedy import Greedy
from rondel.bots.kernels import kernels
from rondel.bots.networks import NETWORK, knows
from rondel.bots.tree import Tree
from rondel.core import Position

NODES = 1 << 12
CHANCE_APART = 0.5
"""Difference of win probabilities from which people see what is good and what is bad."""
POINTS_APART = 20.0
"""Difference in points with this effect, for games without a network."""
FLAT = 0.002
"""Difference of win probabilities below which the game counts as decided: points then choose."""


class Net:
    """Bot that answers within milliseconds. With a `temperature` above 0 it chooses like a person.

    Such a player knows roughly what is good, and does not distinguish nearly equal options: see
    `sample_option`. The scale is the distance from the best option to the median, so that a few
    terrible options do not make large errors likely. A step that brings nothing (the game's hint
    `is_idle`) is not chosen while another one is legal. A turn that wins the game at once is not
    missed: see `Endgame`. Once the game is decided, the bot plays for points, so that games end.
    """

    def __init__(
        self,
        seed: Seed = None,
        temperature: float = 0.0,
        name: str = "net",
        evaluator: str = NETWORK,
    ):
        if not 0.0 <= temperature < 1.0:
            raise ValueError(f"temperature={temperature:g} is not from 0 to less than 1")
        self.name = name
        self._temperature = temperature
        self._evaluator = evaluator
        self._random = Random(seed)
        self._tree: Tree | None = None
        self._greedy = Greedy(self._random.getrandbits(64))
        self._endgame = Endgame()

    def choose(self, position: Position) -> int:
        """Return the best option, or a good one."""
        position.check_goes_on()
        if len(position.legal_steps) == 1:
            return position.legal_steps[0][0]
        if (winning := self._endgame.choose(position)) is not None:
            return winning
        if position.forced_end_step is not None:
            return position.forced_end_step
        worths, apart = self._worths(position)
        spread = max(worths) - median(worths)
        reach = self._temperature * kernels(position.game).error_scale * min(apart, spread)
        if max(worths) - min(worths) < FLAT:
            worths, reach = self._greedy.evaluated(position).tolist(), 0.0
        considered = self._considered(position)
        chosen = sample_option([worths[at] for at in considered], reach, self._random)
        return position.legal_steps[considered[chosen]][0]

    def _considered(self, position: Position) -> Sequence[int]:
        """Return the indices of the options that a player of this level considers."""
        everything = range(len(position.legal_steps))
        if self._temperature == 0.0:
            return everything
        game = position.game
        idle = np.zeros(game.most_options, np.bool_)
        kernels(game).idle.mark_idle(position.state, position.edition.box, *game.buffers(), idle)
        return [at for at in everything if not idle[at]] or everything

    def _worths(self, position: Position) -> tuple[Sequence[float], float]:
        """Return the value of every option for the seat to move, and the difference that is
        obvious.
        """
        if not knows(position.game, position.players, position.edition, self._evaluator):
            return self._greedy.evaluated(position).tolist(), POINTS_APART
        if self._tree is None or self._tree.game is not position.game:
            self._tree = Tree(position.game, NODES, 0, {}, self._evaluator)
        self._tree.move_to(position, anew=True)
        self._tree.grow(1)
        assert position.seat is not None
        return [branch.values[position.seat] for branch in self._tree.branches()], CHANCE_APART

    def __getstate__(self) -> dict[str, Any]:
        """Pickle and copy without the tree."""
        return vars(self) | {"_tree": None}

    def close(self) -> None:
        """Release the tree."""
        self._tree = None


def sample_option(worths: Sequence[float], reach: float, random: Random) -> int:
    """Return an option within reach of the best, better ones with higher probability.

    The best option is e times as likely as one at the edge of the reach. Errors are therefore small
    if little is at stake. The worst option is never chosen unless all are equal.
    """
    best, worst = max(worths), min(worths)
    if reach <= 0.0 or best == worst:
        return worths.index(best)
    # The Gumbel-max trick: adding Gumbel noise and taking the maximum samples from the softmax.
    return max(
        (at for at, worth in enumerate(worths) if best - worth <= reach and worth > worst),
        key=lambda at: worths[at] - reach * log(-log(random.random() or 0.5)),
    )
