"""Command `rondel prune`: delete old tables and guests from the database of a server."""

import time
from functools import partial
from typing import Annotated

import typer

from rondel.cli.backup import Language, open_database
from rondel.cli.errors import report_errors
from rondel.cli.serve import Config, Database
from rondel.i18n import Translator

DAY = 24 * 3600.0


def prune(
    days: Annotated[int, typer.Option(min=1, help="Age in days.")] = 365,
    finished: Annotated[
        bool, typer.Option("--finished", help="Delete finished matches and their results too.")
    ] = False,
    trial: Annotated[bool, typer.Option("--dry-run", help="Count only.")] = False,
    database: Database = None,
    config: Config = None,
    language: Language = None,
) -> None:
    """Delete abandoned tables, sandboxes and guests without games that are older than that.

    Servers may keep running. Make a backup first.
    """
    with report_errors(language) as spoken:
        from rondel.server.storage import prune as storage

        with open_database(database, config, is_there=True) as kept:
            before = time.time() - days * DAY
            if trial:
                count = partial(storage.count_old, before=before, is_finished=finished)
                found = kept.read_now(count)
            else:
                found = storage.prune(kept, before, is_finished=finished)
        key = "cli-would-prune" if trial else "cli-pruned"
        print(Translator(spoken).text(key, tables=found.tables, guests=found.guests))
