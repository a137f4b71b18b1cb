"""Carrying out tasks of one kind: claimed in turn, finished or tried again later."""

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from rondel.core import RondelError
from rondel.server.errors import Unavailable
from rondel.server.runtime.tasks import TaskSignals
from rondel.server.storage.engine import Database
from rondel.server.storage.tasks import (
    ClaimedTask,
    claim_tasks,
    fail_task,
    release_tasks,
)

log = logging.getLogger("rondel.tasks")
Handler = Callable[[ClaimedTask, str], Awaitable[None]]
"""Carries out a task for a worker, and marks it finished in its own transaction."""


class TaskRunner:
    """Claims tasks of a kind and carries them out, one at a time in this process."""

    def __init__(
        self,
        database: Database,
        signals: TaskSignals,
        kind: str,
        worker: str,
        lease: float,
        handler: Handler,
    ):
        self._database = database
        self._signals = signals
        self._kind = kind
        self._worker = worker
        self._lease = lease
        self._handler = handler

    async def run(self) -> None:
        """Work for ever."""
        write = self._database.write
        release = partial(release_tasks, kind=self._kind, worker=self._worker)
        claim = partial(claim_tasks, kind=self._kind, worker=self._worker, lease=self._lease)
        await write(partial(release, is_attempt=True))
        self._signals.wake(self._kind)
        try:
            while True:
                await self._signals.wait(self._kind)
                while claimed := await write(claim):
                    await self._carry_out(claimed[0])
        finally:
            with suppress(RondelError):
                await write(partial(release, is_attempt=False))

    async def _carry_out(self, task: ClaimedTask) -> None:
        try:
            await self._handler(task, self._worker)
        except Unavailable:
            raise
        except Exception as error:
            log.exception("a task failed", extra={"kind": task.kind, "key": task.key})
            fail = partial(fail_task, task=task, worker=self._worker, error=repr(error))
            await self._database.write(fail)
