"""Narration of a few steps, for tests of stories."""

from rondel.core import Message, Position


def told(position: Position, *steps: str) -> list[Message]:
    """Return the narration of steps in notation."""
    events: list[Message] = []
    for step in steps:
        after = position.after(step)
        number = position.edition.steps.number(step)
        events += position.game.story(position, number, after)
        position = after
    return events
