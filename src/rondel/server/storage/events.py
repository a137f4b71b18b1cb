"""Reading what happened at a table."""

from typing import Any

import msgspec
from msgspec import Raw
from sqlalchemy import Connection, bindparam, select

from rondel.server.protocol.documents import Event, Written
from rondel.server.storage import schema

t, e = schema.tables, schema.events
read_fields = msgspec.json.Decoder(dict[str, Any]).decode
EVENT = select(e.c.number, e.c.kind, e.c.at, e.c.data, e.c.key)
EVENTS_SINCE = (
    EVENT.where(e.c.table_id == bindparam("id"), e.c.number > bindparam("since"))
    .order_by(e.c.number)
    .limit(bindparam("most"))
)
LAST_EVENT = select(t.c.last_event).where(t.c.id == bindparam("id"))


def last_event(connection: Connection, table: str) -> int | None:
    """Return the number of a table's latest event."""
    return connection.execute(LAST_EVENT, {"id": table}).scalar()


def written_since(connection: Connection, table: str, since: int, most: int = 500) -> list[Written]:
    """Return a table's events after a number, in order and as they were written."""
    given = {"id": table, "since": since, "most": most}
    found = connection.execute(EVENTS_SINCE, given)
    return [Written(number, kind, at, Raw(data), key) for number, kind, at, data, key in found]


def events_since(connection: Connection, table: str, since: int, most: int = 500) -> list[Event]:
    """Return a table's events after a number, in order."""
    found = written_since(connection, table, since, most)
    return [Event(it.number, it.kind, it.at, read_fields(it.data), it.key) for it in found]
