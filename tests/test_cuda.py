"""CUDA driver: equal rules, checked on Numba's CUDA simulator."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from rondel.arena.simulate import LIMIT
from rondel.games import find
from rondel.kernel.rng import seeds
from tests.waiting import TIMEOUT

SIMULATED = """
import json, sys
from rondel.games import find
from rondel.kernel.cuda import CudaPlayouts
game = find(sys.argv[1])
playouts = CudaPlayouts(game.drivers, game.state, game.most_options, game.edition("").box)
totals = playouts(int(sys.argv[2]), 2, 1, seed=5)
print(json.dumps({name: total.tolist() for name, total in totals.items()}))
"""


@pytest.mark.parametrize(("name", "players"), [("finca", 2), ("finca", 4)])
def test_the_gpu_plays_the_very_games_the_cpu_plays(name: str, players: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED, name, str(players)],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True, text=True, check=True,
        timeout=TIMEOUT,
    )  # fmt: skip
    there = json.loads(done.stdout)
    game = find(name)
    points, ranks = np.zeros((2, 2, players), np.int32)
    decisions = np.zeros(2, np.int32)
    for table in range(2):
        row = slice(table, table + 1)
        game.drivers.playouts(
            game.state.new(), game.edition("").box, players, seeds(5, 2)[row], *game.buffers(),
            LIMIT, points[row], np.zeros(players, np.int32), ranks[row], decisions[row],
        )  # fmt: skip
    assert there["points"] == points.tolist()
    assert there["decisions"] == decisions.tolist()
    assert there["wins"] == (ranks == 1).tolist()
    assert there["unended"] == [0, 0]
