"""Database at work: connections, many readers, one writer, and which errors are outages."""

import asyncio
import logging
import os
import queue
import re
import sqlite3
import threading
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rondel.server import metrics
from rondel.server.errors import Unavailable, shortened
from rondel.server.logs import OutageLog
from rondel.server.storage.journal import JournalEntry, write_entries

log = logging.getLogger("rondel.database")
T = TypeVar("T")
Work = Callable[[Connection], T]
READING, WRITING = metrics.DATABASE.labels("read"), metrics.DATABASE.labels("write")
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
    if is_whole and DATABASE.failing:
        DATABASE.worked(part)


MAX_BATCH = 200
"""Size of a batch at which no further writes join it."""


class Write(NamedTuple):
    """Work for the writer and the future of its answer."""

    work: Callable[[Connection], Any]
    answer: "asyncio.Future[Any]"
    entry: JournalEntry | None
    """Written by the work; entries that wait at the same time are written together."""


Outcome = tuple[Write, Any, BaseException | None]
"""Write with its answer, or with the error that prevented it."""


class Writer:
    """Commits writes in a thread of its own; a write is durable once its future is done."""

    def __init__(self, engine: Engine):
        self._engine = engine
        self._gathered: list[Write] = []
        """Writes of the present round of the event loop."""
        self._queue: queue.SimpleQueue[list[Write]] = queue.SimpleQueue()
        """Writes for the thread; an empty list is the last."""
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, work: Work[T], entry: JournalEntry | None = None) -> "asyncio.Future[T]":
        """Write something, even if nobody waits for the future any more."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._gathered.append(Write(work, answer, entry))
        if len(self._gathered) == 1:
            # Once per round of the loop, because waking a thread costs more than most statements.
            loop.call_soon(self._wake)
        return answer

    def close(self) -> None:
        """Finish what was submitted and end the thread."""
        self._queue.put([])
        self._thread.join()

    def _wake(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    def _run(self) -> None:
        is_last = False
        while not is_last and (batch := self._queue.get()):
            while len(batch) < MAX_BATCH and not is_last and not self._queue.empty():
                more = self._queue.get()
                is_last = not more
                batch += more
            loop, outcomes = batch[0].answer.get_loop(), self._commit(batch)
            # A loop that is closed has nobody left who waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_answer, outcomes)

    def _commit(self, batch: list[Write]) -> list[Outcome]:
        """Commit a batch in one transaction; a write that is refused fails alone."""
        entries = [write for write in batch if write.entry is not None]
        others = [write for write in batch if write.entry is None]
        try:
            with WRITING.time(), outages():
                try:
                    return self._transact(entries, others)
                except OUTAGES:
                    raise
                except Exception:
                    return self._transact([], batch)
        except Exception as error:
            return [(write, None, error) for write in batch]

    def _transact(self, together: list[Write], apart: list[Write]) -> list[Outcome]:
        """Write journal entries with few statements and the others one by one."""
        with self._engine.begin() as connection:
            if entries := [write.entry for write in together if write.entry is not None]:
                write_entries(connection, entries)
            outcomes: list[Outcome] = [(write, None, None) for write in together]
            return outcomes + [_attempt(connection, write) for write in apart]


def _attempt(connection: Connection, write: Write) -> Outcome:
    """Write one thing within a shared transaction, wholly or not at all."""
    try:
        with outages(is_whole=False), connection.begin_nested():
            return write, write.work(connection), None
    except Exception as error:
        return write, None, error


def _answer(outcomes: list[Outcome]) -> None:
    """Complete the futures on the event loop, all in one callback: waking the loop costs."""
    for write, found, error in outcomes:
        if write.answer.done():
            continue
        if error is None:
            write.answer.set_result(found)
        else:
            write.answer.set_exception(error)


class Database:
    """Runs work on the database off the event loop; writes are durable once they answer."""

    def __init__(self, url: str, lock_seconds: float = 30.0, threads: int = 6):
        self.engine = engine_of(url, lock_seconds)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.file = file_of(url)
        """File of an SQLite database, if it has one."""
        # Several reads of one piece of work see one moment, as they always do on SQLite.
        snapshot = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reading = self.engine.execution_options(**snapshot)
        self._writing = self.engine.execution_options(writes=True)
        self._readers = ThreadPoolExecutor(threads, "database")
        self._writers = ThreadPoolExecutor(threads, "writing")
        """Threads that write to PostgreSQL outside the journal; such writes may wait for locks."""
        self._writer = Writer(self._writing)

    async def read(self, work: Work[T]) -> T:
        """Return the answer of work that changes nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, work)

    def read_now(self, work: Work[T]) -> T:
        """Read in this thread."""
        with READING.time(), outages(READ), self._reading.connect() as connection:
            return work(connection)

    def write(self, work: Work[T]) -> "asyncio.Future[T]":
        """Return the answer of work that changes something, once it is safely on disk."""
        if self.is_sqlite:
            return self._writer.write(work)
        return asyncio.get_running_loop().run_in_executor(self._writers, self.write_now, work)

    def write_now(self, work: Work[T]) -> T:
        """Write in this thread and in a transaction of its own."""
        with WRITING.time(), outages(), self._writing.begin() as connection:
            return work(connection)

    def append(self, entry: JournalEntry) -> "asyncio.Future[None]":
        """Write a journal entry; it is on disk once the future is done.

        The future raises Conflict if the table is not as expected, and Unavailable if nobody
        knows whether the entry was written: then the table must be read again.
        """
        work = partial(write_entries, entries=[entry])
        return self._writer.write(work, entry) if entry.extra is None else self.write(work)

    def close(self) -> None:
        """Finish what was begun and let go."""
        self._writer.close()
        self._writers.shutdown()
        self._readers.shutdown()
        self.engine.dispose()
