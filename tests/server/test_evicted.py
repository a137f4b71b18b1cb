"""Tables that memory has no room for: their streams speak, their bots move, nobody spins."""

import random
import re
from collections.abc import Callable
from pathlib import Path

from tests.waiting import wait_until

from .playing import BOT, MINE, OPEN, Server, Visitor, carry, events_until

Start = Callable[..., Server]


def test_the_stream_of_an_evicted_table_hears_what_another_process_does(
    postgres_database: str, redis_url: str, start_server: Start
) -> None:
    settings = {"database": postgres_database, "redis": redis_url, "tables_in_memory": 1}
    near, far = start_server(**settings), start_server(**settings)
    ana = Visitor(near)
    there = carry(ana, far)
    table = ana.table(MINE, MINE)["id"]
    with there.socket(table) as socket:
        events_until(socket, "started")
        # Others' tables take its place.
        for _ in range(3):
            there.state(there.table(MINE, MINE)["id"])
        for number in range(3):
            ana.step(table, random.Random(number))
            # Whoever reads it here before its stream has looked must not hide the news.
            assert there.state(table)["last_event"] > 1
            assert events_until(socket, "steps")[-1]["data"]["own"] == 1


def test_a_bot_of_an_evicted_table_moves_and_its_worker_does_not_spin(
    tmp_path: Path, start_server: Start
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", tables_in_memory=1)
    ana = Visitor(server)
    tables = [ana.table(BOT, BOT)["id"] for _ in range(4)]
    for table in tables:
        wait_until(lambda table=table: ana.state(table)["table"]["status"] == "over")  # type: ignore[misc]
    events = sum(len(ana.ok("GET", f"/api/tables/{t}/events")["events"]) for t in tables)
    thought = re.search(r'rondel_bot_seconds_count\{bot="random"\} (\d+)', ana.metrics())
    assert thought and int(thought[1]) < 2 * events


def test_a_worker_lets_go_of_an_evicted_table_that_ended_meanwhile(
    tmp_path: Path, start_server: Start
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", tables_in_memory=1)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    slow = {"kind": "bot", "bot": "skilled"}
    table = ana.table(slow, MINE, OPEN, visibility="public")["id"]
    ben.act(table, "join")
    luck = random.Random(1)
    for _ in range(20):
        state = ana.state(table)
        if state["moment"]["turn"]["seat"] == 0:
            break
        (ana if state["table"]["your_turn"] else ben).step(table, luck)
    for _ in range(3):
        ben.table(MINE, MINE)
    for visitor in (ana, ben):
        visitor.ask_command(table, "resign")
    wait_until(lambda: bool(ana.state(table)["table"]["status"] == "over"))
    count = r'rondel_bot_seconds_count\{bot="skilled"\} (\d+)'

    def thoughts() -> int:
        found = re.search(count, ana.metrics())
        return int(found[1]) if found else 0

    quiet_since = thoughts() + 2
    other = ben.table(BOT, BOT)["id"]
    wait_until(lambda: bool(ben.state(other)["table"]["status"] == "over"))
    assert thoughts() <= quiet_since
