"""Narration of a few steps, for tests of stories."""

from rondel.core import Phrase, Position


def told(position: Position, *steps: str) -> list[Phrase]:
    """Return the narration of steps in notation."""
    events: list[Phrase] = []
    for step in steps:
        after = position.after(step)
        number = position.edition.steps.number(step)
        events += position.game.story(position, number, after)
        position = after
    return events
