"""Branch coverage of the foundation and of the games' rules, with the compiler off.

`python -m rondel.testkit.coverage [GAME …]` runs the tests that reach them and fails below LEAST
percent.
"""

import os
import subprocess
import sys
from pathlib import Path

LEAST = 95
PATIENCE = 1800
"""Seconds after which something hangs; every test has a limit of its own besides."""
ROOMS = ("contract", "match")
RULES = ("rules.py", "soundness.py", "components.py")
"""What is covered, of the foundation and of each game."""
FOUNDATION_TESTS = ("tests/test_contract.py", "tests/test_match.py")
GAME_TESTS = ("test_rulebook.py", "test_conservation.py")
SOURCE = Path("src/rondel")


def games() -> list[Path]:
    """The folders of the games named, or of all that have tests."""
    named, known = sys.argv[1:], (folder.parent for folder in SOURCE.glob("games/*/tests"))
    return sorted(game for game in known if not named or game.name in named)


def tests() -> list[str]:
    """The tests that reach every branch in a few interpreted minutes."""
    own = [game / "tests" / name for game in games() for name in GAME_TESTS]
    return [*FOUNDATION_TESTS, *(str(test) for test in own if test.exists())]


def covered() -> list[str]:
    """The files whose branches count."""
    rooms = [str(SOURCE / room / "*") for room in ROOMS]
    return rooms + [str(game / name) for game in games() for name in RULES]


def main() -> None:
    """Run the tests on all cores, then report what they did not reach."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    measure = ["-n", "auto", "--cov=rondel", "--cov-branch", "--cov-report="]
    run = [sys.executable, "-m", "pytest", *measure, *tests()]
    report = [sys.executable, "-m", "coverage", "report", "--show-missing", "--skip-covered"]
    report += [f"--fail-under={LEAST}", f"--include={','.join(covered())}"]
    for command in (run, report):
        done = subprocess.run(command, env=environment, check=False, timeout=PATIENCE)
        if done.returncode:
            raise SystemExit(done.returncode)


if __name__ == "__main__":
    main()
