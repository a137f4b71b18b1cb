"""Writing what a change makes of a table, all or nothing."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, structs
from sqlalchemy import Connection, Update, bindparam, delete, insert, true, update

from rondel.server.errors import IdempotencyConflict
from rondel.server.protocol.documents import Event, Written
from rondel.server.storage import schema
from rondel.server.storage.rows import now
from rondel.server.tables.results import result_rows
from rondel.server.tables.state import SNAPSHOT_EVERY, Change, LiveTable, mover_of, read_result

t, e, s = schema.tables, schema.events, schema.seats
INSERT_EVENTS = insert(e)


@cache
def update_of(names: tuple[str, ...]) -> Update:
    """The statement that sets these columns; made once, since making it costs more than running."""
    here = (t.c.id == bindparam("this_table"), t.c.last_event == bindparam("expected"))
    return update(t).where(*here).values({name: bindparam(name) for name in names})


encode = msgspec.json.encode


class Commit:
    """One change on its way into the database, all or nothing."""

    def __init__(self, live: LiveTable, change: Change):
        """Raises KeyReused.

        The keys are complete, or the table is not as expected any more.
        """
        for _, _, key in change.events:
            if key in live.keys:
                raise IdempotencyConflict(str(key))
        at = round(now(), 3)
        self.table = live.row.id
        self.expected = live.row.last_event
        self.written = [
            Written(number, kind, at, Raw(encode(data)))
            for number, (kind, data, _) in enumerate(change.events, self.expected + 1)
        ]
        self.last_event = change.table["last_event"] = self.expected + len(self.written)
        self.change = change
        self.snapshot = self._snapshot(live, change)
        self.had_job = bool(live.bot_asked)
        self.has_job = bool(bot_asked_after(live, change))
        self.results = results_after(live, change)

    @property
    def events(self) -> list[Event]:
        """The events as they will be in the log."""
        pairs = zip(self.written, self.change.events, strict=True)
        return [Event(event.number, event.kind, event.at, data) for event, (_, data, _) in pairs]

    def _snapshot(self, live: LiveTable, change: Change) -> str | None:
        before = len(live.log) if change.keep is None else change.keep
        after = before + len(change.new_steps)
        if change.position is None or after // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
            return None
        return change.position.write()

    def __call__(self, connection: Connection) -> bool:
        """Write it; False if someone else was faster."""
        values = self.change.table
        place = {"this_table": self.table, "expected": self.expected}
        if connection.execute(update_of(tuple(values)), values | place).rowcount != 1:
            return False
        connection.execute(INSERT_EVENTS, self._event_rows())
        for seat, changed in self.change.seats.items():
            here = (s.c.table_id == self.table, s.c.seat == seat)
            connection.execute(update(s).where(*here).values(changed))
        if self.change.unwatch or self.change.unwatches_all:
            # Those whom only another process knows, too.
            w = schema.watchers
            gone = true() if self.change.unwatches_all else w.c.guest.in_(self.change.unwatch)
            connection.execute(delete(w).where(w.c.table_id == self.table, gone))
        if "result" in values:
            # A match that goes on after its end has none any more.
            r = schema.results
            connection.execute(delete(r).where(r.c.table_id == self.table))
        if self.results:
            connection.execute(insert(schema.results), self.results)
        if self.change.beside is not None:
            self.change.beside(connection)
        self._keep_snapshots(connection)
        if self.had_job != self.has_job:
            j = schema.jobs
            connection.execute(delete(j).where(j.c.table_id == self.table))
            if self.has_job:
                job = {"table_id": self.table, "worker": "", "until": 0.0, "wanted": now()}
                connection.execute(insert(j).values(job))
        return True

    def _event_rows(self) -> list[dict[str, Any]]:
        """Return the events as rows of the database."""
        return [
            {
                "table_id": self.table,
                "number": event.number,
                "kind": event.kind,
                "at": event.at,
                "data": bytes(event.data).decode(),
                "key": key,
            }
            for event, (_, _, key) in zip(self.written, self.change.events, strict=True)
        ]

    def _keep_snapshots(self, connection: Connection) -> None:
        shots = schema.snapshots
        keep = self.change.keep
        if keep is not None:
            later = (shots.c.table_id == self.table, shots.c.steps > keep)
            connection.execute(delete(shots).where(*later))
        if self.snapshot is not None:
            steps = self.change.table["steps"]
            row = {"table_id": self.table, "steps": steps, "state": self.snapshot}
            connection.execute(insert(shots).values(row))


def results_after(live: LiveTable, change: Change) -> list[dict[str, Any]]:
    """Return the rows of the results of a match that a change ends."""
    if not change.table.get("result"):
        return []
    row = structs.replace(live.row, **change.table)
    seats = [structs.replace(seat, **change.seats.get(seat.seat, {})) for seat in live.seats]
    return result_rows(row, seats, read_result(row.result), change.table["ended"])


def bot_asked_after(live: LiveTable, change: Change) -> str:
    """The level of the bot that will be asked once the change is made."""
    status = change.table.get("status", live.row.status)
    asked = change.table.get("asked", live.row.asked)
    if status != "playing" or asked is None:
        return ""
    return mover_of(live.seats[int(asked)], change.seats.get(int(asked), {}))
