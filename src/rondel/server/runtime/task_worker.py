"""Carrying out tasks: one worker a process, with one handler for each kind of task."""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Connection

from rondel.core import RondelError
from rondel.server.errors import Unavailable
from rondel.server.runtime.keep import keep
from rondel.server.runtime.tasks import TaskSignals
from rondel.server.storage.engine import Database
from rondel.server.storage.tasks import (
    ClaimedTask,
    answer_kind,
    claim_tasks,
    extend_lease,
    fail_task,
    finish_task,
    postpone_task,
    release_tasks,
)

log = logging.getLogger("rondel.tasks")
PROGRESS_INTERVAL = 1.0


class Postponed(Exception):
    """Error for a task that is to be carried out later; it does not count as an attempt."""

    def __init__(self, seconds: float):
        super().__init__(seconds)
        self.seconds = seconds


class Done(NamedTuple):
    """Outcome of a task."""

    result: Any = None
    """Kept in the task until a server takes it, unless it is None."""
    write: Callable[[Connection], Any] | None = None
    """Writes more in the transaction that finishes the task."""


class HeldTask:
    """Task that this process carries out."""

    def __init__(self, task: ClaimedTask):
        self.task = task
        self.progress = 0
        """Shown to those who wait for the task."""
        self.is_lost = threading.Event()
        """Set once nobody wants the outcome: the task was deleted, or another worker has it."""


class Handler(NamedTuple):
    """Handler of tasks of a kind. An exception fails the task, which is retried after a pause.

    After a crash, or while the database fails, a task may be carried out twice.
    """

    carry_out: Callable[[HeldTask], Awaitable[Done | None]]
    """Returns None if another transaction has deleted the task."""
    at_once: int = 1
    """Tasks of the kind that this process holds at a time."""
    at_once_of_a_group: int = 0
    """Tasks of the kind that are held for one address group; 0 for any number."""


class TaskWorker:
    """Claims tasks, has them carried out, and finishes them or has them tried again."""

    def __init__(
        self,
        database: Database,
        signals: TaskSignals,
        name: str,
        lease: float,
        handlers: Mapping[str, Handler],
    ):
        self._database = database
        self._signals = signals
        self._name = name
        self._lease = lease
        self._handlers = handlers
        self._held: dict[asyncio.Task[None], HeldTask] = {}

    async def run(self) -> None:
        """Work for ever."""
        # An earlier process of this name may have left some.
        await self._release(is_attempt=True)
        loops = [asyncio.create_task(keep(partial(self._claim, kind))) for kind in self._handlers]
        loops.append(asyncio.create_task(keep(self._renew)))
        try:
            await asyncio.gather(*loops)
        finally:
            for task in (*loops, *self._held):
                task.cancel()
            await asyncio.gather(*loops, *self._held, return_exceptions=True)
            with suppress(RondelError):
                await self._release(is_attempt=False)

    async def _release(self, is_attempt: bool) -> None:
        for kind in self._handlers:
            free = partial(release_tasks, kind=kind, worker=self._name, is_attempt=is_attempt)
            await self._database.write(free)

    async def _claim(self, kind: str) -> None:
        self._signals.wake(kind)
        while True:
            await self._signals.wait(kind)
            held = sum(held.task.kind == kind for held in self._held.values())
            handler = self._handlers[kind]
            most = handler.at_once - held
            if most <= 0:
                # A task that ends wakes this again.
                continue
            claim = partial(
                claim_tasks,
                kind=kind,
                worker=self._name,
                lease=self._lease,
                most=most,
                most_each=handler.at_once_of_a_group,
            )
            for claimed in await self._database.write(claim):
                held_task = HeldTask(claimed)
                task = asyncio.create_task(self._carry_out(held_task))
                self._held[task] = held_task
                task.add_done_callback(self._let_go)

    def _let_go(self, task: asyncio.Task[None]) -> None:
        self._signals.wake(self._held.pop(task).task.kind)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a task was not finished: %s", error)

    async def _renew(self) -> None:
        """Extend leases and write progress, for ever; cancel what is lost."""
        extended = time.monotonic()
        written: dict[asyncio.Task[None], int] = {}
        while True:
            await asyncio.sleep(min(PROGRESS_INTERVAL, self._lease / 3))
            is_due = time.monotonic() >= extended + self._lease / 3
            if is_due:
                extended = time.monotonic()
            changed = {
                task: held
                for task, held in self._held.items()
                if is_due or held.progress != written.get(task, 0)
            }
            written = {task: held.progress for task, held in self._held.items()}
            if changed:
                kept = await self._database.write(partial(self._extend, list(changed.values())))
                for (task, held), is_kept in zip(changed.items(), kept, strict=True):
                    if not is_kept:
                        held.is_lost.set()
                        task.cancel()

    def _extend(self, tasks: Sequence[HeldTask], connection: Connection) -> list[bool]:
        """Extend leases in one transaction; return which tasks are held still."""
        return [
            extend_lease(connection, held.task, self._name, self._lease, held.progress)
            for held in tasks
        ]

    async def _carry_out(self, held: HeldTask) -> None:
        try:
            done = await self._handlers[held.task.kind].carry_out(held)
        except Unavailable:
            # Nothing can be written: the lease expires.
            raise
        except Postponed as later:
            await self._write(partial(postpone_task, seconds=later.seconds), held.task)
            return
        except Exception as error:
            named = {"task": f"{held.task.kind} {held.task.key}"}
            log.exception("a task failed", extra=named)
            await self._write(partial(fail_task, error=repr(error)), held.task)
            return
        finally:
            held.is_lost.set()
        if done is None:
            return
        finish = partial(finish_task, result=done.result, write=done.write)
        if await self._write(finish, held.task) and done.result is not None:
            self._signals.announce(answer_kind(held.task.kind))

    async def _write(self, work: Callable[..., Any], task: ClaimedTask) -> Any:
        return await self._database.write(partial(work, task=task, worker=self._name))
