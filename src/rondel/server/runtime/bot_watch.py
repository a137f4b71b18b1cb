"""Warning while tables wait for bots and no process moves any."""

import logging

from rondel.server.storage.health import BotQueue

log = logging.getLogger("rondel.bots")
MISSING_AFTER = 10.0
"""Seconds after which a queue that nobody takes from is reported."""


class BotWatch:
    """Watches whether anybody moves the bots that are asked."""

    def __init__(self) -> None:
        self.is_missing = False
        """True if tables wait for a bot and no process runs bots."""
        self._since: float | None = None

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
