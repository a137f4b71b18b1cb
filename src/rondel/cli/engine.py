"""Command `rondel engine`: a bot as a server of the engine protocol, for other programs."""

import os
import sys
from typing import Annotated, Any

import typer

from rondel.cli.errors import report_errors


def engine(
    bot: Annotated[
        str, typer.Argument(help="Bot: a name, or module:Class for a custom one.")
    ] = "search",
) -> None:
    """Serve the engine protocol on standard input and output, from "hello" to "quit"."""
    with report_errors(None):
        # Imported late: the compiler that bots need takes a second to load.
        from rondel.bots.engine import main

        heard: Any = sys.stdin
        if hasattr(heard, "reconfigure"):
            heard.reconfigure(encoding="utf-8", errors="replace")
        try:
            main(bot)
        finally:
            # The reader may be gone; without this the interpreter would report an error at exit.
            try:
                sys.stdout.flush()
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
