"""What a puzzle is about, told by the events of its solution.

A game's `themes.toml` names themes by the events that show them, the most telling first. Two are
known for every game: a turn that ends it, and one that leaves points behind that could be had.
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
    """A game's own themes, each with the keys of the events that show it."""
    file = game.folder / "themes.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def themes(position: Position, solution: Turn, every: Sequence[Turn]) -> list[str]:
    """What a turn is about, beside all turns that could be made instead."""
    seat = position.seat or 0
    found = about(position, solution.steps, solution.after)
    gained = solution.after.scores[seat]
    if gained < max(turn.after.scores[seat] for turn in every):
        found.append(QUIET)
    return found


def about(position: Position, steps: Sequence[int], after: Position) -> list[str]:
    """What steps are about by themselves, the most telling first."""
    told = set(events(position, steps))
    found = [ENDING] if after.is_over else []
    return found + [name for name, keys in themes_of(position.game).items() if told & {*keys}]


def events(position: Position, steps: Sequence[int]) -> Iterator[str]:
    """The keys of what is told of steps."""
    for number in steps:
        after = position.after_unchecked(number)
        for message in position.game.story(position, number, after):
            yield message.key
        position = after
