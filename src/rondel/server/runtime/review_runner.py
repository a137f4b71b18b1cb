"""Writing reviews: each is claimed by one worker, and gives way to the bots of games."""

import asyncio
import contextlib
import logging
import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from rondel.contract import RondelError
from rondel.match import Match
from rondel.review import review, write_review
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage import reviews
from rondel.server.storage.reviews import Claimed

log = logging.getLogger("rondel.reviews")
LOOK_EVERY = 2.0
TELL_EVERY = 1.0
"""Seconds between two words on how far a review is."""
GIVES_WAY = 0.5
"""Seconds for which one position waits while bots think; then it is judged all the same."""
MOMENT = 0.01
COURTESY = 5
"""How much less of a processor than a bot a review gets where both want it."""


class Unwanted(Exception):
    """Nobody waits for this review any more."""


class Writing:
    """One review being written in a thread."""

    def __init__(self, tables: TableRegistry):
        self.done = 0
        self.is_unwanted = threading.Event()
        self._tables = tables

    def watch(self, done: int, _steps: int) -> None:
        """Note how far it is, give way to bots, and stop when nobody wants it."""
        self.done = done
        until = time.monotonic() + GIVES_WAY
        while self._tables.thinking and time.monotonic() < until:
            if self.is_unwanted.wait(MOMENT):
                break
        if self.is_unwanted.is_set():
            raise Unwanted

    def write(self, match: Match, depth: str) -> bytes:
        """The review as JSON."""
        return write_review(review(match, depth, watch=self.watch))


class Reviews:
    """Claims reviews of a depth and writes them, one at a time in this process.

    Depths go side by side: a quick look never waits until a deep one is done.
    """

    def __init__(self, tables: TableRegistry, name: str, depth: str):
        self.tables = tables
        self.name = name
        self.depth = depth
        self._lease = tables.settings.bot_lease

    async def run(self) -> None:
        """Work for ever."""
        thread = ThreadPoolExecutor(1, f"review {self.depth}", initializer=_step_back)
        write, asked = self.tables.database.write, self.tables.reviewing[self.depth]
        let_go = partial(reviews.let_go, worker=self.name, depth=self.depth)
        await write(partial(let_go, in_peace=False))
        try:
            while True:
                asked.clear()
                while await self._next(thread):
                    pass
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_EVERY):
                        await asked.wait()
        finally:
            thread.shutdown(wait=False, cancel_futures=True)
            with contextlib.suppress(RondelError):
                await write(partial(let_go, in_peace=True))

    async def _next(self, thread: ThreadPoolExecutor) -> bool:
        """Write the next review, if there is one."""
        database = self.tables.database
        if not await database.read(partial(reviews.is_any_waiting, depth=self.depth)):
            return False
        claim = partial(reviews.claim, worker=self.name, lease=self._lease, depth=self.depth)
        if (claimed := await database.write(claim)) is None:
            return False
        writing = Writing(self.tables)
        try:
            document = await self._written(thread, claimed, writing)
        except Unwanted:
            return True
        except RondelError:
            raise
        except Exception:
            log.exception("a review failed", extra={"table": claimed.table})
            await database.write(partial(reviews.fail, claimed=claimed, worker=self.name))
            return True
        finally:
            writing.is_unwanted.set()
        finish = partial(reviews.finish, claimed=claimed, worker=self.name, document=document)
        await database.write(finish)
        return True

    async def _written(
        self, thread: ThreadPoolExecutor, claimed: Claimed, writing: Writing
    ) -> bytes:
        """The review, told how far it is meanwhile. Raises Unwanted."""
        live = await self.tables.open(claimed.table, everyone=True)
        match = await self.tables.backroom.do("reviews", live.still().match)
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(thread, writing.write, match, claimed.depth)
        every = min(TELL_EVERY, self._lease / 3)
        while not (await asyncio.wait([work], timeout=every))[0]:
            told = partial(
                reviews.tell, claimed=claimed, worker=self.name, lease=self._lease,
                done=writing.done,
            )  # fmt: skip
            if not await self.tables.database.write(told):
                writing.is_unwanted.set()
        return await work


def _step_back() -> None:
    """Let this thread have what others leave of the processor, where a thread can."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), COURTESY)
