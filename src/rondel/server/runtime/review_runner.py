"""Writing reviews: each is a task, and gives way to the bots of games."""

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from rondel.match import Match, read_record
from rondel.reviews import DEPTHS, review, write_review
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import Done, Handler, HeldTask
from rondel.server.storage.engine import Database
from rondel.server.storage.reviews import insert_review, review_kind
from rondel.server.storage.tasks import ClaimedTask
from rondel.server.tables.reading import read_live

GIVE_WAY_TIMEOUT = 0.5
"""Seconds for which one position waits while bots think; then it is judged all the same."""
PAUSE = 0.01
NICENESS = 5
"""How much less of a processor than a bot a review gets where both want it."""


class Unwanted(Exception):
    """Nobody waits for this review any more."""


def write(held: HeldTask, match: Match, depth: str, is_busy: Callable[[], bool]) -> bytes:
    """Return the review of a match as JSON. Raises Unwanted."""

    def watch(done: int, _steps: int) -> None:
        held.progress = done
        until = time.monotonic() + GIVE_WAY_TIMEOUT
        while is_busy() and time.monotonic() < until and not held.is_lost.wait(PAUSE):
            pass
        if held.is_lost.is_set():
            raise Unwanted

    return write_review(review(match, depth, watch=watch))


async def match_of(database: Database, task: ClaimedTask) -> Match:
    """Return the match that a task has the record of."""
    if "record" in task.payload:
        return await asyncio.to_thread(read_record, task.payload["record"])
    # Earlier versions named the table only.
    live = await database.read(partial(read_live, table=task.key))
    if live is None:
        raise LookupError(task.key)
    return await asyncio.to_thread(live.match)


def review_handlers(tables: TableRegistry) -> dict[str, Handler]:
    """Return the handlers of reviews, one at a time of each depth.

    Depths go side by side: a quick look never waits until a deep one is done.
    """

    def is_busy() -> bool:
        return bool(tables.thinking)

    return {review_kind(depth): review_handler(tables.database, depth, is_busy) for depth in DEPTHS}


def review_handler(database: Database, depth: str, is_busy: Callable[[], bool]) -> Handler:
    """Return the handler of reviews of a depth, with a thread of its own."""
    thread = ThreadPoolExecutor(1, review_kind(depth), initializer=_step_back)

    async def carry_out(held: HeldTask) -> Done:
        match = await match_of(database, held.task)
        work = partial(write, held, match, depth, is_busy)
        document = await asyncio.get_running_loop().run_in_executor(thread, work)
        keep = partial(insert_review, task=held.task, depth=depth, document=document)
        return Done(write=keep)

    return Handler(carry_out)


def _step_back() -> None:
    """Let this thread have what others leave of the processor, where a thread can."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
