"""Journal entries: what one change writes of a table, many tables in a few static statements."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any

from msgspec import Raw, Struct
from sqlalchemy import BindParameter, Connection, Table, Update, bindparam, delete, insert, update

from rondel.server.storage import schema
from rondel.server.storage.notices import NewNotice, insert_notices
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import NewTask, insert_tasks

Row = dict[str, Any]
w, j = schema.watchers, schema.jobs
HERE: BindParameter[str] = bindparam("table")
INSERT_EVENTS = insert(schema.events)
DROP_WATCHERS = delete(w).where(w.c.table_id == HERE, w.c.guest == bindparam("guest"))
DROP_ALL_WATCHERS = delete(w).where(w.c.table_id == HERE)
DROP_RESULTS = delete(schema.results).where(schema.results.c.table_id == HERE)
INSERT_RESULTS = insert(schema.results)
INSERT_JOBS = insert(j)
DROP_JOBS = delete(j).where(j.c.table_id == HERE)
OLD = "old_"
"""Begins the name of a value that finds the row to update."""


class Conflict(Exception):
    """Error for a table that has newer events: nothing was written; read them and decide again."""


class EventRow(Struct):
    """Event as the journal keeps it; `data` is JSON."""

    number: int
    kind: str
    at: float
    data: Raw
    key: str | None = None
    """Idempotency key of the command that made it."""
    private: str | None = None
    """JSON of the facts that are never published."""


class JournalEntry(Struct):
    """One change of a table, written wholly or not at all."""

    table_id: str
    expected: int
    """Number of the table's last event before this entry: the fence."""
    events: list[EventRow]
    """One or more events, numbered from `expected + 1` on."""
    columns: Row
    """Columns of the table to set; `last_event` is set from the events."""
    seats: dict[int, Row] = {}
    """Columns of seats to set."""
    remove_watchers: Sequence[str] = ()
    remove_all_watchers: bool = False
    bot_job: bool | None = None
    """Add (True) or delete (False) the job of a bot to move."""
    extra: Callable[[Connection], Any] | None = None
    """Writes more in the same transaction; what it raises undoes the entry."""
    tasks: Sequence[NewTask] = ()
    """Work that the change makes necessary."""
    notices: Sequence[NewNotice] = ()
    """Facts to tell people who may not be there."""
    results: Sequence[Row] | None = None
    """Rows of the table's results from now on; none for a match that goes on after its end."""


def write_entries(connection: Connection, entries: Sequence[JournalEntry]) -> None:
    """Write entries of different tables within a transaction.

    Raises Conflict if a table is not as expected; then the transaction must be rolled back.
    """
    # Two processes that write to the same tables lock rows in the same order.
    entries = sorted(entries, key=lambda entry: entry.table_id)
    if any(one.table_id == next_.table_id for one, next_ in pairwise(entries)):
        raise Conflict
    tables = [
        {
            f"{OLD}id": entry.table_id,
            f"{OLD}last_event": entry.expected,
            **entry.columns,
            "last_event": entry.events[-1].number,
        }
        for entry in entries
    ]
    if _update(connection, schema.tables, tables) != len(entries):
        raise Conflict
    connection.execute(INSERT_EVENTS, [row for entry in entries for row in _event_rows(entry)])
    seats = [
        {f"{OLD}table_id": entry.table_id, f"{OLD}seat": seat, **changed}
        for entry in entries
        for seat, changed in sorted(entry.seats.items())
    ]
    _update(connection, schema.seats, seats)
    for statement, rows in (
        (DROP_WATCHERS, [row for entry in entries for row in _watchers(entry)]),
        (DROP_ALL_WATCHERS, [_here(it) for it in entries if it.remove_all_watchers]),
        (DROP_RESULTS, [_here(it) for it in entries if it.results is not None]),
        (INSERT_RESULTS, [row for it in entries for row in it.results or ()]),
        (DROP_JOBS, [_here(it) for it in entries if it.bot_job is not None]),
        (INSERT_JOBS, [row for entry in entries for row in _jobs(entry)]),
    ):
        if rows:
            connection.execute(statement, rows)
    if tasks := [task for entry in entries for task in entry.tasks]:
        insert_tasks(connection, tasks)
    for entry in entries:
        if entry.extra is not None:
            entry.extra(connection)
    insert_notices(connection, [notice for entry in entries for notice in entry.notices])


@cache
def _update_of(table: Table, names: tuple[str, ...]) -> Update:
    """Return the static statement that sets these columns; composing it costs more than it runs."""
    olds = [name.removeprefix(OLD) for name in names if name.startswith(OLD)]
    here = [table.c[name] == bindparam(OLD + name) for name in olds]
    set_: Row = {name: bindparam(name) for name in names if not name.startswith(OLD)}
    return update(table).where(*here).values(set_)


def _update(connection: Connection, table: Table, rows: Iterable[Row]) -> int:
    """Update rows in their order, those in a run that set the same columns in one statement.

    Return how many were found.
    """
    runs = [(_update_of(table, names), list(run)) for names, run in groupby(rows, key=_names)]
    return sum(connection.execute(statement, run).rowcount for statement, run in runs)


def _names(row: Row) -> tuple[str, ...]:
    return tuple(sorted(row))


def _here(entry: JournalEntry) -> Row:
    return {"table": entry.table_id}


def _event_rows(entry: JournalEntry) -> Iterable[Row]:
    for it in entry.events:
        yield {
            "table_id": entry.table_id,
            "number": it.number,
            "kind": it.kind,
            "at": it.at,
            "data": bytes(it.data).decode(),
            "key": it.key,
            "private": it.private,
        }


def _watchers(entry: JournalEntry) -> Iterable[Row]:
    for guest in entry.remove_watchers:
        yield {"table": entry.table_id, "guest": guest}


def _jobs(entry: JournalEntry) -> Iterable[Row]:
    if entry.bot_job:
        yield {"table_id": entry.table_id, "worker": "", "until": 0.0, "wanted": now()}
