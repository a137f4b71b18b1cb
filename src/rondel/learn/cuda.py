"""Vectorized tables on an NVIDIA GPU, by the same kernels (extra `gpu`)."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numba import int16, int32

from rondel.core import Edition, Game, MissingExtra, Position
from rondel.games import find
from rondel.kernel.compiler import is_simulated
from rondel.kernel.rng import draw
from rondel.kernel.state import MAX_SEATS
from rondel.learn import kernels
from rondel.learn.features import features
from rondel.learn.kernels.observing import observe
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

try:
    from rondel.kernel.cuda import THREADS, cuda
    from rondel.learn.dlpack import Shared
except ImportError:
    raise MissingExtra("gpu") from None


def _kernels(rules: ModuleType, most_options: int) -> tuple[Any, Any, Any, Any]:
    """Return kernels for dealing, stepping, random choice and observing, one table per thread."""
    deal, proceed, list_options, settle = (
        rules.deal,
        rules.proceed,
        rules.list_options,
        rules.settle,
    )

    def open_table(
        states: Any, words: Any, cells: Any, boxes: Any, rng: Any, offered: Any, counts: Any,
        wide: Any, places: Any, single: Any, blocks: Any, unsigned: Any, held: Any,
        observations: Any, masks: Any, seats: Any, ended: Any, returns: Any,
    ) -> None:  # fmt: skip
        t = cuda.grid(1)
        if t >= seats.shape[0]:
            return
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int32)
        deal(t, states, boxes, rng, steps, weights, returns, ended)
        seat = list_options(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        observe(t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations)

    def step_table(
        actions: Any, refused: Any,
        states: Any, words: Any, cells: Any, boxes: Any, rng: Any, offered: Any, counts: Any,
        wide: Any, places: Any, single: Any, blocks: Any, unsigned: Any, held: Any,
        observations: Any, masks: Any, seats: Any, ended: Any, returns: Any,
    ) -> None:  # fmt: skip
        t = cuda.grid(1)
        if t >= seats.shape[0]:
            return
        action = actions[t]
        refused[t] = action < 0 or action >= masks.shape[1] or not masks[t, action]
        if refused[t]:
            return
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int32)
        points = cuda.local.array(MAX_SEATS, int32)
        tiebreaks = cuda.local.array(MAX_SEATS, int32)
        proceed(
            t, action, True, states, boxes, rng, steps, weights, points, tiebreaks, returns, ended
        )
        seat = list_options(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        observe(t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations)

    def choose(action_rng: Any, offered: Any, counts: Any, actions: Any) -> None:
        t = cuda.grid(1)
        if t < actions.shape[0]:
            actions[t] = offered[t, draw(action_rng, t, counts[t])]

    def show_table(
        states: Any, words: Any, cells: Any, boxes: Any, rng: Any, offered: Any, counts: Any,
        wide: Any, places: Any, single: Any, blocks: Any, unsigned: Any, held: Any,
        observations: Any, masks: Any, seats: Any, ended: Any, returns: Any,
    ) -> None:  # fmt: skip
        t = cuda.grid(1)
        if t >= seats.shape[0]:
            return
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int32)
        settle(states[t], boxes[0], rng, t, steps, weights)
        seat = list_options(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        if seat >= 0:
            observe(
                t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations
            )

    return cuda.jit(open_table), cuda.jit(step_table), cuda.jit(choose), cuda.jit(show_table)


@cuda.jit  # type: ignore[untyped-decorator,unused-ignore]
def _lay(rows: Any, laid: Any, cells: Any, ended: Any, returns: Any) -> None:
    """Copy rows of bytes to some tables."""
    at = cuda.grid(1)
    if at >= rows.shape[0]:
        return
    for byte in range(laid.shape[1]):
        cells[rows[at], byte] = laid[at, byte]
    ended[rows[at]] = False
    for seat in range(returns.shape[1]):
        returns[rows[at], seat] = 0


class CudaBatch:
    """Batch with all arrays on the GPU, where torch and others use them without a copy.

    Illegal actions are not made; `refused` marks them.
    """

    def __init__(
        self,
        game: Game[Any] | str,
        players: int = 2,
        tables: int = 65_536,
        *,
        seed: int = 0,
        edition: str | Edition = "",
    ):
        self.game = game = find(game)
        tables = check_tables(tables)
        self.features = features(game, players)
        self.edition = game.edition(edition)
        self.seats = cuda.to_device(np.zeros(tables, np.int8))
        self.observations = cuda.to_device(np.zeros((tables, self.features.size), np.int16))
        self.masks = cuda.to_device(np.zeros((tables, game.steps.actions), np.bool_))
        self.ended = cuda.to_device(np.zeros(tables, np.bool_))
        self.returns = cuda.to_device(np.zeros((tables, players), np.float32))
        self.refused = cuda.to_device(np.zeros(tables, np.bool_))
        self.actions = cuda.to_device(np.zeros(tables, np.int64))
        states, words, self._cells = _records(game, tables)
        self._offered = cuda.to_device(np.zeros((tables, game.most_options), np.int16))
        self._counts = cuda.to_device(np.zeros(tables, np.int32))
        self._rng, self._action_rng = (
            cuda.to_device(half) for half in random_streams(seed, tables)
        )
        self._tables = (
            states, words, self._cells, cuda.to_device(np.asarray(self.edition.box)), self._rng,
            self._offered, self._counts, *(cuda.to_device(part) for part in self.features.layout),
            self.observations, self.masks, self.seats, self.ended, self.returns,
        )  # fmt: skip
        made = _kernels(kernels.tables(game), game.most_options)
        self._open, self._step, self._choose, self._show = made
        self._blocks = -(-tables // THREADS)
        self.reset(seed)

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.seats)

    @property
    def players(self) -> int:
        """Return the number of players per table."""
        return self.features.players

    def reset(self, seed: int = 0) -> None:
        """Deal a new game at every table, equal to that of a Batch with this seed."""
        for there, here in zip(
            (self._rng, self._action_rng), random_streams(seed, len(self.seats)), strict=True
        ):
            there.copy_to_device(here)
        self._open[self._blocks, THREADS](*self._tables)

    def step(self, actions: Any) -> None:
        """Make one action at every table."""
        self._step[self._blocks, THREADS](actions, self.refused, *self._tables)

    def random_actions(self) -> Any:
        """Return a legal action for each table, uniformly at random."""
        self._choose[self._blocks, THREADS](
            self._action_rng, self._offered, self._counts, self.actions
        )
        return self.actions

    def position(self, table: int) -> Position[Any]:
        """Return the position at a table, copied from the GPU."""
        (row,) = check_rows([table], len(self))
        cells = self._cells[row : row + 1].copy_to_host()
        return position_of(cells, self.game, self.edition)

    def place(self, positions: Position[Any] | Sequence[Position[Any]], rows: Rows = None) -> None:
        """Continue from given positions, as `Batch.place` does."""
        chosen = check_rows(rows, len(self))
        laid = laid_out(positions, len(chosen), self.game, self.players, self.edition)
        if not len(chosen):
            return
        there = cuda.to_device(chosen), cuda.to_device(laid.copy())
        blocks = -(-len(chosen) // THREADS)
        _lay[blocks, THREADS](*there, self._cells, self.ended, self.returns)
        self._show[self._blocks, THREADS](*self._tables)

    @property
    def _held(self) -> tuple[Any, ...]:
        """Return the arrays that determine the state of the batch; the others are derived."""
        return self._cells, self._rng, self._action_rng, self.ended, self.returns

    def snapshot(self) -> Snapshot:
        """Return the complete state of the batch, random generators included, in GPU memory."""
        return Snapshot(*map(_twin, self._held))

    def restore(self, snapshot: Snapshot) -> None:
        """Return to a snapshot of this GPU or of a `Batch`. Raise WrongArgument if unfit."""
        check_snapshot(snapshot, self._cells.shape)
        kept = snapshot.states, snapshot.rng, snapshot.action_rng, snapshot.ended, snapshot.returns
        for there, array in zip(self._held, kept, strict=True):
            there.copy_to_device(array)
        self._show[self._blocks, THREADS](*self._tables)

    def copy(self) -> "CudaBatch":
        """Return an independent copy with the same random numbers ahead."""
        made = self.game, self.players, len(self), self.game.write_edition(self.edition)
        return _restored(*made, self.snapshot())

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        """Pickle a batch as its construction arguments and a snapshot in host memory."""
        made = self.game, self.players, len(self), self.game.write_edition(self.edition)
        return _restored, (*made, Snapshot(*(array.copy_to_host() for array in self._held)))

    def shared(self) -> dict[str, Shared]:
        """Return the arrays for libraries that support DLPack, such as JAX, without a copy.

        `torch.from_dlpack(batch.shared()["observations"])`.
        """
        names = ("observations", "masks", "seats", "ended", "returns", "actions", "refused")
        return {name: Shared(getattr(self, name)) for name in names}


def _restored(
    game: Game[Any], players: int, tables: int, edition: str, snapshot: Snapshot
) -> CudaBatch:
    batch = CudaBatch(game, players, tables, edition=edition)
    batch.restore(snapshot)
    return batch


def _twin(array: Any) -> Any:
    """Return a copy in GPU memory."""
    twin = cuda.device_array_like(array)
    twin.copy_to_device(array)
    return twin


def _records(game: Game, tables: int) -> tuple[Any, Any, Any]:
    """Return one piece of GPU memory as records, as words and as bytes."""
    there = cuda.to_device(np.zeros((tables, game.state.dtype.itemsize), np.int8))
    if is_simulated():
        records = np.dtype((np.record, game.state.dtype))
        views = there.view(records).reshape(tables), there.view(np.int16)
        return (*(type(there)(view) for view in views), there)
    return there.view(game.state.dtype).reshape(tables), there.view(np.int16), there
