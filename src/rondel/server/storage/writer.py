"""Writer: one thread that commits everything that waits in one transaction."""

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine

from rondel.server import metrics
from rondel.server.storage.connections import OUTAGES, outages
from rondel.server.storage.journal import JournalEntry, write_entries

T = TypeVar("T")
WRITING = metrics.DATABASE.labels("write")
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

    def append(self, entry: JournalEntry) -> "asyncio.Future[None]":
        """Write a journal entry."""
        return self.write(partial(write_entries, entries=[entry]), entry)

    def write(
        self, work: Callable[[Connection], T], entry: JournalEntry | None = None
    ) -> "asyncio.Future[T]":
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
