"""One folder per game, found by scanning. RONDEL_GAMES adds folders of more games."""

import os
import pkgutil
from functools import cache
from importlib import import_module

from rondel.contract import Game, UnknownGame

__path__ += [folder for folder in os.environ.get("RONDEL_GAMES", "").split(os.pathsep) if folder]


@cache
def names() -> tuple[str, ...]:
    """The names of all installed games."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


@cache
def find(name: str) -> Game:
    """The game of that name. Raises UnknownGame."""
    if name not in names():
        raise UnknownGame(name, names())
    game: Game = import_module(f"{__name__}.{name}").game
    return game
