"""Background work that starts again after a failure."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from rondel.server.errors import Unavailable

log = logging.getLogger("rondel.keep")
PAUSE = 1.0


async def keep(work: Callable[[], Awaitable[None]]) -> None:
    """Run work until it ends by itself or is cancelled; start it again after failures.

    The database logs its outages itself.
    """
    while True:
        try:
            await work()
            return
        except Unavailable:
            await asyncio.sleep(PAUSE)
        except Exception:
            log.exception("background work failed and begins again")
            await asyncio.sleep(PAUSE)
