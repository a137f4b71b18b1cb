"""Tasks in the database: claimed by one worker at a time, tried again, given up."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, insert, update

from rondel.server.storage import schema, tasks
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from rondel.server.storage.tasks import (
    ANSWERED,
    DEAD,
    DONE,
    WAITING,
    ClaimedTask,
    NewTask,
    claim_tasks,
    clean_tasks,
    count_tasks,
    dead_tasks,
    delete_tasks,
    due_kinds,
    extend_lease,
    fail_task,
    find_task,
    finish_task,
    insert_task,
    insert_tasks,
    release_tasks,
)

T = TypeVar("T")
MAIL = "mail"
LONG = 3600.0
OVER = -1.0
"""Lease of a worker that has gone silent."""


class Store:
    """Database with guests, and what the tests do with its tasks."""

    def __init__(self, url: str):
        self.database = Database(url)
        migrate(self.database)
        rows = [("ana", "near"), ("ben", "far"), ("cas", "far")]
        guests = [{"id": g, "name": g, "made": 0.0, "house": house} for g, house in rows]
        self.write(lambda connection: connection.execute(insert(schema.guests), guests))

    def write(self, work: Callable[[Connection], T]) -> T:
        """Do work in a transaction of its own."""
        return self.database.write_now(work)

    def add(self, *keys: str, **more: Any) -> None:
        """Insert tasks one after another, so that their order is known."""
        for key in keys:
            assert self.write(partial(insert_task, task=NewTask(MAIL, key, **more)))

    def claim(
        self, worker: str = "w", lease: float = LONG, most: int = 1, **more: Any
    ) -> list[ClaimedTask]:
        """Claim tasks."""
        claim = partial(claim_tasks, kind=MAIL, worker=worker, lease=lease, most=most, **more)
        return self.write(claim)

    def one(self, worker: str = "w", lease: float = LONG, **more: Any) -> ClaimedTask:
        """Claim the next task, which must be there."""
        (task,) = self.claim(worker, lease, **more)
        return task

    def keys(self, most: int = 1, **more: Any) -> list[str]:
        """Claim tasks; return their keys."""
        return [task.key for task in self.claim(most=most, **more)]

    def finish(self, task: ClaimedTask, worker: str = "w", result: Any = None) -> bool:
        """Finish a task."""
        return self.write(partial(finish_task, task=task, worker=worker, result=result))

    def fail(self, task: ClaimedTask, worker: str = "w", error: str = "no") -> None:
        """Have a task fail."""
        self.write(partial(fail_task, task=task, worker=worker, error=error))

    def row(self, key: str) -> Any:
        """Return a task as it is stored."""
        return self.database.read_now(partial(find_task, kind=MAIL, key=key))

    def let_pass(self, seconds: float) -> None:
        """Make all tasks older."""
        k = schema.tasks
        columns = (k.c.run_at, k.c.claimed_until, k.c.created, k.c.finished, k.c.expires)
        older = {column.name: column - seconds for column in columns}
        self.write(lambda connection: connection.execute(update(k).values(older)))


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Store(database)
    yield store
    store.database.close()


def test_two_workers_never_hold_one_task(store: Store) -> None:
    store.add(*map(str, range(30)))
    found: list[list[ClaimedTask]] = []
    with ThreadPoolExecutor(6) as threads:
        # A claim may find all its candidates taken meanwhile; the next one does not.
        while store.database.read_now(due_kinds):
            workers = [f"w{len(found) + number}" for number in range(6)]
            found += threads.map(partial(store.claim, lease=LONG, most=2), workers)
    held = [task.key for claimed in found for task in claimed]
    assert sorted(held, key=int) == list(map(str, range(30)))
    assert store.claim() == []


def test_a_task_whose_lease_has_expired_is_taken_over_and_the_late_result_refused(
    store: Store,
) -> None:
    store.add("a", payload={"to": "Ana"})
    late = store.one("gone", OVER)
    heir = store.one("new")
    assert heir.payload == {"to": "Ana"} and heir.attempt == 2
    assert not store.finish(late, "gone", {"sent": 1})
    assert not store.write(partial(extend_lease, task=late, worker="gone", lease=LONG))
    store.fail(late, "gone")
    assert store.row("a").last_error == ""
    assert store.finish(heir, "new") and not store.finish(heir, "new")
    assert store.row("a").status == DONE


def test_a_worker_that_has_taken_a_task_again_cannot_finish_its_first_attempt(store: Store) -> None:
    store.add("a")
    first = store.one(lease=OVER)
    second = store.one()
    assert not store.finish(first)
    assert store.finish(second)


def test_a_lease_that_is_extended_keeps_others_away(store: Store) -> None:
    store.add("a")
    task = store.one(lease=5.0)
    store.let_pass(4.0)
    task = task._replace(created=store.row("a").created)
    assert store.write(partial(extend_lease, task=task, worker="w", lease=5.0, progress=7))
    store.let_pass(4.0)
    assert store.claim("other") == [] and store.row("a").progress == 7
    store.let_pass(2.0)
    assert store.one("other").key == "a"


def test_a_task_is_not_done_before_its_time(store: Store) -> None:
    store.add("later", run_at=time.time() + 60)
    store.add("now")
    assert store.keys(most=9) == ["now"]
    assert store.database.read_now(due_kinds) == []
    store.let_pass(61)
    assert store.database.read_now(due_kinds) == [MAIL]
    assert store.keys(most=9) == ["later"]


def test_a_task_is_not_done_after_it_has_expired(store: Store) -> None:
    store.add("a", expires=time.time() + 60)
    store.let_pass(61)
    assert store.database.read_now(due_kinds) == [] and store.claim() == []
    store.write(clean_tasks)
    assert store.row("a") is None


def test_a_task_that_fails_is_tried_again_after_pauses_that_grow_until_it_is_dead(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    store.add("a", max_attempts=4)
    for pause in (1, 4, 16):
        store.fail(store.one(), error=f"failed before {pause}")
        store.let_pass(pause - 0.5)
        assert store.claim() == []
        store.let_pass(0.6)
    assert store.database.read_now(dead_tasks) == []
    store.fail(store.one(), error="the last one")
    store.let_pass(LONG)
    assert store.claim() == []
    (dead,) = store.database.read_now(dead_tasks)
    assert (dead.key, dead.attempts, dead.last_error) == ("a", 4, "the last one")
    assert "the task mail a is given up: the last one" in caplog.text
    assert store.database.read_now(count_tasks) == {(MAIL, DEAD): 1}


def test_a_task_that_kills_its_workers_is_given_up(store: Store) -> None:
    store.add("a", max_attempts=3)
    for worker in "abc":
        store.one(worker, OVER)
    assert store.claim() == []
    (dead,) = store.database.read_now(dead_tasks)
    assert dead.last_error == tasks.LOST


def test_an_insertion_is_rolled_back_with_its_transaction(store: Store) -> None:
    def fails(connection: Connection) -> None:
        insert_tasks(connection, [NewTask(MAIL, "a"), NewTask(MAIL, "b")])
        raise LookupError

    with pytest.raises(LookupError):
        store.write(fails)
    assert store.row("a") is None
    store.write(partial(insert_tasks, tasks=[NewTask(MAIL, "a"), NewTask(MAIL, "b")]))
    assert sorted(store.keys(most=9)) == ["a", "b"]


def test_a_key_is_there_once_and_the_first_task_stands(store: Store) -> None:
    store.add("a", payload=1)
    assert not store.write(partial(insert_task, task=NewTask(MAIL, "a", 2)))
    store.write(partial(insert_tasks, tasks=[NewTask(MAIL, "a", 3), NewTask(MAIL, "b", 4)]))
    assert [task.payload for task in store.claim(most=9)] == [1, 4]
    assert store.write(partial(insert_task, task=NewTask("other", "a")))


def test_the_result_of_a_task_waits_for_a_server_that_holds_it_by_a_lease_too(
    store: Store,
) -> None:
    store.add("a", max_attempts=1)
    assert store.finish(store.one(), result={"step": "place 1"})
    assert store.row("a").status == ANSWERED and store.claim() == []
    late = store.one("s1", OVER, status=ANSWERED)
    assert late.result == {"step": "place 1"} and late.payload is None
    assert store.claim("s2", status=ANSWERED) == []
    assert store.database.read_now(count_tasks) == {(MAIL, DEAD): 1}
    store.add("b")
    store.finish(store.one(), result=1)
    held = store.one("s1", OVER, status=ANSWERED)
    heir = store.one("s2", status=ANSWERED)
    assert not store.finish(held, "s1") and store.finish(heir, "s2")


def test_address_groups_take_turns_however_many_guests_one_has(store: Store) -> None:
    store.add("b1", "b2", owner="ben")
    store.add("c1", "c2", owner="cas")
    store.add("a1", "a2", owner="ana")
    assert [store.one().key for _ in range(6)] == ["b1", "a1", "b2", "a2", "c1", "c2"]


def test_the_group_that_had_many_within_the_hour_waits_for_the_others(store: Store) -> None:
    store.add("b1", "b2", owner="ben")
    for task in store.claim(most=2):
        assert store.finish(task) and task.group == "far"
    store.add("c1", owner="cas")
    store.add("a1", "a2", owner="ana")
    assert store.keys(most=3) == ["a1", "a2", "c1"]


def test_a_group_holds_no_more_than_its_share(store: Store) -> None:
    store.add("b1", "b2", "b3", owner="ben")
    store.add("a1", owner="ana")
    assert store.keys(most=9, most_each=2) == ["b1", "a1", "b2"]
    assert store.keys(most=9, most_each=2) == []


def test_what_a_worker_gives_back_is_free_at_once_and_was_no_attempt(store: Store) -> None:
    store.add("a", "b", max_attempts=1)
    task, _ = store.one(), store.one("other")
    store.write(partial(release_tasks, kind=MAIL, worker="w", is_attempt=False))
    assert not store.finish(task)
    again = store.one("new")
    assert (again.key, again.attempt) == ("a", 1)
    store.write(partial(release_tasks, kind=MAIL, worker="other", is_attempt=True))
    assert store.claim() == [] and store.row("b").status == DEAD


def test_a_task_that_is_inserted_anew_is_lost_to_the_worker_of_the_one_before(store: Store) -> None:
    store.add("a")
    before = store.one()
    store.write(partial(delete_tasks, kind=MAIL, keys=["a"]))
    store.add("a")
    task = store.one()
    assert not store.finish(before) and store.finish(task)


def test_a_task_that_expires_is_deleted_while_it_is_held(store: Store) -> None:
    store.add("a", expires=time.time() + LONG)
    task = store.one()
    extend = partial(extend_lease, worker="w", lease=LONG)
    assert store.write(partial(extend, task=task))
    store.let_pass(LONG + 1)
    task = task._replace(created=store.row("a").created)
    assert not store.write(partial(extend, task=task)) and store.row("a") is None


def test_a_task_that_is_deleted_is_lost_to_its_worker(store: Store) -> None:
    store.add("a")
    task = store.one()
    assert store.write(partial(delete_tasks, kind=MAIL, keys=["a", "b"])) == 1
    assert not store.finish(task)
    store.add("a")
    assert not store.finish(task)


def test_done_tasks_are_deleted_in_time_and_dead_ones_stay_for_long(store: Store) -> None:
    store.add("done", "dead", "waiting", max_attempts=1)
    store.finish(store.one())
    store.fail(store.one())
    store.write(clean_tasks)
    found = {(MAIL, DONE): 1, (MAIL, DEAD): 1, (MAIL, WAITING): 1}
    assert store.database.read_now(count_tasks) == found
    store.let_pass(tasks.DONE_TTL + 1)
    store.write(clean_tasks)
    assert store.database.read_now(count_tasks) == {(MAIL, DEAD): 1, (MAIL, WAITING): 1}
    store.let_pass(tasks.DEAD_TTL + 1)
    store.write(clean_tasks)
    assert store.database.read_now(count_tasks) == {(MAIL, WAITING): 1}
    store.one()
    assert store.database.read_now(count_tasks) == {(MAIL, "claimed"): 1}
