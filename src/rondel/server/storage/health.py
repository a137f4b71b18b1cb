"""How the database is: whether it takes writes, what waits in it, and how much room there is."""

import asyncio
import shutil
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, case, func, select, text

from rondel.server.errors import Unavailable
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import BOT, MOVE_KINDS, WAITING
from rondel.server.storage.values import write_value

FRESH = 1.0
"""Seconds for which a write stands for everyone who asks: strangers cannot make it busy."""
TIMEOUT = 5.0
"""Seconds after which a database that does not answer is not there."""


class HealthCheck:
    """Feels whether the database still takes writes."""

    def __init__(self, database: Database):
        self.database = database
        self._beat: asyncio.Task[None] | None = None
        self._began = float("-inf")

    async def feel(self) -> None:
        """Write something, unless that was done just now. Raises Unavailable."""
        at = asyncio.get_running_loop().time()
        if self._beat is None or (self._beat.done() and at - self._began > FRESH):
            self._began = at
            self._beat = asyncio.create_task(self._write())
            # Looked at even if everyone has gone.
            self._beat.add_done_callback(lambda beat: beat.cancelled() or beat.exception())
        try:
            async with asyncio.timeout(TIMEOUT):
                await asyncio.shield(self._beat)
        except TimeoutError as late:
            raise Unavailable from late

    async def _write(self) -> None:
        await self.database.write(write_pulse)


def write_pulse(connection: Connection) -> None:
    """Write something, to see whether the database takes it."""
    write_value(connection, "pulse", str(now()))


class BotQueue(NamedTuple):
    """Tables whose bot is asked."""

    waiting: int
    """Tables whose bot nobody moves yet."""
    claimed: int
    """Tables whose bot some process moves."""


def bot_queue(connection: Connection) -> BotQueue:
    """Return how many tables wait for a bot's move."""
    k, at = schema.tasks, now()
    # Tables that a server has claimed still wait for the worker that is to think.
    is_waiting = (k.c.claimed_until < at) & (k.c.run_at <= at)
    counts = (func.count().filter(is_waiting), func.count().filter(k.c.kind == BOT))
    asked = (k.c.kind.in_((BOT, *MOVE_KINDS)), k.c.status == WAITING)
    waiting, tables = connection.execute(select(*counts).where(*asked)).one()
    return BotQueue(waiting, max(0, tables - waiting))


def waiting_bots(connection: Connection) -> int:
    """Return how many tables wait for somebody to move their bot."""
    return bot_queue(connection).waiting


def task_ages(connection: Connection) -> dict[str, float]:
    """Return the age of the oldest task of each kind that is due and that nobody has claimed."""
    k, at = schema.tasks, now()
    due = (k.c.status == WAITING, k.c.run_at <= at, k.c.claimed_until < at)
    oldest = func.min(case((k.c.run_at > k.c.created, k.c.run_at), else_=k.c.created))
    query = select(k.c.kind, oldest).where(*due).group_by(k.c.kind)
    return {row[0]: at - row[1] for row in connection.execute(query)}


def size(database: Database, connection: Connection) -> int:
    """How many bytes the database takes."""
    if file := database.file:
        beside = (file, file.with_name(file.name + "-wal"))
        return sum(part.stat().st_size for part in beside if part.exists())
    return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())


def room(file: Path) -> int:
    """How many bytes are free where a file is kept."""
    return shutil.disk_usage(file.parent).free
