"""Reading a table from the database."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from rondel.core import Position
from rondel.server.protocol.documents import Event
from rondel.server.storage import schema
from rondel.server.storage.events import events_since, read_data
from rondel.server.storage.rows import ROW, SEAT, Row, SeatRow
from rondel.server.tables.state import (
    GAME_KINDS,
    MAX_TALKED,
    MAX_TOLD,
    LiveTable,
    edition_of,
    log_of,
    read_snapshot,
    start_of,
)

t, e, s = schema.tables, schema.events, schema.seats
BY_ID = ROW.where(t.c.id == bindparam("id"))
SEATS_OF = SEAT.where(s.c.table_id == bindparam("id")).order_by(s.c.seat)
STEPS_OF = (
    select(e.c.kind, e.c.data)
    .where(e.c.table_id == bindparam("id"), e.c.kind.in_(GAME_KINDS))
    .order_by(e.c.number)
)
SNAPSHOT_BEFORE = (
    select(schema.snapshots.c.steps, schema.snapshots.c.state)
    .where(
        schema.snapshots.c.table_id == bindparam("id"),
        schema.snapshots.c.steps <= bindparam("most"),
    )
    .order_by(schema.snapshots.c.steps.desc())
    .limit(1)
)
CHAT_OF = (
    select(e.c.number, e.c.kind, e.c.at, e.c.data)
    .where(e.c.table_id == bindparam("id"), e.c.kind == "chat")
    .order_by(e.c.number.desc())
    .limit(MAX_TALKED)
)
WATCHERS_OF = select(schema.watchers.c.guest).where(schema.watchers.c.table_id == bindparam("id"))
KEYS_OF = select(e.c.key).where(
    e.c.table_id == bindparam("id"), e.c.number > bindparam("since"), e.c.key.is_not(None)
)


class Since(NamedTuple):
    """A table as it stands, and what happened there after an event."""

    row: Row
    seats: list[SeatRow]
    watchers: set[str]
    keys: set[str]
    news: list[Event]


def read_live(connection: Connection, table: str) -> LiveTable | None:
    """A table as the database has it, or None."""
    found = connection.execute(BY_ID, {"id": table}).one_or_none()
    if found is None:
        return None
    row = Row(*found)
    seats = [SeatRow(*seat) for seat in connection.execute(SEATS_OF, {"id": table})]
    edition = edition_of(row)
    rows = [(k, d) for k, d in connection.execute(STEPS_OF, {"id": table})]
    log, makers, ticks, undone = log_of(rows, edition)
    # Whoever opens the table is told from there on.
    first, before = mark_before(connection, row, max(0, len(log) - MAX_TOLD))
    watchers = set(connection.execute(WATCHERS_OF, {"id": table}).scalars())
    keys = set(connection.execute(KEYS_OF, {"id": table, "since": 0}).scalars())
    marks = [(first, before)]
    live = LiveTable(row, seats, log, before, watchers, keys, makers, marks, ticks, undone)
    live.position = live.reached(len(log))
    live.marks.append((len(log), live.position))
    return live


def read_since(connection: Connection, table: str, since: int) -> Since | None:
    """What became of a table after an event, or None if there is no table."""
    found = connection.execute(BY_ID, {"id": table}).one_or_none()
    if found is None:
        return None
    row = Row(*found)
    seats = [SeatRow(*seat) for seat in connection.execute(SEATS_OF, {"id": table})]
    watchers = set(connection.execute(WATCHERS_OF, {"id": table}).scalars())
    keys = set(connection.execute(KEYS_OF, {"id": table, "since": since}).scalars())
    news = events_since(connection, table, since)
    return Since(row, seats, watchers, keys, [e for e in news if e.number <= row.last_event])


def mark_before(connection: Connection, row: Row, steps: int) -> tuple[int, Position]:
    """The latest moment the database keeps that lies before so many steps, or the start."""
    found = connection.execute(SNAPSHOT_BEFORE, {"id": row.id, "most": steps}).one_or_none()
    return (0, start_of(row)) if found is None else (found.steps, read_snapshot(row, found.state))


def read_chat(connection: Connection, table: str) -> list[Event]:
    """What was said at a table lately, in order."""
    found = [
        Event(n, k, at, read_data(data))
        for n, k, at, data in connection.execute(CHAT_OF, {"id": table})
    ]
    return found[::-1]
