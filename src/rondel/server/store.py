"""The database at work: many readers; one writer with group commit on SQLite."""

import asyncio
import logging
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rondel.server.errors import Unavailable

log = logging.getLogger("rondel.store")
T = TypeVar("T")
Work = Callable[[Connection], T]
Then = Callable[[Any], None]
Together = Callable[[Connection, list[Any]], list[Any]]
"""Does several pieces of work at once. A piece of work that has one names it `together`."""
MOST_AT_ONCE = 200
"""So many waiting writes share one commit."""
BUSY, GATHERING = 6, 0.002
"""After a commit of so many writes, the writer waits so many seconds for more to come together."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "wal_autocheckpoint=8000")
"""FULL: a commit is on the disk before it answers, so that not even a power cut undoes it."""


def engine_of(url: str) -> Engine:
    """An engine with our durability and locking settings."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(
        parsed,
        pool_size=10,
        max_overflow=10,
        pool_pre_ping=True,
        connect_args={"connect_timeout": 5},
    )


def _sqlite(url: str) -> Engine:
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for line in PRAGMAS:
            connection.execute(f"PRAGMA {line}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


@contextmanager
def outages() -> Iterator[None]:
    """Tell a database that does not answer from everything else that can go wrong."""
    try:
        yield
    except (OperationalError, InterfaceError, PoolTimeout) as error:
        log.warning("the database does not answer: %s", error)
        raise Unavailable from error


class Waiting(NamedTuple):
    """Work handed to the writer, and whom to answer."""

    work: Work[Any]
    done: "asyncio.Future[Any]"
    then: Then | None


Answer = tuple[Waiting, Any, BaseException | None]


class Store:
    """Runs work on the database off the event loop; writes are durable once they answer."""

    def __init__(self, url: str, threads: int = 6):
        self.engine = engine_of(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._pool = ThreadPoolExecutor(threads, "store")
        self._writing = self.engine.execution_options(writes=True)
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
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
        with outages(), self.engine.connect() as connection:
            return work(connection)

    def write(self, work: Work[T], then: Then | None = None) -> "asyncio.Future[T]":
        """The answer of work that changes something, once it is safely on disk.

        `then` is called with it on the event loop, even if nobody waits any more.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        waiting = Waiting(work, done, then)
        if self._writer is None:
            self._pool.submit(self._write_one, waiting)
        else:
            self._queue.put(waiting)
        return done

    def write_now(self, work: Work[T]) -> T:
        """The same in this thread and in a transaction of its own."""
        with outages(), self._writing.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Finish what was begun and let go."""
        if self._writer is not None:
            self._queue.put(None)
            self._writer.join()
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
        last = busy = False
        while not last and (first := self._queue.get()) is not None:
            if busy:
                time.sleep(GATHERING)
            batch = [first]
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            busy = len(batch) >= BUSY
            settle(self._commit(batch))
        if self._connection is not None:
            self._connection.close()

    def _commit(self, batch: list[Waiting]) -> list[Answer]:
        try:
            with outages():
                if self._connection is None:
                    self._connection = self._writing.connect()
                with self._connection.begin():
                    return list(_attempt_all(self._connection, batch))
        except Exception as error:
            return [(waiting, None, error) for waiting in batch]


def settle(answers: list[Answer]) -> None:
    """Give the event loop its answers, all in one call: waking it is what costs."""
    # A loop that is gone has nobody left who waits.
    with suppress(RuntimeError):
        answers[0][0].done.get_loop().call_soon_threadsafe(_settle, answers)


def _settle(answers: list[Answer]) -> None:
    for (_, done, then), answer, problem in answers:
        if problem is None and then is not None:
            try:
                then(answer)
            except Exception as error:
                problem = error
        if done.done():
            continue
        if problem is None:
            done.set_result(answer)
        else:
            done.set_exception(problem)


def _attempt_all(connection: Connection, batch: list[Waiting]) -> Iterator[Answer]:
    """All work of a shared transaction: alike work at once, or each alone if that fails."""
    alike: defaultdict[Together | None, list[Waiting]] = defaultdict(list)
    for waiting in batch:
        alike[getattr(waiting.work, "together", None)].append(waiting)
    for together, some in alike.items():
        if together is not None:
            works = [waiting.work for waiting in some]
            answers, problem = _attempt(connection, partial(_do_together, together, works))
            if problem is None:
                yield from ((*pair, None) for pair in zip(some, answers, strict=True))
                continue
        for waiting in some:
            yield waiting, *_attempt(connection, waiting.work)


def _do_together(together: Together, works: list[Any], connection: Connection) -> list[Any]:
    return together(connection, works)


def _attempt(connection: Connection, work: Work[Any]) -> tuple[Any, BaseException | None]:
    """One piece of work within a shared transaction: it happens wholly or not at all."""
    execute = driver_of(connection).execute
    execute("SAVEPOINT work")
    try:
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
