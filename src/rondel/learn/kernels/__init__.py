"""Kernels for learning: templates that are loaded once per game with its rules bound."""

from functools import cache
from pathlib import Path
from types import ModuleType

from rondel.core import Game

HERE = Path(__file__).parent


@cache
def tables(game: Game) -> ModuleType:
    """Return the template `tables` with a game's rules bound."""
    return game.specialise(HERE / "tables.py")
