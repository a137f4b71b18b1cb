"""Turns that can end the game, solved exactly: a win that a turn can bring at once is found."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from rondel.bots.greedy import Greedy
from rondel.bots.kernels import kernels, turn_search
from rondel.bots.kernels.turns import VICTORY
from rondel.contract import Position
from rondel.kernel.record import Array

FIRST_TABLES = 1 << 12
"""Tables of a turn that are looked at to see whether it can end the game."""
MOST_TABLES = 1 << 18
"""Tables of a turn that can end the game which are looked at, each once: half a second's work.

Where a turn leads over more than this many, a beam follows the best unfinished ones.
"""
LEAST_MERIT = -1e9
WIDTH = 64
"""Unfinished turns that are followed at once where a turn is not looked at whole."""


@dataclass(frozen=True)
class Ending:
    """The part of the win that each option brings by the end of this turn."""

    shares: Array
    """By option: 1 for a win alone, less for a shared one, -1 for what was not looked at."""
    ends: bool
    """Whether some way through the turn ends the game."""
    goes_on: bool
    """Whether after some way through the turn somebody else moves."""
    meets_chance: bool
    is_complete: bool
    """Whether all ways that could matter were looked at."""

    @property
    def best(self) -> float:
        """The largest part of the win."""
        return float(self.shares.max())

    @property
    def is_open(self) -> bool:
        """Whether a larger part of the win may be found by looking at more tables."""
        return self.best < 1.0 and not self.is_complete


class Endgame:
    """Finds the turns that win the game at once, by rank: tie-breaks count.

    A turn that wins whatever chance brings is found if the whole turn leads over no more than
    FIRST_TABLES tables; up to MOST_TABLES if some of the first tables ends the game. Beyond that a
    beam is followed, which can miss a win. A win alone is preferred to a shared one.

    Where every turn ends the game, the largest expected part of the win is found.
    """

    def __init__(self) -> None:
        self._greedy = Greedy(0, width=WIDTH)

    def choose(self, position: Position, among: Collection[int] | None = None) -> int | None:
        """Return the first step of a turn that wins at once, or None where there is none.

        Of several that win alike, it is the one with the largest lead that a beam sees.
        """
        ending = self._look(position)
        if ending is None:
            return None
        allowed = [among is None or number in among for number, _ in position.legal_steps]
        shares = np.where(allowed, ending.shares, -1.0)
        best = float(shares.max())
        if best <= 0.0 and ending.is_complete:
            return None
        wanted = shares >= best if best > 0.0 else np.array(allowed)
        chosen, merit = self._foremost(position, wanted)
        return position.legal_steps[chosen][0] if best > 0.0 or merit > VICTORY / 2 else None

    def winning_turn(self, position: Position) -> list[tuple[int, Position]] | None:
        """Return a turn that wins the game alone and without chance, step by step, or None."""
        seat, made = position.seat, list[tuple[int, Position]]()
        while seat is not None and position.seat == seat:
            ending = self._look(position, with_chance=False)
            if ending is None or ending.best < 1.0:
                return None
            chosen, _ = self._foremost(position, ending.shares == 1.0)
            number = position.legal_steps[chosen][0]
            position = position.after_unchecked(number)
            made.append((number, position))
        return made or None

    def _foremost(self, position: Position, wanted: Array) -> tuple[int, float]:
        """Return the wanted option with the largest lead, and that lead."""
        # The beam leads nowhere from some options: they come after all others that are wanted.
        merits = np.maximum(self._greedy.merits(position), LEAST_MERIT)
        chosen = int(np.where(wanted, merits, -np.inf).argmax())
        return chosen, float(merits[chosen])

    def _look(self, position: Position, with_chance: bool = True) -> Ending | None:
        """Return what a turn brings, or None where it cannot end the game."""
        if position.seat is None:
            return None
        kernel = kernels(position.game).endgame
        first = kernel.CERTAIN if with_chance else kernel.WITHOUT_CHANCE
        ending = solve(position, first, FIRST_TABLES)
        if not ending.ends:
            return None
        if ending.is_open:
            ending = solve(position, kernel.WITHOUT_CHANCE)
            if with_chance and ending.best < 1.0 and ending.is_complete and ending.meets_chance:
                ending = solve(position, kernel.CERTAIN)
        if with_chance and ending.best < 1.0 and ending.meets_chance and not ending.goes_on:
            expected = solve(position, kernel.EXPECTED)
            if expected.is_complete and not expected.goes_on:
                return expected
        return ending


def solve(position: Position, mode: int, most_tables: int = MOST_TABLES) -> Ending:
    """Look at every table that a seat's turn can lead to, once each, up to so many."""
    kernel = kernels(position.game).endgame
    search = turn_search(position.game, most_tables)
    search.states[0] = position.state[0]
    met = kernel.solve_turn(search, position.edition.box, mode)
    return Ending(
        search.gains[: len(position.legal_steps)],
        bool(met & kernel.ENDS),
        bool(met & kernel.GOES_ON),
        bool(met & kernel.MEETS_CHANCE),
        not met & kernel.INCOMPLETE,
    )
