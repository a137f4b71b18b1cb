"""The bot that goes by its network alone: what each option leads to, and no further."""

from collections.abc import Sequence
from math import log
from random import Random
from typing import Any

from rondel.bots.bot import Seed
from rondel.bots.endgame import Endgame
from rondel.bots.greedy import Greedy
from rondel.bots.networks import NETWORK, knows
from rondel.bots.tree import Tree
from rondel.contract import Position

NODES = 1 << 12
CHANCE_APART = 0.5
"""Where chances lie this far apart or further, everybody sees what is good and what is bad."""
POINTS_APART = 20.0
"""The same in points, where no network knows the game."""
FLAT = 0.002
"""Where chances lie no further apart, the game is as good as decided: points tell what to do."""


class Net:
    """Answers in a few milliseconds. With `soft`, from 0 to 1, it chooses like a person.

    Whoever plays like that knows roughly what is good, and takes what is nearly as good for as
    good: see `drawn`. A turn that wins the game at once is not missed: see `Endgame`. Once the game
    is as good as decided it goes for points, so that nobody wanders about for ever.
    """

    def __init__(
        self, seed: Seed = None, soft: float = 0.0, name: str = "net", judge: str = NETWORK
    ):
        if not 0.0 <= soft < 1.0:
            raise ValueError(f"soft={soft:g} is not from 0 to less than 1")
        self.name = name
        self._soft = soft
        self._judge = judge
        self._random = Random(seed)
        self._tree: Tree | None = None
        self._greedy = Greedy(self._random.getrandbits(64))
        self._endgame = Endgame()

    def choose(self, position: Position) -> int:
        """The option that looks best, or one that looks good."""
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
        chosen = drawn(worths, self._soft * min(apart, max(worths) - min(worths)), self._random)
        return position.legal_steps[chosen][0]

    def _worths(self, position: Position) -> tuple[Sequence[float], float]:
        """What every option is worth to the seat that is asked, and how far apart is plain."""
        if not knows(position.game, position.players, position.edition, self._judge):
            return self._greedy.judged(position).tolist(), POINTS_APART
        if self._tree is None or self._tree.game is not position.game:
            self._tree = Tree(position.game, NODES, 0, {}, self._judge)
        self._tree.move_to(position, anew=True)
        self._tree.grow(1)
        assert position.seat is not None
        return [branch.values[position.seat] for branch in self._tree.branches()], CHANCE_APART

    def __getstate__(self) -> dict[str, Any]:
        """A copy, or one that travels, grows its tree anew."""
        return vars(self) | {"_tree": None}

    def close(self) -> None:
        """Let go of the tree."""
        self._tree = None


def drawn(worths: Sequence[float], reach: float, random: Random) -> int:
    """One of the options that lie within reach of the best, the better ones the more often.

    One that lies just within reach is drawn once for every e times that the best one is. So errors
    are small where little is at stake, and with a reach below the spread the worst is never chosen.
    """
    best = max(worths)
    if reach <= 0.0:
        return worths.index(best)
    # Adding Gumbel's noise and taking the highest is a draw by how good options look.
    return max(
        (at for at, worth in enumerate(worths) if best - worth <= reach),
        key=lambda at: worths[at] - reach * log(-log(random.random() or 0.5)),
    )
