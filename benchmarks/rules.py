"""Speed of the rules: random play on one core, ours and our peers'.

Contenders alternate, round by round, so that other load slows all equally. Each round reports
player decisions per second; the table shows median and spread of the rounds.
"""

import argparse
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from rondel.arena.simulate import simulate
from rondel.games import find, names

Round = Callable[[int], tuple[int, float]]
"""Function that plays once with a seed and returns the decisions and the seconds of this thread."""


def ours(name: str, players: int, games: int) -> Round:
    """Return a round of complete games of ours, set-up included."""
    game = find(name)

    def play(seed: int) -> tuple[int, float]:
        start = time.perf_counter()
        done = simulate(game, games, players, seed=seed, threads=1)
        return int(done.decisions.sum()), time.perf_counter() - start

    play(0)
    return play


def open_spiel(name: str, steps: int) -> Round:
    """Return a round of an OpenSpiel game in C++ under random play, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seed: int) -> tuple[int, float]:
        luck = random.Random(seed)
        state = game.new_initial_state()
        decisions = 0
        start = time.perf_counter()
        while decisions < steps:
            if state.is_terminal():
                state = game.new_initial_state()
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(luck.choices(*zip(*outcomes, strict=True))[0])
                continue
            state.apply_action(luck.choice(state.legal_actions()))
            decisions += 1
        return decisions, time.perf_counter() - start

    return play


def open_spiel_in_c(name: str, games: int) -> Round:
    """Return a round of an OpenSpiel game entirely in C++: random playouts of its tree search.

    They do not report their length, so it is taken from games played from Python.
    """
    import pyspiel

    game = pyspiel.load_game(name)
    lengths: list[int] = []
    for seed in range(20):
        luck, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(luck.choice(state.legal_actions()))
        lengths.append(state.move_number())
    decisions = round(games * statistics.mean(lengths))

    def play(seed: int) -> tuple[int, float]:
        bot = pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(games, seed), 2.0, 1, 100, False, seed, False
        )
        start = time.perf_counter()
        bot.step(game.new_initial_state())
        return decisions, time.perf_counter() - start

    return play


def catanatron(games: int) -> Round:
    """Return a round of Catanatron's random players; its ticks count as decisions."""
    from catanatron import (  # pyright: ignore[reportMissingModuleSource]
        Color,
        Game,
        RandomPlayer,
    )

    def play(seed: int) -> tuple[int, float]:
        random.seed(seed)
        decisions = 0
        start = time.perf_counter()
        for _ in range(games):
            game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                decisions += 1
        return decisions, time.perf_counter() - start

    return play


START = """
import sys; sys.modules["scipy"] = None
import time; start = time.perf_counter()
from rondel.games import find
from rondel.match import Match, SeededRandom
match = Match(find({name!r}), 2, dealer=SeededRandom(1))
match.play(match.turn.actions[0])
print(time.perf_counter() - start)
"""


def start_up(name: str, rounds: int) -> dict[str, float]:
    """Return the seconds from an empty interpreter to the first move, with and without the cache.

    SciPy is a dependency of a peer, not ours; Numba would load all of it if installed.
    """
    compiling: list[float] = []
    cached: list[float] = []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as cache:
            environment = os.environ | {"RONDEL_CACHE": cache}
            for seconds in (compiling, cached):
                done = subprocess.run(
                    [sys.executable, "-c", START.format(name=name)],
                    env=environment, capture_output=True, text=True, check=True,
                )  # fmt: skip
                seconds.append(float(done.stdout))
    return {"compiling": statistics.median(compiling), "cached": statistics.median(cached)}


def main() -> None:
    """Measure, print a table, and write JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    contenders = {
        **{f"rondel {name}, {n} players": ours(name, n, 4000) for name in names() for n in (2, 4)},
        f"open_spiel {version('open_spiel')} chinese_checkers": open_spiel(
            "chinese_checkers", 20_000
        ),
        f"open_spiel {version('open_spiel')} chinese_checkers, C++ roll-outs": open_spiel_in_c(
            "chinese_checkers", 50
        ),
        f"open_spiel {version('open_spiel')} backgammon": open_spiel("backgammon", 20_000),
        f"catanatron {version('catanatron')} random play, 2 players": catanatron(2),
    }
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for seed in range(asked.rounds):
        for name, play in contenders.items():
            decisions, took = play(seed)
            rates[name].append(decisions / took)
    medians = {name: statistics.median(found) for name, found in rates.items()}
    table = Table(title=f"decisions per second, one core, {platform.machine()}")
    for column in (
        "",
        "median",
        "lowest",
        "highest",
        *(n.removeprefix("rondel ") for n in medians if n.startswith("rondel")),
    ):
        table.add_column(column, justify="right")
    own = [name for name in medians if name.startswith("rondel")]
    for name, found in rates.items():
        ratios = ["" if name in own else f"{medians[mine] / medians[name]:.0f}×" for mine in own]
        table.add_row(
            name, *(f"{n:,.0f}" for n in (medians[name], min(found), max(found))), *ratios
        )
    Console(width=160).print(table)
    started = {name: start_up(name, 3) for name in names()}
    for name, seconds in started.items():
        print(
            f"{name}: first move after {seconds['compiling']:.1f} s compiling, "
            f"{seconds['cached']:.2f} s from the cache; "
            f"state {find(name).state.dtype.itemsize} bytes"
        )
    if asked.json:
        asked.json.write_text(json.dumps({"rates": rates, "start": started}, indent=1))


if __name__ == "__main__":
    main()
