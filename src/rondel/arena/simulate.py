"""Games by the thousand: players who choose blindly, or bots at fixed seats."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from rondel import bots
from rondel.arena import playing
from rondel.arena.playing import Pairing
from rondel.arena.tournament import run
from rondel.bots import Wanted
from rondel.contract import Edition, Game
from rondel.games import find
from rondel.kernel.luck import seeds
from rondel.kernel.record import Cells

BATCH = 1000
"""Games between two reports of progress."""
AHEAD = 4
"""Batches played ahead for each thread while earlier ones are looked at."""
LIMIT = 1_000_000
"""Steps after which a game counts as never ending; real ones take a few hundred."""


@dataclass(frozen=True)
class Simulated:
    """What happened, a row for each game."""

    points: Cells
    ranks: Cells
    decisions: Cells
    unended: int


def batches(
    game: Game | str,
    games: int,
    players: int = 2,
    *,
    edition: str | Edition = "",
    seed: int = 0,
    threads: int | None = None,
) -> Iterator[Simulated]:
    """Play whole games blindly on all cores, and hand them on in their order, some at a time.

    The same seed gives the same games on any machine. However many they are, few are kept here.
    """
    found = find(game)
    found.check_players(players)
    box = found.edition(edition).box
    starts = range(0, games, BATCH)
    luck = seeds(seed, len(starts))
    workers = threads or os.cpu_count() or 1

    def batch(number: int) -> Simulated:
        size = min(BATCH, games - starts[number])
        points, ranks = (np.zeros((size, players), np.int32) for _ in range(2))
        decisions = np.zeros(size, np.int32)
        steps, weights = found.buffers()
        unended = found.drivers.playouts(
            found.state.new(), box, players, luck[number : number + 1], steps, weights, LIMIT,
            points, np.zeros(players, np.int32), ranks, decisions,
        )  # fmt: skip
        return Simulated(points, ranks, decisions, unended)

    with ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Simulated]] = deque()
        try:
            for number in range(len(starts)):
                waiting.append(pool.submit(batch, number))
                if len(waiting) > AHEAD * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            # Whoever interrupts does not want to wait for the games not yet begun.
            pool.shutdown(cancel_futures=True)


def simulate(
    game: Game | str,
    games: int,
    players: int = 2,
    *,
    edition: str | Edition = "",
    seed: int = 0,
    threads: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulated:
    """Play whole games blindly on all cores. The same seed gives the same games on any machine."""
    points = np.zeros((games, players), np.int32)
    ranks = np.zeros((games, players), np.int32)
    decisions = np.zeros(games, np.int32)
    done = unended = 0
    for batch in batches(game, games, players, edition=edition, seed=seed, threads=threads):
        rows = slice(done, done + len(batch.decisions))
        points[rows], ranks[rows], decisions[rows] = batch.points, batch.ranks, batch.decisions
        done, unended = rows.stop, unended + batch.unended
        progress(len(batch.decisions))
    return Simulated(points, ranks, decisions, unended)


def batches_of_bots(
    game: Game | str,
    games: int,
    seats: Sequence[Wanted],
    *,
    edition: str | Edition = "",
    seed: int = 0,
    workers: int | None = None,
    limit: int = playing.LIMIT,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Simulated]:
    """Games between bots, each at its seat throughout, handed on in their order, some at a time.

    However many they are, few are kept here. Raises UnknownBot and GameLost.
    """
    game = find(game)
    game.check_players(len(seats))
    for wanted in seats:
        bots.find(wanted).close()
    box = game.edition(edition)
    each = tuple(range(len(seats)))
    names = tuple(bots.name_of(wanted) for wanted in seats)
    handed_over = () if all(isinstance(wanted, str) for wanted in seats) else tuple(seats)
    for start in range(0, games, BATCH):
        pairings = [
            Pairing(
                game.name, names, each, deal, seed, box.name, box.source, shared=False,
                limit=limit, bots=handed_over,
            )
            for deal in range(start, min(start + BATCH, games))
        ]  # fmt: skip
        played = run(pairings, workers, lambda _: progress(1))
        yield Simulated(
            np.array([one.points for one in played], np.int32),
            np.array([one.ranks for one in played], np.int32),
            np.array([sum(one.decisions) for one in played], np.int32),
            sum(not one.ended for one in played),
        )


def together(batches: Iterable[Simulated]) -> Simulated:
    """All games at once that were handed on some at a time."""
    done = list(batches)
    return Simulated(
        np.concatenate([batch.points for batch in done]),
        np.concatenate([batch.ranks for batch in done]),
        np.concatenate([batch.decisions for batch in done]),
        sum(batch.unended for batch in done),
    )
