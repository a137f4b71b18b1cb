"""Nothing the server says before the end contains the dealer's secret or what it would deal."""

import json
import random
import threading
import time
from collections.abc import Callable

import httpx
from sqlalchemy import select

from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from tests.waiting import TIMEOUT

from .playing import MINE, Server, Visitor


def secret_of(database: str, table: str) -> bytes:
    store = Database(database)
    t = schema.tables
    secret = store.read_now(
        lambda c: c.execute(select(t.c.secret).where(t.c.id == table)).scalar_one()
    )
    store.close()
    return bytes(secret)


def test_all_traffic_and_logs_keep_the_secret_until_the_end(
    database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=database, log="debug")
    ana = Visitor(server)
    table = ana.table(MINE, MINE, visibility="public")["id"]
    secret = secret_of(database, table).hex()
    traffic: list[str] = []

    def keep(answer: httpx.Response) -> None:
        traffic.append(answer.read().decode())

    ana.http.event_hooks["response"].append(keep)
    heard = threading.Thread(target=listen, args=(ana, table, traffic), daemon=True)
    heard.start()
    luck = random.Random(11)
    steps = before = 0
    state = ana.state(table)
    while state["table"]["status"] == "playing":
        turn = state["moment"]["turn"]
        text = luck.choice(turn["actions"])["text"]
        tried = ana.ok("POST", f"/api/tables/{table}/preview", {"steps": [text]})["moment"]
        if tried["turn"]["kind"] == "chance":
            both = {"after": state["sequence"], "seat": turn["seat"], "steps": [text, text]}
            assert ana.try_command(table, "play", **both) == (
                422,
                "chance-between",
            )
        if steps % 10 == 0:
            for door in ("record", "deal", "events", "story", "links"):
                ana.ask("GET", f"/api/tables/{table}/{door}")
            traffic.append(ana.metrics())
        before = len(traffic)
        body = {"after": state["sequence"], "seat": turn["seat"], "steps": [text]}
        state = ana.command(table, "play", **body)["state"]
        steps += 1
    heard.join(60)
    assert not heard.is_alive()
    told = "\n".join(traffic[:before]) + server.log.read_text()
    assert len(told) > 100_000
    assert secret not in told.lower()
    assert secret in ana.ask("GET", f"/api/tables/{table}/record").text
    assert ana.ok("GET", f"/api/tables/{table}/deal")["verified"] is True


def listen(visitor: Visitor, table: str, traffic: list[str]) -> None:
    with visitor.socket(table) as socket:
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            message = str(socket.recv(timeout=60))
            traffic.append(message)
            if json.loads(message)["kind"] == "over":
                return
