"""Command `rondel games`: installed games."""

from typing import Annotated

import typer

from rondel.cli.errors import report_errors
from rondel.cli.renderer import TerminalRenderer
from rondel.games import find, left_out, names
from rondel.i18n import Translator


def games(language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None) -> None:
    """List the installed games."""
    with report_errors(language) as spoken:
        screens = [TerminalRenderer(game, Translator(spoken, game)) for game in map(find, names())]
        for screen in screens:
            game = screen.game
            numbers = f"{game.players[0]}–{game.players[-1]}"
            screen.say("cli-game", name=game.name, title=screen.title, players=numbers)
            if screen.translator.has("game-about"):
                screen.print("  " + screen.translator.text("game-about"), indent=2)
        for one in left_out():
            screens[0].say(
                "cli-game-left-out", folder=one.folder, problem=one.problem, code=one.code
            )
