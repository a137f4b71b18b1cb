"""Search bot: Monte Carlo tree search (MCTS) with the game's own rules."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from rondel.bots.bot import Seed
from rondel.bots.budget import Allowance, Budget
from rondel.bots.endgame import Endgame
from rondel.bots.mistakes import Mistakes
from rondel.bots.networks import NETWORK
from rondel.bots.tree import Branch, Tree
from rondel.core import Position

MAX_NODES = 1 << 21
"""Limit of nodes, about 130 MB; a tree of a few thousand simulations needs 10."""
NODES_PER_SIMULATION = 40
MIN_NODES = 1 << 12
AT_ONCE = 0.005
"""Seconds of simulations between two looks at the clock."""
MAX_AT_ONCE = 2000
FIRST = 16
"""Simulations before their duration is known."""


@dataclass(frozen=True)
class Thought:
    """Result of a search."""

    step: int
    """Chosen step."""
    simulations: int
    """Number of simulations of this search; earlier ones are not counted."""
    seconds: float
    visits: int
    """Number of simulations behind the numbers below, earlier ones included."""
    values: tuple[float, ...]
    """Value of the position for every seat, from 0 (lost) to 1 (won)."""
    points: tuple[float, ...]
    """Expected final points of every seat."""
    line: tuple[int, ...]
    """Step and its most likely continuation, chance included."""
    branches: tuple[Branch, ...]
    """Options in the position's order."""


class Search:
    """Bot that searches a tree with a value per seat and exact odds of chance.

    The tree is kept from step to step. A budget of simulations and a seed make the bot repeatable.
    """

    clock: Callable[[], float] = staticmethod(time.perf_counter)
    """Clock in seconds."""

    def __init__(
        self,
        budget: Budget,
        seed: Seed = None,
        mistakes: Mistakes | None = None,
        config: dict[str, float] | None = None,
        name: str = "",
        evaluator: str = NETWORK,
    ):
        self._evaluator = evaluator
        self._endgame = Endgame()
        self.name = name or f"search:{budget}"
        self.thought: Thought | None = None
        """Result of the last search."""
        self._budget = budget
        self._allowance = Allowance(budget)
        self._random = Random(seed)
        self._mistakes = mistakes or Mistakes()
        self._config = config or {}
        self._tree: Tree | None = None

    def choose(self, position: Position) -> int:
        """Return the step with most simulations, among those that the bot does not overlook.

        A turn that wins the game at once is found by `Endgame`, without simulations.
        """
        tree, goes_on = self._tree_at(position)
        if not goes_on:
            self._allowance.renew()
        if len(position.legal_steps) == 1:
            return position.legal_steps[0][0]
        if (winning := self._endgame.choose(position)) is not None:
            return winning
        if position.forced_end_step is not None:
            return position.forced_end_step
        allowed = self._allowance.for_step()
        self.thought = self._think(tree, allowed, None, None, None)
        self._allowance.spend(self.thought.seconds, self.thought.simulations)
        seen = self._mistakes.seen(len(self.thought.branches), self._random)
        return _most_visited([b for b, s in zip(self.thought.branches, seen, strict=True) if s])

    def think(
        self,
        position: Position,
        budget: Budget,
        among: frozenset[int] | None = None,
        stop: Event | None = None,
        tell: Callable[[Thought], None] | None = None,
    ) -> Thought:
        """Search a position until the budget is spent or the search is stopped.

        Args:
            position: Position to search.
            budget: Time or simulations.
            among: Steps to consider; all if None.
            stop: Event that stops the search.
            tell: Progress callback.

        """
        tree = self._tree_at(position)[0]
        if (winning := self._endgame.choose(position, among)) is not None:
            among = frozenset((winning,))
        elif position.forced_end_step is not None and among is None:
            among = frozenset((position.forced_end_step,))
        return self._think(tree, budget, among, stop, tell)

    def _tree_at(self, position: Position) -> tuple[Tree, bool]:
        position.check_goes_on()
        if self._tree is None or self._tree.game is not position.game:
            most = MAX_NODES
            if self._budget.simulations is not None:
                wanted = NODES_PER_SIMULATION * self._budget.simulations
                most = max(MIN_NODES, min(most, wanted))
            seed = self._random.getrandbits(64)
            self._tree = Tree(position.game, most, seed, self._config, self._evaluator)
        return self._tree, self._tree.move_to(position)

    def _think(
        self,
        tree: Tree,
        budget: Budget,
        among: frozenset[int] | None,
        stop: Event | None,
        tell: Callable[[Thought], None] | None,
    ) -> Thought:
        began = self.clock()
        reported_at = began
        ran = 0
        while (more := _how_many(budget, ran, self.clock() - began)) > 0:
            tree.grow(more)
            ran += more
            if stop is not None and stop.is_set():
                break
            if budget.seconds is not None:
                used = self.clock() - began
                if tree.is_decided(ran / used * (budget.seconds - used)):
                    break
            if tell is not None and self.clock() - reported_at > 1.0:
                reported_at = self.clock()
                tell(_thought(tree, among, ran, reported_at - began))
        if not any(branch.visits for branch in tree.branches()):
            tree.grow(1)
            ran += 1
        return _thought(tree, among, ran, self.clock() - began)

    def line(self, step: int) -> list[int]:
        """Return the most likely continuation after an option of the last searched position."""
        return [] if self._tree is None else self._tree.line(step)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle and copy without the tree."""
        return vars(self) | {"_tree": None}

    def close(self) -> None:
        """Release the tree."""
        self._tree = None


def _how_many(budget: Budget, ran: int, seconds: float) -> int:
    """Return the simulations to run before the next look at the clock; 0 if the budget is spent."""
    most = MAX_AT_ONCE
    if budget.simulations is not None:
        most = min(most, budget.simulations - ran)
    if budget.seconds is not None:
        left = budget.seconds - seconds
        in_time = FIRST if ran == 0 else max(1, int(ran / seconds * min(left, AT_ONCE)))
        most = min(most, in_time if left > 0 else 0)
    return most


def _most_visited(branches: list[Branch]) -> int:
    return max(branches, key=lambda branch: branch.visits).step


def _thought(tree: Tree, among: frozenset[int] | None, ran: int, seconds: float) -> Thought:
    branches = tree.branches()
    open_to = [branch for branch in branches if among is None or branch.step in among]
    step = _most_visited(open_to or branches)
    return Thought(
        step,
        ran,
        seconds,
        tree.visits,
        tree.values,
        tree.points,
        tuple(tree.line(step)),
        tuple(branches),
    )
