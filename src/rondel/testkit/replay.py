"""Replaying steps in a process of its own, to compare compiled with interpreted rules.

Reads lines of `game players step step …` and answers each with a fingerprint of every moment.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence

from rondel.contract import Position
from rondel.games import find
from rondel.kernel.compiler import is_interpreted
from rondel.match import Match

PATIENCE = 240
"""Seconds after which the other process hangs."""


def fingerprint(position: Position) -> str:
    """A few letters that stand for the table, its options and points."""
    seen = (position.state.tobytes(), position.options, position.scores)
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]


def fingerprints(game: str, players: int, steps: Sequence[int]) -> list[str]:
    """The fingerprints of every moment of a game."""
    position = find(game).start(players)
    found = [fingerprint(position)]
    for number in steps:
        position = position.after(number)
        found.append(fingerprint(position))
    return found


def replay_elsewhere(matches: Sequence[Match]) -> list[list[str]]:
    """The fingerprints of matches replayed interpreted if this process compiles, and vice versa."""
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
        timeout=PATIENCE,
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
