"""Processes exchange messages by Redis, and hear which topics may lack some."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import redis

from rondel.server.bus.redis_bus import ALL, RedisBus
from rondel.server.errors import Unavailable
from rondel.server.storage import server_lock as locks
from rondel.server.storage.server_lock import RedisRequired, server_lock
from tests.ports import free_port
from tests.waiting import TIMEOUT

from .fork_server import fork_server
from .playing import Server
from .processes import start_redis


def cut(url: str) -> None:
    """End every other connection to a Redis."""
    with cast(Any, redis.Redis).from_url(url) as client:
        for kind in ("normal", "pubsub"):
            client.client_kill_filter(_type=kind, skipme=True)


class Ear:
    """Process as the bus sees it: what it received, and which topics may lack messages."""

    def __init__(self, url: str, *topics: str):
        self.bus = RedisBus(url)
        self.heard: list[tuple[str, bytes]] = []
        self.lossy: list[str] = []
        self.is_down = False
        for topic in topics:
            self.bus.subscribe(topic)

    async def on_loss(self, topics: Sequence[str]) -> None:
        """Note topics, unless the database is down."""
        if self.is_down:
            raise Unavailable
        self.lossy += topics

    def on_message(self, topic: str, message: bytes) -> None:
        """Note a message."""
        self.heard.append((topic, message))


@asynccontextmanager
async def running(*ears: Ear) -> AsyncGenerator[None]:
    """Run buses, once each has subscribed."""
    tasks = [asyncio.create_task(ear.bus.run(ear.on_message, ear.on_loss)) for ear in ears]
    await until(lambda: all(ALL in ear.lossy or ear.is_down for ear in ears))
    try:
        yield
        assert not any(task.done() for task in tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for ear in ears:
            await ear.bus.close()


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that must happen."""
    async with asyncio.timeout(TIMEOUT):
        while not happened():
            await asyncio.sleep(0.01)


def test_a_message_reaches_the_processes_that_have_subscribed_in_order(redis_url: str) -> None:
    async def talk() -> None:
        near, far, other = Ear(redis_url, "a"), Ear(redis_url, "a"), Ear(redis_url, "b")
        async with running(near, far, other):
            await until(lambda: "a" in far.lossy)
            sent = [b"%d \xff\n" % number for number in range(50)]
            for message in sent:
                near.bus.publish("a", message)
            near.bus.publish(ALL, b"end")
            await until(lambda: (ALL, b"end") in other.heard and (ALL, b"end") in far.heard)
            assert far.heard[:-1] == [("a", message) for message in sent]
            assert other.heard == [(ALL, b"end")] and near.heard == []

    asyncio.run(talk())


def test_a_topic_counts_as_lossy_until_its_subscription_has_begun(redis_url: str) -> None:
    async def talk() -> None:
        near, far = Ear(redis_url), Ear(redis_url)
        async with running(near, far):
            far.bus.subscribe("a")
            await until(lambda: "a" in far.lossy)
            near.bus.publish("a", b"1")
            await until(lambda: far.heard == [("a", b"1")])
            far.bus.unsubscribe("a")
            far.bus.subscribe("b")
            await until(lambda: "b" in far.lossy)
            near.bus.publish("a", b"2")
            near.bus.publish("b", b"3")
            await until(lambda: ("b", b"3") in far.heard)
            assert ("a", b"2") not in far.heard

    asyncio.run(talk())


def test_a_topic_is_reliable_once_its_subscribers_have_caught_up(redis_url: str) -> None:
    async def talk() -> None:
        ear = Ear(redis_url)
        async with running(ear):
            ear.bus.subscribe("a")
            assert not ear.bus.is_reliable("a")
            await until(lambda: ear.bus.is_reliable("a"))
            ear.is_down = True
            await asyncio.to_thread(cut, redis_url)
            await until(lambda: not ear.bus.is_reliable("a"))
            ear.is_down = False
            await until(lambda: ear.bus.is_reliable("a"))
            # Whatever came while nobody had subscribed was not passed on.
            ear.bus.unsubscribe("a")
            assert not ear.bus.is_reliable("a")
            ear.bus.subscribe("a")
            assert not ear.bus.is_reliable("a")
            await until(lambda: ear.bus.is_reliable("a"))

    asyncio.run(talk())


def test_connections_that_are_cut_make_all_topics_lossy_and_come_back(redis_url: str) -> None:
    async def talk() -> None:
        near, far = Ear(redis_url), Ear(redis_url, "a")
        async with running(near, far):
            for _ in range(2):
                far.lossy.clear()
                far.heard.clear()
                await asyncio.to_thread(cut, redis_url)
                # Once for the outage, and once when the subscription has begun again.
                await until(lambda: far.lossy.count("a") > 1)
                near.bus.publish("a", b"1")
                await until(lambda: ("a", b"1") in far.heard)

    asyncio.run(talk())


def test_while_redis_is_away_all_topics_are_lossy_and_afterwards_messages_arrive() -> None:
    async def talk() -> None:
        port = free_port()
        url = f"redis://127.0.0.1:{port}"
        running_redis = await asyncio.to_thread(start_redis, port)
        near, far = Ear(url), Ear(url, "a")
        try:
            async with running(near, far):
                running_redis.kill()
                running_redis.wait(30)
                near.bus.publish("a", b"1")
                far.lossy.clear()
                await until(lambda: far.lossy.count("a") > 1)
                assert not far.bus.is_reliable("a")
                running_redis = await asyncio.to_thread(start_redis, port)
                # Redis passes nothing on to those who subscribe later: they catch up instead.
                async with asyncio.timeout(TIMEOUT):
                    while ("a", b"2") not in far.heard:
                        near.bus.publish("a", b"2")
                        await asyncio.sleep(0.05)
        finally:
            running_redis.kill()
            running_redis.wait(30)

    asyncio.run(talk())


def test_a_loss_is_reported_again_until_the_database_answers(redis_url: str) -> None:
    async def talk() -> None:
        far = Ear(redis_url, "a")
        far.is_down = True
        async with running(far):
            await asyncio.sleep(0.1)
            far.is_down = False
            await until(lambda: {"a", ALL} <= set(far.lossy))

    asyncio.run(talk())


def test_a_sender_that_cannot_keep_all_messages_says_that_some_are_lost(redis_url: str) -> None:
    async def talk() -> None:
        near, far = Ear(redis_url), Ear(redis_url, "a")
        async with running(near, far):
            far.lossy.clear()
            for number in range(20_000):
                near.bus.publish("a", b"%d" % number)
            await until(lambda: {"a", ALL} <= set(far.lossy))

    asyncio.run(talk())


def test_a_server_without_redis_is_alone_at_its_database(
    database: str, start_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "LOCK_TIMEOUT", 0.0)
    first = start_server(database=database, bots=False)
    for is_alone in (True, False):
        with pytest.raises(RedisRequired, match="RONDEL_REDIS"), server_lock(database, is_alone):
            pass
    first.kill()
    with (
        server_lock(database, False),
        server_lock(database, False),
        pytest.raises(RedisRequired),
        server_lock(database, True),
    ):
        pass
    with server_lock(database, True):
        pass


def test_a_second_server_without_redis_stops_with_one_sentence(
    tmp_path: Path, start_server: Callable[..., Server]
) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    start_server(database=database, bots=False)
    given = {"RONDEL_DATABASE": database, "RONDEL_WARM": "false", "BROWSER": "true"}
    port = str(free_port())
    stopped = fork_server().run("serve", "--port", port, seconds=TIMEOUT, **given)
    assert stopped.returncode == 2
    assert "another server process uses this database" in stopped.stderr
    assert "RONDEL_REDIS" in stopped.stderr and "Traceback" not in stopped.stderr


def test_when_receiving_fails_nothing_is_left_running(redis_url: str) -> None:
    def fail(topic: str, message: bytes) -> None:
        raise ZeroDivisionError

    async def talk() -> None:
        near, far = Ear(redis_url), Ear(redis_url, "a")
        async with running(near):
            failing = asyncio.create_task(far.bus.run(fail, far.on_loss))
            await until(lambda: "a" in far.lossy)
            near.bus.publish("a", b"1")
            await asyncio.wait([failing], timeout=TIMEOUT)
            assert failing.done() and isinstance(failing.exception(), ExceptionGroup)
            await far.bus.close()
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(talk())
