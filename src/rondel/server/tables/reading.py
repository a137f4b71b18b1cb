"""Reading a table from the database."""

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, bindparam, select

from rondel.server.protocol import documents
from rondel.server.protocol.events import read_data
from rondel.server.storage import schema
from rondel.server.storage.events import last_event, read_fields
from rondel.server.storage.rows import ROW, SEAT, Row, SeatRow
from rondel.server.tables.evolve import NOTHING, Event, Private
from rondel.server.tables.state import (
    GAME_KINDS,
    MAX_TALKED,
    History,
    LiveTable,
    edition_of,
    run,
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
CHAT_OF = (
    select(e.c.number, e.c.kind, e.c.at, e.c.data)
    .where(e.c.table_id == bindparam("id"), e.c.kind == "chat")
    .order_by(e.c.number.desc())
    .limit(MAX_TALKED)
)
WATCHERS_OF = select(schema.watchers.c.guest).where(schema.watchers.c.table_id == bindparam("id"))
KEYS_OF = select(e.c.key).where(e.c.table_id == bindparam("id"), e.c.key.is_not(None))
FULL_EVENT = select(e.c.number, e.c.kind, e.c.at, e.c.data, e.c.key, e.c.private)
FULL_EVENTS = (
    FULL_EVENT.where(e.c.table_id == bindparam("id"), e.c.number > bindparam("since"))
    .order_by(e.c.number)
    .limit(bindparam("most"))
)
MAX_MISSED = 500
"""Maximum number of events read one by one; with more, the whole table is read."""
private_decoder = msgspec.json.Decoder(Private)


def read_private(text: str | None) -> Private:
    """Return the private facts of an event."""
    return NOTHING if text is None else private_decoder.decode(text)


class News(NamedTuple):
    """Events of a table after an event, and its watchers."""

    last_event: int
    watchers: frozenset[str]
    events: list[Event]


def read_live(connection: Connection, table: str) -> LiveTable | None:
    """Return a table as stored, or None."""
    found = connection.execute(BY_ID, {"id": table}).one_or_none()
    if found is None:
        return None
    row = Row(*found)
    seats = [SeatRow(*seat) for seat in connection.execute(SEATS_OF, {"id": table})]
    history, edition = History(), edition_of(row)
    for kind, data in connection.execute(STEPS_OF, {"id": table}):
        history.add(read_data(kind, data), edition)
    position = run(start_of(row), history.log)
    return LiveTable(row, seats, history, position, read_watchers(connection, table))


def read_watchers(connection: Connection, table: str) -> frozenset[str]:
    """Return who may watch a table, having come by its link."""
    return frozenset(connection.execute(WATCHERS_OF, {"id": table}).scalars())


def read_keys(connection: Connection, table: str) -> set[str]:
    """Return the idempotency keys that have served at a table."""
    return set(connection.execute(KEYS_OF, {"id": table}).scalars())


def read_since(connection: Connection, table: str, since: int) -> News | None:
    """Return the events of a table after an event, or None if there is no table."""
    last = last_event(connection, table)
    if last is None:
        return None
    events = [event for event in full_events(connection, table, since) if event.number <= last]
    return News(last, read_watchers(connection, table), events)


def full_events(connection: Connection, table: str, since: int) -> list[Event]:
    """Return events with all that the server knows of them."""
    given = {"id": table, "since": since, "most": MAX_MISSED}
    return [
        Event(number, at, read_data(kind, data), key, read_private(private))
        for number, kind, at, data, key, private in connection.execute(FULL_EVENTS, given)
    ]


def event_of_key(connection: Connection, table: str, key: str) -> Event | None:
    """Return the event that an idempotency key has made."""
    query = FULL_EVENT.where(e.c.table_id == table, e.c.key == key)
    found = connection.execute(query).one_or_none()
    if found is None:
        return None
    return Event(found[0], found[2], read_data(found[1], found[3]), key)


def read_chat(connection: Connection, table: str) -> list[documents.Event]:
    """Return the latest remarks of a table, in order."""
    found = [
        documents.Event(n, k, at, read_fields(data))
        for n, k, at, data in connection.execute(CHAT_OF, {"id": table})
    ]
    return found[::-1]
