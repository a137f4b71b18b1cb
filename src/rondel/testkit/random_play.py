"""Random games for tests: equal seeds give equal games, compiled or interpreted."""

from collections.abc import Callable

import numpy as np

from rondel.core import Edition, Game, Position
from rondel.kernel.rng import draw_weighted, seeds
from rondel.match import Match

Preference = Callable[[Position, int], int]
"""Preference for a step: an integer weight for (position, step number)."""

MAX_STEPS = 100_000
NAMES = ("Anna", "Béla", "Chloé", "Dezső")
"""Players' names in tests."""


def random_match(
    game: Game | str,
    players: int,
    seed: int,
    preference: Preference | None = None,
    edition: str | Edition = "",
) -> Match:
    """Return a complete game of uniform random players, or of players with a preference.

    Args:
        game: Game or its name.
        players: Number of players.
        seed: Equal seeds give equal results.
        preference: Weight of each step for its player; uniform if None.
        edition: Edition to use.

    """
    rng = seeds(seed, 1)
    match = Match(game, NAMES[:players], edition=edition, deal=False)
    for _ in range(MAX_STEPS):
        position = match.position
        if position.is_over:
            return match
        assert position.legal_steps, f"nothing can happen after {len(match)} steps, seed {seed}"
        weights = np.array([weight for _, weight in position.legal_steps], np.int32)
        if preference is not None and not position.is_chance:
            weights[:] = [preference(position, number) for number, _ in position.legal_steps]
        drawn = draw_weighted(rng, 0, weights, len(weights))
        match.push(position.legal_steps[drawn][0])
    raise AssertionError(f"{match.game.name} did not end within {MAX_STEPS} steps, seed {seed}")


def play_randomly(position: Position, seed: int) -> Position:
    """Return the final position of a game continued by random players."""
    rng = seeds(seed, 1)
    for _ in range(MAX_STEPS):
        if position.is_over:
            return position
        weights = np.array([weight for _, weight in position.legal_steps], np.int32)
        drawn = draw_weighted(rng, 0, weights, len(weights))
        position = position.after_unchecked(position.legal_steps[drawn][0])
    raise AssertionError(f"{position.game.name} did not end within {MAX_STEPS} steps, seed {seed}")


def steps_of(match: Match) -> list[str]:
    """Return the steps of a match in notation.

    Args:
        match: Match to read.

    """
    return [match.text(number) for number in match.log]
