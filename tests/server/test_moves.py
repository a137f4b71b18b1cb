"""Moves of bots that think in other processes."""

import asyncio
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import event

from rondel.games import find
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.moves import MoveAnswer, MoveRequest, move_handlers
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import TaskWorker
from rondel.server.settings import read_settings
from rondel.server.signing import Signer
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from rondel.server.storage.tasks import (
    QUICK_MOVE,
    NewTask,
    answer_kind,
    find_task,
    insert_task,
    take_answers,
)
from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, MINE, Server, Visitor

NAMED = re.compile(r"\b(?:FROM|INTO|UPDATE|JOIN)\s+(\w+)", re.IGNORECASE)


def test_a_worker_answers_from_the_task_alone(database: str) -> None:
    edition = find("finca").edition("")
    position = find("finca").start(2, edition)
    while position.is_chance:
        position = position.after_unchecked(position.legal_steps[0][0])
    request = MoveRequest("finca", edition.name, "", position.write(), "random")
    named = set[str]()

    def note(_: Any, __: Any, statement: str, *___: Any) -> None:
        named.update(NAMED.findall(statement))

    async def answer() -> dict[str, Any]:
        store = Database(database)
        await asyncio.to_thread(migrate, store)
        settings = read_settings(warm=False)
        tables = TableRegistry(store, Broadcaster("", 10), Signer("k" * 40), settings)
        event.listen(store.engine, "before_cursor_execute", note)
        worker = TaskWorker(store, tables.tasks, "w", 60.0, move_handlers(tables))
        working = asyncio.create_task(worker.run())
        await store.write(partial(insert_task, task=NewTask(QUICK_MOVE, "t:1", request)))
        tables.tasks.announce(QUICK_MOVE)
        async with asyncio.timeout(TIMEOUT):
            await tables.tasks.wait(answer_kind(QUICK_MOVE))
        found = await store.write(partial(take_answers, kind=QUICK_MOVE, keys=["t:1", "t:2"]))
        assert await store.read(partial(find_task, kind=QUICK_MOVE, key="t:1")) is None
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await asyncio.to_thread(store.close)
        return found

    found = asyncio.run(answer())
    step = msgspec.convert(found["t:1"], MoveAnswer).step
    assert list(found) == ["t:1"] and step in position.legal_ids
    # Whose turn it is to be served depends on the guests' address groups.
    assert named - {"SKIP"} == {"tasks", "guests"}


def test_a_request_is_dropped_once_its_table_has_moved_on(
    tmp_path: Path, start_server: Callable[..., Server]
) -> None:
    file = tmp_path / "x.db"
    ana = Visitor(start_server(database=f"sqlite:///{file}", bots=False))

    query = "SELECT key FROM tasks WHERE kind <> 'bot' ORDER BY key"

    def requests() -> list[str]:
        with closing(sqlite3.connect(file)) as connection:
            return [key for (key,) in connection.execute(query)]

    tables = [ana.table(BOT, MINE, MINE)["id"] for _ in range(4)]
    asked = [table for table in tables if ana.seat_to_move(table) == 0]
    while not asked:
        table = ana.table(BOT, MINE, MINE)["id"]
        asked = [table] if ana.seat_to_move(table) == 0 else []
    expected = sorted(f"{table}:{ana.state(table)['sequence']}" for table in asked)
    wait_until(lambda: requests() == expected)
    for table in asked:
        ana.command(table, "resign", seat=1)
        ana.command(table, "resign", seat=2)
    wait_until(lambda: requests() == [])
