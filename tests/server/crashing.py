"""People who play on while servers are killed under them, and what became of their steps."""

import random
import threading
import time
from typing import Any

import httpx

from rondel.match import verify

from .playing import Server, Visitor


class Witness:
    """Person who plays on whatever happens, and remembers every step that was acknowledged."""

    def __init__(self, visitors: list[Visitor], table: str, seed: int):
        self.visitors, self.table, self.luck = visitors, table, random.Random(seed)
        self.acknowledged: list[tuple[int, str]] = []
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def run(self) -> None:
        """Step after step until told to stop; a server that is gone is asked again."""
        while not self.stopped.is_set():
            try:
                self.once()
            except (httpx.TransportError, AssertionError):
                self.turn_elsewhere()

    def turn_elsewhere(self) -> None:
        """Ask the next server, if there are several."""
        time.sleep(0.05)
        self.visitors = [*self.visitors[1:], self.visitors[0]]

    def once(self) -> None:
        """One step with a key, sent again until it is answered."""
        state = self.visitors[0].state(self.table)
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
                answer = self.visitors[0].ask_command(self.table, "play", **body)
            except httpx.TransportError:
                self.turn_elsewhere()
                continue
            if answer.status_code == 200:
                self.acknowledged.append((answer.json()["event"], text))
            if answer.status_code < 500:
                return
            self.turn_elsewhere()


def clone(visitor: Visitor, server: Server) -> Visitor:
    """Return the same person with a connection of their own."""
    there = Visitor(server, None)
    there.http.cookies.update(visitor.http.cookies)
    return there


def is_over(visitor: Visitor, table: str) -> bool:
    """Return whether a match has ended."""
    found: bool = visitor.state(table)["table"]["status"] == "over"
    return found


def all_events(visitor: Visitor, table: str) -> list[Any]:
    """Return the whole log of a table."""
    events: list[Any] = []
    while page := visitor.ok("GET", f"/api/tables/{table}/events?since={len(events)}")["events"]:
        events += page
    return events


def lost(visitor: Visitor, witness: Witness) -> list[tuple[int, str]]:
    """Return the steps answered with 200 that are not in the log at the stated place."""
    events = {event["number"]: event for event in all_events(visitor, witness.table)}
    return [
        (number, text)
        for number, text in witness.acknowledged
        if number not in events
        or events[number]["kind"] != "steps"
        or events[number]["data"]["steps"][0] != text
    ]


def doubled(visitor: Visitor, witness: Witness) -> list[int]:
    """Return the events of the witness's seat that the witness never had an answer for, or had
    twice.

    Every step was sent, with its key, until it was answered: one answer for each event.
    """
    seat = visitor.state(witness.table)["your_seats"][0]
    events = all_events(visitor, witness.table)
    own = [e["number"] for e in events if e["kind"] == "steps" and e["data"]["seat"] == seat]
    answered = [number for number, _ in witness.acknowledged]
    twice = [number for number in answered if answered.count(number) > 1]
    return twice + [number for number in own if number not in answered]


def check_record(visitor: Visitor, table: str) -> None:
    """Check that the log has no gap, and that the record replays to the stored result."""
    numbers = [event["number"] for event in all_events(visitor, table)]
    assert numbers == list(range(1, len(numbers) + 1))
    match, proved = verify(visitor.ask("GET", f"/api/tables/{table}/record").text)
    result = visitor.state(table)["table"]["result"]
    assert proved and list(match.position.scores) == result["scores"]
    assert list(match.position.ranks) == result["ranks"]
