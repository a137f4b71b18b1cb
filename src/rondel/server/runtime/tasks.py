"""Waking those who carry out tasks: at once by a message, else by one indexed read a second."""

import asyncio
from collections import defaultdict

from rondel.server.runtime.broadcast import TASK, Broadcaster
from rondel.server.storage.engine import Database
from rondel.server.storage.tasks import clean_tasks, due_kinds, has_old_tasks

LOOK_INTERVAL = 1.0
CLEAN_INTERVAL = 600.0


class TaskSignals:
    """Events of this process, one for each kind of task, that say when to look for tasks."""

    def __init__(self, database: Database, hub: Broadcaster):
        self._database = database
        self._hub = hub
        self._events: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)

    def announce(self, kind: str) -> None:
        """Wake the workers of all processes: there is a task of a kind."""
        self.wake(kind)
        self._hub.hint(TASK + kind, 0)

    def wake(self, kind: str) -> None:
        """Wake the workers of this process."""
        self._events[kind].set()

    async def wait(self, kind: str) -> None:
        """Wait until there may be a task of a kind."""
        await self._events[kind].wait()
        self._events[kind].clear()

    async def look(self) -> None:
        """Wake workers for tasks whose time has come, for ever."""
        while True:
            for kind in await self._database.read(due_kinds):
                self.wake(kind)
            await asyncio.sleep(LOOK_INTERVAL)

    async def clean(self) -> None:
        """Delete old tasks now and then, for ever."""
        while True:
            if await self._database.read(has_old_tasks):
                await self._database.write(clean_tasks)
            await asyncio.sleep(CLEAN_INTERVAL)
