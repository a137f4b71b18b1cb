"""Command `rondel bots`: available bots and their options."""

from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rondel.cli.errors import report_errors
from rondel.i18n import Translator

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
        translator = Translator(spoken)
        rows = (
            [
                (
                    option.name,
                    option.kind,
                    "" if option.default is None else str(option.default),
                    _about(translator, f"bot-option-{option.name}") or option.about,
                )
                for option in options(name)
            ]
            if name
            else everyone(translator)
        )
        if not rows:
            print(translator.text("bots-no-options", name=name))
            return
        heads = ("option", "kind", "usual", "about") if name else ("name", "written", "about")
        table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False)
        for head in heads:
            table.add_column(translator.text(f"bots-{head}"), overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        Console(highlight=False).print(table)


def everyone(translator: Translator) -> list[tuple[str, ...]]:
    """Return every level and kind of bot: its name, its definition and its description."""
    from rondel.bots import LEVELS
    from rondel.bots.naming import KINDS

    levels = [(level.name, level.bot, translator.text(f"bot-{level.name}")) for level in LEVELS]
    kinds = [(k, WRITTEN.get(k, k), translator.text(f"bots-kind-{k}")) for k in (*KINDS, "own")]
    return [*kinds[:-1], ("module:Class", *kinds[-1][1:]), *levels]


def _about(translator: Translator, key: str) -> str:
    return translator.text(key) if translator.has(key) else ""
