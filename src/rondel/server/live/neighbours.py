"""The other processes, by Redis: a hint says there is something to read. The log is the truth."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

import redis.asyncio
from redis.exceptions import RedisError

from rondel.contract import RondelError

CHANNEL = "rondel"
log = logging.getLogger("rondel.neighbours")


class Neighbours:
    """Sends hints and hears those of the other processes, over whatever outages."""

    def __init__(self, url: str):
        self._redis = redis.asyncio.Redis.from_url(url)
        self._sends: asyncio.Queue[str] = asyncio.Queue(10_000)

    def send(self, topic: str, number: int) -> None:
        """Let the others know of a topic's latest event, sooner or later or not at all."""
        with contextlib.suppress(asyncio.QueueFull):
            self._sends.put_nowait(f"{topic} {number}")

    async def run(self, heard: Callable[[str, int], Awaitable[None]]) -> None:
        """Exchange hints for ever. If one of the two fails, the other ends with it."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._send_all())
            both.create_task(self._hear_all(heard))

    async def _send_all(self) -> None:
        while True:
            hint = await self._sends.get()
            try:
                await self._redis.publish(CHANNEL, hint)
            except (RedisError, OSError) as error:
                log.warning("hint not sent: %s", error)

    async def _hear_all(self, heard: Callable[[str, int], Awaitable[None]]) -> None:
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            topic, _, number = message["data"].decode().partition(" ")
                            await self._tell(heard, topic, int(number))
            except (RedisError, OSError) as error:
                log.warning("hints not heard: %s", error)
                await asyncio.sleep(1)

    async def _tell(
        self, heard: Callable[[str, int], Awaitable[None]], topic: str, number: int
    ) -> None:
        """Pass a hint on; one that cannot be followed now is found again by looking."""
        try:
            await heard(topic, number)
        except RondelError as error:
            log.warning("a hint was not followed: %s", error)

    async def close(self) -> None:
        """Let go of Redis."""
        await self._redis.aclose()
