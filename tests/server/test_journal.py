"""Journal: what every database promises about entries that are appended."""

import asyncio
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select
from sqlalchemy.exc import OperationalError

from rondel.server.errors import Unavailable
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.events import last_event
from rondel.server.storage.journal import Conflict, JournalEntry
from rondel.server.storage.migrate import migrate
from rondel.server.storage.tasks import BOT, NewTask

e = schema.events
TABLES = ("a", "b", "c", "d")
A_TABLE: dict[str, Any] = {
    "game": "finca", "rules": 1, "edition": "", "players": 2, "status": "playing",
    "visibility": "public", "pace": "{}", "creator": "g", "secret": b"", "commitment": "",
    "made": 0.0,
}  # fmt: skip


@pytest.fixture
def store(database: str) -> Iterator[Database]:
    """Yield a database with four tables of two seats, without events."""
    store = Database(database)
    migrate(store)
    guest = {"id": "g", "name": "Ana", "made": 0.0, "is_bot": False}
    seats = [{"table_id": it, "seat": seat, "kind": "person"} for it in TABLES for seat in (0, 1)]

    def fill(connection: Connection) -> None:
        connection.execute(insert(schema.guests), guest)
        connection.execute(insert(schema.tables), [{"id": table, **A_TABLE} for table in TABLES])
        connection.execute(insert(schema.seats), seats)
        connection.execute(insert(schema.watchers), [{"table_id": it, "guest": "g"} for it in "ab"])

    store.write_now(fill)
    yield store
    store.close()


def entry(table: str, expected: int = 0, key: str | None = None, **more: Any) -> JournalEntry:
    """Return an entry of one event, which sets the number of steps as well."""
    number = expected + 1
    event = {"table_id": table, "number": number, "kind": "chat", "at": 0.5, "private": None}
    events: list[dict[str, Any]] = [event | {"data": f'{{"text":"{table}"}}', "key": key}]
    columns = {"steps": number, **more.pop("columns", {})}
    return JournalEntry(table, expected, events, columns, **more)


def append_all(store: Database, *entries: JournalEntry) -> list[object]:
    """Append entries that wait at the same time; return None or the error for each."""

    async def append() -> list[object]:
        return list(await asyncio.gather(*map(store.append, entries), return_exceptions=True))

    return asyncio.run(append())


def rows(store: Database, query: Any) -> list[Any]:
    """Rows of the database, as plain tuples."""
    return store.read_now(lambda connection: [tuple(it) for it in connection.execute(query)])


def lasts(store: Database) -> list[int | None]:
    """Return the number of the last event of each table."""
    return [store.read_now(partial(last_event, table=table)) for table in TABLES]


@contextmanager
def recording(store: Database) -> Generator[list[str]]:
    """Yield the first words of the statements that the database executes meanwhile."""
    found: list[str] = []

    def execute(connection: Connection, cursor: Any, statement: str, *_: Any) -> None:
        found.append(statement.split()[0])

    def commit(connection: Connection) -> None:
        found.append("COMMIT")

    hooks: list[tuple[str, Callable[..., None]]] = [
        ("before_cursor_execute", execute),
        ("commit", commit),
    ]
    for name, hook in hooks:
        event.listen(store.engine, name, hook)
    yield found
    for name, hook in hooks:
        event.remove(store.engine, name, hook)


def test_an_entry_writes_events_columns_seats_watchers_and_tasks(store: Database) -> None:
    k = schema.tasks
    first = entry("a", seats={1: {"name": "Béla", "guest": "g"}})
    first.tasks = [NewTask(BOT, "a")]
    assert append_all(store, first, entry("b")) == [None, None]
    t, s = schema.tables, schema.seats
    assert rows(store, select(t.c.last_event, t.c.steps).where(t.c.id == "a")) == [(1, 1)]
    written = select(e.c.number, e.c.kind, e.c.at, e.c.data).where(e.c.table_id == "a")
    assert rows(store, written) == [(1, "chat", 0.5, '{"text":"a"}')]
    names = select(s.c.name, s.c.guest).where(s.c.table_id == "a").order_by(s.c.seat)
    assert rows(store, names) == [("", None), ("Béla", "g")]
    assert rows(store, select(k.c.key)) == [("a",)]
    again = entry("a", 1, remove_watchers=["g"], drop_bot=True)
    assert append_all(store, again, entry("b", 1, remove_all_watchers=True)) == [None, None]
    assert rows(store, select(k.c.key)) == rows(store, select(schema.watchers)) == []


def test_tasks_are_written_with_the_entry_that_asks_for_them_or_not_at_all(
    store: Database,
) -> None:
    keys = select(schema.tasks.c.key)
    assert append_all(store, entry("a", tasks=[NewTask("mail", "a1")])) == [None]
    (late,) = append_all(store, entry("a", tasks=[NewTask("mail", "a2")]))
    assert isinstance(late, Conflict) and rows(store, keys) == [("a1",)]


def test_an_entry_is_refused_once_the_table_has_moved_on(store: Database) -> None:
    assert append_all(store, entry("a")) == [None]
    late, early = append_all(store, entry("a"), entry("b", 1))
    assert isinstance(late, Conflict) and isinstance(early, Conflict)
    assert lasts(store) == [1, 0, 0, 0]
    assert len(rows(store, select(e))) == 1


def test_of_entries_with_one_key_that_answer_the_same_event_one_is_written(
    store: Database,
) -> None:
    answers = append_all(store, *(entry("a", key="k") for _ in range(3)))
    assert answers[0] is None
    assert all(isinstance(answer, Conflict) for answer in answers[1:])
    assert rows(store, select(e.c.number, e.c.key)) == [(1, "k")]


def test_entries_of_one_table_that_wait_together_are_written_in_their_order(
    store: Database,
) -> None:
    entries = [entry("a", number, columns={"sequence": 10 - number}) for number in range(5)]
    assert append_all(store, *entries, entry("b")) == [None] * 6
    assert rows(store, select(e.c.number).where(e.c.table_id == "a").order_by(e.c.number)) == [
        (number,) for number in range(1, 6)
    ]
    t = schema.tables
    assert rows(store, select(t.c.sequence).where(t.c.id == "a")) == [(6,)]


def add_setting(connection: Connection) -> None:
    connection.execute(insert(schema.settings), {"name": "beside", "value": "x"})


def refuse(connection: Connection) -> None:
    """Write something and fail."""
    connection.execute(insert(schema.settings), {"name": "refused", "value": "x"})
    raise ValueError("refused")


@pytest.mark.parametrize(
    "bad",
    [
        lambda: entry("c", 7),
        lambda: entry("c", columns={"status": None}),
        lambda: entry("c", extra=refuse),
    ],
    ids=["late", "wrong value", "refused by what it brings"],
)
def test_of_entries_that_wait_together_only_the_refused_one_fails(
    store: Database, bad: Callable[[], JournalEntry]
) -> None:
    async def append() -> list[object]:
        works = [store.append(it) for it in (entry("a"), entry("b"), bad(), entry("d"))]
        works.append(store.write(add_setting))
        return list(await asyncio.gather(*works, return_exceptions=True))

    answers = asyncio.run(append())
    assert [answer is None for answer in answers] == [True, True, False, True, True]
    assert not isinstance(answers[2], Unavailable)
    assert lasts(store) == [1, 1, 0, 1]
    assert sorted(rows(store, select(e.c.table_id))) == [("a",), ("b",), ("d",)]
    names = [name for (name,) in rows(store, select(schema.settings.c.name))]
    assert "beside" in names and "refused" not in names


def test_entries_that_wait_together_share_statements_and_a_commit(store: Database) -> None:
    append_all(store, entry("a"))
    entries = [entry("a", 1), *map(entry, TABLES[1:])]
    with recording(store) as found:
        assert append_all(store, *entries) == [None] * 4
    assert [it for it in found if it != "BEGIN"] == ["UPDATE", "INSERT", "COMMIT"]


def test_an_entry_whose_outcome_is_unknown_is_unavailable_and_never_written_twice(
    store: Database,
) -> None:
    def lose_the_answer(connection: Connection) -> None:
        connection.exec_driver_sql("COMMIT")
        raise OperationalError("COMMIT", None, Exception("connection lost"))

    event.listen(store.engine, "commit", lose_the_answer)
    answers = append_all(store, entry("a"), entry("b"))
    event.remove(store.engine, "commit", lose_the_answer)
    assert all(isinstance(answer, Unavailable) for answer in answers)
    assert lasts(store) == [1, 1, 0, 0]
    again = append_all(store, entry("a"), entry("c"))
    assert isinstance(again[0], Conflict) and again[1] is None
    assert lasts(store) == [1, 1, 1, 0]
    assert len(rows(store, select(e))) == 3


def test_nothing_is_written_of_a_batch_whose_commit_fails(store: Database) -> None:
    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")
        raise OperationalError("COMMIT", None, Exception("disk full"))

    event.listen(store.engine, "commit", fail)
    answers = append_all(store, entry("a"), entry("b"))
    event.remove(store.engine, "commit", fail)
    assert all(isinstance(answer, Unavailable) for answer in answers)
    assert lasts(store) == [0, 0, 0, 0]
    assert append_all(store, entry("a"), entry("b")) == [None, None]


def test_work_that_fails_takes_nothing_else_with_it(store: Database) -> None:
    def add(connection: Connection, name: str) -> None:
        connection.execute(insert(schema.settings).values(name=name, value="x"))
        if name == "bad":
            raise ValueError(name)

    async def write_all() -> list[object]:
        works = [store.write(partial(add, name=name)) for name in ("a", "bad", "b", "a")]
        return list(await asyncio.gather(*works, return_exceptions=True))

    answers = asyncio.run(write_all())
    assert [isinstance(answer, Exception) for answer in answers].count(True) == 2
    names = rows(store, select(schema.settings.c.name).order_by("name"))
    assert [name for (name,) in names if len(name) < 4] == ["a", "b"]


def test_an_entry_nobody_waits_for_is_written_before_the_database_closes(
    store: Database, database: str
) -> None:
    async def leave() -> None:
        store.append(entry("a")).cancel()
        await asyncio.sleep(0)

    asyncio.run(leave())
    store.close()
    again = Database(database)
    assert lasts(again) == [1, 0, 0, 0]
    again.close()


def test_processes_that_append_to_the_same_tables_never_wait_for_each_other(
    store: Database, database: str
) -> None:
    other, rounds = Database(database), 40

    async def append() -> list[object]:
        answers: list[object] = []
        for number in range(rounds):
            works = [store.append(entry(table, number)) for table in TABLES]
            works += [other.append(entry(table, number)) for table in reversed(TABLES)]
            answers += await asyncio.gather(*works, return_exceptions=True)
        return answers

    answers = asyncio.run(append())
    other.close()
    assert lasts(store) == [rounds] * 4
    assert answers.count(None) == 4 * rounds
    assert all(answer is None or isinstance(answer, Conflict) for answer in answers)
