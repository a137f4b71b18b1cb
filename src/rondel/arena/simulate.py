"""Games by the thousand: players who choose blindly, or bots at fixed seats."""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np

from rondel import bots
from rondel.arena.playing import Pairing
from rondel.arena.tournament import run
from rondel.contract import Edition, Game
from rondel.kernel.luck import seeds
from rondel.kernel.record import Cells

BATCH = 1000
"""Games between two reports of progress."""
LIMIT = 1_000_000
"""Steps after which a game counts as never ending; real ones take a few hundred."""


@dataclass(frozen=True)
class Simulated:
    """What happened, a row for each game."""

    points: Cells
    ranks: Cells
    decisions: Cells
    unended: int


def simulate(
    game: Game,
    games: int,
    players: int = 2,
    *,
    edition: str | Edition = "",
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulated:
    """Play whole games blindly on all cores. The same seed gives the same games on any machine."""
    game.check_players(players)
    box = game.edition(edition).box
    points = np.zeros((games, players), np.int32)
    ranks = np.zeros((games, players), np.int32)
    decisions = np.zeros(games, np.int32)
    starts = range(0, games, BATCH)
    luck = seeds(seed, len(starts))

    def batch(number: int) -> tuple[int, int]:
        rows = slice(starts[number], starts[number] + BATCH)
        steps, weights = game.buffers()
        unended = game.drivers.playouts(
            game.state.new(), box, players, luck[number : number + 1], steps, weights, LIMIT,
            points[rows], np.zeros(players, np.int32), ranks[rows], decisions[rows],
        )  # fmt: skip
        return len(decisions[rows]), unended

    unended = 0
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        try:
            for done in as_completed(pool.submit(batch, number) for number in range(len(starts))):
                played, left = done.result()
                unended += left
                progress(played)
        except BaseException:
            # Whoever interrupts does not want to wait for the games not yet begun.
            pool.shutdown(cancel_futures=True)
            raise
    return Simulated(points, ranks, decisions, unended)


def simulate_bots(
    game: Game,
    games: int,
    seats: Sequence[str],
    *,
    edition: str | Edition = "",
    seed: int = 0,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulated:
    """Play games between bots, each at its seat throughout. Raises UnknownBot."""
    game.check_players(len(seats))
    for name in seats:
        bots.find(name).close()
    box = game.edition(edition)
    each = tuple(range(len(seats)))
    pairings = [
        Pairing(game.name, tuple(seats), each, deal, seed, box.name, box.source, shared=False)
        for deal in range(games)
    ]
    played = run(pairings, workers, lambda _: progress(1))
    return Simulated(
        np.array([one.points for one in played], np.int32),
        np.array([one.ranks for one in played], np.int32),
        np.array([sum(one.decisions) for one in played], np.int32),
        sum(not one.ended for one in played),
    )
