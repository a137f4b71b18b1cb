"""The bot that goes by its network alone: what each option leads to, and no further."""

from math import log
from random import Random
from typing import Any

from rondel.bots.bot import Seed
from rondel.bots.greedy import UNDECIDED, Greedy
from rondel.bots.mistakes import Mistakes
from rondel.bots.networks import knows
from rondel.bots.tree import Tree
from rondel.contract import Position

NODES = 1 << 12
POINTS = 60.0
"""Points that misjudging chances by 1 amounts to, where no network knows the game."""
FLAT = 0.002
"""Where chances lie no further apart, the game is as good as decided: points tell what to do."""


class Net:
    """Answers in a few milliseconds. With `soft` it chooses like a person of some strength.

    Options are drawn the more often the better they look: with 0 always the best, and with `soft`
    as large as the difference between two chances the better one in 73 of 100 cases. Once the game
    is as good as decided it goes for points, so that nobody wanders about for ever.
    """

    def __init__(self, seed: Seed = None, soft: float = 0.0, name: str = "net"):
        self.name = name
        self._soft = soft
        self._random = Random(seed)
        self._tree: Tree | None = None
        blur = max(UNDECIDED, POINTS * soft)
        self._greedy = Greedy(self._random.getrandbits(64), Mistakes(blur=blur))
        self._finishing = Greedy(self._random.getrandbits(64))

    def choose(self, position: Position) -> int:
        """The option that looks best, or one that looks good."""
        position.check_goes_on()
        if position.closing is not None:
            return position.closing
        if len(position.options) == 1:
            return position.options[0][0]
        if not knows(position.game, position.players, position.edition):
            return self._greedy.choose(position)
        if self._tree is None or self._tree.game is not position.game:
            self._tree = Tree(position.game, NODES, 0, {})
        self._tree.move_to(position)
        self._tree.grow(1)
        assert position.seat is not None
        seat = position.seat
        branches = self._tree.branches()
        values = [branch.values[seat] for branch in branches]
        if max(values) - min(values) < FLAT:
            return self._finishing.choose(position)
        return max(branches, key=lambda branch: branch.values[seat] + self._whim()).step

    def _whim(self) -> float:
        """Misjudgement of the kind that makes the choice a draw by how good options look."""
        return -self._soft * log(-log(self._random.random() or 0.5)) if self._soft else 0.0

    def __getstate__(self) -> dict[str, Any]:
        """A copy, or one that travels, grows its tree anew."""
        return vars(self) | {"_tree": None}

    def close(self) -> None:
        """Let go of the tree."""
        self._tree = None
