"""Strength of the bots under new rules, compared with bots of an earlier source tree.

Games follow the current rules; one seat is played by the current bots, the other by those of the
earlier tree, which know no newer steps. Games come in pairs with equal chance outcomes and swapped
seats.

    git worktree add ../before COMMIT
    python -m benchmarks.versions --before ../before/src --bot search:0.25s --count 200

"""

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from rondel.arena.intervals import wilson
from rondel.bots import find
from rondel.games import find as find_game
from rondel.games import names
from rondel.match import Match, SeededRandom

EARLIER = """
import json, sys
from rondel.bots import find
from rondel.core import Position
from rondel.games import find as find_game
from rondel.kernel.record import GAP, read_record
name, game, seed = sys.argv[1], find_game(sys.argv[2]), int(sys.argv[3])
bot = find(name, seed)
known = [field for field in game.state.dtype.names if field != GAP]
for line in sys.stdin:
    fields = json.loads(line)
    state = read_record(game.state, {field: fields[field] for field in known})
    position = Position(game, game.edition(""), state)
    print(position.edition.steps.text(bot.choose(position)), flush=True)
"""


class Earlier:
    """Bot of another source tree, in its own process."""

    def __init__(self, tree: Path, name: str, game: str, seed: int):
        environment = os.environ | {"PYTHONPATH": str(tree)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", EARLIER, name, game, str(seed)],
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def choose(self, table: str) -> str:
        """Return its step in notation."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(table + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        """Stop the process."""
        self._process.communicate()


def play(tree: Path, name: str, game: str, number: int) -> float:
    """Play one game: 1 if the current bot won, 0 if the earlier one did, 0.5 if both did."""
    match = Match(find_game(game), 2, dealer=SeededRandom(number // 2))
    # The earlier tree knows only its own steps; a single known step needs no request.
    told = name.removesuffix(",evaluator=hints")
    present, earlier = find(name, number), Earlier(tree, told, game, number)
    seat = number % 2
    while not match.position.is_over:
        if match.position.seat == seat:
            match.play(present.choose(match.position))
        else:
            match.play(earlier.choose(match.position.write()))
    present.close()
    earlier.close()
    ranks = match.position.ranks
    return (ranks[seat] == 1) / ranks.count(1)


def main() -> None:
    """Play, and print the current bot's share with its interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, required=True, help="the earlier tree's src folder")
    parser.add_argument("--bot", default="search:0.25s")
    parser.add_argument("--games", nargs="*", default=list(names()))
    parser.add_argument("--count", type=int, default=200, help="games of each game")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) // 2))
    asked = parser.parse_args()
    found = {}
    for game in asked.games:
        play(asked.before, "search:5", game, 0)
        with ProcessPoolExecutor(asked.workers) as pool:
            once = partial(play, asked.before, asked.bot, game)
            won = sum(pool.map(once, range(asked.count)))
        share = wilson(won, asked.count)
        found[game] = {"games": asked.count, "won": won, "interval": [share.low, share.high]}
        told = f"{share.value:.3f} ({share.low:.3f} to {share.high:.3f})"
        print(f"{game}: the present {asked.bot} won {won:g} of {asked.count}, {told}", flush=True)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
