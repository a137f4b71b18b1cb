"""Kill -9 at random moments: what was acknowledged is there, and every match still ends.

RONDEL_CRASH_GAMES and RONDEL_CRASH_KILLS set the size; the full measure is 200 and 20.
"""

import json
import os
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from rondel.match import verify

from .conftest import free_port
from .playing import BOT, MINE, Server, Visitor, wait_until

GAMES = int(os.environ.get("RONDEL_CRASH_GAMES", "24"))
KILLS = int(os.environ.get("RONDEL_CRASH_KILLS", "4"))


class Witness:
    """A person who plays on whatever happens, and remembers every step that was acknowledged."""

    def __init__(self, visitor: Visitor, table: str, seed: int):
        self.visitor, self.table, self.luck = visitor, table, random.Random(seed)
        self.acknowledged: list[tuple[int, str]] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        """Step after step until told to stop; a server that is gone is asked again."""
        while not self.stopped.is_set():
            try:
                self.once()
            except (httpx.TransportError, AssertionError):
                time.sleep(0.05)

    def once(self) -> None:
        """One step with a key, sent again until it is answered."""
        state = self.visitor.state(self.table)
        if state["table"]["status"] != "playing":
            self.stopped.set()
            return
        if not state["table"]["your_turn"]:
            time.sleep(0.01)
            return
        text = self.luck.choice(state["moment"]["turn"]["actions"])["text"]
        key = f"k{state['sequence']}-{self.luck.random()}"
        body = {"after": state["sequence"], "steps": [text], "key": key}
        while not self.stopped.is_set():
            try:
                answer = self.visitor.ask("POST", f"/api/tables/{self.table}/steps", body)
            except httpx.TransportError:
                time.sleep(0.05)
                continue
            if answer.status_code == 200:
                self.acknowledged.append((answer.json()["event"], text))
            return


@pytest.mark.timeout(1500)
def test_a_crash_loses_no_acknowledged_step_and_stops_no_match(
    database: str, start_server: Callable[..., Server]
) -> None:
    luck = random.Random(9)
    port = free_port()
    server = start_server(database=database, port=port)
    ana = Visitor(server)
    tables = [ana.table(BOT, BOT)["id"] for _ in range(GAMES)]
    played = [ana.table(MINE, BOT)["id"] for _ in range(2)]
    witnesses = [Witness(clone(ana, server), table, n) for n, table in enumerate(played)]
    threads = [threading.Thread(target=witness.run) for witness in witnesses]
    for thread in threads:
        thread.start()
    for _ in range(KILLS):
        time.sleep(luck.uniform(0.05, 1.5))
        server.kill()
        server = start_server(database=database, port=port)
    ana = clone(ana, server)
    for table in tables + played:
        wait_until(lambda table=table: is_over(ana, table), 600)  # type: ignore[misc]
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    for witness in witnesses:
        check_acknowledged(ana, witness)
    for table in tables + played:
        check_record(ana, table)


def clone(visitor: Visitor, server: Server) -> Visitor:
    """The same person with a connection of their own."""
    there = Visitor(server, None)
    there.http.cookies.update(visitor.http.cookies)
    return there


def is_over(visitor: Visitor, table: str) -> bool:
    """Whether a match has ended."""
    found: bool = visitor.state(table)["table"]["status"] == "over"
    return found


def all_events(visitor: Visitor, table: str) -> list[Any]:
    """The whole log of a table."""
    events: list[Any] = []
    while page := visitor.ok("GET", f"/api/tables/{table}/events?since={len(events)}")["events"]:
        events += page
    return events


def check_acknowledged(visitor: Visitor, witness: Witness) -> None:
    """Every step that was answered with 200 stands in the log where the answer said."""
    events = {event["number"]: event for event in all_events(visitor, witness.table)}
    assert witness.acknowledged
    for number, text in witness.acknowledged:
        assert events[number]["kind"] == "steps"
        assert events[number]["data"]["steps"][0] == text
    keys = [json.dumps(event) for event in events.values()]
    assert len(set(keys)) == len(keys)


def check_record(visitor: Visitor, table: str) -> None:
    """The log has no gap, and the record replays to the stored result with a proved deal."""
    numbers = [event["number"] for event in all_events(visitor, table)]
    assert numbers == list(range(1, len(numbers) + 1))
    match, proved = verify(visitor.ask("GET", f"/api/tables/{table}/record").text)
    result = visitor.state(table)["table"]["result"]
    assert proved and list(match.position.scores) == result["scores"]
    assert list(match.position.ranks) == result["ranks"]
