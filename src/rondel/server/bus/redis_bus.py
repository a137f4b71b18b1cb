"""Messages between server processes, by Redis pub/sub.

The journal is the truth. A message may be lost: the bus then reports which topics may lack
messages, and their subscribers read the database.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, cast

from rondel.core import RondelError
from rondel.server.errors import Unavailable
from rondel.server.logs import OutageLog
from rondel.server.signing import new_name

log = logging.getLogger("rondel.bus")
CHANNEL = "rondel:"
"""Begins the names of channels; the rest is the topic."""
ALL = "all"
"""Topic of messages to every process."""
LOST = b"lost"
"""Sent to every process by one that could not send all it had to."""
MAX_WAITING = 10_000
MAX_BATCH = 500
RETRY_INTERVAL = 1.0
PING_INTERVAL = 2.0
"""Seconds of silence after which Redis is asked whether it is there; twice that is an outage."""
DOCUMENT, PROCESSES = "rondel:process:", "rondel:processes"
"""Keys of what each process keeps for the others, and of when each has last done so."""
DOCUMENT_TTL = 15
OnMessage = Callable[[str, bytes], None]
OnLoss = Callable[[Sequence[str]], Awaitable[None]]
"""Called with the topics that may lack messages."""


def check_cancelled() -> None:
    """Raise CancelledError again: in Python 3.11 a wait that is just over swallows it."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class RedisBus:
    """Publishes messages, and receives those of the other processes on subscribed topics."""

    def __init__(self, url: str):
        # Imported here: a single process does without.
        import redis.asyncio

        self.topics = {ALL}
        self._name = new_name().encode()
        self._log = OutageLog("the message bus between processes", log)
        self._waiting: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue(MAX_WAITING)
        self._has_lost = False
        self._changed = asyncio.Event()
        """Set when topics were added or removed."""
        self._subscribed = set[str]()
        """Topics that Redis has confirmed."""
        self._suspected = set[str]()
        """Topics that may lack messages."""
        self._checked = set[str]()
        """Topics that were suspected and whose subscribers catch up."""
        self._has_suspicion = asyncio.Event()
        self._outages = (redis.RedisError, OSError, TimeoutError)
        # The library's own types are incomplete.
        client = cast(Any, redis.asyncio.Redis).from_url
        self._sending: Any = client(url, socket_timeout=2 * PING_INTERVAL)
        self._receiving: Any = client(url)

    @property
    def is_up(self) -> bool:
        """Return whether messages go through."""
        return not self._log.failing

    def is_reliable(self, topic: str) -> bool:
        """Return whether all messages of a topic arrive here."""
        is_subscribed = topic in self.topics and topic in self._subscribed
        return is_subscribed and topic not in self._suspected and topic not in self._checked

    def publish(self, topic: str, message: bytes) -> None:
        """Send a message to the other processes that have subscribed to a topic."""
        try:
            self._waiting.put_nowait((topic, message))
        except asyncio.QueueFull:
            self._has_lost = True

    def subscribe(self, topic: str) -> None:
        """Receive a topic's messages from soon on; the topic counts as lossy until then."""
        self.topics.add(topic)
        self._changed.set()
        # What came since it was unsubscribed was not passed on, if it still is subscribed.
        self._suspect([topic])

    def unsubscribe(self, topic: str) -> None:
        """Receive no more messages of a topic."""
        self.topics.discard(topic)
        self._changed.set()

    async def exchange(self, document: bytes) -> dict[str, bytes]:
        """Keep a document for DOCUMENT_TTL; return those of the other processes by their names.

        Raises Unavailable.
        """
        at = time.time()
        try:
            async with self._sending.pipeline(transaction=False) as together:
                together.set(DOCUMENT + self._name.decode(), document, ex=DOCUMENT_TTL)
                together.zadd(PROCESSES, {self._name: at})
                together.zremrangebyscore(PROCESSES, 0, at - 2 * DOCUMENT_TTL)
                together.zrange(PROCESSES, 0, -1)
                *_, found = await together.execute()
            names = [name.decode() for name in found if name != self._name]
            documents = await self._sending.mget([DOCUMENT + name for name in names] or [""])
        except self._outages as error:
            raise Unavailable from error
        return {
            name: document for name, document in zip(names, documents, strict=False) if document
        }

    async def run(self, on_message: OnMessage, on_loss: OnLoss) -> None:
        """Send and receive for ever."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send())
            group.create_task(self._receive(on_message))
            group.create_task(self._report_losses(on_loss))

    async def close(self) -> None:
        """Close the connections."""
        await self._sending.aclose()
        await self._receiving.aclose()

    async def _send(self) -> None:
        while True:
            batch = [await self._waiting.get()]
            while len(batch) < MAX_BATCH and not self._waiting.empty():
                batch.append(self._waiting.get_nowait())
            if self._has_lost:
                self._has_lost = False
                batch.append((ALL, LOST))
            while not await self._sent(batch):
                await asyncio.sleep(RETRY_INTERVAL)

    async def _sent(self, batch: Iterable[tuple[str, bytes]]) -> bool:
        """Send messages; return whether Redis has taken them."""
        check_cancelled()
        try:
            async with self._sending.pipeline(transaction=False) as together:
                for topic, message in batch:
                    together.publish(channel_of(topic), self._name + b" " + message)
                await together.execute()
        except self._outages as error:
            self._log.failed(str(error), "send")
            return False
        self._log.worked("send")
        return True

    async def _receive(self, on_message: OnMessage) -> None:
        while True:
            check_cancelled()
            try:
                async with self._receiving.pubsub() as channels:
                    followed = set(self.topics)
                    await channels.subscribe(*map(channel_of, followed))
                    following = asyncio.create_task(self._follow_topics(channels, followed))
                    reading = asyncio.create_task(self._read(channels, on_message))
                    try:
                        await asyncio.wait((following, reading), return_when="FIRST_COMPLETED")
                    finally:
                        following.cancel()
                        reading.cancel()
                        ended = await asyncio.gather(following, reading, return_exceptions=True)
                    for error in ended:
                        if isinstance(error, Exception):
                            raise error
            except self._outages as error:
                self._log.failed(str(error), "receive")
            # Until Redis is back, the database says what happens.
            self._subscribed.clear()
            self._suspect(self.topics)
            await asyncio.sleep(RETRY_INTERVAL)

    async def _follow_topics(self, channels: Any, followed: set[str]) -> None:
        """Subscribe to whatever topics there are from now on."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            new, old = self.topics - followed, followed - self.topics
            followed = set(self.topics)
            if new:
                await channels.subscribe(*map(channel_of, new))
            self._subscribed -= old
            if old:
                await channels.unsubscribe(*map(channel_of, old))

    async def _read(self, channels: Any, on_message: OnMessage) -> None:
        is_waiting = False
        while True:
            check_cancelled()
            found = await channels.get_message(timeout=PING_INTERVAL)
            if found is None:
                if is_waiting:
                    raise TimeoutError("Redis is silent")
                await channels.ping()
            is_waiting = found is None
            if found is None or found["type"] not in ("subscribe", "message"):
                continue
            topic = found["channel"].decode().removeprefix(CHANNEL)
            if found["type"] == "subscribe":
                self._log.worked("receive")
                self._subscribed.add(topic)
                self._suspect([topic])
                continue
            name, _, message = found["data"].partition(b" ")
            if topic == ALL and message == LOST:
                self._suspect(self.topics)
            elif name != self._name:
                on_message(topic, message)

    def _suspect(self, topics: Iterable[str]) -> None:
        self._suspected.update(topics)
        self._has_suspicion.set()

    async def _report_losses(self, on_loss: OnLoss) -> None:
        """Report topics that may lack messages until their subscribers have caught up."""
        while True:
            await self._has_suspicion.wait()
            self._has_suspicion.clear()
            self._checked, self._suspected = self._suspected, set[str]()
            try:
                await on_loss(list(self._checked))
            except RondelError:
                self._suspect(self._checked)
                await asyncio.sleep(RETRY_INTERVAL)
            self._checked = set[str]()


def channel_of(topic: str) -> str:
    """Return the name of a topic's channel."""
    return CHANNEL + topic
