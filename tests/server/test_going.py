"""Told to stop, a server says so, finishes what it began, and another one goes on from there."""

import json
import signal
import threading
from collections.abc import Callable
from typing import Any

from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, MINE, Server, Visitor, until_closed


def lines_of(visitor: Visitor, table: str, heard: list[Any], begun: threading.Event) -> None:
    with visitor.http.stream("GET", f"/api/tables/{table}/stream") as answer:
        for line in answer.iter_lines():
            heard.append(json.loads(line))
            begun.set()


def test_a_server_that_goes_tells_everyone_and_loses_no_bots_move(
    database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=database)
    ana, there = Visitor(server), Visitor(server, "Ben")
    quiet = ana.table(MINE, MINE, visibility="public")["id"]
    bots = [ana.table(BOT, BOT)["id"] for _ in range(6)]
    heard: list[Any] = []
    begun = threading.Event()
    reader = threading.Thread(target=lines_of, args=(there, quiet, heard, begun), daemon=True)
    reader.start()
    assert begun.wait(20)
    with ana.socket(quiet) as socket:
        socket.recv(timeout=TIMEOUT)
        server.process.send_signal(signal.SIGTERM)
        until_closed(socket)
    assert socket.close_code == 1012
    server.process.wait(TIMEOUT)
    # Streams that were only cut off would have kept it for the whole time of grace.
    assert "timeout graceful shutdown exceeded" not in server.log.read_text()
    reader.join(20)
    assert heard[-1] == {"kind": "ending"}
    assert "Task was destroyed" not in server.log.read_text()
    again = start_server(database=database)
    back = Visitor(again, None)
    back.http.cookies.update(ana.http.cookies)
    for table in bots:
        wait_until(lambda table=table: back.state(table)["table"]["status"] == "over")  # type: ignore[misc]
        events = back.ok("GET", f"/api/tables/{table}/events")["events"]
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
