"""One folder per game, found by scanning. RONDEL_GAMES adds folders of more games."""

import os
import pkgutil
import sys
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from rondel.contract import Game, UnknownGame

if TYPE_CHECKING:
    from rondel.games.finca.view import View as FincaView
    from rondel.games.milestones.view import View as MilestonesView

__path__ += [folder for folder in os.environ.get("RONDEL_GAMES", "").split(os.pathsep) if folder]

V = TypeVar("V")


@cache
def names() -> tuple[str, ...]:
    """The names of all installed games."""
    return tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))


@cache
def _find(name: str) -> Game:
    if name not in names():
        raise UnknownGame(name, names())
    game: Game = import_module(f"{__name__}.{name}").game
    return game


@overload
def find(name: Literal["finca"]) -> "Game[FincaView]": ...
@overload
def find(name: Literal["milestones"]) -> "Game[MilestonesView]": ...
@overload
def find(name: Game[V]) -> Game[V]: ...
@overload
def find(name: str | Game[Any]) -> Game: ...
def find(name: str | Game[Any]) -> Game:
    """The game of that name; a game is found as it is. Raises UnknownGame.

    Examples:
        >>> rondel.game("finca").players
        (2, 3, 4)
        >>> rondel.game("chess")
        Traceback (most recent call last):
        rondel.contract.errors.UnknownGame: ...

    """
    return name if isinstance(name, Game) else _find(str(name))


class _Callable(ModuleType):
    """`rondel.games()` is the porch's list of games, and `rondel.games` is this room."""

    def __call__(self) -> tuple[str, ...]:
        return names()


sys.modules[__name__].__class__ = _Callable
