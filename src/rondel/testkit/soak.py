"""Soak test: very many random games, checked after every step."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from rondel.core import Game, Position
from rondel.games import find
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds
from rondel.testkit.random_play import MAX_STEPS


def soak(game: Game | str, players: int, games: int, seed: int = 0) -> Array:
    """Play many games on all cores and return how often each step occurred, by number.

    Args:
        game: Game or its name.
        players: Number of seats.
        games: Number of games.
        seed: Equal seeds give equal games.

    Raises:
        AssertionError: A table is unsound, or a game does not end.

    """
    threads = min(games, os.cpu_count() or 1)
    shares = [games // threads + (thread < games % threads) for thread in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        rng = [seeds(seed * threads + thread, 1) for thread in range(threads)]
        seen = pool.map(partial(_soak, find(game), players), shares, rng)
        total: Array = np.sum(list(seen), axis=0)
    return total


def _soak(game: Game, players: int, games: int, rng: Array) -> Array:
    edition = game.edition("")
    state = game.state.new()
    steps = np.zeros(game.most_options, np.int16)
    weights = np.ones(game.most_options, np.int32)
    seen = np.zeros(game.steps.size, np.int64)
    wrong = game.drivers.checked_playouts(
        state, edition.box, players, rng, steps, weights, MAX_STEPS, games, seen
    )
    position = Position(game, edition, state)
    assert wrong != -1, f"no end within {MAX_STEPS} steps: {position.write()}"
    assert wrong == 0, f"{position.problems}: {position.write()}"
    return seen
