"""Functions that start processes work from scripts, from standard input and with -c."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import TIMEOUT

SIMULATE = """
import rondel
from rondel.arena.tournament import round_robin, run

print("started")
for workers in (None, 1, 2):
    played = rondel.simulate("finca", 4, bots=["greedy", "random"], seed=1, workers=workers)
    print(played.points.tolist())
print(len(run(round_robin("finca", ["greedy", "random"], 4, 2), workers=2)))
"""
OWN_BOT = """
import rondel

class Last:
    def choose(self, position):
        return max(position.legal_ids)

def simulate():
    print("started")
    played = rondel.simulate("finca", 4, bots=[Last, "random"], seed=1, workers=2)
    print(played.decisions.tolist())
"""
GUARDED = OWN_BOT + 'if __name__ == "__main__":\n    simulate()\n'
UNGUARDED = OWN_BOT + "simulate()\n"


def run(folder: Path, program: str, way: str) -> subprocess.CompletedProcess[str]:
    """Run a program as a file, from standard input, or as an argument."""
    script = folder / "script.py"
    script.write_text(program, "utf-8")
    arguments = {"file": [str(script)], "stdin": ["-"], "-c": ["-c", program]}[way]
    return subprocess.run(
        [sys.executable, *arguments], input=program if way == "stdin" else "", cwd=folder,
        capture_output=True, encoding="utf-8", check=False, timeout=TIMEOUT,
    )  # fmt: skip


def printed(folder: Path, program: str, way: str) -> list[str]:
    """Return the lines that a program prints; it must succeed without other output."""
    ran = run(folder, program, way)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr
    return ran.stdout.splitlines()


WAYS = pytest.mark.parametrize("way", ["file", "stdin", "-c"])


@WAYS
def test_simulating_bots_in_a_script_without_a_main_guard_does_not_fail(
    tmp_path: Path, way: str
) -> None:
    started, small, alone, workers, games = printed(tmp_path, SIMULATE, way)
    assert small == alone == workers
    assert (started, games) == ("started", "4")


@WAYS
def test_a_scripts_own_bot_plays_on_workers_or_where_it_is_defined(
    tmp_path: Path, way: str
) -> None:
    started, decisions = printed(tmp_path, GUARDED, way)
    assert started == "started" and decisions.count(",") == 3


def test_a_scripts_own_bot_without_a_main_guard_says_what_to_add(tmp_path: Path) -> None:
    ran = run(tmp_path, UNGUARDED, "file")
    assert ran.returncode == 1
    last = ran.stderr.splitlines()[-1]
    assert "script.py defines its own bots" in last
    assert 'put `if __name__ == "__main__":` before the lines that start them' in last
    assert "ended 3 times" not in ran.stderr
