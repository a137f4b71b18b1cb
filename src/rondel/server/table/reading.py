"""Reading a table from the database."""

from sqlalchemy import Connection, bindparam, select

from rondel.server.database import schema
from rondel.server.database.rows import ROW, SEAT, Row, SeatRow
from rondel.server.table.table import (
    GAME_KINDS,
    LiveTable,
    edition_of,
    log_of,
    read_snapshot,
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
SNAPSHOT_OF = (
    select(schema.snapshots.c.steps, schema.snapshots.c.state)
    .where(schema.snapshots.c.table_id == bindparam("id"))
    .order_by(schema.snapshots.c.steps.desc())
    .limit(1)
)
WATCHERS_OF = select(schema.watchers.c.guest).where(schema.watchers.c.table_id == bindparam("id"))
KEYS_OF = select(e.c.key).where(e.c.table_id == bindparam("id"), e.c.key.is_not(None))


def read_live(connection: Connection, table: str) -> LiveTable | None:
    """A table as the database has it, or None."""
    found = connection.execute(BY_ID, {"id": table}).one_or_none()
    if found is None:
        return None
    row = Row(*found)
    seats = [SeatRow(*seat) for seat in connection.execute(SEATS_OF, {"id": table})]
    edition = edition_of(row)
    log = log_of([(k, d) for k, d in connection.execute(STEPS_OF, {"id": table})], edition)
    snapshot = connection.execute(SNAPSHOT_OF, {"id": table}).one_or_none()
    if snapshot is not None and snapshot.steps <= len(log):
        position = run(read_snapshot(row, snapshot.state), log[snapshot.steps :])
    else:
        position = run(start_of(row), log)
    watchers = set(connection.execute(WATCHERS_OF, {"id": table}).scalars())
    keys = set(connection.execute(KEYS_OF, {"id": table}).scalars())
    return LiveTable(row, seats, log, position, watchers, keys)
