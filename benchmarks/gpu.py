"""Random games on the GPU with the same rules as on the CPU, compared with one core."""

import argparse
import json
import statistics
import time

import numpy as np

from rondel.arena.simulate import LIMIT, simulate
from rondel.core import Game
from rondel.games import find, names
from rondel.kernel.cuda import CudaPlayouts
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds

CHECKED = 64
"""Tables that are replayed on the CPU and must give equal points."""


def check_against_cpu(game: Game, players: int, games: int, points: Array, seed: int) -> None:
    """Replay the first tables on the CPU and check that the points are equal."""
    streams = seeds(seed, CHECKED)
    for table in range(CHECKED):
        here = np.zeros((games, players), np.int32)
        ranks, decisions = np.zeros_like(here), np.zeros(games, np.int32)
        game.drivers.playouts(
            game.state.new(), game.edition("").box, players, streams[table : table + 1],
            *game.buffers(), LIMIT, here, np.zeros(players, np.int32), ranks, decisions,
        )  # fmt: skip
        assert (here.sum(axis=0) == points[table]).all(), f"table {table} differs"


def measure(name: str, players: int, tables: int, games: int, repeats: int) -> dict[str, object]:
    """Return decisions per second of one game on one core and on the GPU, as medians of repeats."""
    game = find(name)
    box = game.edition("").box
    simulate(game, 100, players, threads=1)
    one_core: list[float] = []
    random_result = 0.0
    for seed in range(repeats):
        start = time.perf_counter()
        done = simulate(game, 10_000, players, seed=seed, threads=1)
        one_core.append(int(done.decisions.sum()) / (time.perf_counter() - start))
        random_result = float(done.points.mean())
    playouts = CudaPlayouts(game.drivers, game.state, game.most_options, box)
    start = time.perf_counter()
    playouts(players, tables, 1)
    compiled = time.perf_counter() - start
    gpu: list[float] = []
    per_second: list[float] = []
    mean = 0.0
    for seed in range(repeats):
        start = time.perf_counter()
        totals = playouts(players, tables, games, seed)
        seconds = time.perf_counter() - start
        assert totals["unended"].sum() == 0
        gpu.append(int(totals["decisions"].sum()) / seconds)
        per_second.append(tables * games / seconds)
        mean = float(totals["points"].sum() / (tables * games * players))
        if seed == repeats - 1:
            check_against_cpu(game, players, games, totals["points"], seed)
    return {
        "game": name,
        "players": players,
        "one_core_decisions_per_second": statistics.median(one_core),
        "gpu_decisions_per_second": statistics.median(gpu),
        "gpu_spread": [min(gpu), max(gpu)],
        "gpu_games_per_second": statistics.median(per_second),
        "ratio": statistics.median(gpu) / statistics.median(one_core),
        "compile_seconds": compiled,
        "mean_points": [mean, random_result],
    }


def main() -> None:
    """Measure every game and print a line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=names())
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--tables", type=int, default=1 << 18)
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    for name in asked.game or names():
        result = measure(name, asked.players, asked.tables, asked.games, asked.repeats)
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
