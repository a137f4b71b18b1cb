"""Worker of a process: it claims tasks, has handlers carry them out, and finishes them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, delete

from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.task_worker import Done, Handler, HeldTask, Postponed, TaskWorker
from rondel.server.runtime.tasks import TaskSignals
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from rondel.server.storage.tasks import (
    ANSWERED,
    DEAD,
    DONE,
    WAITING,
    NewTask,
    find_task,
    insert_tasks,
)
from tests.waiting import TIMEOUT

MAIL = "mail"
LEASE = 0.3
k = schema.tasks


@pytest.fixture
def store(database: str) -> Iterator[Database]:
    store = Database(database)
    migrate(store)
    yield store
    store.close()


def insert(store: Database, *keys: str, **more: Any) -> None:
    """Insert tasks."""
    rows = [NewTask(MAIL, key, **more) for key in keys]
    store.write_now(partial(insert_tasks, tasks=rows))


def row(store: Database, key: str = "a") -> Any:
    """Return a task as it is stored."""
    return store.read_now(partial(find_task, kind=MAIL, key=key))


def work(
    store: Database,
    carry_out: Callable[[HeldTask], Awaitable[Done]],
    is_over: Callable[[], bool],
    at_once: int = 1,
) -> None:
    """Run a worker until something is so."""

    async def run() -> None:
        signals = TaskSignals(store, Broadcaster("", 10))
        handlers = {MAIL: Handler(carry_out, at_once)}
        worker = TaskWorker(store, signals, "w", LEASE, handlers)
        working = [asyncio.create_task(work()) for work in (worker.run, signals.look)]
        try:
            async with asyncio.timeout(TIMEOUT):
                while not await asyncio.to_thread(is_over):
                    await asyncio.sleep(0.01)
        finally:
            for task in working:
                task.cancel()
            await asyncio.gather(*working, return_exceptions=True)

    asyncio.run(run())


def test_a_task_is_carried_out_and_what_belongs_to_it_is_written_with_its_end(
    store: Database,
) -> None:
    insert(store, "a", "b", payload=7)

    def forget(connection: Connection) -> None:
        connection.execute(delete(k).where(k.c.key == "b"))

    async def carry_out(held: HeldTask) -> Done:
        return Done({"twice": 2 * held.task.payload}, forget)

    work(store, carry_out, lambda: row(store).status == ANSWERED)
    assert (row(store).result, row(store, "b")) == ('{"twice":14}', None)


def test_a_task_that_fails_is_tried_again_until_it_is_dead(store: Database) -> None:
    insert(store, "a", max_attempts=2)
    attempts: list[int] = []

    async def carry_out(held: HeldTask) -> Done:
        attempts.append(held.task.attempt)
        raise LookupError("no such address")

    work(store, carry_out, lambda: row(store).status == DEAD)
    assert attempts == [1, 2] and row(store).last_error == "LookupError('no such address')"


def test_a_task_that_is_postponed_was_no_attempt(store: Database) -> None:
    insert(store, "a", max_attempts=1)
    attempts: list[int] = []

    async def carry_out(held: HeldTask) -> Done:
        attempts.append(held.task.attempt)
        if len(attempts) < 3:
            raise Postponed(0.0)
        return Done()

    work(store, carry_out, lambda: row(store).status == DONE)
    assert attempts == [1, 1, 1]


def test_a_task_is_held_as_long_as_it_takes_and_its_progress_is_shown(store: Database) -> None:
    insert(store, "a")

    async def carry_out(held: HeldTask) -> Done:
        held.progress = 5
        while row(store).progress != 5:
            await asyncio.sleep(0.01)
        until = row(store).claimed_until
        while row(store).claimed_until <= until + 2 * LEASE:
            await asyncio.sleep(0.01)
        return Done()

    work(store, carry_out, lambda: row(store).status == DONE)
    assert row(store).attempts == 1


def test_work_stops_once_nobody_wants_its_outcome(store: Database) -> None:
    insert(store, "a")
    stopped: list[bool] = []

    async def carry_out(held: HeldTask) -> Done:
        await store.write(lambda c: c.execute(delete(k)))
        try:
            await asyncio.sleep(TIMEOUT)
        finally:
            stopped.append(held.is_lost.is_set())
        return Done()

    work(store, carry_out, lambda: bool(stopped))
    assert stopped == [True]


def test_a_worker_holds_no_more_tasks_at_a_time_than_it_may_and_gives_them_back(
    store: Database,
) -> None:
    insert(store, *"abcde")
    held = 0

    async def carry_out(_: HeldTask) -> Done:
        nonlocal held
        held += 1
        await asyncio.sleep(TIMEOUT)
        return Done()

    work(store, carry_out, lambda: held > 0, at_once=3)
    assert held <= 3
    rows = [row(store, key) for key in "abcde"]
    assert {(it.status, it.claimed_by, it.attempts) for it in rows} == {(WAITING, "", 0)}
