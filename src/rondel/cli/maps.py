"""Commands `rondel map`: check, draw and write custom maps."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli.errors import REFUSED, NoMaps, report_errors
from rondel.cli.files import read_text
from rondel.core import Game, Maps
from rondel.games import find, names
from rondel.i18n import Translator

app = typer.Typer(help="Check and draw custom maps.", no_args_is_help=True)
OfGame = Annotated[str, typer.Option("--game", help="Game of the map.")]
Language = Annotated[str | None, typer.Option(help="en, fr or hu.")]


def mapped(name: str) -> tuple[Game, Maps]:
    """Return the game with maps of this name, or the only one. Raise NoMaps."""
    found = [find(known) for known in ([name] if name else names())]
    offered = [(game, game.maps) for game in found if game.maps is not None]
    if not offered:
        raise NoMaps(name)
    return offered[0]


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="The map file.")],
    game: OfGame = "",
    language: Language = None,
) -> None:
    """List all problems of a map; exit status 2 if there are any."""
    with report_errors(language) as spoken:
        played, maps = mapped(game)
        translator = Translator(spoken, played)
        problems = maps.check(read_text(file))
        for problem in problems:
            print(f"{translator.format(problem)} [{problem.key}]")
        if problems:
            raise typer.Exit(REFUSED)
        print(translator.text("cli-map-sound", file=str(file)))


@app.command()
def draw(
    file: Annotated[
        Path | None, typer.Argument(help="Map file; the built-in map by default.")
    ] = None,
    game: OfGame = "",
    language: Language = None,
) -> None:
    """Print a map."""
    with report_errors(language):
        _, maps = mapped(game)
        print(maps.draw(maps.usual() if file is None else read_text(file)))


@app.command()
def write(game: OfGame = "", language: Language = None) -> None:
    """Print the built-in map's file, as a start for a custom map."""
    with report_errors(language):
        _, maps = mapped(game)
        print(maps.usual(), end="")
