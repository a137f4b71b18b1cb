"""Time that runs out while nobody looks."""

import asyncio
import contextlib
import logging

from sqlalchemy import Connection, insert, select, text, update

from rondel.core import RondelError
from rondel.match.record import STEP_LIMIT
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage import schema
from rondel.server.storage.rows import now
from rondel.server.tables.play import end
from rondel.server.tables.seats import conceded
from rondel.server.tables.state import Change, LiveTable

log = logging.getLogger("rondel.deadlines")
t = schema.tables
LOOK_EVERY = 0.5
BEAT_EVERY = 2.0
"""Seconds between the signs that a server is up."""
DOWN_AFTER = 5.0
"""Seconds without such a sign after which no server was up."""
LOCK = 7244902
ALIVE, PAUSED = "alive", "paused"


def beat(connection: Connection) -> float:
    """Write that a server is up. If none was, nobody's time ran meanwhile.

    The answer is how many seconds that makes in all since the first day.
    """
    if connection.dialect.name == "postgresql":
        # One server at a time: the first that finds the others down gives the time back.
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    kept = schema.settings
    query = select(kept.c.name, kept.c.value).where(kept.c.name.in_((ALIVE, PAUSED)))
    found = {row.name: float(row.value) for row in connection.execute(query)}
    at, paused = now(), found.get(PAUSED, 0.0)
    down = at - found.get(ALIVE, at)
    if down > DOWN_AFTER:
        paused += down
        log.warning("no server was up for %.0f s: all clocks stood still", down)
        moved = {"turn_began": t.c.turn_began + down, "deadline": t.c.deadline + down}
        connection.execute(update(t).where(t.c.status == "playing").values(moved))
        s = schema.seats
        connection.execute(update(s).where(s.c.seen.is_not(None)).values(seen=s.c.seen + down))
    for name, value in ((ALIVE, repr(at)), (PAUSED, repr(paused))):
        if name in found:
            connection.execute(update(kept).where(kept.c.name == name).values(value=value))
        else:
            connection.execute(insert(kept).values(name=name, value=value))
    return paused


def overdue(connection: Connection) -> list[str]:
    """Tables where the asked seat has no time left."""
    query = select(t.c.id).where(t.c.deadline < now(), t.c.status == "playing").limit(100)
    return list(connection.execute(query).scalars())


def timed_out(live: LiveTable) -> Change:
    """The plan of a seat whose time is up, if it still is."""
    seat = live.asked
    if seat is None or live.row.deadline is None or live.row.deadline > now():
        return Change()
    if live.is_full:
        # No step is taken any more, so that nobody could have stopped this clock.
        change = Change(events=[], table={})
        end(change, live, live.position, STEP_LIMIT)
        return change
    return conceded(live, seat, "timed-out")


class Deadlines:
    """Looks for tables whose time is up, however many processes do the same."""

    def __init__(self, tables: TableRegistry):
        self.tables = tables
        self._paused: float | None = None

    async def beat(self) -> None:
        """Say that this server is up, and give back the time during which none was."""
        paused = await self.tables.database.write(beat)
        if self._paused is not None and paused != self._paused:
            await self.tables.refresh_all()
        self._paused = paused

    async def beat_on(self) -> None:
        """Say so for ever. Nothing else is waited for: many who read must not make it silent."""
        while True:
            await asyncio.sleep(BEAT_EVERY)
            await self.beat()

    async def run(self) -> None:
        """Look for ever."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for table in await self.tables.database.read(overdue):
                with contextlib.suppress(RondelError):
                    await self.tables.open(table, everyone=True)
                    await self.tables.change(table, timed_out)
