"""Time that runs out while nobody looks."""

import asyncio
import contextlib
import logging

from sqlalchemy import Connection, select

from rondel.contract import RondelError
from rondel.server.database import schema
from rondel.server.database.rows import now
from rondel.server.live.tables import Tables
from rondel.server.table.seating import conceded
from rondel.server.table.table import Change, LiveTable

log = logging.getLogger("rondel.deadlines")
t = schema.tables
LOOK_EVERY = 0.5


def overdue(connection: Connection) -> list[str]:
    """Tables where the asked seat has no time left."""
    query = select(t.c.id).where(t.c.deadline < now(), t.c.status == "playing").limit(100)
    return list(connection.execute(query).scalars())


def timed_out(live: LiveTable) -> Change:
    """The plan of a seat whose time is up, if it still is."""
    seat = live.asked
    if seat is None or live.row.deadline is None or live.row.deadline > now():
        return Change()
    return conceded(live, seat, "timed-out")


class Deadlines:
    """Looks for tables whose time is up, however many processes do the same."""

    def __init__(self, tables: Tables):
        self.tables = tables

    async def run(self) -> None:
        """Look for ever."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for table in await self.tables.database.read(overdue):
                with contextlib.suppress(RondelError):
                    await self.tables.open(table, everyone=True)
                    await self.tables.change(table, timed_out)
