"""Simulations of thousands of games between random players or bots at fixed seats."""

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
from rondel.bots import BotSpec
from rondel.core import Edition, Game
from rondel.games import find
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds

BATCH = 1000
"""Games between two progress reports."""
AHEAD = 4
"""Batches per thread that are played ahead of the consumer."""
LIMIT = 1_000_000
"""Steps after which a game counts as endless; real ones take a few hundred."""


@dataclass(frozen=True)
class Simulated:
    """Results of a simulation, one row per game."""

    points: Array
    """Final points, one column per seat."""
    ranks: Array
    """Places from 1, one column per seat."""
    decisions: Array
    """Number of decisions of each game."""
    unended: int
    """Number of games that reached the step limit."""


def batches(
    game: Game | str,
    games: int,
    players: int = 2,
    *,
    edition: str | Edition = "",
    seed: int = 0,
    threads: int | None = None,
) -> Iterator[Simulated]:
    """Play random games on all cores and yield the results in order, in batches.

    Equal seeds give equal games on any machine. Memory use does not depend on the number of games.

    Args:
        game: Game or its name.
        games: Number of games.
        players: Number of seats.
        edition: Name of an edition, text of a custom one, or an edition.
        seed: Seed.
        threads: Number of threads; one per core if None.

    """
    found = find(game)
    found.check_players(players)
    box = found.edition(edition).box
    starts = range(0, games, BATCH)
    rng = seeds(seed, len(starts))
    workers = threads or os.cpu_count() or 1

    def batch(number: int) -> Simulated:
        size = min(BATCH, games - starts[number])
        points, ranks = (np.zeros((size, players), np.int32) for _ in range(2))
        decisions = np.zeros(size, np.int32)
        steps, weights = found.buffers()
        unended = found.drivers.playouts(
            found.state.new(), box, players, rng[number : number + 1], steps, weights, LIMIT,
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
            # After an interruption, do not wait for games that have not begun.
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
    """Play random games on all cores. Equal seeds give equal games on any machine.

    Args:
        game: Game or its name.
        games: Number of games.
        players: Number of seats.
        edition: Name of an edition, text of a custom one, or an edition.
        seed: Seed.
        threads: Number of threads; one per core if None.
        progress: Called with the number of finished games.

    """
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
    seats: Sequence[BotSpec],
    *,
    edition: str | Edition = "",
    seed: int = 0,
    workers: int | None = None,
    limit: int = playing.LIMIT,
    progress: Callable[[int], None] = lambda done: None,
) -> Iterator[Simulated]:
    """Play games between bots at fixed seats and yield the results in order, in batches.

    Memory use does not depend on the number of games.

    Args:
        game: Game or its name.
        games: Number of games.
        seats: Bot for each seat.
        edition: Name of an edition, text of a custom one, or an edition.
        seed: Seed.
        workers: Number of processes; one per core if None.
        limit: Steps after which a game is scored as it stands.
        progress: Called with the number of finished games.

    Raises:
        UnknownBot: No bot has one of the names.
        GameLost: A game could not be played.

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


def concatenate(batches: Iterable[Simulated]) -> Simulated:
    """Return all batches joined into one result.

    Args:
        batches: Results of batches of games.

    """
    done = list(batches)
    return Simulated(
        np.concatenate([batch.points for batch in done]),
        np.concatenate([batch.ranks for batch in done]),
        np.concatenate([batch.decisions for batch in done]),
        sum(batch.unended for batch in done),
    )
