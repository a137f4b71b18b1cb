"""The database at work: many readers; one writer with group commit on SQLite."""

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rondel.server import metrics
from rondel.server.errors import Unavailable

log = logging.getLogger("rondel.database")
T = TypeVar("T")
Work = Callable[[Connection], T]
Settled = Callable[[Any, BaseException | None], None]
"""Told on the event loop what came of a piece of work: its answer, or its problem."""
READING, WRITING = (metrics.DATABASE.labels(what) for what in ("read", "write"))
MOST_AT_ONCE = 200
"""So many waiting writes share one commit."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=8000")
"""FULL: a commit is on the disk before it answers, so that not even a power cut undoes it."""


def engine_of(url: str, lock_seconds: float) -> Engine:
    """An engine with our durability and locking settings."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(url, lock_seconds)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(
        parsed,
        pool_size=10,
        max_overflow=10,
        pool_pre_ping=True,
        connect_args={"connect_timeout": 5},
    )


def file_of(url: str) -> Path | None:
    """The file of an SQLite database."""
    parsed = make_url(url)
    name = parsed.database if parsed.get_backend_name() == "sqlite" else None
    return None if name in (None, "", ":memory:") else Path(str(name))


def keep_to_owner(file: Path) -> None:
    """Make a file nobody else reads; SQLite gives those beside it the same permissions."""
    # Folders that are missing, or not ours, are told of by SQLite itself.
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        if file.stat().st_mode & 0o077:
            file.chmod(0o600)


def _sqlite(url: str, lock_seconds: float) -> Engine:
    if file := file_of(url):
        keep_to_owner(file)
    given = {"check_same_thread": False, "timeout": lock_seconds}
    engine = create_engine(url, connect_args=given)

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


@contextmanager
def outages() -> Generator[None]:
    """Tell a database that does not answer from everything else that can go wrong."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout, sqlite3.OperationalError) as error:
        log.warning("the database does not answer: %s", error)
        raise Unavailable from error


class Waiting(NamedTuple):
    """Work handed to the writer, and whom to answer."""

    work: Work[Any]
    settled: Settled
    loop: asyncio.AbstractEventLoop


Answer = tuple[Waiting, Any, BaseException | None]


class Database:
    """Runs work on the database off the event loop; writes are durable once they answer."""

    def __init__(self, url: str, lock_seconds: float = 30.0, threads: int = 6):
        self.engine = engine_of(url, lock_seconds)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.file = file_of(url)
        """Where SQLite keeps everything, if that is a file."""
        self._pool = ThreadPoolExecutor(threads, "database")
        self._writing_pool = ThreadPoolExecutor(threads, "writing")
        """Where PostgreSQL is written to, so that no move waits for all who read."""
        # Whatever is read together is of one moment, as it always is on SQLite.
        snapshot = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reading = self.engine.execution_options(**snapshot)
        self._writing = self.engine.execution_options(writes=True)
        self._gathered: list[Waiting] = []
        """What the event loop is about to hand over."""
        self._queue: queue.SimpleQueue[list[Waiting]] = queue.SimpleQueue()
        """Work for the writer; an empty list is the last."""
        self._writer: threading.Thread | None = None
        self._connection: Connection | None = None
        """The writer's own."""
        if self.is_sqlite:
            self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
            self._writer.start()

    async def read(self, work: Work[T]) -> T:
        """The answer of work that changes nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self.read_now, work)

    def read_now(self, work: Work[T]) -> T:
        """The same, waiting for it."""
        with READING.time(), outages(), self._reading.connect() as connection:
            return work(connection)

    def write(self, work: Work[T]) -> "asyncio.Future[T]":
        """The answer of work that changes something, once it is safely on disk."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.hand_over(work, resolve(done))
        return done

    def hand_over(self, work: Work[Any], settled: Settled) -> None:
        """The same without a future: `settled` is called whether or not anyone still waits."""
        loop = asyncio.get_running_loop()
        waiting = Waiting(work, settled, loop)
        if self._writer is None:
            self._writing_pool.submit(self._write_one, waiting)
            return
        self._gathered.append(waiting)
        if len(self._gathered) == 1:
            # Whoever asks in this round of the loop goes along: waking the writer is what costs.
            loop.call_soon(self._wake_writer)

    def _wake_writer(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    def write_now(self, work: Work[T]) -> T:
        """The same in this thread and in a transaction of its own."""
        with WRITING.time(), outages(), self._writing.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Finish what was begun and let go."""
        if self._writer is not None:
            self._queue.put([])
            self._writer.join()
        self._writing_pool.shutdown()
        self._pool.shutdown()
        self.engine.dispose()

    def _write_one(self, waiting: Waiting) -> None:
        try:
            answer, problem = self.write_now(waiting.work), None
        except Exception as error:
            answer, problem = None, error
        settle([(waiting, answer, problem)])

    def _write_all(self) -> None:
        """The single writer: whatever waits together is committed together."""
        is_last = False
        while not is_last and (batch := self._queue.get()):
            while len(batch) < MOST_AT_ONCE and not is_last and not self._queue.empty():
                more = self._queue.get()
                is_last = not more
                batch += more
            settle(self._commit(batch))
        if self._connection is not None:
            self._connection.close()

    def _commit(self, batch: list[Waiting]) -> list[Answer]:
        try:
            with WRITING.time(), outages():
                if self._connection is None:
                    self._connection = self._writing.connect()
                connection = self._connection
                with connection.begin():
                    return [(waiting, *_attempt(connection, waiting.work)) for waiting in batch]
        except Exception as error:
            return [(waiting, None, error) for waiting in batch]


def settle(answers: list[Answer]) -> None:
    """Give the event loop its answers, all in one call: waking it is what costs."""
    # A loop that is gone has nobody left who waits.
    with suppress(RuntimeError):
        answers[0][0].loop.call_soon_threadsafe(_settle, answers)


def _settle(answers: list[Answer]) -> None:
    for waiting, answer, problem in answers:
        try:
            waiting.settled(answer, problem)
        except Exception:
            log.exception("what was written could not be told")


def resolve(done: "asyncio.Future[Any]") -> Settled:
    """What gives a future its answer or its problem, if anyone still waits for it."""

    def settled(answer: Any, problem: BaseException | None) -> None:
        if done.done():
            return
        if problem is None:
            done.set_result(answer)
        else:
            done.set_exception(problem)

    return settled


def _attempt(connection: Connection, work: Work[Any]) -> tuple[Any, BaseException | None]:
    """One piece of work within a shared transaction: it happens wholly or not at all."""
    execute = driver_of(connection).execute
    execute("SAVEPOINT work")
    try:
        with outages():
            answer = work(connection)
    except Exception as error:
        execute("ROLLBACK TO work")
        execute("RELEASE work")
        return None, error
    execute("RELEASE work")
    return answer, None


def driver_of(connection: Connection) -> Any:
    """The driver's own connection, for statements too frequent to be composed each time."""
    return connection.connection.driver_connection
