"""Keeping one visitor from using up what all share."""

import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager, suppress
from typing import Any, Literal

from litestar.connection import ASGIConnection

from rondel.server.errors import RateLimited, TooMany
from rondel.server.http.ip_groups import ip_group_of
from rondel.server.identities import Identity
from rondel.server.settings import Settings

Asking = ASGIConnection[Any, Any, Any, Any]
MAX_VISITORS = 50_000
"""Maximum number of visitors in memory; the least recent is evicted first."""
GROUP_FACTOR = 4
"""Factor by which the limits of an address exceed those of a person."""
MAX_CHANNEL_CHANGES = 30
"""Ways to be notified that one person may add within an hour, and notices sent as tests."""
HOUR = 3600.0
Hourly = Literal["tables", "imports", "reviews", "hints", "exports"]
STEPS_PER_MINUTE = 120
"""Maximum number of steps per minute for the seat to move, independent of other limits."""


class TokenBucket:
    """Token bucket that is refilled evenly over `seconds`."""

    __slots__ = ("at", "left")

    def __init__(self, most: float):
        self.left = most
        self.at = time.monotonic()

    def take(self, most: float, seconds: float, count: float = 1) -> float:
        """Use some; the answer is how long to wait, 0 if there were enough."""
        at = time.monotonic()
        self.left = min(most, self.left + (at - self.at) * most / seconds)
        self.at = at
        if self.left < count:
            return (count - self.left) * seconds / most
        self.left -= count
        return 0.0


class Limits:
    """Rate limits of all visitors, in this process."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._open: Counter[str] = Counter()
        """Streams that are open now, by person and by address."""

    def check(self, who: str, most: float, seconds: float, count: float = 1) -> None:
        """Count one more, or so many. Raises RateLimited."""
        if most <= 0:
            return
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = TokenBucket(most)
            if len(self._buckets) > MAX_VISITORS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        wait = bucket.take(most, seconds, min(count, most))
        if wait > 0:
            raise RateLimited(wait)

    def request(self, address: str) -> None:
        """Count one more request from an address. Raises RateLimited."""
        self.check("request " + ip_group_of(address), self.settings.requests_per_minute, 60)

    def message(self, connection: Asking) -> None:
        """Count one more WebSocket message from an address. Raises RateLimited."""
        most = self.settings.messages_per_second * GROUP_FACTOR
        self.check("messages at " + ip_group_of_request(connection), most, 1)

    def step(self, guest: str) -> None:
        """Count one more step that other limits would have refused. Raises RateLimited."""
        self.check("steps " + guest, STEPS_PER_MINUTE, 60)

    def new_guest(self, connection: Asking) -> None:
        """Count one more guest from an address. Raises RateLimited."""
        who = "guest " + ip_group_of_request(connection)
        self.check(who, self.settings.guests_per_hour, HOUR)

    def new_code(self, person: Identity) -> None:
        """Count one more code to sign in by. Raises RateLimited."""
        self.check("codes " + person.id, 20, HOUR)

    def sign_in(self, connection: Asking) -> None:
        """Count one more try to sign in from an address. Raises RateLimited."""
        self.check(
            "sign-in at " + ip_group_of_request(connection), self.settings.sign_ins_per_hour, HOUR
        )

    def new_channel(self, connection: Asking, person: Identity) -> None:
        """Count one more way to be notified, or a notice sent as a test. Raises RateLimited."""
        ip_group = ip_group_of_request(connection)
        self._count_hour("channels", MAX_CHANNEL_CHANGES, ip_group, person)

    def chat(self, guest: str) -> None:
        """Count one more remark: eight at once, then one every three seconds."""
        self.check("chat " + guest, 8, 24)

    def change(self, guest: str) -> None:
        """Count a change of a table other than a step or remark. Raises RateLimited."""
        self.check("change " + guest, self.settings.changes_per_minute, 60)

    def hourly(self, what: Hourly, ip_group: str, person: Identity | None) -> None:
        """Count for the person, if there is one, and for the address. Raises RateLimited."""
        self._count_hour(what, getattr(self.settings, f"{what}_per_hour"), ip_group, person)

    def _count_hour(self, what: str, most: float, ip_group: str, person: Identity | None) -> None:
        if person is not None:
            self.check(f"{what} {person.id}", most, HOUR)
        self.check(f"{what} at {ip_group}", most * GROUP_FACTOR, HOUR)

    def picture(self, connection: Asking) -> None:
        """Count one more picture. Raises RateLimited."""
        who = "pictures at " + ip_group_of_request(connection)
        self.check(who, self.settings.pictures_per_minute, 60)

    def _streams(self, connection: Asking, person: Identity | None) -> dict[str, int]:
        """Return the keys whose streams are counted, with the maximum of each."""
        most = self.settings.streams
        shares = {"at " + ip_group_of_request(connection): most * GROUP_FACTOR}
        return shares if person is None else shares | {person.id: most}

    def check_streams(self, connection: Asking, person: Identity | None) -> None:
        """Raise TooMany if a visitor has all the streams they may have."""
        for who, most in self._streams(connection, person).items():
            if 0 < most <= self._open[who]:
                raise TooMany("streams", most)

    @contextmanager
    def open_stream(self, connection: Asking, person: Identity | None) -> Generator[None]:
        """Yield a stream for as long as it is open. Raises TooMany."""
        self.check_streams(connection, person)
        shares = self._streams(connection, person)
        self._open.update(shares.keys())
        try:
            yield
        finally:
            for who in shares:
                self._open[who] -= 1
                if not self._open[who]:
                    del self._open[who]

    async def counted(
        self, connection: Asking, person: Identity | None, messages: AsyncIterator[bytes]
    ) -> AsyncIterator[bytes]:
        """Yield a stream's messages while it counts as open; none if there are too many by now."""
        with suppress(TooMany), self.open_stream(connection, person):
            async for message in messages:
                yield message


def address_of(connection: Asking) -> str:
    """Return the IP address of a request."""
    return connection.client.host if connection.client else "unknown"


def ip_group_of_request(connection: Asking) -> str:
    """Return the IP group that a request counts for, beside its person."""
    return ip_group_of(address_of(connection))
