"""Keeping one visitor from using up what all share."""

from typing import Any

from litestar.connection import ASGIConnection

from rondel.server.database.rows import now
from rondel.server.errors import TooFast
from rondel.server.settings import Settings

Asking = ASGIConnection[Any, Any, Any, Any]
MOST_VISITORS = 50_000


class Bucket:
    """So many at once, refilled evenly over `seconds`."""

    __slots__ = ("at", "left")

    def __init__(self, most: float):
        self.left = most
        self.at = now()

    def take(self, most: float, seconds: float) -> float:
        """Use one; the answer is how long to wait, 0 if there was one."""
        at = now()
        self.left = min(most, self.left + (at - self.at) * most / seconds)
        self.at = at
        if self.left < 1:
            return (1 - self.left) * seconds / most
        self.left -= 1
        return 0.0


class Limits:
    """What each visitor has left, in this process."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self._buckets: dict[str, Bucket] = {}

    def check(self, who: str, most: float, seconds: float) -> None:
        """Count one more. Raises TooFast."""
        if most <= 0:
            return
        bucket = self._buckets.get(who)
        if bucket is None:
            if len(self._buckets) >= MOST_VISITORS:
                self._buckets.clear()
            bucket = self._buckets[who] = Bucket(most)
        wait = bucket.take(most, seconds)
        if wait > 0:
            raise TooFast(wait)

    def request(self, address: str) -> None:
        """One more request from an address."""
        self.check("request " + address, self.settings.requests_per_minute, 60)

    def new_guest(self, connection: Asking) -> None:
        """One more guest from an address."""
        self.check("guest " + address_of(connection), self.settings.guests_per_hour, 3600)

    def chat(self, guest: str) -> None:
        """One more remark: eight at once, then one every three seconds."""
        self.check("chat " + guest, 8, 24)


def address_of(connection: Asking) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client else "unknown"
