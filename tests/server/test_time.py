"""Time: days for a turn, a live clock, and bots that think too long."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, update

from rondel.server.runtime import deadlines
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.deadlines import Deadlines
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import read_settings
from rondel.server.signing import Signer
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from tests.waiting import wait_until

from .playing import BOT, MINE, OPEN, Server, Visitor

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


def beats(database: Database) -> list[str]:
    """Return what a server writes as a sign of life."""
    kept = schema.settings
    alive = select(kept.c.value).where(kept.c.name == deadlines.ALIVE)
    return [database.read_now(lambda connection: str(connection.execute(alive).scalar()))]


def counts(visitor: Visitor) -> tuple[float, float]:
    """Return how often a server has read its database, and how often it has written."""
    text = visitor.metrics()
    label = 'rondel_database_seconds_count{what="%s"} '
    found = [float(text.partition(label % what)[2].split("\n")[0]) for what in ("read", "write")]
    return found[0], found[1]


def test_a_server_without_a_running_live_clock_writes_nothing_and_reads_once_a_second(
    database: str, redis_url: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=database, redis=redis_url)
    ana = Visitor(server)
    # Neither a match without a clock, nor one by the day, nor a bot that was to move needs signs.
    ana.table(MINE, MINE, pace={"kind": "days", "days": 3})
    finished = ana.table(BOT, BOT)["id"]
    wait_until(lambda: ana.state(finished)["table"]["status"] == "over")
    table = ana.table(MINE, BOT)["id"]
    with ana.socket(table):
        wait_until(lambda: is_idle(ana))


def is_idle(visitor: Visitor) -> bool:
    """Return whether a server writes nothing and reads once a second for some seconds."""
    began = time.monotonic()
    before, written = counts(visitor)
    time.sleep(5)
    after, wrote = counts(visitor)
    passed = time.monotonic() - began
    # The page of metrics reads, too.
    return wrote == written and after - before <= passed / deadlines.LOOK_INTERVAL + 1 + 3


def test_a_server_gives_signs_of_life_while_a_live_clock_runs(
    database: str, start_server: Callable[..., Server]
) -> None:
    server, store = start_server(database=database), Database(database)
    ana, before = Visitor(server), beats(store)
    pace = {"kind": "live", "seconds": 100, "increment": 0}
    table = ana.table(MINE, MINE, pace=pace)["id"]
    wait_until(lambda: beats(store) != before)
    # The match began long after the last sign, and yet no time was given back.
    assert sum(ana.state(table)["clock"]["seconds"]) < 200
    store.close()


def test_a_live_clock_that_began_after_the_last_sign_loses_what_came_since_and_no_more(
    database: str,
) -> None:
    store = Database(database)
    migrate(store)
    at, kept = time.time(), schema.settings
    guest = {"id": "ana", "name": "Ana", "made": at}
    live = {"status": "playing", "deadline": at + 10, "clock": "[500,500]"}
    rows = [
        {"id": "later", "turn_began": at - 300, **live},
        {"id": "before", "turn_began": at - 5000, **live},
        {"id": "days", "turn_began": at - 5000, "status": "playing", "deadline": at + 10},
    ]
    more = {
        "game": "finca", "rules": 1, "edition": "", "players": 2, "visibility": "private",
        "pace": "{}", "creator": "ana", "secret": b"", "commitment": "", "made": at,
    }  # fmt: skip

    def prepare(connection: Connection) -> None:
        connection.execute(insert(schema.guests).values(guest))
        connection.execute(insert(t), [{"clock": "[]", **more, **row} for row in rows])
        signs = [{"name": deadlines.ALIVE, "value": repr(at - 1000)}]
        connection.execute(insert(kept), signs)

    store.write_now(prepare)
    store.write_now(deadlines.beat)
    query = select(t.c.id, t.c.turn_began, t.c.deadline)
    found = store.read_now(lambda connection: connection.execute(query).all())
    moved = {
        row.id: (round(row.turn_began - at, -1), round(row.deadline - at, -1)) for row in found
    }
    assert moved == {"later": (0, 310), "before": (-4000, 1010), "days": (-5000, 10)}
    store.close()


def test_a_crowd_of_readers_does_not_silence_the_sign_that_a_server_is_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadlines, "BEAT_INTERVAL", 0.05)
    monkeypatch.setattr(deadlines, "LOOK_INTERVAL", 0.05)
    gate, kept = threading.Event(), schema.settings
    alive = select(kept.c.value).where(kept.c.name == deadlines.ALIVE)

    async def crowd() -> None:
        held = Database(database)
        await asyncio.to_thread(migrate, held)
        watch = Deadlines(
            TableRegistry(held, Broadcaster("", 10), Signer("k" * 40), read_settings())
        )
        watch.is_live = True
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
