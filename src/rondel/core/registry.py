"""Lookup of games by name. The package that finds games registers it here: core imports no game."""

from collections.abc import Callable
from typing import Any

from rondel.core.errors import UnknownGame
from rondel.core.game import Game

_lookups: list[Callable[[str], Game[Any]]] = []


def register_lookup(find: Callable[[str], Game[Any]]) -> None:
    """Register the function that returns a game by name, or raises UnknownGame."""
    _lookups[:] = [find]


def find_game(wanted: Game[Any] | str) -> Game[Any]:
    """Return a game by name, or unchanged.

    Args:
        wanted: Name of a game, or a game.

    Raises:
        UnknownGame: No game has this name, or `rondel.games` has not been imported.

    """
    if isinstance(wanted, Game):
        return wanted
    if not _lookups:
        raise UnknownGame(wanted, ())
    return _lookups[0](wanted)
