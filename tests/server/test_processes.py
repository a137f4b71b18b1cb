"""More than one process: events cross by Redis, bots are moved once, a worker joins in."""

import json
import random
import socket
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from sqlalchemy import String

from rondel.server.runtime.bot_runner import worker_name
from rondel.server.storage import schema
from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, MINE, OPEN, Server, Visitor, carry, events_until, heard_until
from .processes import new_database, start_process

Start = Callable[..., Server]


def test_a_worker_on_a_machine_with_a_long_name_is_written_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for last in "ab":
        monkeypatch.setattr(socket, "gethostname", lambda last=last: "x" * 63 + last)
        name = worker_name(4_194_304)
        room = cast(String, schema.tasks.c.claimed_by.type).length
        assert room is not None and len(name) <= room and name.endswith(f"{last}:4194304")


@pytest.fixture(scope="module")
def pair(
    postgres: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    folder = tmp_path_factory.mktemp("pair")
    settings = {"database": new_database(postgres), "redis": redis_url}
    first, second = (start_process(folder / f"log-{n}", **settings) for n in range(2))
    yield first, second
    first.stop()
    second.stop()


def test_events_cross_processes(pair: tuple[Server, Server]) -> None:
    ana = Visitor(pair[0])
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    ben = Visitor(pair[1], "Ben")
    with ana.socket(table) as near, ben.socket(table) as far:
        ben.act(table, "join")
        for socket in (near, far):
            events_until(socket, "started")
        luck = random.Random(2)
        for _ in range(10):
            mover = ana if ana.state(table)["table"]["your_turn"] else ben
            mover.step(table, luck)
            told = [events_until(socket, "steps")[-1] for socket in (near, far)]
            assert told[0] == told[1]
            assert told[0]["patch"]["state"]["sequence"] == told[0]["number"]
    assert ana.state(table)["moment"] == ben.state(table)["moment"]


def test_a_table_that_only_passed_events_on_catches_up_when_somebody_moves_there(
    pair: tuple[Server, Server],
) -> None:
    ana = Visitor(pair[0])
    there = carry(ana, pair[1])
    table, luck = ana.table(MINE, MINE)["id"], random.Random(3)
    with there.socket(table) as far, ana.socket(table) as near:
        for socket in (near, far):
            events_until(socket, "started")
        for _ in range(3):
            ana.step(table, luck)
            for socket in (near, far):
                events_until(socket, "steps")
            # Asked at the first process, so that the second has no other reason to look.
            far.send(ana.step_message(table, luck))
            answer = heard_until(far, lambda message: message.get("re") == 1)[-1]
            assert "error" not in answer
            events_until(near, "steps")


def test_who_is_there_is_the_same_whichever_process_is_asked(pair: tuple[Server, Server]) -> None:
    ana, ben = Visitor(pair[0]), Visitor(pair[1], "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    ben.act(table, "join")
    near = [ana, carry(ben, pair[0]), Visitor(pair[0], None), Visitor(pair[0], "Carla")]
    far = [carry(ana, pair[1]), ben, Visitor(pair[1], None), Visitor(pair[1], "Dora")]

    def seen(visitor: Visitor) -> tuple[list[bool], int]:
        state = visitor.state(table)
        return [seat["present"] for seat in state["table"]["seats"]], state["watchers"]

    def is_seen(*wanted: Any) -> bool:
        return all(seen(visitor) == wanted for visitor in near + far)

    wait_until(lambda: is_seen([False, False], 0))
    with ana.socket(table), near[3].socket(table), far[2].socket(table), far[2].socket(table):
        wait_until(lambda: is_seen([True, False], 3))
        with ben.socket(table) as socket:
            wait_until(lambda: is_seen([True, True], 3))
            ana_turn = ana.state(table)["table"]["your_turn"]
            (ana if ana_turn else ben).step(table, random.Random(1))
            events_until(socket, "steps")
    # Players who have left just now may be back at once, so they count as there for a while.
    wait_until(lambda: {seen(visitor)[1] for visitor in near + far} == {0})


def test_two_processes_never_both_accept_a_step(pair: tuple[Server, Server]) -> None:
    ana = Visitor(pair[0])
    there = carry(ana, pair[1])
    table = ana.table(MINE, MINE)["id"]
    for _ in range(10):
        state = ana.state(table)
        turn = state["moment"]["turn"]
        body = {"after": state["sequence"], "seat": turn["seat"]}
        answers = [
            visitor.ask_command(
                table,
                "play",
                **body,
                steps=[turn["actions"][number % len(turn["actions"])]["text"]],
            ).status_code
            for number, visitor in enumerate((ana, there))
        ]
        assert answers == [200, 409]
        assert there.state(table)["sequence"] == ana.state(table)["sequence"]


def test_a_worker_elsewhere_moves_the_bots(
    postgres_database: str, redis_url: str, start_server: Start
) -> None:
    settings = {"database": postgres_database, "redis": redis_url}
    server = start_server(**settings, bots=False)
    ana = Visitor(server)
    tables = [ana.table(BOT, BOT)["id"] for _ in range(4)]
    assert all(ana.state(table)["moment"]["steps"] == 32 for table in tables)
    for _ in range(2):
        start_server(program="worker", **settings)
    for table in tables:
        wait_until(lambda table=table: ana.state(table)["table"]["status"] == "over")  # type: ignore[misc]
        events = ana.ok("GET", f"/api/tables/{table}/events")["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))


def test_a_restart_under_a_listener_loses_nothing(database: str, start_server: Start) -> None:
    server = start_server(database=database, bot_lease=2)
    ana = Visitor(server)
    table = ana.table(BOT, BOT)["id"]
    with ana.socket(table) as socket:
        heard = [json.loads(socket.recv(timeout=TIMEOUT)) for _ in range(6)]
    server.kill()
    # At another port it is another worker, who takes over when the first one's lease is out.
    again = start_server(database=database, bot_lease=2)
    ana = carry(ana, again)
    last = max(event.get("number", 0) for event in heard)
    with ana.socket(table, f"since={last}") as socket:
        rest = [event for event in events_until(socket, "over") if "number" in event]
    assert [event["number"] for event in rest] == list(range(last + 1, last + 1 + len(rest)))
