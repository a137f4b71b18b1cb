"""What learners compile: a template that is loaded once per game, with its rules bound in."""

from functools import cache
from pathlib import Path
from types import ModuleType

from rondel.contract import Game

HERE = Path(__file__).parent


@cache
def tables(game: Game) -> ModuleType:
    """The template `tables` with a game's rules bound in."""
    return game.specialise(HERE / "tables.py")
