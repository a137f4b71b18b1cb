"""Speed of the learning environments, ours and a peer's, on one core.

Every environment is played uniformly at random by its action mask. Contenders alternate, round by
round; a round counts the processor time of this thread, so that other load does not matter. The
table shows median and spread of the rounds, and the ratio to the peer.
"""

import argparse
import json
import platform
import random
import statistics
import time
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from rondel.games import find, names
from rondel.learn.batch import Batch
from rondel.learn.pettingzoo import RawEnv
from rondel.learn.vector import TablesEnv

Round = Callable[[int], tuple[int, float]]
"""Function that plays once with a seed and returns the steps and the seconds of this thread."""


def one_after_another(env: Any, steps: int) -> Round:
    """Return a round of an AEC environment in its usual loop: observe, choose, step."""

    def play(seed: int) -> tuple[int, float]:
        luck = random.Random(seed)
        made = 0
        start = time.thread_time()
        while made < steps:
            env.reset(seed=seed + made)
            for _ in env.agent_iter():
                seen, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.step(None)
                    continue
                # The shortest way to choose, so that the environment's time dominates.
                env.step(luck.choice(seen["action_mask"].view(np.bool_).nonzero()[0]))
                made += 1
        return made, time.thread_time() - start

    play(0)
    return play


def connect_four(steps: int) -> Round:
    """Return a round of PettingZoo's own Connect Four, without its wrappers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import connect_four_v3
    return one_after_another(connect_four_v3.raw_env(), steps)


def all_at_once(name: str, players: int, tables: int, steps: int, choosing: bool) -> Round:
    """Return a round of a batch, which writes observations, masks and returns after every step."""
    batch = Batch(find(name), players, tables)

    def play(seed: int) -> tuple[int, float]:
        batch.reset(seed)
        # Half a game first, because freshly dealt tables are all alike.
        for _ in range(100):
            batch.step(batch.random_actions())
        seconds = 0.0
        rounds = steps // tables
        for _ in range(rounds):
            start = time.thread_time()
            actions = batch.random_actions()
            chosen = time.thread_time()
            batch.step(actions)
            seconds += time.thread_time() - (start if choosing else chosen)
        return rounds * tables, seconds

    return play


def vectorised(name: str, tables: int, steps: int, copy: bool) -> Round:
    """Return a round of the Gymnasium vector environment, without choosing."""
    env = TablesEnv(tables, name, copy=copy)

    def play(seed: int) -> tuple[int, float]:
        env.reset(seed=seed)
        for _ in range(100):
            env.step(env.batch.random_actions())
        seconds = 0.0
        rounds = steps // tables
        for _ in range(rounds):
            actions = env.batch.random_actions()
            start = time.thread_time()
            env.step(actions)
            seconds += time.thread_time() - start
        return rounds * tables, seconds

    return play


def main() -> None:
    """Measure, print a table, and write JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    peer = f"pettingzoo {version('pettingzoo')} connect_four_v3, raw"
    contenders = {peer: connect_four(2000)}
    for name in names():
        contenders[f"rondel {name}, raw AEC"] = one_after_another(RawEnv(name, 2), 5000)
        about = f"rondel {name}, Gymnasium vector of {asked.tables}"
        for copy in (True, False):
            key = about + ", not copied" * (not copy)
            contenders[key] = vectorised(name, asked.tables, 500_000, copy)
        for players in (2, 4):
            about = f"rondel {name}, batch of {asked.tables}, {players} players"
            for choosing in (False, True):
                key = about + ", choosing included" * choosing
                contenders[key] = all_at_once(name, players, asked.tables, 500_000, choosing)
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for seed in range(asked.rounds):
        for name, play in contenders.items():
            steps, seconds = play(seed)
            rates[name].append(steps / seconds)
    table = Table(title=f"steps per second, one core, {platform.machine()}")
    for column in ("", "median", "lowest", "highest", "times the peer"):
        table.add_column(column, justify="right")
    pace = statistics.median(rates[peer])
    for name, found in rates.items():
        median = statistics.median(found)
        row = (f"{number:,.0f}" for number in (median, min(found), max(found)))
        table.add_row(name, *row, f"{median / pace:.1f}×")
    Console(width=120).print(table)
    if asked.json:
        asked.json.write_text(json.dumps(rates, indent=1))


if __name__ == "__main__":
    main()
