"""Self-play tables on a CUDA GPU (extras `gpu` and `train`)."""

from types import ModuleType
from typing import Any

import numpy as np
from numba import float64, int16, int32

from rondel.kernel.cuda import THREADS, cuda
from rondel.kernel.rng import seeds
from rondel.kernel.state import MAX_SEATS
from rondel.learn.training.tables import Tables, Tensor, kernels


def _kernels(rules: ModuleType, most_options: int) -> tuple[Any, Any, Any, Any]:
    """Return the kernels for dealing, listing options, trying them out and continuing, one thread
    per table or option.
    """
    deal, list_options, extract_options, advance = (
        rules.deal,
        rules.list_options,
        rules.extract_options,
        rules.advance,
    )

    def deal_table(players: Any, states: Any, boxes: Any, rng: Any) -> None:
        t = cuda.grid(1)
        if t >= states.shape[0]:
            return
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int32)
        deal(t, players, states, boxes, rng, steps, weights)

    def list_table(states: Any, boxes: Any, offered: Any, counts: Any, actors: Any) -> None:
        t = cuda.grid(1)
        if t >= states.shape[0]:
            return
        weights = cuda.local.array(most_options, int32)
        list_options(t, states, boxes, offered, weights, counts, actors)

    def try_option(
        total: Any, guided: Any, owners: Any, firsts: Any, boxes: Any, offered: Any, words: Any,
        trial_words: Any, trials: Any,
        seen: Any, observers: Any, won: Any, scored: Any, leads: Any,
    ) -> None:  # fmt: skip
        p = cuda.grid(1)
        if p >= total:
            return
        t = owners[p]
        for at in range(words.shape[1]):
            trial_words[p, at] = words[t, at]
        points = cuda.local.array(MAX_SEATS, float64)
        spare = cuda.local.array(MAX_SEATS, float64)
        extract_options(
            p, owners, firsts, boxes, offered, trials[p], points, spare, guided,
            seen, observers, won, scored, leads,
        )  # fmt: skip

    def advance_table(
        chosen: Any,
        states: Any,
        boxes: Any,
        rng: Any,
        offered: Any,
        ended: Any,
        won: Any,
        scored: Any,
        seen: Any,
        observers: Any,
    ) -> None:
        t = cuda.grid(1)
        if t >= states.shape[0]:
            return
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int32)
        points = cuda.local.array(MAX_SEATS, float64)
        spare = cuda.local.array(MAX_SEATS, float64)
        advance(
            t, chosen[t], states, boxes, rng, offered, steps, weights, points, spare,
            ended, won, scored, seen, observers,
        )  # fmt: skip

    return cuda.jit(deal_table), cuda.jit(list_table), cuda.jit(try_option), cuda.jit(advance_table)


class CudaTables(Tables):
    """Tables with all arrays on the GPU."""

    device = "cuda"

    def _set_up(self, seed: int) -> None:
        game = self.game
        self._there = self._records(self.tables)
        self._boxes = cuda.to_device(np.asarray(self.edition.box))
        self._offered = cuda.to_device(np.zeros((self.tables, game.most_options), np.int16))
        made = _kernels(kernels(game), game.most_options)
        self._deal_table, self._list_table, self._try_option, self._advance_table = made
        self._blocks = -(-self.tables // THREADS)
        self._after = [
            cuda.as_cuda_array(part)
            for part in (self.ended, self.won, self.scored, self.seen_next, self.observers_next)
        ]
        self._asked = [cuda.as_cuda_array(part) for part in (self.counts, self.actors)]
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """Deal a new game at every table."""
        self._rng = cuda.to_device(seeds(seed, self.tables))
        self._deal_table[self._blocks, THREADS](
            self.players, self._there[0], self._boxes, self._rng
        )

    def _records(self, count: int) -> tuple[Any, Any]:
        """Return one piece of GPU memory as records and as words."""
        size = self.game.state.dtype.itemsize
        there = cuda.to_device(np.zeros((count, size), np.int8))
        return there.view(self.game.state.dtype).reshape(count), there.view(np.int16)

    def _widen(self) -> None:
        self._trials = self._records(self._room)
        self._looks = [
            cuda.as_cuda_array(part)
            for part in (self._seen, self._observers, self._won, self._scored, self._leads)
        ]
        self._owned = cuda.as_cuda_array(self._owners)

    def _list_options(self) -> None:
        self._list_table[self._blocks, THREADS](
            self._there[0], self._boxes, self._offered, *self._asked
        )

    def _extract_options(self, total: int, guided: bool) -> None:
        self._try_option[-(-total // THREADS), THREADS](
            total, guided, self._owned, cuda.as_cuda_array(self.firsts), self._boxes,
            self._offered, self._there[1], self._trials[1], self._trials[0], *self._looks,
        )  # fmt: skip

    def advance(self, chosen: Tensor) -> None:
        """Apply an option at every table, given by its index among that table's options."""
        self._advance_table[self._blocks, THREADS](
            cuda.as_cuda_array(chosen.contiguous()), self._there[0], self._boxes, self._rng,
            self._offered, *self._after,
        )  # fmt: skip
