"""Endgame solver: exact search of turns that can end the game."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from rondel.bots.greedy import Greedy
from rondel.bots.kernels import kernels, turn_search
from rondel.bots.kernels.turns import VICTORY
from rondel.core import Position
from rondel.kernel.record import Array

FIRST_TABLES = 1 << 12
"""Tables of a turn that are searched to find out if it can end the game."""
MAX_TABLES = 1 << 18
"""Limit of tables in the exhaustive search of such a turn, about half a second of work.

In larger turns, a beam search follows the best unfinished turns.
"""
MIN_MERIT = -1e9
WIDTH = 64
"""Width of the beam."""


@dataclass(frozen=True)
class Ending:
    """Result of solving a turn: the share of the win by the end of the turn, per option."""

    shares: Array
    """Share of the win by option: 1 for a sole win, less for a shared one, -1 if not searched."""
    ends: bool
    """True if some way through the turn ends the game."""
    goes_on: bool
    """True if after some way through the turn another seat moves."""
    meets_chance: bool
    is_complete: bool
    """True if all ways that could matter were searched."""

    @property
    def best(self) -> float:
        """Return the largest share of the win."""
        return float(self.shares.max())

    @property
    def is_open(self) -> bool:
        """Return True if a larger search may find a larger share of the win."""
        return self.best < 1.0 and not self.is_complete


class Endgame:
    """Solver for turns that win the game at once, tie-breaks included.

    A turn that wins whatever chance brings is found if the whole turn has at most FIRST_TABLES
    tables, or at most MAX_TABLES if one of the first tables ends the game. Beyond that, a beam
    search may miss a win. Sole wins are preferred to shared ones.

    If every turn ends the game, the solver maximizes the expected share of the win.
    """

    def __init__(self) -> None:
        self._greedy = Greedy(0, width=WIDTH)

    def choose(self, position: Position, among: Collection[int] | None = None) -> int | None:
        """Return the first step of a turn that wins at once, or None.

        Of several equal wins, the one with the largest lead in the beam is chosen.
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
        # The beam has no result for some options; they rank last.
        merits = np.maximum(self._greedy.merits(position), MIN_MERIT)
        chosen = int(np.where(wanted, merits, -np.inf).argmax())
        return chosen, float(merits[chosen])

    def _look(self, position: Position, with_chance: bool = True) -> Ending | None:
        """Return the result of a turn, or None if it cannot end the game."""
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


def solve(position: Position, mode: int, most_tables: int = MAX_TABLES) -> Ending:
    """Search up to `most_tables` tables of a seat's turn, each once."""
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
