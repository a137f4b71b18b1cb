"""Clocks and schedules: one indexed read a second finds whatever is due."""

import asyncio
import contextlib
import logging
import time
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, case, select, text, update

from rondel.core import RondelError
from rondel.match.record import STEP_LIMIT
from rondel.server.runtime.bot_watch import BotWatch
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage import schema
from rondel.server.storage.engine import DATABASE, WRITE
from rondel.server.storage.health import BotQueue, bot_queue, write_pulse
from rondel.server.storage.rows import CLOCK, now
from rondel.server.storage.tasks import due_kinds
from rondel.server.storage.values import read_value, write_value
from rondel.server.tables.evolve import Decision
from rondel.server.tables.play import result_of
from rondel.server.tables.seats import resigned
from rondel.server.tables.state import LiveTable

log = logging.getLogger("rondel.deadlines")
t, s = schema.tables, schema.seats
LOOK_INTERVAL = 1.0
MIN_LOOK_INTERVAL = 0.05
MAX_OVERDUE = 100
BEAT_INTERVAL = 2.0
"""Seconds between the signs that a server is up while a live clock runs."""
DOWN_AFTER = 5.0
"""Seconds without such a sign after which no server was up."""
GRACE = 600.0
"""Seconds for which nobody is called absent after a start, unless the table's patience is less."""
MAX_LIVE = 2 * 86400.0
"""Seconds to the deadline of a live clock, at most."""
LOCK = 7244902
ALIVE, PAUSED = "alive", "paused"
LIVE_CLOCK = (t.c.status == "playing", t.c.deadline.is_not(None), t.c.clock != "[]")
"""Conditions of tables whose live clock runs."""


class Due(NamedTuple):
    """Work whose time has come."""

    tables: list[str]
    """Tables where the seat to move has no time left."""
    kinds: list[str]
    """Kinds of tasks that may be claimed."""
    next: float
    """Time at which the next table may be due."""
    is_live: bool
    """True if a live clock runs somewhere."""
    bots: BotQueue
    """Tables that wait for a bot's move."""


def find_due(connection: Connection) -> Due:
    """Return what is due now."""
    at = now()
    soon = (t.c.deadline < at + LOOK_INTERVAL, t.c.status == "playing")
    query = select(t.c.id, t.c.deadline).where(*soon).order_by(t.c.deadline).limit(MAX_OVERDUE)
    found = connection.execute(query).all()
    over = [row.id for row in found if row.deadline <= at]
    following = min(
        (row.deadline for row in found if row.deadline > at), default=at + LOOK_INTERVAL
    )
    live = select(t.c.id).where(*LIVE_CLOCK, t.c.deadline < at + MAX_LIVE).limit(1)
    is_live = connection.execute(live).first() is not None
    return Due(over, due_kinds(connection), following, is_live, bot_queue(connection))


def beat(connection: Connection, alive: float = 0.0, step: float = 0.0) -> float:
    """Write that a server is up. If none was, give back the time that live clocks have lost.

    Args:
        connection: A connection that writes.
        alive: A time when a server was up.
        step: Seconds by which the system clock was set forward or back, unknown to `now`.

    Returns:
        The seconds given back since the first day.

    """
    if connection.dialect.name == "postgresql":
        # One server at a time: the first that finds the others down gives the time back.
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    at, paused = now() + step, float(read_value(connection, PAUSED) or 0.0)
    last = float(read_value(connection, ALIVE) or now())
    alive = max(alive, last)
    if step:
        # Unless another process has moved them: then its sign of life has the new time.
        if abs(last - at) > abs(last - now()):
            move_clocks(connection, step, at)
            paused += step
    elif alive < at - DOWN_AFTER:
        # A turn that began since then lost only what came after its beginning.
        since = case((t.c.turn_began > alive, t.c.turn_began), else_=alive)
        lost = at - since
        moved = {"turn_began": t.c.turn_began + lost, "deadline": t.c.deadline + lost}
        paused_now = update(t).where(*LIVE_CLOCK, since < at - DOWN_AFTER).values(moved)
        if connection.execute(paused_now).rowcount:
            paused += at - alive
            log.warning("no server was up for %.0f s: live clocks stood still", at - alive)
    for name, value in ((ALIVE, repr(at)), (PAUSED, repr(paused))):
        write_value(connection, name, value)
    return paused


def move_clocks(connection: Connection, step: float, at: float) -> None:
    """Let live clocks show after a step of the system clock what they have shown before it."""
    moved = {"turn_began": t.c.turn_began + step, "deadline": t.c.deadline + step}
    connection.execute(update(t).where(*LIVE_CLOCK).values(moved))
    forgive(connection, at)
    log.warning(
        "the system clock was set %s by %.0f s: live clocks go on unchanged",
        "forward" if step > 0 else "back",
        abs(step),
    )


def forgive(connection: Connection, at: float | None = None) -> None:
    """Count nobody as absent for the time before a server could see them."""
    at = now() if at is None else at
    is_playing = t.c.status == "playing"
    since = at - case((t.c.absence_timeout > GRACE, t.c.absence_timeout - GRACE), else_=0)
    late = (is_playing, t.c.pace.startswith('{"kind":"untimed"'), t.c.turn_began < since)
    connection.execute(update(t).where(*late).values(turn_began=since))
    live = select(t.c.id).where(is_playing, t.c.pace.startswith('{"kind":"live"'))
    seen = (s.c.table_id.in_(live), s.c.guest.is_not(None))
    connection.execute(update(s).where(*seen).values(seen=at))


def timed_out(live: LiveTable) -> Decision:
    """Plan the loss of a seat whose time is up, if it still is."""
    seat = live.to_move
    at = now()
    if seat is None or live.row.deadline is None or live.row.deadline > at:
        return Decision(live, at)
    if live.is_full:
        # No step is taken any more, so that nobody could have stopped this clock.
        return Decision(live, at).add(result_of(live, STEP_LIMIT))
    return resigned(live, seat, at, "timed-out")


class Deadlines:
    """Acts upon what is due, however many processes do the same."""

    def __init__(self, tables: TableRegistry):
        self.tables = tables
        self._paused: float | None = None
        self.is_live = False
        """True if a live clock ran at the last look."""
        self.bot_watch = BotWatch()
        self._alive = 0.0
        """Time of this process's latest sign of life, or of finding that none is needed."""
        self._is_interrupted = False
        """True if nobody could move since the last beat, because the database failed."""

    async def begin(self) -> None:
        """Take over from whatever servers were there before."""
        await self.beat()
        await self.tables.database.write(forgive)

    async def beat(self) -> None:
        """Write that this server is up, and give back the time during which nobody could move.

        While the database fails there is no such sign. A step of the system clock counts from here
        on, once all deadlines were moved.
        """
        if DATABASE.is_failing(WRITE):
            self._is_interrupted = True
            await self.tables.database.write(write_pulse)
            if DATABASE.is_failing(WRITE):
                return
        at, step = now(), CLOCK.step
        paused = await self.tables.database.write(partial(beat, alive=self._alive, step=step))
        if self._paused is not None and paused != self._paused:
            await self.tables.reload_all()
        if step:
            CLOCK.adopt()
        self._alive, self._paused, self._is_interrupted = at + step, paused, False

    async def beat_on(self) -> None:
        """Beat for ever while a live clock runs, however long reads have to wait."""
        while True:
            await asyncio.sleep(BEAT_INTERVAL)
            if self.is_live:
                await self.beat()

    async def run(self) -> None:
        """Act upon what is due for ever."""
        while True:
            await asyncio.sleep(await self.look())

    async def look(self) -> float:
        """Act upon what is due; return the seconds until the next look."""
        if self._is_interrupted or DATABASE.is_failing(WRITE) or CLOCK.step:
            await self.beat()
            if self._is_interrupted:
                return LOOK_INTERVAL
        at = now()
        due = await self.tables.database.read(find_due)
        self.is_live = due.is_live
        self.bot_watch.update(due.bots, time.monotonic())
        if not due.is_live:
            self._alive = at
        for kind in due.kinds:
            self.tables.tasks.wake(kind)
        for table in due.tables:
            with contextlib.suppress(RondelError):
                await self.tables.open(table, everyone=True)
                await self.tables.change(table, timed_out)
        return min(LOOK_INTERVAL, max(MIN_LOOK_INTERVAL, due.next - now()))
