"""Writing reviews: each is a task of one worker, and gives way to the bots of games."""

import asyncio
import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from rondel.core import RondelError
from rondel.reviews import review, write_review
from rondel.server.errors import Unavailable
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.tasks import TaskSignals
from rondel.server.storage import reviews
from rondel.server.storage.engine import Database
from rondel.server.storage.reviews import review_kind
from rondel.server.storage.tasks import (
    ClaimedTask,
    claim_tasks,
    extend_lease,
    fail_task,
    release_tasks,
)
from rondel.server.tables.reading import read_live
from rondel.server.tables.state import LiveTable

log = logging.getLogger("rondel.reviews")
PROGRESS_INTERVAL = 1.0
"""Seconds between two reports on how far a review is."""
GIVE_WAY_TIMEOUT = 0.5
"""Seconds for which one position waits while bots think; then it is judged all the same."""
PAUSE = 0.01
NICENESS = 5
"""How much less of a processor than a bot a review gets where both want it."""


class Unwanted(Exception):
    """Nobody waits for this review any more."""


class Writing:
    """One review being written in a thread."""

    def __init__(self, is_busy: Callable[[], bool]):
        self.done = 0
        self.is_unwanted = threading.Event()
        self._is_busy = is_busy

    def watch(self, done: int, _steps: int) -> None:
        """Note how far it is, give way to bots, and stop when nobody wants it."""
        self.done = done
        until = time.monotonic() + GIVE_WAY_TIMEOUT
        while self._is_busy() and time.monotonic() < until:
            if self.is_unwanted.wait(PAUSE):
                break
        if self.is_unwanted.is_set():
            raise Unwanted

    def write(self, live: LiveTable, depth: str) -> bytes:
        """Return the review as JSON."""
        return write_review(review(live.match(), depth, watch=self.watch))


class Reviews:
    """Claims reviews of a depth and writes them, one at a time in this process.

    Depths go side by side: a quick look never waits until a deep one is done.
    """

    def __init__(
        self,
        database: Database,
        signals: TaskSignals,
        is_busy: Callable[[], bool],
        worker: str,
        lease: float,
        depth: str,
    ):
        self.database = database
        self._signals = signals
        self._is_busy = is_busy
        self._worker = worker
        self._lease = lease
        self._depth = depth
        self._kind = review_kind(depth)

    async def run(self) -> None:
        """Work for ever."""
        thread = ThreadPoolExecutor(1, self._kind, initializer=_step_back)
        write = self.database.write
        release = partial(release_tasks, kind=self._kind, worker=self._worker)
        claim = partial(claim_tasks, kind=self._kind, worker=self._worker, lease=self._lease)
        # What an earlier process of this name has left.
        await write(partial(release, is_attempt=True))
        self._signals.wake(self._kind)
        try:
            while True:
                await self._signals.wait(self._kind)
                while claimed := await write(claim):
                    await self._carry_out(thread, claimed[0])
        finally:
            thread.shutdown(wait=False, cancel_futures=True)
            with contextlib.suppress(RondelError):
                await write(partial(release, is_attempt=False))

    async def _carry_out(self, thread: ThreadPoolExecutor, task: ClaimedTask) -> None:
        """Write a review and keep it."""
        named: dict[str, Any] = {"task": task, "worker": self._worker}
        writing = Writing(self._is_busy)
        try:
            document = await self._written(thread, task, writing)
        except Unwanted:
            return
        except Unavailable:
            raise
        except Exception as error:
            log.exception("a review failed", extra={"table": task.key})
            await self.database.write(partial(fail_task, **named, error=repr(error)))
            return
        finally:
            writing.is_unwanted.set()
        finish = partial(reviews.finish, **named, depth=self._depth, document=document)
        await self.database.write(finish)

    async def _written(
        self, thread: ThreadPoolExecutor, task: ClaimedTask, writing: Writing
    ) -> bytes:
        """Return the review, and report meanwhile how far it is. Raises Unwanted."""
        live = await self.database.read(partial(read_live, table=task.key))
        if live is None:
            raise LookupError(task.key)
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(thread, writing.write, live, self._depth)
        every = min(PROGRESS_INTERVAL, self._lease / 3)
        while not (await asyncio.wait([work], timeout=every))[0]:
            report = partial(
                extend_lease, task=task, worker=self._worker, lease=self._lease,
                progress=writing.done,
            )  # fmt: skip
            if not await self.database.write(report):
                writing.is_unwanted.set()
        return await work


def reviews_of(tables: TableRegistry, worker: str, depth: str) -> Reviews:
    """Return the writer of reviews of a depth that gives way to the bots of a process."""
    lease = tables.settings.bot_lease
    is_busy = lambda: bool(tables.thinking)  # noqa: E731
    return Reviews(tables.database, tables.tasks, is_busy, worker, lease, depth)


def _step_back() -> None:
    """Let this thread have what others leave of the processor, where a thread can."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
