"""Thousands of tables at once on an NVIDIA GPU, by the same kernels (extra `gpu`)."""

from types import ModuleType
from typing import Any

import numpy as np
from numba import int16, int32
from numba.core import config

from rondel.contract import Edition, Game
from rondel.kernel.cuda import THREADS, cuda
from rondel.kernel.luck import draw, seeds
from rondel.kernel.record import Cells
from rondel.kernel.state import MOST_SEATS
from rondel.learn import kernels
from rondel.learn.features import features
from rondel.learn.kernels.observing import observe


def _kernels(rules: ModuleType, most_options: int) -> tuple[Any, Any, Any]:
    """Dealing, stepping and blind choosing, one table per thread."""
    deal, proceed, offer = rules.deal, rules.proceed, rules.offer

    def open_table(  # type: ignore[no-untyped-def]
        states, words, cells, boxes, luck, offered, counts,
        wide, places, single, blocks, unsigned, held,
        observations, masks, seats, ended, returns,
    ):  # fmt: skip
        t = cuda.grid(1)
        if t >= seats.shape[0]:
            return
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int32)
        deal(t, states, boxes, luck, steps, weights, returns, ended)
        seat = offer(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        observe(t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations)

    def step_table(  # type: ignore[no-untyped-def]
        actions, refused,
        states, words, cells, boxes, luck, offered, counts,
        wide, places, single, blocks, unsigned, held,
        observations, masks, seats, ended, returns,
    ):  # fmt: skip
        t = cuda.grid(1)
        if t >= seats.shape[0]:
            return
        action = actions[t]
        refused[t] = action < 0 or action >= masks.shape[1] or not masks[t, action]
        if refused[t]:
            return
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int32)
        points = cuda.local.array(MOST_SEATS, int32)
        tiebreaks = cuda.local.array(MOST_SEATS, int32)
        proceed(
            t, action, True, states, boxes, luck, steps, weights, points, tiebreaks, returns, ended
        )
        seat = offer(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        observe(t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations)

    def choose(whims, offered, counts, actions):  # type: ignore[no-untyped-def]
        t = cuda.grid(1)
        if t < actions.shape[0]:
            actions[t] = offered[t, draw(whims, t, counts[t])]

    return cuda.jit(open_table), cuda.jit(step_table), cuda.jit(choose)


class CudaBatch:
    """As Batch, with every array on the GPU: torch and others take them without a copy.

    An action that is not possible is not made; `refused` says where.
    """

    def __init__(
        self,
        game: Game,
        players: int = 2,
        tables: int = 65_536,
        *,
        seed: int = 0,
        edition: str | Edition = "",
    ):
        self.game = game
        self.features = features(game, players)
        box = game.edition(edition).box
        self.seats = cuda.to_device(np.zeros(tables, np.int8))
        self.observations = cuda.to_device(np.zeros((tables, self.features.size), np.int16))
        self.masks = cuda.to_device(np.zeros((tables, game.steps.actions), np.bool_))
        self.ended = cuda.to_device(np.zeros(tables, np.bool_))
        self.returns = cuda.to_device(np.zeros((tables, players), np.float32))
        self.refused = cuda.to_device(np.zeros(tables, np.bool_))
        self.actions = cuda.to_device(np.zeros(tables, np.int64))
        states, words, cells = _records(game, tables)
        self._offered = cuda.to_device(np.zeros((tables, game.most_options), np.int16))
        self._counts = cuda.to_device(np.zeros(tables, np.int32))
        self._luck, self._whims = (cuda.to_device(half) for half in _halves(seed, tables))
        self._tables = (
            states, words, cells, cuda.to_device(np.asarray(box)), self._luck, self._offered,
            self._counts, *(cuda.to_device(part) for part in self.features.glance),
            self.observations, self.masks, self.seats, self.ended, self.returns,
        )  # fmt: skip
        self._open, self._step, self._choose = _kernels(kernels.tables(game), game.most_options)
        self._blocks = -(-tables // THREADS)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal a new game at every table, the very one that Batch deals."""
        for there, here in zip(
            (self._luck, self._whims), _halves(seed, len(self.seats)), strict=True
        ):
            there.copy_to_device(here)
        self._open[self._blocks, THREADS](*self._tables)

    def step(self, actions: Any) -> None:
        """One action at every table."""
        self._step[self._blocks, THREADS](actions, self.refused, *self._tables)

    def blind_actions(self) -> Any:
        """A possible action for each table, uniformly at random."""
        self._choose[self._blocks, THREADS](self._whims, self._offered, self._counts, self.actions)
        return self.actions


def _halves(seed: int, tables: int) -> tuple[Cells, Cells]:
    luck = seeds(seed, 2 * tables)
    return luck[:tables], luck[tables:]


def _records(game: Game, tables: int) -> tuple[Any, Any, Any]:
    """One piece of the GPU's memory as records, as words and as bytes."""
    there = cuda.to_device(np.zeros((tables, game.state.dtype.itemsize), np.int8))
    if config.ENABLE_CUDASIM:
        records = np.dtype((np.record, game.state.dtype))
        views = there.view(records).reshape(tables), there.view(np.int16)
        return (*(type(there)(view) for view in views), there)
    return there.view(game.state.dtype).reshape(tables), there.view(np.int16), there
