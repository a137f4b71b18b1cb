"""The database at work: many readers; one writer with group commit on SQLite."""

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_AT_ONCE = 200
"""So many waiting writes share one commit."""


def engine_of(url: str) -> Engine:
    """An engine with our durability and locking settings."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return _sqlite(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(parsed, pool_size=10, max_overflow=10, pool_pre_ping=True)


def _sqlite(url: str) -> Engine:
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None
        for line in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {line}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        immediate = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine


class Store:
    """Runs work on the database off the event loop; writes are durable once they answer."""

    def __init__(self, url: str, threads: int = 6):
        self.engine = engine_of(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._pool = ThreadPoolExecutor(threads, "store")
        self._writing = self.engine.execution_options(writes=True)
        self._queue: queue.SimpleQueue[tuple[Work[Any], Future[Any]] | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        if self.is_sqlite:
            self._writer = threading.Thread(target=self._write_all, name="writer", daemon=True)
            self._writer.start()

    async def read(self, work: Work[T]) -> T:
        """The answer of work that changes nothing."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, self.read_now, work)

    def read_now(self, work: Work[T]) -> T:
        """The same, waiting for it."""
        with self.engine.connect() as connection:
            return work(connection)

    async def write(self, work: Work[T]) -> T:
        """The answer of work that changes something, once it is safely on disk."""
        if self._writer is None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool, self.write_now, work)
        done: Future[T] = Future()
        self._queue.put((work, done))
        return await asyncio.wrap_future(done)

    def write_now(self, work: Work[T]) -> T:
        """The same in this thread and in a transaction of its own."""
        with self._writing.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """Finish what was begun and let go."""
        if self._writer is not None:
            self._queue.put(None)
            self._writer.join()
        self._pool.shutdown()
        self.engine.dispose()

    def _write_all(self) -> None:
        """The single writer: whatever waits together is committed together."""
        while (first := self._queue.get()) is not None:
            batch = [first]
            last = False
            while len(batch) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[tuple[Work[Any], Future[Any]]]) -> None:
        answers: list[tuple[Future[Any], Any, BaseException | None]] = []
        try:
            with self._writing.begin() as connection:
                for work, done in batch:
                    answers.append((done, *_attempt(connection, work)))
        except Exception as error:
            for _, done in batch:
                done.set_exception(error)
            return
        for done, answer, problem in answers:
            if problem is None:
                done.set_result(answer)
            else:
                done.set_exception(problem)


def _attempt(connection: Connection, work: Work[Any]) -> tuple[Any, BaseException | None]:
    """One piece of work within a shared transaction: it happens wholly or not at all."""
    execute: Any = connection.connection.driver_connection.execute  # type: ignore[union-attr]
    execute("SAVEPOINT work")
    try:
        answer = work(connection)
    except Exception as error:
        execute("ROLLBACK TO work")
        execute("RELEASE work")
        return None, error
    execute("RELEASE work")
    return answer, None
