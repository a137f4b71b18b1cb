"""Journal entries: what a decision writes of a table, many tables in a few static statements."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby, pairwise
from typing import Any

import msgspec
from msgspec import Struct, structs
from sqlalchemy import BindParameter, Connection, Table, Update, bindparam, delete, insert, update

from rondel.server.protocol.events import LinksData, SeatData
from rondel.server.storage import schema
from rondel.server.storage.notices import NewNotice, insert_notices
from rondel.server.storage.tasks import BOT, RATE, NewTask, bot_task, insert_tasks
from rondel.server.tables.evolve import NOTHING, Decision, Event
from rondel.server.tables.notices import notices_of
from rondel.server.tables.state import LiveTable, read_result

Columns = dict[str, Any]
encode = msgspec.json.encode
w, k = schema.watchers, schema.tasks
HERE: BindParameter[str] = bindparam("table")
INSERT_EVENTS = insert(schema.events)
DROP_WATCHERS = delete(w).where(w.c.table_id == HERE, w.c.guest == bindparam("guest"))
DROP_ALL_WATCHERS = delete(w).where(w.c.table_id == HERE)
DROP_RESULTS = delete(schema.results).where(schema.results.c.table_id == HERE)
INSERT_RESULTS = insert(schema.results)
DROP_BOTS = delete(k).where(k.c.kind == BOT, k.c.key == HERE)
ALWAYS_SET = ("sequence", "steps", "to_move", "turn_began", "turn")
"""Set by every entry, so that most entries are written with one statement."""
OLD = "old_"
"""Begins the name of a value that finds the row to update."""


class Conflict(Exception):
    """Error for a table that has newer events: nothing was written; read them and decide again."""


class JournalEntry(Struct):
    """One change of a table, written wholly or not at all."""

    table_id: str
    expected: int
    """Number of the table's last event before this entry: the fence."""
    events: list[Columns]
    """Rows of at least one event, numbered from `expected + 1` on."""
    columns: Columns
    """Columns of the table to set; `last_event` is set from the events."""
    seats: dict[int, Columns] = {}
    """Columns of seats to set."""
    remove_watchers: Sequence[str] = ()
    remove_all_watchers: bool = False
    drop_bot: bool = False
    """Delete the task of moving the table's bots."""
    extra: Callable[[Connection], Any] | None = None
    """Writes more in the same transaction; what it raises undoes the entry."""
    tasks: Sequence[NewTask] = ()
    """Work that the change makes necessary."""
    notices: Sequence[NewNotice] = ()
    """Facts to send to people who may not be there."""
    results: Sequence[Columns] | None = None
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
            "last_event": entry.events[-1]["number"],
        }
        for entry in entries
    ]
    if _update(connection, schema.tables, tables) != len(entries):
        raise Conflict
    connection.execute(INSERT_EVENTS, [row for entry in entries for row in entry.events])
    seats = [
        {f"{OLD}table_id": entry.table_id, f"{OLD}seat": seat, **changed}
        for entry in entries
        for seat, changed in sorted(entry.seats.items())
    ]
    _update(connection, schema.seats, seats)
    for statement, rows in (
        (
            DROP_WATCHERS,
            [_here(it) | {"guest": who} for it in entries for who in it.remove_watchers],
        ),
        (DROP_ALL_WATCHERS, [_here(it) for it in entries if it.remove_all_watchers]),
        (DROP_RESULTS, [_here(it) for it in entries if it.results is not None]),
        (INSERT_RESULTS, [row for it in entries for row in it.results or ()]),
        (DROP_BOTS, [_here(it) for it in entries if it.drop_bot]),
    ):
        if rows:
            connection.execute(statement, rows)
    if tasks := [task for entry in entries for task in entry.tasks]:
        insert_tasks(connection, tasks)
    for entry in entries:
        if entry.extra is not None:
            entry.extra(connection)
    if notices := [notice for entry in entries for notice in entry.notices]:
        insert_notices(connection, notices)


@cache
def _update_of(table: Table, names: tuple[str, ...]) -> Update:
    """Return the static statement that sets these columns; composing it costs more than it runs."""
    olds = [name.removeprefix(OLD) for name in names if name.startswith(OLD)]
    here = [table.c[name] == bindparam(OLD + name) for name in olds]
    set_: Columns = {name: bindparam(name) for name in names if not name.startswith(OLD)}
    return update(table).where(*here).values(set_)


def _update(connection: Connection, table: Table, rows: Iterable[Columns]) -> int:
    """Update rows in their order, those in a run that set the same columns in one statement.

    Return how many were found.
    """
    runs = [(_update_of(table, names), list(run)) for names, run in groupby(rows, key=_names)]
    return sum(connection.execute(statement, run).rowcount for statement, run in runs)


def _names(row: Columns) -> tuple[str, ...]:
    return tuple(sorted(row))


def _here(entry: JournalEntry) -> Columns:
    return {"table": entry.table_id}


def entry_of(
    before: LiveTable,
    decision: Decision,
    extra: Callable[[Connection], Any] | None = None,
    forgotten_after: float = 0.0,
) -> JournalEntry:
    """Return the journal entry of what was decided at a state of a table.

    A bot of a table that nobody watches for `forgotten_after` seconds moves no more; 0 for never.
    """
    after, events = decision.table, decision.events
    always = {name: getattr(after.row, name) for name in ALWAYS_SET}
    return JournalEntry(
        table_id=before.row.id,
        expected=before.row.last_event,
        events=[event_row(before.row.id, event) for event in events],
        columns=always | changed_columns(before.row, after.row),
        seats={
            old.seat: columns
            for old, new in zip(before.seats, after.seats, strict=True)
            if old is not new and (columns := changed_columns(old, new))
        },
        remove_watchers=[
            str(before.seats[it.data.seat].guest)
            for it in events
            if isinstance(it.data, SeatData) and it.data.change == "removed"
        ],
        remove_all_watchers=LinksData(None) in [event.data for event in events],
        drop_bot=bool(before.bot_to_move) != bool(after.bot_to_move),
        extra=extra,
        tasks=tasks_of(before, after, forgotten_after),
        notices=notices_of(before, after, events),
        results=result_rows(after) if after.row.result != before.row.result else None,
    )


def tasks_of(before: LiveTable, after: LiveTable, forgotten_after: float) -> list[NewTask]:
    """Return the tasks that a change from one state to another asks for."""
    row, tasks = after.row, list[NewTask]()
    if row.rated and before.row.status != "over" and row.status == "over":
        tasks.append(NewTask(RATE, row.id, table=row.id))
    if after.bot_to_move and not before.bot_to_move:
        tasks.append(bot_task(row.id, row.creator, forgotten_after))
    return tasks


def event_row(table: str, event: Event) -> Columns:
    """Return the row of an event of a table."""
    return {
        "table_id": table,
        "number": event.number,
        "kind": event.kind,
        "at": event.at,
        "data": encode(event.data).decode(),
        "key": event.key,
        "private": None if event.private is NOTHING else encode(event.private).decode(),
    }


def changed_columns(before: Any, after: Any) -> Columns:
    """Return the columns that differ; writing what stays the same would write index entries too."""
    return {
        name: new
        for name, old, new in zip(
            after.__struct_fields__, structs.astuple(before), structs.astuple(after), strict=True
        )
        if old != new
    }


def result_rows(table: LiveTable) -> list[Columns]:
    """Return the rows of a match's result, one for each seat; none before its end.

    Who left a seat that nobody else has taken is whose result it is.
    """
    row = table.row
    if not row.result:
        return []
    result = read_result(row.result)
    shared = {
        "table_id": row.id,
        "game": row.game,
        "edition": row.edition,
        "players": row.players,
        "pace": type(table.pace).__struct_config__.tag,
        "reason": result.reason,
        "helped": row.helped > 0,
        "ended": row.ended or 0.0,
    }
    return [
        shared
        | {
            "seat": seat.seat,
            "identity": seat.guest or seat.left_by,
            "name": seat.name,
            "bot": seat.controlling_bot,
            "score": result.scores[seat.seat],
            "rank": result.ranks[seat.seat],
            "resigned": seat.resigned,
        }
        for seat in table.seats
    ]
