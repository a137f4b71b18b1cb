"""Processes wake each other by Redis or by PostgreSQL, after an outage too."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import Any, cast

import psycopg
import pytest
import redis

from rondel.server.bus.hints import MessageBus, neighbours_by

PATIENCE = 30


def cut_postgres(url: str) -> None:
    """End every other connection to a database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def cut_redis(url: str) -> None:
    """End every other connection to a Redis."""
    with cast(Any, redis.Redis).from_url(url) as client:
        for kind in ("normal", "pubsub"):
            client.client_kill_filter(_type=kind, skipme=True)


@pytest.mark.parametrize("by", ["postgres", "redis"])
def test_a_hint_reaches_the_other_process_before_and_after_an_outage(
    by: str, postgres_database: str, redis_url: str
) -> None:
    urls = {"postgres": postgres_database, "redis": redis_url}
    cuts: dict[str, Callable[[str], None]] = {"postgres": cut_postgres, "redis": cut_redis}

    async def talk() -> None:
        near, far = neighbours_by(urls[by]), neighbours_by(urls[by])
        heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

        async def hear(topic: str, number: int) -> None:
            await heard.put((topic, number))

        async def ignore(topic: str, number: int) -> None:
            pass

        tasks = [asyncio.create_task(near.run(ignore)), asyncio.create_task(far.run(hear))]
        for number in (1, 2):
            async with asyncio.timeout(PATIENCE):
                # Hints may be lost while nobody listens yet.
                while ("atable", number) not in [heard.get_nowait() for _ in range(heard.qsize())]:
                    near.send("atable", number)
                    await asyncio.sleep(0.05)
            await asyncio.to_thread(cuts[by], urls[by])
        assert not any(task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await near.close()
        await far.close()

    asyncio.run(talk())


class Swallowing(MessageBus):
    """Sends as long as it takes, and misses that it should end, as a wait that is just over may."""

    outages = (OSError,)

    def __init__(self) -> None:
        super().__init__()
        self.is_sending = False

    async def publish(self, hints: list[str]) -> None:
        self.is_sending = True
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(PATIENCE)

    async def hints(self) -> AsyncGenerator[str, None]:
        await asyncio.sleep(PATIENCE)
        yield ""

    async def close(self) -> None:
        pass


def test_whoever_is_told_to_end_while_sending_ends() -> None:
    async def ignore(topic: str, number: int) -> None:
        pass

    async def leave() -> None:
        near = Swallowing()
        running = asyncio.create_task(near.run(ignore))
        near.send("atable", 1)
        async with asyncio.timeout(PATIENCE):
            while not near.is_sending:
                await asyncio.sleep(0.01)
        running.cancel()
        ended, _ = await asyncio.wait({running}, timeout=PATIENCE / 2)
        assert ended

    asyncio.run(leave())
