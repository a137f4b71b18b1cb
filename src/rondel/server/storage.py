"""Reading and writing tables in the database."""

from functools import cache
from typing import Any

import msgspec
from sqlalchemy import Connection, Update, bindparam, delete, insert, select, update

from rondel.server import schema
from rondel.server.documents import Event
from rondel.server.live import (
    GAME_KINDS,
    SNAPSHOT_EVERY,
    Change,
    Live,
    Row,
    SeatRow,
    edition_of,
    log_of,
    now,
    read_data,
    read_snapshot,
    run,
    start_of,
    write,
)

t, e, s = schema.tables, schema.events, schema.seats
ROW = select(*(t.c[field.name] for field in msgspec.structs.fields(Row)))
SEAT = select(*(s.c[field.name] for field in msgspec.structs.fields(SeatRow)))
EVENT = select(e.c.number, e.c.kind, e.c.at, e.c.data)
BY_ID = ROW.where(t.c.id == bindparam("id"))
SEATS_OF = SEAT.where(s.c.table_id == bindparam("id")).order_by(s.c.seat)
STEPS_OF = (
    select(e.c.kind, e.c.data)
    .where(e.c.table_id == bindparam("id"), e.c.kind.in_(GAME_KINDS))
    .order_by(e.c.number)
)
LAST_EVENT = select(t.c.last_event).where(t.c.id == bindparam("id"))
SNAPSHOT_OF = (
    select(schema.snapshots.c.steps, schema.snapshots.c.state)
    .where(schema.snapshots.c.table_id == bindparam("id"))
    .order_by(schema.snapshots.c.steps.desc())
    .limit(1)
)
INSERT_EVENTS = insert(e)


def read_live(connection: Connection, table: str) -> Live | None:
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
    w = schema.watchers
    watchers = set(connection.execute(select(w.c.guest).where(w.c.table_id == table)).scalars())
    return Live(row, seats, log, position, watchers)


def last_event(connection: Connection, table: str) -> int | None:
    """The number of a table's latest event."""
    return connection.execute(LAST_EVENT, {"id": table}).scalar()


def events_since(connection: Connection, table: str, since: int, most: int = 500) -> list[Event]:
    """A table's events after a number, in order."""
    query = EVENT.where(e.c.table_id == table, e.c.number > since).order_by(e.c.number).limit(most)
    return [Event(n, kind, at, read_data(data)) for n, kind, at, data in connection.execute(query)]


def event_of_key(connection: Connection, table: str, key: str) -> Event | None:
    """The event an idempotency key has made."""
    found = connection.execute(EVENT.where(e.c.table_id == table, e.c.key == key)).one_or_none()
    return None if found is None else Event(found[0], found[1], found[2], read_data(found[3]))


@cache
def update_of(names: tuple[str, ...]) -> Update:
    """The statement that sets these columns; made once, since making it costs more than running."""
    here = (t.c.id == bindparam("this_table"), t.c.last_event == bindparam("expected"))
    return update(t).where(*here).values({name: bindparam(name) for name in names})


def numbered(live: Live, change: Change) -> list[Event]:
    """The change's events with their places in the log."""
    at = now()
    first = live.row.last_event + 1
    return [Event(first + n, kind, at, data) for n, (kind, data, _) in enumerate(change.events)]


class Commit:
    """One change on its way into the database, all or nothing."""

    def __init__(self, live: Live, change: Change, events: list[Event]):
        self.table = live.row.id
        self.expected = live.row.last_event
        change.table["last_event"] = events[-1].number
        self.values = change.table
        self.seats = change.seats
        self.keep = change.keep
        keys = (key for _, _, key in change.events)
        self.rows = [
            {
                "table_id": self.table,
                "number": event.number,
                "kind": event.kind,
                "at": event.at,
                "data": write(event.data),
                "key": key,
            }
            for event, key in zip(events, keys, strict=True)
        ]
        self.snapshot = self._snapshot(live, change)
        self.had_job = bool(live.bot_asked)
        self.has_job = bool(bot_asked_after(live, change))

    def _snapshot(self, live: Live, change: Change) -> tuple[int, str] | None:
        before = len(live.log) if change.keep is None else change.keep
        after = before + len(change.new_steps)
        if change.position is None or after // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
            return None
        return after, change.position.write()

    def __call__(self, connection: Connection) -> bool:
        """Write it; False if someone else was faster."""
        place = {"this_table": self.table, "expected": self.expected}
        query = update_of(tuple(self.values))
        if connection.execute(query, self.values | place).rowcount != 1:
            return False
        connection.execute(INSERT_EVENTS, self.rows[0] if len(self.rows) == 1 else self.rows)
        for seat, values in self.seats.items():
            here = (s.c.table_id == self.table, s.c.seat == seat)
            connection.execute(update(s).where(*here).values(values))
        self._keep_snapshots(connection)
        if self.had_job != self.has_job:
            j = schema.jobs
            connection.execute(delete(j).where(j.c.table_id == self.table))
            if self.has_job:
                connection.execute(insert(j).values(table_id=self.table, worker="", until=0.0))
        return True

    def _keep_snapshots(self, connection: Connection) -> None:
        shots = schema.snapshots
        if self.keep is not None:
            later = (shots.c.table_id == self.table, shots.c.steps > self.keep)
            connection.execute(delete(shots).where(*later))
        if self.snapshot is not None:
            steps, state = self.snapshot
            row = {"table_id": self.table, "steps": steps, "state": state}
            connection.execute(insert(shots).values(row))


def bot_asked_after(live: Live, change: Change) -> str:
    """The level of the bot that will be asked once the change is made."""
    position = change.position or live.position
    status = change.table.get("status", live.row.status)
    if status != "playing" or position.seat is None:
        return ""
    place = live.seats[position.seat]
    stand_in: Any = change.seats.get(place.seat, {}).get("stand_in", place.stand_in)
    return place.bot if place.kind == "bot" else str(stand_in)
