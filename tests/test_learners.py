"""Third-party learners run in our environments unmodified, on a tiny budget."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import TIMEOUT

LEARNERS = sorted((Path(__file__).parent.parent / "examples" / "learners").glob("*.py"))
STEPS = 512


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.stem)
def test_a_foreign_learner_learns_a_seat_and_plays_whole_games(learner: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(learner), "--steps", str(STEPS), "--games", "2"],
        # On one core: threads that wait for each other are slow on a busy machine.
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True, text=True, check=False, timeout=TIMEOUT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = re.findall(r"^(before|after \d+ steps): won (\d+)%$", done.stdout, re.MULTILINE)
    assert [when for when, _ in told] == ["before", f"after {STEPS} steps"]
    assert all(int(share) in range(0, 101, 25) for _, share in told)


def test_both_libraries_have_an_example() -> None:
    assert [learner.stem for learner in LEARNERS] == ["masked_ppo", "torchrl_ppo"]
