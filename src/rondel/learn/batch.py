"""Vectorized tables on one core: observations, masks and returns as arrays."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rondel.core import Edition, Game, IllegalStep, Position, WrongArgument
from rondel.games import find
from rondel.kernel.record import Array
from rondel.kernel.rule import compiling
from rondel.learn import kernels
from rondel.learn.bundles import Pad, Shown, Tables
from rondel.learn.features import as_words, features
from rondel.learn.snapshots import (
    Rows,
    Snapshot,
    check_rows,
    check_snapshot,
    check_tables,
    laid_out,
    position_of,
    random_streams,
)


class Batch:
    """Simultaneous tables of one game, each waiting for an action.

    `step` takes an action per table and deals chance steps; where a game has ended, a new one
    begins at once (unless `again` is off). Every step overwrites the arrays below: copy what you
    need to keep.

    Examples:
        >>> from rondel.learn.batch import Batch
        >>> tables = Batch("finca", players=2, tables=64, seed=1)
        >>> tables.step(tables.random_actions())
        >>> tables.seats[:3].tolist()
        [1, 1, 1]

    """

    def __init__(
        self,
        game: Game[Any] | str,
        players: int = 2,
        tables: int = 1024,
        *,
        seed: int = 0,
        edition: str | Edition = "",
        again: bool = True,
    ):
        self.game = game = find(game)
        """Game that is played."""
        tables = check_tables(tables)
        self.features = features(game, players)
        """Layout of the observations."""
        self.edition = game.edition(edition)
        """Edition of the game."""
        self.again = again
        """True if a new game begins where one ended."""
        self.seats = np.zeros(tables, np.int8)
        """Seat to move at each table; negative after the end of a game."""
        self.observations = np.zeros((tables, self.features.size), np.int16)
        """Observation of the seat to move."""
        self.masks = np.zeros((tables, game.steps.actions), np.bool_)
        """Legal actions of the seat to move."""
        self.ended = np.zeros(tables, np.bool_)
        """True for each table whose game ended with the last action."""
        self.returns = np.zeros((tables, players), np.float32)
        """Returns of the seats of ended games, from 1 for the first place to -1 for the last."""
        states = game.state.new(tables)
        plain = np.asarray(states).view(np.int8).reshape(tables, -1)
        rng, self._action_rng = random_streams(seed, tables)
        self.tables = Tables(
            states, as_words(plain), plain, self.edition.box, rng,
            np.zeros((tables, game.most_options), np.int16), np.zeros(tables, np.int32),
        )  # fmt: skip
        """Arrays of all tables."""
        pad = Pad(*game.buffers(), *np.zeros((2, players), np.int32))
        shown = Shown(self.observations, self.masks, self.seats, self.ended, self.returns)
        # The compiler takes tuples much faster than named tuples.
        self._bundles = tuple(map(tuple, (self.tables, self.features.layout, pad, shown)))
        self._kernels = kernels.tables(game)
        with compiling(f"{game.name} for learners", kernels.HERE, game.folder):
            self.reset(seed)
            self.step(self.random_actions())
            self.reset(seed)

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.seats)

    @property
    def players(self) -> int:
        """Return the number of players per table."""
        return self.features.players

    def reset(self, seed: int = 0) -> None:
        """Deal a new game at every table. Equal seeds and actions give equal games.

        Args:
            seed: Equal seeds give equal results.

        """
        self.tables.rng[:], self._action_rng[:] = random_streams(seed, len(self))
        self._kernels.deal_all(*self._bundles)

    def step(self, actions: Array) -> None:
        """Make one action at every table.

        Args:
            actions: Step number for each table.

        Raises:
            IllegalStep: An action is illegal; then no action is made.
            WrongArgument: The actions are not integers, or not one per table.

        """
        made = np.asarray(actions)
        if made.dtype != np.int64:
            made = _whole(made)
        if made.shape != self.seats.shape:
            raise ValueError(f"{len(self.seats)} tables need as many actions, not {made.shape}")
        self.step_whole(np.ascontiguousarray(made))

    def step_whole(self, made: Array) -> None:
        """Make one action at every table, without converting the array for the kernel.

        Args:
            made: Action of each table, as an array of integers.

        """
        table = self._kernels.step_all(made, self.again, *self._bundles)
        if table >= 0:
            text = self.edition.steps.text
            legal = [text(number) for number in np.flatnonzero(self.masks[table]).tolist()]
            raise IllegalStep(f"{made[table]} at table {table}", legal)

    def random_actions(self) -> Array:
        """Return a legal action for each table, uniformly at random."""
        actions = np.empty(len(self.seats), np.int64)
        self._kernels.choose_all(self._action_rng, self.tables.offered, self.tables.counts, actions)
        return actions

    def deal(self, rows: Rows) -> None:
        """Deal a new game at some tables, continuing their random number streams.

        Args:
            rows: Indices of the tables.

        """
        self._kernels.deal_some(check_rows(rows, len(self)), *self._bundles)

    def position(self, table: int) -> Position[Any]:
        """Return the position at a table.

        Args:
            table: Index of the table.

        """
        (row,) = check_rows([table], len(self))
        return position_of(self.tables.cells[row], self.game, self.edition)

    def place(self, positions: Position[Any] | Sequence[Position[Any]], rows: Rows = None) -> None:
        """Continue from given positions.

        Chance steps are dealt. A game that ends is followed by a new one from the start.

        Args:
            positions: One position for all tables, or one for each.
            rows: Tables to change; all if None.

        Raises:
            WrongArgument: A position is of another game, edition or number of players.
            GameOver: A position is the end of a game. Then no table is changed.

        """
        chosen = check_rows(rows, len(self))
        laid = laid_out(positions, len(chosen), self.game, self.players, self.edition)
        self.tables.cells[chosen] = laid
        self.ended[chosen] = False
        self.returns[chosen] = 0
        self._kernels.show_all(*self._bundles)

    def snapshot(self) -> Snapshot:
        """Return the complete state of the batch, random generators included, for `restore`."""
        held = (self.tables.cells, self.tables.rng, self._action_rng, self.ended, self.returns)
        return Snapshot(*(array.copy() for array in held))

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a snapshot of a batch like this one. Raise WrongArgument if it does not fit.

        Args:
            snapshot: Result of `snapshot`.

        """
        check_snapshot(snapshot, self.tables.cells.shape)
        self.tables.cells[:], self.tables.rng[:] = snapshot.states, snapshot.rng
        self._action_rng[:], self.ended[:] = snapshot.action_rng, snapshot.ended
        self.returns[:] = snapshot.returns
        self._kernels.show_all(*self._bundles)

    def copy(self) -> "Batch":
        """Return an independent copy with the same random numbers ahead."""
        return _restored(*self.__reduce__()[1])

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Copy and pickle a batch as its construction arguments and a snapshot."""
        written = self.game.write_edition(self.edition)
        made = (self.game, self.players, len(self), written, self.again)
        return _restored, (*made, self.snapshot())


def _restored(
    game: Game[Any], players: int, tables: int, edition: str, again: bool, snapshot: Snapshot
) -> Batch:
    batch = Batch(game, players, tables, edition=edition, again=again)
    batch.restore(snapshot)
    return batch


def _whole(actions: Array) -> Array:
    """Return actions as integers. Raise WrongArgument if that would lose a fraction."""
    if not np.issubdtype(actions.dtype, np.integer):
        raise WrongArgument("actions", actions.dtype.name, "whole numbers, the numbers of steps")
    return actions.astype(np.int64)
