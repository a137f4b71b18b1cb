"""Connections to the database: engines with our settings, and which errors are outages."""

import logging
import os
import re
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rondel.server.errors import Unavailable, shortened
from rondel.server.logs import OutageLog

log = logging.getLogger("rondel.database")
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "journal_size_limit=4000000")
"""FULL: a commit is on the disk before it answers, so that not even a power cut undoes it."""
DATABASE = OutageLog("the database", log)
READ, WRITE = "read", "write"
"""Parts of the database that fail apart: a full disk can be read."""
CAUSES = {
    "disk is full|No space left|disk I/O error|could not extend": "the disk is full or broken",
    "database is locked": "another program has locked the file",
    "read-?only": "nobody may write there",
    "QueuePool limit": "all connections are busy",
    "password|role ": "the user or the password is wrong",
    "terminating connection|server closed|shutting down|starting up": "it is being restarted",
    "connection failed|refused|timeout|could not (connect|translate)": "it cannot be reached",
}
"""Causes of outages, by what SQLite and PostgreSQL say."""

OUTAGES = (OperationalError, InterfaceError, PoolTimeout, sqlite3.OperationalError)


def engine_of(url: str, lock_seconds: float) -> Engine:
    """Return an engine with our durability and locking settings."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(url, lock_seconds)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(
        parsed,
        hide_parameters=True,
        pool_size=10,
        max_overflow=10,
        pool_pre_ping=True,
        isolation_level="READ COMMITTED",
        connect_args={"connect_timeout": 5},
    )


def file_of(url: str) -> Path | None:
    """Return the file of an SQLite database."""
    parsed = make_url(url)
    name = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return None if name in (None, "", ":memory:") else Path(str(name))


def keep_to_owner(file: Path) -> None:
    """Make a file nobody else reads; SQLite gives its journal files the same permissions."""
    # SQLite itself reports folders that are missing or not ours.
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)


def _sqlite(url: str, lock_seconds: float) -> Engine:
    if file := file_of(url):
        keep_to_owner(file)
    given = {"check_same_thread": False, "timeout": lock_seconds}
    engine = create_engine(url, hide_parameters=True, connect_args=given)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for line in PRAGMAS:
            connection.execute(f"PRAGMA {line}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("migrates"):
            # Tables that others refer to may be built anew.
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
        immediate = options.get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


def cause_of(error: object) -> str:
    """Return the cause of an outage, with the database's own words."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = shortened(lines[0] if lines else type(error).__name__)
    known = (cause for words, cause in CAUSES.items() if re.search(words, str(error)))
    return f"{next(known, 'it does not answer')} ({told})"


@contextmanager
def outages(part: str = WRITE, *, is_whole: bool = True) -> Generator[None]:
    """Turn errors of a database that does not answer into Unavailable; pass on all others.

    Args:
        part: What is done: read or write.
        is_whole: Whether success is final, rather than part of a transaction.

    """
    try:
        yield
    except OUTAGES as error:
        DATABASE.failed(cause_of(getattr(error, "orig", None) or error), part)
        raise Unavailable from error
    if is_whole:
        DATABASE.worked(part)
