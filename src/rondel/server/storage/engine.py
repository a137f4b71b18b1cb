"""Database at work: many readers, and one writer of the journal."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection

from rondel.server import metrics
from rondel.server.storage.connections import READ, engine_of, file_of, outages
from rondel.server.storage.journal import JournalEntry, write_entries
from rondel.server.storage.writer import WRITING, Writer

T = TypeVar("T")
Work = Callable[[Connection], T]
READING = metrics.DATABASE.labels("read")


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
        self._journal = Writer(self._writing)

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
            return self._journal.write(work)
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
        if entry.extra is not None:
            return self.write(partial(write_entries, entries=[entry]))
        return self._journal.append(entry)

    def close(self) -> None:
        """Finish what was begun and let go."""
        self._journal.close()
        self._writers.shutdown()
        self._readers.shutdown()
        self.engine.dispose()
