"""Branch coverage of the core and of the games' rules, with the compiler off.

`python -m rondel.testkit.coverage [GAME …]` runs the relevant tests and fails below LEAST percent.
"""

import os
import subprocess
import sys
from pathlib import Path

LEAST = 95
TIMEOUT = 1800
"""Time limit of all tests in seconds; every test also has a limit of its own."""
ROOMS = ("core", "match")
RULES = ("rules.py", "validation.py", "components.py")
"""Files to measure, of the core and of each game."""
FOUNDATION_TESTS = ("tests/test_core.py", "tests/test_match.py")
GAME_TESTS = ("test_rulebook.py", "test_conservation.py")
SOURCE = Path("src/rondel")


def games() -> list[Path]:
    """Return the folders of the named games, or of all games with tests."""
    named, known = sys.argv[1:], (folder.parent for folder in SOURCE.glob("games/*/tests"))
    return sorted(game for game in known if not named or game.name in named)


def tests() -> list[str]:
    """Return the tests that reach every branch within a few interpreted minutes."""
    own = [game / "tests" / name for game in games() for name in GAME_TESTS]
    return [*FOUNDATION_TESTS, *(str(test) for test in own if test.exists())]


def covered() -> list[str]:
    """Return the files to measure."""
    rooms = [str(SOURCE / room / "*") for room in ROOMS]
    return rooms + [str(game / name) for game in games() for name in RULES]


def main() -> None:
    """Run the tests on all cores and report the branches that they missed."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    measure = ["-n", "auto", "--cov=rondel", "--cov-branch", "--cov-report="]
    run = [sys.executable, "-m", "pytest", *measure, *tests()]
    report = [sys.executable, "-m", "coverage", "report", "--show-missing", "--skip-covered"]
    report += [f"--fail-under={LEAST}", f"--include={','.join(covered())}"]
    for command in (run, report):
        done = subprocess.run(command, env=environment, check=False, timeout=TIMEOUT)
        if done.returncode:
            raise SystemExit(done.returncode)


if __name__ == "__main__":
    main()
