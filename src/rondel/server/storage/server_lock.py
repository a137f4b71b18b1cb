"""Lock on the database: one server process alone, or several that exchange messages by Redis."""

import sqlite3
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress

from sqlalchemy import text

from rondel.core import RondelError
from rondel.server.storage.engine import engine_of, file_of, outages

LOCK = 7267_6653
"""Number of the lock on PostgreSQL."""
LOCK_TIMEOUT = 10.0
"""Seconds to wait for a server that is stopping."""
RETRY_INTERVAL = 0.2


class RedisRequired(RondelError):
    """Error for several server processes on one database without Redis."""

    code = "redis-required"

    def __init__(self) -> None:
        super().__init__(
            "another server process uses this database: set the same RONDEL_REDIS for all of them"
        )


@contextmanager
def server_lock(url: str, is_alone: bool) -> Generator[None]:
    """Hold the lock of a server, exclusively if it is alone. Raises RedisRequired."""
    if file := file_of(url):
        with closing(sqlite3.connect(f"{file}-lock", timeout=0, isolation_level=None)) as held:
            wait_for(lambda: _lock_file(held, is_alone))
            yield
    elif url.startswith("sqlite"):
        yield
    else:
        engine = engine_of(url, 0)
        name = "pg_try_advisory_lock" if is_alone else "pg_try_advisory_lock_shared"
        query = text(f"SELECT {name}({LOCK})")
        with outages():
            connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            wait_for(lambda: bool(connection.execute(query).scalar()))
            yield
        finally:
            # The database may have closed it meanwhile.
            connection.invalidate()
            connection.close()
            engine.dispose()


def wait_for(lock: Callable[[], bool]) -> None:
    """Try to lock until that succeeds. Raises RedisRequired."""
    until = time.monotonic() + LOCK_TIMEOUT
    while not lock():
        if time.monotonic() > until:
            raise RedisRequired
        time.sleep(RETRY_INTERVAL)


def _lock_file(held: sqlite3.Connection, is_alone: bool) -> bool:
    with suppress(sqlite3.OperationalError):
        # A transaction that has read holds a shared lock; nobody ever writes to this file.
        held.execute("BEGIN EXCLUSIVE" if is_alone else "BEGIN")
        held.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return True
    if held.in_transaction:
        held.execute("ROLLBACK")
    return False
