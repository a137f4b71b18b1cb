"""Presence across processes, and what becomes of it when one of them dies."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from rondel.server.bus import redis_bus
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.presence import Presence
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import read_settings
from rondel.server.signing import Signer
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from rondel.server.storage.presence import last_seen
from tests.waiting import TIMEOUT


def add_table(connection: Connection) -> None:
    """Write a table with one person."""
    guest = {"id": "ana", "name": "Ana", "made": 0.0}
    connection.execute(insert(schema.guests).values(guest))
    table = {
        "id": "t", "game": "finca", "rules": 1, "edition": "", "players": 2, "visibility": "public",
        "status": "open", "pace": "{}", "creator": "ana", "secret": b"", "commitment": "",
        "made": 0.0,
    }  # fmt: skip
    connection.execute(insert(schema.tables).values(table))
    seat = {"table_id": "t", "seat": 0, "kind": "person", "guest": "ana", "name": "Ana"}
    connection.execute(insert(schema.seats).values(seat))


@asynccontextmanager
async def processes(database: str, redis: str) -> AsyncGenerator[tuple[Presence, Presence]]:
    """Give what two processes know of who is there."""
    store = Database(database)
    await asyncio.to_thread(migrate, store)
    await store.write(add_table)
    near, far = (Broadcaster(redis, 10) for _ in range(2))
    signer, settings = Signer("k" * 40), read_settings()
    yield (
        Presence(TableRegistry(store, near, signer, settings)),
        Presence(TableRegistry(store, far, signer, settings)),
    )
    await near.close()
    await far.close()
    await asyncio.to_thread(store.close)


def test_whoever_a_killed_process_saw_was_last_seen_when_it_died(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "DOCUMENT_TTL", 1)

    async def die() -> None:
        async with processes(database, redis_url) as (near, far):
            caught_up: list[Any] = []

            async def catch_up(topics: Any) -> None:
                caught_up.append(topics)

            monkeypatch.setattr(far.tables, "catch_up", catch_up)
            store, here = far.tables.database, far.tables.hub
            with near.tables.hub.listening("t", "ana"), here.listening("t", None):
                await near.look()
                await far.look()
                assert here.present("t")["ana"] == 1 and not caught_up
                # Nobody has left.
                assert await store.read(partial(last_seen, tables=["t"])) == {}
                async with asyncio.timeout(TIMEOUT):
                    while here.present("t")["ana"]:
                        await asyncio.sleep(0.1)
                        await far.look()
                # What the dead process has written last may not have been published.
                assert caught_up and all(topics == ["t"] for topics in caught_up)
                found = await store.read(partial(last_seen, tables=["t"]))
                assert list(found["t"]) == ["ana"]

    asyncio.run(die())


def test_whoever_leaves_is_written_once_and_nothing_is_written_while_they_stay(
    database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def leave() -> None:
        async with processes(database, redis_url) as (near, _):
            store, writes = near.tables.database, list[Any]()
            write = store.write

            def count(work: Any) -> Any:
                writes.append(work)
                return write(work)

            monkeypatch.setattr(store, "write", count)
            with near.tables.hub.listening("t", "ana"):
                for _ in range(3):
                    await near.look()
                assert not writes
            for _ in range(3):
                await near.look()
            assert len(writes) == 1
            assert "ana" in (await store.read(partial(last_seen, tables=["t"])))["t"]

    asyncio.run(leave())
