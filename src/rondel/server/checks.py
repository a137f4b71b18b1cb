"""Checks before a server or a worker starts: its packages, database, Redis and ports."""

import contextlib
import os
import re
import sqlite3
from collections.abc import Generator
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple, cast

from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from rondel.core import RondelError
from rondel.core.extras import extras
from rondel.server.errors import shortened
from rondel.server.settings import Settings
from rondel.server.signing import fingerprint
from rondel.server.storage.engine import engine_of, file_of
from rondel.server.storage.migrate import config_of, read_keys

REDIS_TIMEOUT = 5
"""Seconds to wait for a Redis."""
PROBLEMS = {
    "password": re.compile('password|role ".*" does not exist'),
    "missing": re.compile('database ".*" does not exist'),
    "folder": re.compile("unable to open database file"),
    "readonly": re.compile("readonly database|read-only"),
    "format": re.compile("file is not a database"),
    "locked": re.compile("database is locked"),
}
"""Messages of SQLite and PostgreSQL by kind of problem; any other is of the kind `other`."""


class UnusableDatabase(RondelError):
    """Error for a database that a server cannot use; `problem` is a key of its message."""

    code = "unusable-database"

    def __init__(self, problem: str, place: str, reason: str):
        super().__init__(
            f"the database {place} cannot be used: {reason}",
            problem=problem,
            place=place,
            reason=reason,
        )


class UnreachableRedis(RondelError):
    """Error for a Redis that does not answer."""

    code = "unreachable-redis"

    def __init__(self, reason: str):
        super().__init__(f"Redis does not answer: {reason}", reason=reason)


class KeyNotAnnounced(RondelError):
    """Error for a new signing key that the servers before did not know."""

    code = "key-not-announced"

    def __init__(self) -> None:
        super().__init__("the servers that run do not know this key yet")


class DatabaseState(NamedTuple):
    """Database that can be used."""

    place: str
    version: str
    """Version of SQLite or PostgreSQL."""
    revision: str
    """Revision of its tables, or '' if it has none."""
    newest: str
    """Revision that a server migrates it to."""


def check_extras(config: Settings) -> None:
    """Import the drivers of the database and of Redis. Raises MissingExtra."""
    with extras():
        if config.database.startswith("postgresql"):
            import_module("psycopg")
        if config.redis:
            import_module("redis")


def place_of(url: str) -> str:
    """Return the place of a database for people: a full path, or an address without password."""
    if file := file_of(url):
        return str(file.absolute())
    parsed = make_url(url)
    port = f":{parsed.port}" if parsed.port else ""
    return f"{parsed.host or 'localhost'}{port}/{parsed.database or parsed.username or ''}"


def check_database(url: str, lock_seconds: float = 5.0) -> DatabaseState:
    """Return the state of a database, without changing it. Raises UnusableDatabase."""
    place = place_of(url)
    newest = ",".join(ScriptDirectory.from_config(config_of()).get_heads())
    with usable(place):
        if (file := file_of(url)) is not None and not file.exists():
            check_folder(file.absolute().parent)
            return DatabaseState(place, sqlite3.sqlite_version, "", newest)
        engine = engine_of(url, lock_seconds)
        try:
            with engine.execution_options(writes=True).connect() as connection:
                version = check_rights(connection, place)
                revision = check_revision(connection, place)
        finally:
            engine.dispose()
    return DatabaseState(place, version, revision, newest)


@contextlib.contextmanager
def usable(place: str) -> Generator[None]:
    """Convert errors of a database or its folder to UnusableDatabase."""
    try:
        yield
    except DBAPIError as error:
        reason = reason_of(error.orig)
        found = (kind for kind, message in PROBLEMS.items() if message.search(reason))
        raise UnusableDatabase(next(found, "other"), place, reason) from None
    except OSError as error:
        raise UnusableDatabase("folder", place, error.strerror or str(error)) from None


def reason_of(error: object) -> str:
    """Return the last line of an error of a driver."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    reason = lines[-1] if lines else type(error).__name__
    return str(shortened(reason.rpartition("FATAL:")[2].strip()))


def check_folder(folder: Path) -> None:
    """Write a file without a name into a folder. Raises OSError."""
    if not folder.is_dir():
        raise FileNotFoundError(2, os.strerror(2))
    with TemporaryFile(dir=folder):
        pass


def check_rights(connection: Connection, place: str) -> str:
    """Return the version of a database in which tables can be made. Raises UnusableDatabase."""
    if connection.dialect.name == "sqlite":
        return sqlite3.sqlite_version
    if connection.execute(text("SHOW transaction_read_only")).scalar() == "on":
        raise UnusableDatabase("readonly", place, "transaction_read_only is on")
    may = text("SELECT has_schema_privilege(current_schema(), 'CREATE')")
    if not connection.execute(may).scalar():
        raise UnusableDatabase("rights", place, "no CREATE privilege")
    return str(connection.execute(text("SHOW server_version")).scalar())


def check_revision(connection: Connection, place: str) -> str:
    """Return the revision of the tables, or ''. Raises UnusableDatabase if it is not known."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    revision = str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    try:
        ScriptDirectory.from_config(config_of()).get_revision(revision)
    except CommandError:
        raise UnusableDatabase("newer", place, revision) from None
    return revision


def check_keys(config: Settings) -> None:
    """Raise KeyNotAnnounced if other servers may not know the key that this one signs with.

    The first roll of servers adds the new key to the old ones, the second one signs with it.
    """
    if not config.secret or config.database.startswith("sqlite"):
        return
    engine = engine_of(config.database, config.lock_seconds)
    try:
        with usable(place_of(config.database)), engine.connect() as connection:
            known = read_keys(connection) if inspect(connection).has_table("settings") else []
    finally:
        engine.dispose()
    own, older = fingerprint(config.secret), [fingerprint(key) for key in config.older]
    # A key that is dropped at once, because somebody has read it, is nobody's business.
    if known and own not in known and known[0] in older:
        raise KeyNotAnnounced


def check_redis(url: str) -> None:
    """Raise UnreachableRedis if no Redis answers."""
    import redis

    try:
        client: Any = cast(Any, redis.Redis).from_url(
            url, socket_timeout=REDIS_TIMEOUT, socket_connect_timeout=REDIS_TIMEOUT
        )
        with client:
            client.ping()
    except (redis.RedisError, OSError, ValueError) as error:
        raise UnreachableRedis(reason_of(error)) from None
