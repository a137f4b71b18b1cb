"""Commands `rondel backup` and `rondel restore`: a whole database as one file."""

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from rondel.cli.errors import report_errors
from rondel.cli.serve import Config, Database
from rondel.core import FileExists, UnreadableFile, UnwritableFile
from rondel.i18n import Translator

if TYPE_CHECKING:
    from rondel.server.storage.engine import Database as Kept

DATED = re.compile(r"rondel-\d{8}T\d{6}Z\.backup")
"""Names of backups that `rondel backup` chose itself."""
Language = Annotated[str | None, typer.Option(help="en, fr or hu.")]


@contextmanager
def open_database(
    url: str | None, config: Path | None, is_there: bool = False
) -> Generator["Kept"]:
    """Open the database that a server would use, and remove a new file if an error follows.

    Raises DatabaseMissing if `is_there` and it does not exist.
    """
    from rondel.server.settings import read_settings
    from rondel.server.storage.backup import check_there
    from rondel.server.storage.engine import Database as Kept
    from rondel.server.storage.engine import file_of

    settings = read_settings(config=config, database=url)
    if is_there:
        check_there(settings.database)
    file = file_of(settings.database)
    is_new = file is not None and not file.exists()
    kept = Kept(settings.database, settings.lock_seconds)
    is_done = False
    try:
        yield kept
        is_done = True
    finally:
        kept.close()
        if is_new and not is_done:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{file}{suffix}").unlink(missing_ok=True)


def backup(
    file: Annotated[Path, typer.Argument(help="File to write, or folder for a dated file.")],
    keep: Annotated[
        int | None, typer.Option(min=1, help="Backups to keep in a folder; older ones are deleted.")
    ] = None,
    database: Database = None,
    config: Config = None,
    language: Language = None,
) -> None:
    """Write the whole database of a server to one file; servers may keep running."""
    with report_errors(language) as spoken:
        from rondel.server.storage.backup import write_backup

        folder = file if file.is_dir() else None
        if folder is not None:
            file = folder / f"rondel-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.backup"
        if file.exists():
            raise FileExists(file)
        unfinished = file.with_name(f".{file.name}.{os.getpid()}")
        try:
            # It contains the cookie key and future deals: only the owner may read it.
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            with open_database(database, config, is_there=True) as kept:
                rows = write_backup(kept, unfinished)
            unfinished.rename(file)
        except OSError as problem:
            raise UnwritableFile(file, problem.strerror or str(problem)) from problem
        finally:
            unfinished.unlink(missing_ok=True)
        if folder is not None and keep is not None:
            delete_old(folder, keep)
        print(Translator(spoken).text("cli-backed-up", file=str(file), rows=rows))


def delete_old(folder: Path, keep: int) -> None:
    """Delete all but the newest dated backups of a folder."""
    dated = (file for file in folder.iterdir() if DATED.fullmatch(file.name))
    for file in sorted(dated)[:-keep]:
        file.unlink()


def restore(
    file: Annotated[Path, typer.Argument(help="File that `rondel backup` wrote.")],
    database: Database = None,
    config: Config = None,
    language: Language = None,
) -> None:
    """Restore a backup into an empty SQLite or PostgreSQL database, whichever it came from."""
    with report_errors(language) as spoken:
        from rondel.server.storage import backup

        if not file.is_file():
            raise UnreadableFile(file, os.strerror(2))
        with open_database(database, config) as kept:
            rows = backup.restore(kept, file)
        print(Translator(spoken).text("cli-restored", file=str(file), rows=rows))
