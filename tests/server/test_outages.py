"""Outages of the database and Redis: nothing is lost, and nothing hangs."""

import json
import random
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.ports import free_port
from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, MINE, OPEN, Server, Visitor, events_until, hot_seat
from .processes import Postgres, new_database, start_redis

Start = Callable[..., Server]


@pytest.fixture
def cluster() -> Iterator[Postgres]:
    """Yield a PostgreSQL that the test may stop."""
    cluster = Postgres()
    cluster.start()
    yield cluster
    cluster.remove()


def test_a_database_that_goes_away_is_named_and_loses_nothing(
    cluster: Postgres, start_server: Start
) -> None:
    server = start_server(database=new_database(cluster.url))
    ana = Visitor(server)
    table, bots = ana.table(MINE, MINE)["id"], ana.table(BOT, BOT)["id"]
    state = ana.state(table)
    turn = state["moment"]["turn"]
    body = {"after": state["sequence"], "steps": [turn["actions"][0]["text"]], "key": "k"}
    with ana.socket(table, f"since={state['last_event']}") as socket:
        cluster.stop()
        answer = ana.ask_command(table, "play", **body, seat=turn["seat"])
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) > 0
        # Health is asked of the database at most once a second.
        wait_until(lambda: httpx.get(server.url + "/healthz", timeout=TIMEOUT).status_code == 503)
        assert ana.refused("GET", "/healthz") == (503, "unavailable")
        cluster.start()
        wait_until(lambda: httpx.get(server.url + "/healthz", timeout=TIMEOUT).status_code == 200)
        made = ana.command(table, "play", **body, seat=turn["seat"])
        again = ana.command(table, "play", **body, seat=turn["seat"])
        assert made["event"] == again["event"] == state["last_event"] + 1
        assert events_until(socket, "steps")[-1]["number"] == made["event"]
    wait_until(lambda: ana.state(bots)["table"]["status"] == "over")
    events = ana.ok("GET", f"/api/tables/{bots}/events")["events"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))


def test_a_full_disk_is_named_and_leaves_nothing_half_done(
    tmp_path: Path, start_server: Start
) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bots=False)
    ana, table = hot_seat(server)
    state = ana.state(table)
    turn = state["moment"]["turn"]
    body = {"after": state["sequence"], "steps": [turn["actions"][0]["text"]], "key": "k"}
    body["seat"] = turn["seat"]
    with ana.socket(table, f"since={state['last_event']}") as socket:
        full = (file.with_name("x.db-wal").stat().st_size, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
        answer = ana.ask_command(table, "play", **body)
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        socket.send(json.dumps({"kind": "play", "id": 1, **body}))
        while (told := json.loads(socket.recv(timeout=TIMEOUT))).get("re") != 1:
            assert told["kind"] != "steps"
        assert told["error"]["code"] == "unavailable"
        assert ana.state(table)["moment"] == state["moment"]
        free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)
        made, again = (ana.command(table, "play", **body) for _ in range(2))
        assert made["event"] == again["event"] == state["last_event"] + 1
        assert events_until(socket, "steps")[-1]["number"] == made["event"]
    ana.step(table, random.Random(1))
    numbers = [e["number"] for e in ana.ok("GET", f"/api/tables/{table}/events")["events"]]
    assert numbers == list(range(1, made["event"] + 2))


def test_a_file_that_others_lock_is_named_and_waited_for(
    tmp_path: Path, start_server: Start
) -> None:
    file = tmp_path / "x.db"
    ana = Visitor(start_server(database=f"sqlite:///{file}", bots=False, lock_seconds=0.5))
    table, luck = ana.table(MINE, MINE)["id"], random.Random(1)
    before = ana.state(table)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        turn = before["moment"]["turn"]
        step = {"after": before["sequence"], "steps": [turn["actions"][0]["text"]]}
        refusal = ana.try_command(table, "play", **step, seat=turn["seat"])
        assert refusal == (503, "unavailable")
        assert ana.state(table)["moment"] == before["moment"]
        other.execute("ROLLBACK")
    ana.step(table, luck)
    assert ana.state(table)["last_event"] == before["last_event"] + 1


def test_without_redis_play_goes_on_and_with_it_again_it_is_quick_again(
    postgres_database: str, start_server: Start
) -> None:
    port = free_port()
    redis = start_redis(port)
    settings = {"database": postgres_database, "redis": f"redis://127.0.0.1:{port}"}
    first, second = start_server(**settings), start_server(**settings)
    ana, ben = Visitor(first), Visitor(second, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    ben.act(table, "join")
    luck = random.Random(3)
    with ana.socket(table) as near, ben.socket(table) as far:
        for socket in (near, far):
            events_until(socket, "started")
        for what in ("before", "without", "after"):
            if what == "without":
                redis.kill()
                redis.wait(30)
            if what == "after":
                redis = start_redis(port)
            for _ in range(3):
                mover = ana if ana.state(table)["table"]["your_turn"] else ben
                mover.step(table, luck)
                told = [events_until(socket, "steps")[-1] for socket in (near, far)]
                # Each process reads the clock anew.
                for event in told:
                    event["patch"]["state"] = event["patch"]["moment"]
                assert told[0] == told[1], what
    redis.kill()
    redis.wait(30)
