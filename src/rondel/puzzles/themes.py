"""Themes of puzzles, derived from the events of the solution.

A game's `themes.toml` lists themes with their events, the most specific first. Every game has two
more: a turn that ends the game, and one that passes up points.
"""

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache

from rondel.core import Game, Position
from rondel.puzzles.turns import Turn

ENDING, QUIET = "ending", "quiet"
ALWAYS = (ENDING, QUIET)


@cache
def themes_of(game: Game) -> dict[str, list[str]]:
    """Return a game's own themes, each with the keys of its events."""
    file = game.folder / "themes.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def themes(position: Position, solution: Turn, every: Sequence[Turn]) -> list[str]:
    """Return the themes of a turn, compared with all other turns."""
    seat = position.seat or 0
    found = about(position, solution.steps, solution.after)
    gained = solution.after.scores[seat]
    if gained < max(turn.after.scores[seat] for turn in every):
        found.append(QUIET)
    return found


def about(position: Position, steps: Sequence[int], after: Position) -> list[str]:
    """Return the themes of steps by themselves, the most specific first."""
    event_keys = set(events(position, steps))
    found = [ENDING] if after.is_over else []
    return found + [name for name, keys in themes_of(position.game).items() if event_keys & {*keys}]


def events(position: Position, steps: Sequence[int]) -> Iterator[str]:
    """Yield the message keys of the events of steps."""
    for number in steps:
        after = position.after_unchecked(number)
        for message in position.game.story(position, number, after):
            yield message.key
        position = after
