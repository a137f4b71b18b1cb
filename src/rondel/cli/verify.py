"""Command `rondel verify`: replay a record and check its chance outcomes."""

from pathlib import Path
from typing import Annotated

import typer

from rondel.cli import files
from rondel.cli.errors import report_errors
from rondel.cli.renderer import TerminalRenderer
from rondel.cli.seats import spoken_names
from rondel.i18n import Translator
from rondel.match import VerifiableRandom
from rondel.match import verify as verify_record


def verify(
    file: Annotated[Path, typer.Argument(help="The record.")],
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Check that a record follows the rules, has the right result, and was dealt fairly."""
    with report_errors(language) as spoken:
        match, is_proved = verify_record(files.read_text(file))
        translator = Translator(spoken, match.game)
        screen = TerminalRenderer(match.game, translator, spoken_names(match.names, translator))
        screen.say("cli-verified", steps=len(match))
        screen.say("cli-proved" if is_proved else "cli-not-proved")
        if isinstance(match.dealer, VerifiableRandom) and match.dealer.nonces:
            screen.say("cli-nonces", count=sum(map(bool, match.dealer.nonces)))
        if match.over is not None:
            screen.result(match.over)
        else:
            screen.say("cli-unfinished")
