"""Thread pool for long work, with a limit and fair turns."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import ParamSpec, TypeVar

from rondel.server.runtime.fair_queue import FairQueue

T = TypeVar("T")
P = ParamSpec("P")
MAX_WAITING = 256
MAX_WAITING_EACH = 16
"""Maximum number of waiting requests of one visitor; more are refused."""


class FairThreadPool:
    """Some threads that take turns between visitors."""

    def __init__(self, threads: int, most: int = MAX_WAITING, most_each: int = MAX_WAITING_EACH):
        self._threads = ThreadPoolExecutor(threads, "backroom")
        self.turns = FairQueue(threads, most, most_each)

    async def do(self, who: str, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Return the result of work done in a thread. Raises Overloaded, and its errors."""
        return await (await self.begin(who, "", partial(work, *args, **named)))

    async def begin(self, who: str, house: str, work: Callable[[], T]) -> "asyncio.Future[T]":
        """Work that has just begun, once its turn has come. Raises Overloaded."""
        await self.turns.take(who, house)
        loop, began = asyncio.get_running_loop(), time.monotonic()
        running = self._threads.submit(work)

        def done(_: object) -> None:
            # Also for a visitor who has gone: the thread is free only now.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(
                    lambda: self.turns.give_back(who, time.monotonic() - began)
                )

        running.add_done_callback(done)
        return asyncio.wrap_future(running)

    def close(self) -> None:
        """Let go of what has not begun."""
        self._threads.shutdown(wait=False, cancel_futures=True)
