"""A warning while tables wait for bots and no process runs any."""

import asyncio
import logging
import time

from rondel.server.storage.engine import Database
from rondel.server.storage.health import BotQueue, bot_queue

log = logging.getLogger("rondel.bots")
LOOK_INTERVAL = 2.5
"""Seconds between looks at the queue."""
MISSING_AFTER = 10.0
"""Seconds after which a queue that nobody takes from is reported."""


class BotWatch:
    """Watches whether anybody moves the bots that are asked."""

    def __init__(self, database: Database):
        self.database = database
        self.is_missing = False
        """Whether tables wait for a bot and no process runs bots."""
        self._since: float | None = None

    async def run(self) -> None:
        """Look at the queue again and again."""
        while True:
            self.update(await self.database.read(bot_queue), time.monotonic())
            await asyncio.sleep(LOOK_INTERVAL)

    def update(self, queue: BotQueue, at: float) -> None:
        """Take note of the queue at a time; log when nobody takes from it, and when that ends."""
        if not queue.waiting or queue.claimed:
            if self.is_missing:
                log.warning("bots move again")
            self._since, self.is_missing = None, False
            return
        self._since = at if self._since is None else self._since
        if at - self._since >= MISSING_AFTER and not self.is_missing:
            self.is_missing = True
            log.warning(
                "%d tables wait for a bot and no process runs bots: "
                "start `rondel worker`, or set RONDEL_BOTS=true",
                queue.waiting,
            )
