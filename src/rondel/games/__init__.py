"""Registry of games: folders of this package, of RONDEL_GAMES, and of installed distributions.

A distribution offers a game by an entry point of the group `rondel.games`: its name is the game's,
its value the package that is the game's folder.
"""

import copyreg
import logging
import os
import pkgutil
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from rondel.core import Game, UnknownGame
from rondel.core.registry import register_lookup

if TYPE_CHECKING:
    from rondel.games.finca.view import View as FincaView
    from rondel.games.milestones.view import View as MilestonesView

_OWN = tuple(sorted(found.name for found in pkgutil.iter_modules(__path__) if found.ispkg))
_ADDED = tuple(
    dict.fromkeys(
        folder for folder in os.environ.get("RONDEL_GAMES", "").split(os.pathsep) if folder
    )
)
__path__ += _ADDED

V = TypeVar("V")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class LeftOut:
    """Added game that cannot be used: its folder or entry point, an error code, and the reason."""

    folder: str
    code: str
    problem: str


def _load(point: EntryPoint) -> None:
    """Import the package of an entry point as a part of this one, as if its folder were here."""
    spec = find_spec(point.module)
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(f"there is no package {point.module!r}")
    folder = Path(next(iter(spec.submodule_search_locations)))
    name = f"{__name__}.{point.name}"
    spec = spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


def _problem_of(name: str, point: EntryPoint | None = None) -> tuple[str, str] | None:
    """Import an added game; return the code and text of its problem, or None."""
    try:
        if point is not None:
            _load(point)
        game = getattr(import_module(f"{__name__}.{name}"), "game", None)
    except (Exception, SystemExit) as error:
        return "broken-game", " ".join(f"{type(error).__name__}: {error}".split())
    if not isinstance(game, Game):
        return "missing-game", "the package defines no `game` that is a rondel Game"
    if game.name != name:
        return "wrong-name", f"its game is called {game.name!r}, its folder {name!r}"
    return None


@cache
def _scan() -> tuple[tuple[str, ...], tuple[LeftOut, ...]]:
    """Return the names of the usable games, and the added games that were left out."""
    found = set(_OWN)
    left_out: list[LeftOut] = []
    for folder in _ADDED:
        if not Path(folder).is_dir():
            left_out.append(LeftOut(folder, "no-folder", "it is not a directory"))
            continue
        for entry in pkgutil.iter_modules([folder]):
            if not entry.ispkg:
                continue
            at = str(Path(folder) / entry.name)
            if entry.name in found or any(Path(one.folder).name == entry.name for one in left_out):
                problem = f"another game is called {entry.name!r}"
                left_out.append(LeftOut(at, "duplicate-game", problem))
            elif problems := _problem_of(entry.name):
                left_out.append(LeftOut(at, *problems))
            else:
                found.add(entry.name)
    for point in entry_points(group=__name__):
        if point.name in found:
            problem = f"another game is called {point.name!r}"
            left_out.append(LeftOut(point.value, "duplicate-game", problem))
        elif problems := _problem_of(point.name, point):
            left_out.append(LeftOut(point.value, *problems))
        else:
            found.add(point.name)
    for one in left_out:
        log.warning("rondel: %s is left out: %s [%s]", one.folder, one.problem, one.code)
    return tuple(sorted(found)), tuple(left_out)


def names() -> tuple[str, ...]:
    """Return the names of all installed games.

    Examples:
        >>> rondel.game_names()
        ('finca', 'milestones')

    """
    return _scan()[0]


def left_out() -> tuple[LeftOut, ...]:
    """Return the added games that cannot be used, each logged once."""
    return _scan()[1]


@cache
def _find(name: str) -> Game:
    if name not in _OWN and name not in names():
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
    """Return the game of that name; return a game unchanged.

    Args:
        name: Name of a game, or a game.

    Raises:
        UnknownGame: No game has this name.

    Examples:
        >>> rondel.game("finca").players
        (2, 3, 4)
        >>> rondel.game("chess")
        Traceback (most recent call last):
        rondel.core.errors.UnknownGame: ...

    """
    return name if isinstance(name, Game) else _find(str(name))


def _reduce(game: Game[Any]) -> tuple[Any, ...]:
    """Pickle an installed game by its name. Raise PicklingError."""
    if game.name not in names() or _find(game.name) is not game:
        raise PicklingError(f"{game!r} is not an installed game")
    return _find, (game.name,)


register_lookup(_find)
copyreg.pickle(Game, _reduce)
