"""Command `rondel rules`: the rules of a game in a few pages."""

from typing import Annotated

import typer
from rich.console import Console

from rondel.cli.errors import NoRulesText, report_errors
from rondel.cli.files import read_text
from rondel.games import find


def rules(
    game: Annotated[str, typer.Argument(help="The game.")],
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Print the rules of a game."""
    with report_errors(language) as spoken:
        file = find(game).folder / f"rules.{spoken}.md"
        if not file.exists():
            raise NoRulesText(game, spoken)
        console = Console()
        if console.is_terminal:
            # Imported late: it takes longer than everything else on the command line.
            from rich.markdown import Markdown

            console.print(Markdown(read_text(file)), width=min(console.width, 100))
        else:
            print(read_text(file), end="")
