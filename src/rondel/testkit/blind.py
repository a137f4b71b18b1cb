"""Whole games nobody thinks about: the same seed gives the same game, compiled or not."""

from collections.abc import Callable

import numpy as np

from rondel.contract import Edition, Game, Position
from rondel.kernel.luck import draw_weighted, seeds
from rondel.match import Match

Taste = Callable[[Position, int], int]
"""How gladly a player makes a step: a whole-number weight for (position, step number)."""

MOST_STEPS = 100_000
NAMES = ("Anna", "Béla", "Chloé", "Dezső")
"""Who sits at the table."""


def blind_match(
    game: Game | str,
    players: int,
    seed: int,
    taste: Taste | None = None,
    edition: str | Edition = "",
) -> Match:
    """A whole game of blind players, or of players with a taste."""
    luck = seeds(seed, 1)
    match = Match(game, NAMES[:players], edition=edition, deal=False)
    for _ in range(MOST_STEPS):
        position = match.position
        if position.is_over:
            return match
        assert position.options, f"nothing can happen after {len(match)} steps, seed {seed}"
        weights = np.array([weight for _, weight in position.options], np.int32)
        if taste is not None and not position.is_chance:
            weights[:] = [taste(position, number) for number, _ in position.options]
        drawn = draw_weighted(luck, 0, weights, len(weights))
        match.push(position.options[drawn][0])
    raise AssertionError(f"{match.game.name} did not end within {MOST_STEPS} steps, seed {seed}")


def play_on(position: Position, seed: int) -> Position:
    """Where blind players lead a game that has begun."""
    luck = seeds(seed, 1)
    for _ in range(MOST_STEPS):
        if position.is_over:
            return position
        weights = np.array([weight for _, weight in position.options], np.int32)
        drawn = draw_weighted(luck, 0, weights, len(weights))
        position = position.after_unchecked(position.options[drawn][0])
    raise AssertionError(f"{position.game.name} did not end within {MOST_STEPS} steps, seed {seed}")


def steps_of(match: Match) -> list[str]:
    """The steps of a match in notation."""
    return [match.text(number) for number in match.log]
