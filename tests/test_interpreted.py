"""Games give the same results with and without the compiler, and without its accelerator."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.waiting import TIMEOUT

TOY = Path(__file__).parent / "toy"
PROGRAM = """
import json, random, sys
import numpy as np
import rondel
from rondel.bots.kernels import features_of
from rondel.kernel.features import MAX_NOTICED
from rondel.kernel.state import MAX_SEATS

match = rondel.Match(sys.argv[1], players=3, seed=5)
extract_features = features_of(match.game).extract_features
random_steps = random.Random(5)
positions, features, choices = [], [], []
while match.position.seat is not None and len(match) < 150:
    position = match.position
    positions.append(position.write())
    for seat in range(3):
        seen, pad = np.zeros(MAX_NOTICED, np.int16), np.zeros((2, MAX_SEATS))
        count = extract_features(position.state[0], position.edition.box[0], seat, seen, *pad)
        features.append(seen[:count].tolist())
    if len(match) % 50 == 40:
        for name in ("net", "search:8"):
            choices.append(int(rondel.bot(name, seed=1).choose(position)))
    match.play(random_steps.choice(sorted(position.legal_ids)))
print(json.dumps([positions, features, choices]))
"""


def played(game: str, jit: str) -> list[Any]:
    """Return the positions, features and choices of a short game, compiled or interpreted."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PROGRAM, game],
        env=os.environ | {"NUMBA_DISABLE_JIT": jit},
        capture_output=True, encoding="utf-8", check=False, timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game", ["finca", "milestones"])
def test_features_do_not_overflow_where_rules_are_interpreted(game: str) -> None:
    interpreted, compiled = played(game, "1"), played(game, "0")
    for one, other in zip(interpreted, compiled, strict=True):
        assert len(one) == len(other) > 0
        for at, (here, there) in enumerate(zip(one, other, strict=True)):
            assert here == there, at


SIMULATION = """
import rondel
print(rondel.simulate("orchard", 3, seed=1).points.tolist())
"""


def simulated(accelerator: str) -> str:
    """Return the points of three small games, compiled with (1) or without (0) the accelerator."""
    done = subprocess.run(
        [sys.executable, "-c", SIMULATION],
        env=os.environ | {"RONDEL_ACCELERATOR": accelerator, "RONDEL_GAMES": str(TOY)},
        capture_output=True, encoding="utf-8", check=False, timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_rules_compiled_without_the_accelerator_play_the_same_games() -> None:
    assert simulated("0") == simulated("1") != ""


CHANGED_NUMBA = """
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary
from rondel.kernel.compiler import accelerator
assert accelerator() is accelerator() is None
"""


def test_a_numba_without_the_private_parts_is_reported_once() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHANGED_NUMBA],
        env=os.environ | {"NUMBA_DISABLE_JIT": "0"},
        capture_output=True, encoding="utf-8", check=False, timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("[numba-changed]") == 1
