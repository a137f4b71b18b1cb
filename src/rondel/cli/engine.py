"""rondel engine: a bot behind the engine protocol, for other programs to talk to."""

import os
import sys
from typing import Annotated, Any

import typer

from rondel.cli.refusals import refusing


def engine(
    bot: Annotated[
        str, typer.Argument(help="Which bot: a name, or module:Class for one of your own.")
    ] = "search",
) -> None:
    """Speak the engine protocol on standard input and output: say "hello", "quit" to leave."""
    with refusing(None):
        # Imported here: the compiler that bots need takes a second to load.
        from rondel.bots.engine import main

        heard: Any = sys.stdin
        if hasattr(heard, "reconfigure"):
            heard.reconfigure(encoding="utf-8", errors="replace")
        try:
            main(bot)
        finally:
            # Whoever listened may be gone; the interpreter would complain about that at its end.
            try:
                sys.stdout.flush()
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
