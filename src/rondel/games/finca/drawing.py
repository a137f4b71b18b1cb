"""Finca's table drawn in text."""

from collections.abc import Sequence

from rondel.contract import Position
from rondel.words import Words


def draw(position: Position, words: Words, names: Sequence[str]) -> str:
    """The windmill, the villages and the players."""
    raise NotImplementedError
