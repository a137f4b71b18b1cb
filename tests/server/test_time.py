"""Time: days for a turn, a live clock, and bots that think too long."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select, update

from rondel.server.runtime import deadlines
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.deadlines import Deadlines
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import read_settings
from rondel.server.signing import Signer
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate

from .playing import MINE, OPEN, Server, Visitor, wait_until

DAY = 86400
t = schema.tables


def test_days_for_a_turn_run_out_and_a_new_turn_has_all_of_them_again(
    tmp_path: Path, start_server: Callable[..., Server]
) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    server = start_server(database=database)
    ana = Visitor(server)
    made = ana.table(MINE, MINE, pace={"kind": "days", "days": 3})
    table, seat = made["id"], made["state"]["moment"]["turn"]["seat"]
    clock = made["state"]["clock"]
    assert clock["running"] == seat and clock["seconds"] == []
    assert abs(clock["deadline"] - time.time() - 3 * DAY) < 60
    state = made["state"]
    while state["moment"]["turn"]["seat"] == seat:
        first = state["moment"]["turn"]["actions"][0]["text"]
        state = ana.play(table, first, seat=seat)["state"]
    assert state["clock"]["running"] == 1 - seat
    assert state["clock"]["deadline"] >= clock["deadline"]
    store = Database(database)
    past = update(t).where(t.c.id == table).values(deadline=time.time() - 1)
    store.write_now(lambda connection: connection.execute(past))
    server.stop()
    # The time ran out while no server was there to see it.
    again = start_server(database=database)
    ended = select(t.c.status).where(t.c.id == table)
    wait_until(lambda: store.read_now(lambda c: c.execute(ended).scalar()) == "over")
    back = Visitor(again, None)
    back.http.cookies.update(ana.http.cookies)
    result = back.state(table)["table"]["result"]
    assert result["reason"] == "timed-out" and result["ranks"][1 - seat] == 2
    store.close()


def test_a_live_clock_runs_for_whoever_is_asked_and_pays_the_increment(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    pace = {"kind": "live", "seconds": 100, "increment": 30}
    table = ana.table(MINE, OPEN, visibility="public", pace=pace)["id"]
    state = ben.act(table, "join")
    seat = state["moment"]["turn"]["seat"]
    mover = (ana, ben)[int(seat)]
    time.sleep(1.1)
    running = mover.state(table)["clock"]
    assert running["seconds"][seat] <= 99 and running["seconds"][1 - seat] == 100
    state = mover.state(table)
    while state["moment"]["turn"]["seat"] == seat:
        state = mover.play(table, state["moment"]["turn"]["actions"][0]["text"])["state"]
    after = state["clock"]
    assert 100 < after["seconds"][seat] <= 129 and after["running"] == 1 - seat
    assert abs(after["deadline"] - time.time() - 100) < 10


def test_a_crowd_of_readers_does_not_silence_the_sign_that_a_server_is_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "BEAT_EVERY", 0.05)
    monkeypatch.setattr(deadlines, "LOOK_EVERY", 0.05)
    gate, kept = threading.Event(), schema.settings
    alive = select(kept.c.value).where(kept.c.name == deadlines.ALIVE)

    async def crowd() -> None:
        held = Database(database)
        await asyncio.to_thread(migrate, held)
        watch = Deadlines(
            TableRegistry(held, Broadcaster("", 10), Signer("k" * 40), read_settings())
        )
        readers = [asyncio.create_task(held.read(lambda _: gate.wait(60))) for _ in range(40)]
        works = [asyncio.create_task(work()) for work in (watch.run, watch.beat_on)]
        signs = set[str]()
        async with asyncio.timeout(50):
            while len(signs) < 3:
                await asyncio.sleep(0.05)
                signs.add(await held.write(lambda c: str(c.execute(alive).scalar())))
        assert not any(reader.done() for reader in readers)
        gate.set()
        await asyncio.gather(*readers)
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
        await asyncio.to_thread(held.close)

    try:
        asyncio.run(crowd())
    finally:
        gate.set()
