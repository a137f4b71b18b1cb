"""Replay in a second process, to compare compiled with interpreted rules.

Read lines of `game players step step …` and answer each with a fingerprint of every position.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence

from rondel.core import Position
from rondel.games import find
from rondel.kernel.compiler import is_interpreted
from rondel.match import Match

TIMEOUT = 240
"""Seconds after which the other process counts as hanging."""


def fingerprint(position: Position) -> str:
    """Return a short hash of the table, its options and its points."""
    seen = (position.state.tobytes(), position.legal_steps, position.scores)
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]


def fingerprints(game: str, players: int, steps: Sequence[int]) -> list[str]:
    """Return the fingerprints of every position of a game."""
    position = find(game).start(players)
    found = [fingerprint(position)]
    for number in steps:
        position = position.after(number)
        found.append(fingerprint(position))
    return found


def replay_elsewhere(matches: Sequence[Match]) -> list[list[str]]:
    """Return the fingerprints of matches replayed with the compiler off if this process compiles,
    else with the compiler on.
    """
    lines = [
        " ".join(map(str, (match.game.name, match.position.players, *match.log)))
        for match in matches
    ]
    ran = subprocess.run(
        [sys.executable, "-m", __name__],
        input="\n".join(lines),
        env=os.environ | {"NUMBA_DISABLE_JIT": "0" if is_interpreted() else "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert ran.returncode == 0, ran.stderr
    return [line.split() for line in ran.stdout.splitlines()]


def main() -> None:
    """Answer every line of the input."""
    for line in sys.stdin:
        game, players, *steps = line.split()
        print(*fingerprints(game, int(players), [int(step) for step in steps]))


if __name__ == "__main__":
    main()
