"""The story of a few steps, for tests of what is told."""

from rondel.contract import Phrase, Position


def told(position: Position, *steps: str) -> list[Phrase]:
    """What is told of steps in notation."""
    events: list[Phrase] = []
    for step in steps:
        after = position.after(step)
        number = position.edition.steps.number(step)
        events += position.game.story(position, number, after)
        position = after
    return events
