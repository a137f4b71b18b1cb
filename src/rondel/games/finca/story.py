"""What to tell of Finca's steps."""

from rondel.contract import Phrase, Position


def story(before: Position, number: int, after: Position) -> list[Phrase]:
    """What happened in a step."""
    raise NotImplementedError


def label(position: Position, number: int) -> Phrase:
    """What a step would do."""
    raise NotImplementedError
