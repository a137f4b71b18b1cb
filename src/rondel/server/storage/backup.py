"""Whole database as one file, and back: of either kind, and from one kind to the other."""

import gzip
import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from alembic import command
from alembic.util import CommandError
from sqlalchemy import Connection, MetaData, Table, inspect, select, text
from sqlalchemy.exc import CompileError, DataError, IntegrityError

from rondel.core import RondelError
from rondel.server.storage.engine import Database, file_of, outages
from rondel.server.storage.migrate import config_of, migrating

FORMAT = "rondel-backup 1"
BATCH = 500
VERSIONS = "alembic_version"
DAMAGE = (
    *(ValueError, TypeError, LookupError, EOFError, OSError, RecursionError),
    *(CompileError, DataError, IntegrityError),
)
"""Errors that reading a damaged file may raise."""


class UnreadableBackup(RondelError):
    """Error for a file that is no backup, is damaged, or comes from a newer version."""

    code = "unreadable-backup"

    def __init__(self, problem: str):
        super().__init__(f"this backup cannot be read: {problem}", problem=problem)


class DatabaseNotEmpty(RondelError):
    """Error for restoring a backup into a database that is not empty."""

    code = "database-not-empty"

    def __init__(self) -> None:
        super().__init__("there is something in this database already")


class DatabaseMissing(RondelError):
    """Error for backing up a database that no server has used."""

    code = "database-missing"

    def __init__(self) -> None:
        super().__init__("no server has kept anything in this database yet")


def check_there(url: str) -> None:
    """Raise DatabaseMissing if a file is missing, before anyone makes an empty one."""
    if (file := file_of(url)) is not None and not file.exists():
        raise DatabaseMissing


def tables_of(connection: Connection) -> list[Table]:
    """Return the tables as they are in this database, those that others point at first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSIONS]


def packed(value: Any) -> Any:
    """Return a value as JSON has it."""
    return {"bytes": b64encode(value).decode()} if type(value) in (bytes, memoryview) else value


def unpacked(value: Any) -> Any:
    """Return a value as the database has it."""
    return b64decode(cast("dict[str, str]", value)["bytes"]) if isinstance(value, dict) else value


def write_backup(database: Database, file: Path) -> int:
    """Everything as it is at one moment, while servers go on; how many rows that are.

    Raises DatabaseMissing.
    """
    rows = 0
    with outages(), gzip.open(file, "wt", encoding="utf-8") as out:
        with snapshot(database) as connection:
            if not inspect(connection).has_table(VERSIONS):
                raise DatabaseMissing
            revision = connection.execute(text(f"SELECT version_num FROM {VERSIONS}")).scalar()
            print(json.dumps({"format": FORMAT, "revision": revision}), file=out)
            for table in tables_of(connection):
                print(json.dumps({"table": table.name, "columns": list(table.c.keys())}), file=out)
                streamed = connection.execution_options(yield_per=BATCH).execute(select(table))
                for row in streamed:
                    print(json.dumps([packed(value) for value in row]), file=out)
                    rows += 1
        print(json.dumps({"rows": rows}), file=out)
    return rows


def snapshot(database: Database) -> Connection:
    """Return a connection that sees one moment for as long as it lasts."""
    if database.is_sqlite:
        return database.engine.connect()
    return database.engine.execution_options(isolation_level="REPEATABLE READ").connect()


def restore(database: Database, file: Path) -> int:
    """Bring a backup into an empty database, wholly or not at all; how many rows that are.

    Raises DatabaseNotEmpty, UnreadableBackup.
    """
    with outages(), migrating(database) as connection:
        if inspect(connection).get_table_names():
            raise DatabaseNotEmpty
        try:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                rows = fill(connection, lines)
            check_references(connection)
        except DAMAGE as problem:
            raise UnreadableBackup(str(problem)) from problem
        command.upgrade(config_of(connection), "head")
    return rows


def check_references(connection: Connection) -> None:
    """Raise ValueError if rows refer to others that are missing; PostgreSQL has checked already."""
    if connection.dialect.name == "sqlite":
        if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
            raise ValueError("rows refer to others that are missing")


def fill(connection: Connection, lines: IO[str]) -> int:
    """Make the tables as they were, and put all rows into them."""
    head = json.loads(next(lines, "{}"))
    if head.get("format") != FORMAT:
        raise UnreadableBackup("it does not begin like one")
    try:
        command.upgrade(config_of(connection), head["revision"])
    except CommandError as unknown:
        raise UnreadableBackup("it comes from a newer version") from unknown
    rows = 0
    known = {table.name: table for table in tables_of(connection)}
    for table in known.values():
        # What a migration itself has put there stands in the backup too.
        connection.execute(table.delete())
    for name, batch in batches(lines):
        if name is None:
            if batch != [{"rows": rows}] or next(lines, None) is not None:
                raise UnreadableBackup("rows are missing")
            return rows
        connection.execute(known[name].insert(), batch)
        rows += len(batch)
    raise UnreadableBackup("its end is missing")


def batches(lines: IO[str]) -> Iterator[tuple[str | None, list[dict[str, Any]]]]:
    """Rows of one table at a time; at the end, under no name, what the end says."""
    name, columns = "", list[str]()
    read: Any
    batch: list[dict[str, Any]] = []
    for line in lines:
        read = json.loads(line)
        is_row = isinstance(read, list)
        if is_row:
            batch.append(dict(zip(columns, map(unpacked, read), strict=True)))
        if batch and (len(batch) == BATCH or not is_row):
            yield name, batch
            batch = []
        if isinstance(read, dict):
            head = cast("dict[str, Any]", read)
            if "table" not in head:
                yield None, [head]
                return
            name, columns = str(head["table"]), cast("list[str]", head["columns"])
