"""Work that must go on: a failure is written down and the work begins again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger("rondel.keep")
PAUSE = 1.0


async def keep(work: Callable[[], Awaitable[None]]) -> None:
    """Do work until it ends by itself or is cancelled, whatever the database does meanwhile."""
    while True:
        try:
            await work()
            return
        except Exception:
            log.exception("background work failed and begins again")
            await asyncio.sleep(PAUSE)
