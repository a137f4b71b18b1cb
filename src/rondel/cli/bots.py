"""Command `rondel bots`: available bots and their options."""

from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rondel.cli.errors import report_errors
from rondel.i18n import Words

WRITTEN = {"search": "search:0.25s", "engine": "engine:1s:COMMAND", "own": "mine:Free:depth=3"}
"""Examples of bots that are rarely written without options."""


def bots(
    name: Annotated[
        str, typer.Argument(help="Name of a bot, or module:Class, to list its options.")
    ] = "",
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """List the bots, or the options of one."""
    # Imported late: the compiler that bots need takes a second to load.
    from rondel.bots import options

    with report_errors(language) as spoken:
        words = Words(spoken)
        rows = (
            [
                (
                    option.name,
                    option.kind,
                    "" if option.default is None else str(option.default),
                    _about(words, f"bot-option-{option.name}") or option.about,
                )
                for option in options(name)
            ]
            if name
            else everyone(words)
        )
        if not rows:
            print(words.say("bots-no-options", name=name))
            return
        heads = ("option", "kind", "usual", "about") if name else ("name", "written", "about")
        table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False)
        for head in heads:
            table.add_column(words.say(f"bots-{head}"), overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        Console(highlight=False).print(table)


def everyone(words: Words) -> list[tuple[str, ...]]:
    """Return every level and kind of bot: its name, its definition and its description."""
    from rondel.bots import LEVELS
    from rondel.bots.naming import KINDS

    levels = [(level.name, level.bot, words.say(f"bot-{level.name}")) for level in LEVELS]
    kinds = [(k, WRITTEN.get(k, k), words.say(f"bots-kind-{k}")) for k in (*KINDS, "own")]
    return [*kinds[:-1], ("module:Class", *kinds[-1][1:]), *levels]


def _about(words: Words, key: str) -> str:
    return words.say(key) if words.has(key) else ""
