"""Random playouts on an NVIDIA GPU with the same compiled rules (extra `gpu`)."""

from types import ModuleType
from typing import Any

import numpy as np
from numba import cuda as _cuda
from numba import from_dtype, int16, int32, uint64

from rondel.kernel.compiler import is_simulated
from rondel.kernel.record import Array, Record
from rondel.kernel.rng import seeds
from rondel.kernel.state import MAX_SEATS, OVER

cuda: Any = _cuda
THREADS = 128
"""Threads per block."""
REGISTERS = 32
"""Registers per thread. Threads diverge, so many waiting threads beat few fast ones."""


def playouts_kernel(drivers: ModuleType, state: type[Record], most_options: int) -> Any:
    """Return a CUDA kernel that plays games by these drivers' rules, one table per thread."""
    setup, score = drivers.setup, drivers.score
    rank, play_out = drivers.rank, drivers.play_out
    # The simulator uses real NumPy arrays, and interpreted rules need attribute access.
    simulated = is_simulated()
    table = np.dtype((np.record, state.dtype)) if simulated else from_dtype(state.dtype)

    def run(
        boxes: Any,
        players: Any,
        rng: Any,
        limit: Any,
        games: Any,
        decisions: Any,
        points: Any,
        wins: Any,
        unended: Any,
    ) -> None:
        thread = cuda.grid(1)
        if thread >= rng.shape[0]:
            return
        states = cuda.local.array(1, table)
        stream = cuda.local.array(1, uint64)
        steps = cuda.local.array(most_options, int16)
        weights = cuda.local.array(most_options, int16)
        totals = cuda.local.array(MAX_SEATS, int32)
        tiebreaks = cuda.local.array(MAX_SEATS, int32)
        ranks = cuda.local.array(MAX_SEATS, int32)
        s = states[0]
        box = boxes[0]
        stream[0] = rng[thread]
        for _ in range(games):
            setup(s, box, players)
            decisions[thread] += play_out(s, box, stream, 0, steps, weights, limit)
            score(s, box, totals, tiebreaks)
            rank(players, totals, tiebreaks, ranks)
            for seat in range(players):
                points[thread, seat] += totals[seat]
                wins[thread, seat] += ranks[seat] == 1
            unended[thread] += s.seat != OVER

    return cuda.jit(run) if simulated else cuda.jit(run, max_registers=REGISTERS)


class CudaPlayouts:
    """Uniform random playouts of one game on the GPU, summed per table."""

    def __init__(self, drivers: ModuleType, state: type[Record], most_options: int, boxes: Array):
        self._run = playouts_kernel(drivers, state, most_options)
        self._boxes = cuda.to_device(np.asarray(boxes))

    def __call__(
        self, players: int, tables: int, games: int, seed: int = 0, limit: int = 1_000_000
    ) -> dict[str, Array]:
        """Play `games` games at each of `tables` tables and return the totals per table."""
        totals = {
            "decisions": np.zeros(tables, np.int64),
            "points": np.zeros((tables, players), np.int64),
            "wins": np.zeros((tables, players), np.int64),
            "unended": np.zeros(tables, np.int64),
        }
        there = {name: cuda.to_device(zeros) for name, zeros in totals.items()}
        blocks = -(-tables // THREADS)
        rng = cuda.to_device(seeds(seed, tables))
        self._run[blocks, THREADS](self._boxes, players, rng, limit, games, *there.values())
        cuda.synchronize()
        return {name: array.copy_to_host() for name, array in there.items()}
