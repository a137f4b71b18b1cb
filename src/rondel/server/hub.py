"""Telling whoever listens: bounded queues, presence, and wake-up hints between processes."""

import asyncio
import contextlib
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator

import msgspec
import redis.asyncio
from redis.exceptions import RedisError

from rondel.server.documents import Event

CHANNEL = "rondel"
log = logging.getLogger("rondel.hub")


class TooSlow(Exception):
    """The reader lags too far behind; it may come back and resume."""


class Listener:
    """One stream's bounded queue of messages."""

    def __init__(self, most: int, guest: str | None):
        self.most = most
        self.guest = guest
        self.waiting: list[tuple[int, bytes]] = []
        """Event numbers (0 for what is not in the log) and messages."""
        self.is_slow = False
        self._sleeper: asyncio.Future[None] | None = None

    def put(self, number: int, message: bytes) -> None:
        """Queue a message, or give the reader up if the queue is full."""
        if len(self.waiting) >= self.most:
            self.is_slow = True
        else:
            self.waiting.append((number, message))
        self._wake()

    def _wake(self) -> None:
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def take(self, seconds: float) -> list[tuple[int, bytes]]:
        """What has arrived, or nothing after so many seconds. Raises TooSlow."""
        if not self.waiting and not self.is_slow:
            loop = asyncio.get_running_loop()
            self._sleeper = loop.create_future()
            alarm = loop.call_later(seconds, self._wake)
            try:
                await self._sleeper
            finally:
                alarm.cancel()
        if self.is_slow:
            raise TooSlow
        taken, self.waiting = self.waiting, []
        return taken


class Hub:
    """All listeners of this process, by topic: a table's id or a guest's id."""

    def __init__(self, url: str, most: int):
        self.most = most
        self.topics: defaultdict[str, set[Listener]] = defaultdict(set)
        self.restless: set[str] = set()
        """Topics where someone came or went and nobody has been told yet."""
        self._redis = redis.asyncio.Redis.from_url(url) if url else None
        self.heard: Callable[[str, int], Awaitable[None]] | None = None
        """Called with the hints of other processes: topic and last event."""
        self._sends: asyncio.Queue[str] = asyncio.Queue(10_000)

    @contextlib.contextmanager
    def listening(self, topic: str, guest: str | None) -> Iterator[Listener]:
        """A listener to a topic for as long as the stream lasts."""
        listener = Listener(self.most, guest)
        self.topics[topic].add(listener)
        try:
            yield listener
        finally:
            self.topics[topic].discard(listener)
            if not self.topics[topic]:
                del self.topics[topic]

    def tell(self, topic: str, events: list[Event]) -> None:
        """Pass events on to this process's listeners."""
        listeners = self.topics.get(topic)
        if not listeners:
            return
        for event in events:
            message = msgspec.json.encode(event)
            for listener in list(listeners):
                listener.put(event.number, message)

    def say(self, topic: str, message: bytes) -> None:
        """Pass on something that is not in the log."""
        for listener in list(self.topics.get(topic, ())):
            listener.put(0, message)

    def hint(self, topic: str, number: int) -> None:
        """Let other processes know that there is something to read."""
        if self._redis is not None:
            with contextlib.suppress(asyncio.QueueFull):
                self._sends.put_nowait(f"{topic} {number}")

    def present(self, topic: str) -> Counter[str | None]:
        """Who listens here, by guest."""
        return Counter(listener.guest for listener in self.topics.get(topic, ()))

    @property
    def listeners(self) -> int:
        """How many streams are open."""
        return sum(len(found) for found in self.topics.values())

    async def run(self) -> None:
        """Exchange hints with the other processes for ever, over whatever outages."""
        if self._redis is None:
            return
        await asyncio.gather(self._send_all(), self._hear_all())

    async def _send_all(self) -> None:
        assert self._redis is not None
        while True:
            hint = await self._sends.get()
            try:
                await self._redis.publish(CHANNEL, hint)
            except (RedisError, OSError) as error:
                log.warning("hint not sent: %s", error)

    async def _hear_all(self) -> None:
        assert self._redis is not None
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message" and self.heard is not None:
                            topic, _, number = message["data"].decode().partition(" ")
                            await self.heard(topic, int(number))
            except (RedisError, OSError) as error:
                log.warning("hints not heard: %s", error)
                await asyncio.sleep(1)

    async def close(self) -> None:
        """Let go of Redis."""
        if self._redis is not None:
            await self._redis.aclose()
