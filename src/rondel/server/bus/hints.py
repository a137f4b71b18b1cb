"""The other processes: a hint says there is something to read. The log is the truth.

Hints go by Redis, or else by PostgreSQL itself.
"""

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any, cast

from sqlalchemy.engine import make_url

from rondel.core import RondelError
from rondel.server.logs import OutageLog
from rondel.server.signing import new_name

CHANNEL = "rondel_hints"
MAX_WAITING = 10_000
log = logging.getLogger("rondel.neighbours")
Heard = Callable[[str, int], Awaitable[None]]


LOOK = 5.0
"""Seconds of silence after which whoever listens looks whether it should still."""


def check_wanted() -> None:
    """Raise CancelledError again: in Python 3.11 a wait that is just over swallows it."""
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


class MessageBus(ABC):
    """Sends hints and hears those of the other processes, over whatever outages."""

    outages: tuple[type[Exception], ...]
    """What is raised when nobody passes hints on."""

    def __init__(self) -> None:
        self._name = new_name()
        self._log = OutageLog("the message bus between processes", log)
        self._sends: asyncio.Queue[str] = asyncio.Queue(MAX_WAITING)

    @property
    def is_up(self) -> bool:
        """Return whether messages go through."""
        return not self._log.is_any_failing

    def send(self, topic: str, number: int) -> None:
        """Let the others know of a topic's latest event, sooner or later or not at all."""
        with contextlib.suppress(asyncio.QueueFull):
            self._sends.put_nowait(f"{self._name} {topic} {number}")

    async def run(self, heard: Heard) -> None:
        """Exchange hints for ever. If one of the two fails, the other ends with it."""
        async with asyncio.TaskGroup() as both:
            both.create_task(self._send_all())
            both.create_task(self._hear_all(heard))

    async def _send_all(self) -> None:
        while True:
            check_wanted()
            hints = [await self._sends.get()]
            while not self._sends.empty():
                hints.append(self._sends.get_nowait())
            try:
                await self.publish(hints)
            except self.outages as error:
                self._log.failed(str(error), "send")
            else:
                self._log.worked("send")

    async def _hear_all(self, heard: Heard) -> None:
        while True:
            check_wanted()
            try:
                async with contextlib.aclosing(self.hints()) as hints:
                    async for hint in hints:
                        self._log.worked("receive")
                        name, topic, number = hint.split(" ")
                        if name != self._name:
                            await self._tell(heard, topic, int(number))
                        check_wanted()
            except self.outages as error:
                self._log.failed(str(error), "receive")
            await asyncio.sleep(1)

    async def _tell(self, heard: Heard, topic: str, number: int) -> None:
        """Pass a hint on; one that cannot be followed now is found again by looking."""
        try:
            await heard(topic, number)
        except RondelError as error:
            log.warning("a hint was not followed: %s", error)

    @abstractmethod
    async def publish(self, hints: list[str]) -> None:
        """Send hints to all processes."""

    @abstractmethod
    def hints(self) -> AsyncGenerator[str, None]:
        """What all processes send, this one too, until there is an outage."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of whoever passes hints on."""


class ByRedis(MessageBus):
    """Hints by a Redis."""

    def __init__(self, url: str):
        # Imported here: only who runs several processes has it.
        import redis.asyncio

        super().__init__()
        self.outages = (redis.RedisError, OSError)
        # Its own types are half told.
        self._redis: Any = cast(Any, redis.asyncio.Redis).from_url(url)

    async def publish(self, hints: list[str]) -> None:
        """Send hints to all processes."""
        async with self._redis.pipeline(transaction=False) as together:
            for hint in hints:
                together.publish(CHANNEL, hint)
            await together.execute()

    async def hints(self) -> AsyncGenerator[str, None]:
        """What all processes send."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            async for message in channel.listen():
                if message["type"] == "message":
                    yield message["data"].decode()

    async def close(self) -> None:
        """Let go of Redis."""
        await self._redis.aclose()


class ByPostgres(MessageBus):
    """Hints by the database, which tells whoever listens."""

    def __init__(self, url: str):
        # Imported here: only who has such a database has it.
        import psycopg

        super().__init__()
        self.outages = (psycopg.Error, OSError)
        plain = make_url(url).set(drivername="postgresql")
        self._url = plain.render_as_string(hide_password=False)
        self._sender: psycopg.AsyncConnection | None = None
        self._connect = psycopg.AsyncConnection.connect

    async def publish(self, hints: list[str]) -> None:
        """Send hints to all processes."""
        if self._sender is None or self._sender.closed:
            self._sender = await self._connect(self._url, autocommit=True, connect_timeout=5)
        each = "SELECT pg_notify(%s, hint) FROM unnest(%s::text[]) AS hint"
        await self._sender.execute(each, (CHANNEL, hints))

    async def hints(self) -> AsyncGenerator[str, None]:
        """What all processes send."""
        async with await self._connect(self._url, autocommit=True, connect_timeout=5) as listening:
            await listening.execute(f"LISTEN {CHANNEL}")
            while True:
                check_wanted()
                async for told in listening.notifies(timeout=LOOK):
                    yield told.payload

    async def close(self) -> None:
        """Let go of the database."""
        if self._sender is not None:
            await self._sender.close()


def neighbours_by(url: str) -> MessageBus:
    """The other processes, by a Redis or a PostgreSQL."""
    return ByRedis(url) if url.startswith(("redis", "unix")) else ByPostgres(url)
