"""Network bot: evaluates the position after each option, without further search."""

from collections.abc import Sequence
from math import log
from random import Random
from typing import Any

from rondel.bots.bot import Seed
from rondel.bots.endgame import Endgame
from rondel.bots.greedy import Greedy
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
    `drawn`. A turn that wins the game at once is not missed: see `Endgame`. Once the game is
    decided, the bot plays for points, so that games end.
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
        if max(worths) - min(worths) < FLAT:
            return self._greedy.choose(position)
        chosen = drawn(
            worths, self._temperature * min(apart, max(worths) - min(worths)), self._random
        )
        return position.legal_steps[chosen][0]

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


def drawn(worths: Sequence[float], reach: float, random: Random) -> int:
    """Return an option within reach of the best, better ones with higher probability.

    The best option is e times as likely as one at the edge of the reach. Errors are therefore small
    if little is at stake, and with a reach below the spread the worst option is never chosen.
    """
    best = max(worths)
    if reach <= 0.0:
        return worths.index(best)
    # The Gumbel-max trick: adding Gumbel noise and taking the maximum samples from the softmax.
    return max(
        (at for at, worth in enumerate(worths) if best - worth <= reach),
        key=lambda at: worths[at] - reach * log(-log(random.random() or 0.5)),
    )
