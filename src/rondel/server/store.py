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
Settled = Callable[[Any, BaseException | None], None]
"""Told on the event loop what came of a piece of work: its answer, or its problem."""
Together = Callable[[Connection, list[Any]], list[Any]]
"""Does several pieces of work at once. A piece of work that has one names it `together`."""
MOST_AT_ONCE = 200
"""So many waiting writes share one commit."""
BUSY, GATHERING = 6, 0.0005
"""After a commit of so many writes, the writer waits so many seconds for more to come together."""
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


def _sqlite(url: str, lock_seconds: float) -> Engine:
    given = {"check_same_thread": False, "timeout": lock_seconds}
    engine = create_engine(url, connect_args=given)

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
    settled: Settled
    loop: asyncio.AbstractEventLoop


Answer = tuple[Waiting, Any, BaseException | None]


class Store:
    """Runs work on the database off the event loop; writes are durable once they answer."""

    def __init__(self, url: str, lock_seconds: float = 30.0, threads: int = 6):
        self.engine = engine_of(url, lock_seconds)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._pool = ThreadPoolExecutor(threads, "store")
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
        with outages(), self.engine.connect() as connection:
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
            self._pool.submit(self._write_one, waiting)
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
        with outages(), self._writing.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Finish what was begun and let go."""
        if self._writer is not None:
            self._queue.put([])
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
        is_last = is_busy = False
        while not is_last and (batch := self._queue.get()):
            if is_busy:
                time.sleep(GATHERING)
            while len(batch) < MOST_AT_ONCE and not is_last and not self._queue.empty():
                more = self._queue.get()
                is_last = not more
                batch += more
            is_busy = len(batch) >= BUSY
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
