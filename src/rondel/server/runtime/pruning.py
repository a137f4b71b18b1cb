"""Deletion by age while servers run: when an administrator asks, and by the retention quotas."""

import asyncio
import logging
from functools import partial

import msgspec
from sqlalchemy import Connection

from rondel.server.protocol.admin import Pruned, PruneRequest
from rondel.server.runtime.task_worker import Done, Handler, HeldTask
from rondel.server.runtime.tasks import TaskSignals
from rondel.server.storage.engine import Database
from rondel.server.storage.prune import prune
from rondel.server.storage.quotas import read_quotas
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import NewTask, insert_tasks
from rondel.server.storage.values import read_value, write_value

log = logging.getLogger("rondel.prune")
PRUNE = "prune"
"""Kind of these tasks, and the name of the value with the last outcome."""
DAY = 24 * 3600.0
RETENTION_INTERVAL = 3600.0
"""Seconds between looks at the retention quotas."""


def prune_task(wanted: PruneRequest, interval: float = 1.0) -> NewTask:
    """Return a task that deletes by age, one for all that ask for the same within an interval."""
    which = "finished" if wanted.finished else "unfinished"
    key = f"{wanted.days} {which} {now() // interval:.0f}"
    return NewTask(PRUNE, key, msgspec.to_builtins(wanted))


def prune_handler(database: Database) -> Handler:
    """Return the handler of deletions by age."""

    async def carry_out(held: HeldTask) -> Done:
        wanted = msgspec.convert(held.task.payload, PruneRequest)
        work = partial(
            prune,
            database,
            now() - wanted.days * DAY,
            is_finished=wanted.finished,
            is_stopped=held.is_lost.is_set,
        )
        pruned = await asyncio.to_thread(work)
        pruned.at = now()
        log.info("deleted by age: %d tables, %d guests", pruned.tables, pruned.guests)
        return Done(write=partial(write_pruned, pruned=pruned))

    return Handler(carry_out)


def write_pruned(connection: Connection, pruned: Pruned) -> None:
    """Write the outcome of a deletion."""
    write_value(connection, PRUNE, msgspec.json.encode(pruned).decode())


def read_pruned(connection: Connection) -> Pruned | None:
    """Return the outcome of the last deletion."""
    found = read_value(connection, PRUNE)
    return msgspec.json.decode(found, type=Pruned) if found else None


def insert_retention_tasks(connection: Connection) -> None:
    """Insert the tasks that the retention quotas ask for, except those that are there."""
    quotas = read_quotas(connection)
    wanted = [
        PruneRequest(days, finished)
        for days, finished in ((quotas.keep_days, False), (quotas.keep_finished_days, True))
        if days
    ]
    insert_tasks(connection, [prune_task(request, RETENTION_INTERVAL) for request in wanted])


async def keep_retention(database: Database, signals: TaskSignals) -> None:
    """Ask for the deletions of the retention quotas for ever."""
    while True:
        quotas = await database.read(read_quotas)
        if quotas.keep_days or quotas.keep_finished_days:
            await database.write(insert_retention_tasks)
            signals.announce(PRUNE)
        await asyncio.sleep(RETENTION_INTERVAL)
