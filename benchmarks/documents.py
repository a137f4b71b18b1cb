"""Time for the documents of a move: view, labels of all options, and story, as JSON bytes.

With an earlier source tree, both take turns in one run:

    git worktree add ../before COMMIT
    python -m benchmarks.documents --before ../before/src

"""

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

MEASURE = """
import random, sys, time
import msgspec
from rondel.games import find
encode = msgspec.json.encode
game = find(sys.argv[1])
players, rounds = 4, int(sys.argv[2])
whim, moves = random.Random(11), []
while len(moves) < 400:
    position = game.start(players)
    while not position.is_over and len(moves) < 400:
        numbers, weights = zip(*position.legal_steps)
        number = whim.choices(numbers, weights)[0]
        after = position.after_unchecked(number)
        if position.seat is not None and after.seat is not None:
            moves.append((position.write(), number))
        position = after
from rondel.core import read_position

def documents(before, number, after):
    if hasattr(type(after), "view_json"):
        return after.view_json, after.labels_json, before.story_json(number, after)
    view = encode(after.view)
    labels = [encode(game.label(after, number)) for number, _ in after.legal_steps]
    return view, labels, encode(game.story(before, number, after))

def moments():
    # New objects, and the steps are listed: a server has played them already.
    for text, number in positions:
        before = text.without_cache()
        after = before.after_unchecked(number)
        before.legal_steps, after.legal_steps
        yield before, number, after

positions = [(read_position(game, text), number) for text, number in moves]
written, viewed = [], []
for _ in range(rounds):
    fresh = list(moments())
    start = time.process_time()
    for moment in fresh:
        documents(*moment)
    written.append(time.process_time() - start)
    fresh = list(moments())
    start = time.process_time()
    for _, _, after in fresh:
        after.view
    viewed.append(time.process_time() - start)
for taken in (written, viewed):
    # The first round fills caches; of the others the quickest is the least disturbed.
    print(min(taken[1:]) / len(positions) * 1e6)
"""


def measure(tree: Path, game: str, rounds: int) -> tuple[float, float]:
    """Return microseconds per move in a source tree: documents as bytes, and the typed view."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, game, str(rounds)],
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    written, viewed = map(float, done.stdout.split())
    return written, viewed


def main() -> None:
    """Print medians and ranges."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="an earlier source tree")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=8)
    wanted = parser.parse_args()
    trees = {"now": Path(__file__).parent.parent / "src"}
    if wanted.before:
        trees["before"] = wanted.before
    for game in ("finca", "milestones"):
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in trees}
        for _ in range(wanted.turns):
            for name, tree in trees.items():
                found[name].append(measure(tree, game, wanted.rounds))
        for name, results in found.items():
            for what, times in zip(
                ("documents", "typed view"), zip(*results, strict=True), strict=True
            ):
                median = f"{statistics.median(times):6.1f} µs"
                print(
                    f"{game:10} {name:6} {what:10} {median} ({min(times):.1f} to {max(times):.1f})"
                )


if __name__ == "__main__":
    main()
