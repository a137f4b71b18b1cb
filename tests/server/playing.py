"""Visitors for the tests: they talk to a real server over HTTP and WebSocket."""

import json
import random
import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from rondel.games import find
from rondel.match import Match, SeededRandom, write_record
from tests.waiting import TIMEOUT

from .fork_server import ForkedProcess


@dataclass
class Server:
    """Server process."""

    url: str
    process: "ForkedProcess | subprocess.Popen[Any]"
    log: Path
    metrics_url: str = ""
    visitors: "list[Visitor]" = field(default_factory=list["Visitor"])

    def stop(self) -> None:
        """Let it finish and go."""
        for visitor in self.visitors:
            visitor.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(30)

    def kill(self) -> None:
        """Give it no chance to finish anything."""
        self.process.kill()
        self.process.wait(30)


class Visitor:
    """Someone with a cookie of their own."""

    @classmethod
    def program(cls, server: Server, name: str) -> "Visitor":
        """Return a program with an account of its own."""
        found = cls(server, None)
        made = found.ok("POST", "/api/bots", {"name": name})
        found.id = made["id"]
        found.http.headers["Authorization"] = f"Bearer {made['token']}"
        return found

    def __init__(self, server: Server, name: str | None = "Ana"):
        self.url = server.url
        self.metrics_url = server.metrics_url
        server.visitors.append(self)
        # Reading the list of authorities takes longer than most tests, and nothing here is secret.
        self.http = httpx.Client(base_url=self.url, timeout=TIMEOUT, verify=False)
        if name is not None:
            self.id = self.ok("PUT", "/api/me", {"name": name})["id"]

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Send a request."""
        return self.http.request(method, path, json=body, **more)

    def metrics(self) -> str:
        """Return what the server counts for Prometheus."""
        return httpx.get(self.metrics_url, timeout=TIMEOUT).raise_for_status().text

    def ok(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Send a request that must succeed."""
        answer = self.ask(method, path, body, **more)
        assert answer.status_code < 300, (answer.status_code, answer.text)
        return answer.json()

    def refused(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Return the status and code of a refusal."""
        answer = self.ask(method, path, body)
        return answer.status_code, answer.json()["code"]

    def table(self, *seats: dict[str, Any], **options: Any) -> Any:
        """Make a table."""
        wanted = {"game": "finca", "seats": list(seats), **options}
        return self.ok("POST", "/api/tables", wanted)

    def state(self, table: str) -> Any:
        """Return a table as it stands."""
        return self.ok("GET", f"/api/tables/{table}")

    def play(self, table: str, *steps: Any, **more: Any) -> Any:
        """Make steps that answer the present state."""
        body = {"after": self.state(table)["sequence"], "steps": list(steps), **more}
        return self.command(table, "play", **body)

    def step(self, table: str, luck: random.Random) -> Any:
        """Any legal step."""
        state = self.state(table)
        chosen = luck.choice(state["moment"]["turn"]["actions"])["text"]
        return self.play(table, chosen, seat=state["moment"]["turn"]["seat"])

    def step_message(self, table: str, luck: random.Random) -> str:
        """Return the WebSocket message for any legal step."""
        state = self.state(table)
        turn = state["moment"]["turn"]
        step = {"after": state["sequence"], "seat": turn["seat"]}
        step["steps"] = [luck.choice(turn["actions"])["text"]]
        return json.dumps({"kind": "play", "id": 1, **step})

    def ask_command(self, table: str, kind: str, **fields: Any) -> httpx.Response:
        """Send a command."""
        return self.ask("POST", f"/api/tables/{table}/commands", {"kind": kind, **fields})

    def try_command(self, table: str, kind: str, **fields: Any) -> tuple[int, str]:
        """Send a command; return the status, and the code of a refusal or ''."""
        body = {"kind": kind, **fields}
        return self.outcome("POST", f"/api/tables/{table}/commands", body)

    def command(self, table: str, kind: str, **fields: Any) -> Any:
        """Send a command that must be accepted; return its event's number and the state."""
        return self.ok("POST", f"/api/tables/{table}/commands", {"kind": kind, **fields})

    def act(self, table: str, kind: str, **fields: Any) -> Any:
        """Send a command that must be accepted; return the state."""
        return self.command(table, kind, **fields)["state"]

    def rematch(self, table: str, **fields: Any) -> str:
        """Ask for a rematch, or agree to one; return the new table's id."""
        return str(self.act(table, "rematch", **fields)["table"]["rematch"])

    def renew_link(self, table: str, **fields: Any) -> Any:
        """Replace a link; return all links."""
        self.act(table, "renew-link", **fields)
        return self.ok("GET", f"/api/tables/{table}/links")

    def transfer_seat(self, table: str, **fields: Any) -> Any:
        """Make a link that gives a seat back to its player; return all links."""
        self.act(table, "transfer-seat", **fields)
        return self.ok("GET", f"/api/tables/{table}/links")

    def undo(self, table: str, seat: int, what: str = "turn") -> Any:
        """Take back, or ask the others for it."""
        after = self.state(table)["sequence"]
        return self.command(table, "undo", after=after, seat=seat, what=what)

    def substitute(self, table: str, seat: int, bot: str, *others: "Visitor") -> Any:
        """Have a bot play for one's own seat, once the others have agreed; return the state."""
        state = self.act(table, "substitute", seat=seat, bot=bot)
        for other in others:
            state = other.answer_undo(table, True)
        return state

    def play_myself(self, table: str, seat: int) -> Any:
        """Play again where a bot stood in; return the state."""
        return self.act(table, "substitute", seat=seat, bot=None)

    def leave(self, table: str) -> Any:
        """Stand up."""
        return self.act(table, "leave")

    def sit_down(self, table: str, **how: Any) -> Any:
        """Take a seat, by a link or without one; return the state."""
        return self.act(table, "join", **how)

    def try_claim(self, table: str, seat: int) -> tuple[int, str]:
        """Claim the win over a player who does not move."""
        return self.try_command(table, "claim-win", seat=seat)

    def allow_bot(self, table: str) -> Any:
        """Let the others have a bot play for one's seat while away."""
        return self.act(table, "allow-substitute", yes=True)

    def try_substitute(self, table: str, seat: int) -> tuple[int, str]:
        """Ask for a bot at a seat."""
        body = {"seat": seat, "bot": "random"}
        return self.try_command(table, "substitute", **body)

    def try_rename(self, table: str, name: str) -> tuple[int, str]:
        """Take another name at a table."""
        return self.try_command(table, "rename", name=name)

    def try_step(self, table: str, after: int, step: str) -> tuple[int, str]:
        """Make a step that may be refused."""
        body = {"after": after, "steps": [step]}
        return self.try_command(table, "play", **body)

    def answer_undo(self, table: str, yes: bool) -> Any:
        """Answer a player who asks to take back."""
        return self.act(table, "answer-undo", yes=yes)

    def join(self, table: str, token: str) -> Any:
        """Sit down, or watch, by the secret of a link."""
        return self.act(table, "join", token=token)

    def may_join(self, table: str, seat: int) -> bool:
        """Try to sit down without a link; return whether that was allowed."""
        answer = self.ask_command(table, "join", seat=seat)
        return answer.status_code < 300

    def ready(self, table: str) -> Any:
        """Say that the match may begin."""
        return self.act(table, "ready")

    def step_with_key(self, table: str, after: int, step: str, seat: int, key: str) -> int:
        """Make a step under an idempotency key; return the number of its event."""
        body = {"after": after, "steps": [step], "seat": seat, "key": key}
        number: int = self.command(table, "play", **body)["event"]
        return number

    def facts(self, table: str) -> dict[str, Any] | None:
        """Return the facts of a table as it stands; None if the visitor may not see it."""
        answer = self.ask("GET", f"/api/tables/{table}")
        assert answer.status_code in (200, 404), answer.text
        return facts_of(answer.json()) if answer.status_code == 200 else None

    def event_facts(self, table: str) -> list[dict[str, Any]]:
        """Return the facts of all events of a table."""
        found: list[dict[str, Any]] = []
        while True:
            since = found[-1]["number"] if found else 0
            page = self.ok("GET", f"/api/tables/{table}/events?since={since}")
            found += [facts_of_event(event) for event in page["events"]]
            if not page["events"] or found[-1]["number"] >= page["last_event"]:
                return found

    def record(self, table: str) -> str | None:
        """Return a table's record; None while it may not be read."""
        answer = self.ask("GET", f"/api/tables/{table}/record")
        return answer.text if answer.status_code == 200 else None

    def deal(self, table: str) -> dict[str, Any]:
        """Return what proves a table's deal."""
        found = self.ok("GET", f"/api/tables/{table}/deal")
        return {name: found[name] for name in ("commitment", "secret", "verified")}

    def review(self, table: str, depth: str) -> dict[str, Any]:
        """Return the state of a review, and the review itself."""
        found = self.ok("GET", f"/api/tables/{table}/review?depth={depth}")
        names = ("status", "done", "steps", "mine", "review")
        return {name: found[name] for name in names}

    def daily(self, game: str, day: str) -> dict[str, Any]:
        """Return the deal of a day and its results."""
        found = self.ok("GET", f"/api/daily/{game}?day={day}")
        names = ("commitment", "secret", "table", "over", "played")
        result = ("place", "name", "points", "margin", "conceded", "you")
        results = [picked(one, result) for one in found["results"]]
        return {name: found[name] for name in names} | {"results": results}

    @contextmanager
    def socket(
        self, table: str, query: str = "since=0", **more: Any
    ) -> Generator[ClientConnection]:
        """Yield a WebSocket at a table."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = self.url.replace("http", "ws") + f"/ws/tables/{table}?{query}"
        headers = {"Cookie": cookies, **more.pop("headers", {})}
        opened: ClientConnection
        with cast(Any, connect)(url, additional_headers=headers, max_size=None, **more) as opened:
            yield opened

    def refused_socket(self, table: str, query: str = "since=0", **more: Any) -> tuple[int, str]:
        """Ask for a socket that is refused; return the status and the code."""
        with pytest.raises(InvalidStatus) as refused, self.socket(table, query, **more):
            pass
        answer = refused.value.response
        return answer.status_code, json.loads(answer.body or b"{}")["code"]

    def chat(self, table: str, text: str) -> Any:
        """Write to a table's chat; return the event."""
        number = self.command(table, "chat", text=text)["event"]
        return self.ok("GET", f"/api/tables/{table}/events?since={number - 1}")["events"][0]

    def take_back(self, table: str, **body: Any) -> Any:
        """Take back, or ask to."""
        return self.command(table, "undo", **body)

    def ask_to_take_back(self, table: str, after: int) -> tuple[int, str]:
        """Ask to take back the last turn; return the status and the code of a refusal."""
        body = {"after": after, "what": "turn"}
        answer = self.ask_command(table, "undo", **body)
        return answer.status_code, answer.json().get("code", "")

    def outcome(self, method: str, path: str, body: Any = None) -> tuple[int, str]:
        """Return the status, and the code of a refusal or ''."""
        answer = self.ask(method, path, body)
        return answer.status_code, "" if answer.is_success else answer.json()["code"]

    def try_table(self, *seats: dict[str, Any]) -> tuple[int, str]:
        """Ask for a table that may be refused."""
        return self.outcome("POST", "/api/tables", {"game": "finca", "seats": list(seats)})

    def fill(self, table: str, seat: int, bot: str) -> tuple[int, str]:
        """Ask for a bot at a seat."""
        return self.try_command(table, "fill-seat", seat=seat, bot=bot)

    def bring(self, record: str) -> str:
        """Bring a record; return the id of its table."""
        return str(self.ok("POST", "/api/records", {"record": record})["id"])

    def try_bring(self, record: str, steps: int | None = None) -> tuple[int, str]:
        """Bring a record that may be refused."""
        return self.outcome("POST", "/api/records", {"record": record, "steps": steps})

    def seat_to_move(self, table: str) -> int:
        """Return the seat that is asked."""
        return int(self.state(table)["moment"]["turn"]["seat"])

    def steps(self, table: str) -> int:
        """Return how many steps were made at a table."""
        return int(self.state(table)["table"]["steps"])

    def branch(self, table: str, steps: int | None = None, against: str = "", seat: int = 0) -> str:
        """Continue from a moment of a table, alone or against bots; return the sandbox's id."""
        body = {"steps": steps, "bot": against, "seat": seat}
        return str(self.ok("POST", f"/api/tables/{table}/branch", body)["id"])

    def try_branch(self, table: str, steps: int | None = None) -> tuple[int, str]:
        """Branch from a moment of a table; that may be refused."""
        return self.outcome("POST", f"/api/tables/{table}/branch", {"steps": steps})

    def try_hint(self, table: str) -> tuple[int, str]:
        """Ask for a hint."""
        return self.outcome("POST", f"/api/tables/{table}/hint")

    def concede(self, table: str) -> Any:
        """Give up."""
        return self.act(table, "resign")

    def ask_review(self, table: str) -> tuple[int, str]:
        """Ask for the review of a game."""
        return self.outcome("POST", f"/api/tables/{table}/review", {})

    def begin_daily(self, game: str) -> tuple[int, str]:
        """Sit down to the deal of the day."""
        return self.outcome("POST", f"/api/daily/{game}")

    def daily_table(self, game: str) -> str:
        """Return the visitor's table of today's challenge."""
        return str(self.ok("GET", f"/api/daily/{game}")["table"])

    def mine(self) -> list[Any]:
        """Return all tables of the visitor."""
        return list(self.ok("GET", "/api/tables?show=mine&limit=100")["tables"])

    def try_remark(self, table: str, text: str) -> tuple[int, str]:
        """Say something that may be refused."""
        return self.try_command(table, "chat", text=text)


def hot_seat(server: Server) -> tuple[Visitor, str]:
    """Return a person with both seats of a table, and the table."""
    visitor = Visitor(server)
    return visitor, visitor.table(MINE, MINE)["id"]


def pair(server: Server, **options: Any) -> tuple[Visitor, Visitor, str]:
    """Return two people at a public table, and the table."""
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, **{"visibility": "public", **options})["id"]
    ben.act(table, "join")
    return ana, ben, table


def carry(visitor: Visitor, server: Server) -> Visitor:
    """Return the same person at another process."""
    there = Visitor(server, None)
    there.http.cookies.update(visitor.http.cookies)
    return there


def from_elsewhere(server: Server, name: str, address: str = "127.0.0.7") -> Visitor:
    """Return a visitor from another address."""
    visitor = Visitor(server, None)
    visitor.http.close()
    transport = httpx.HTTPTransport(verify=False, local_address=address)
    visitor.http = httpx.Client(base_url=server.url, timeout=30, transport=transport)
    visitor.id = visitor.ok("PUT", "/api/me", {"name": name})["id"]
    return visitor


def events_until(socket: ClientConnection, kind: str) -> list[Any]:
    """Messages up to the first of a kind."""
    return heard_until(socket, lambda message: bool(message.get("kind") == kind))


def heard_until(socket: ClientConnection, wanted: Callable[[Any], bool]) -> list[Any]:
    """Messages up to the first that is wanted; signs of life alone do not keep a test waiting."""
    heard: list[Any] = []
    until = time.monotonic() + TIMEOUT
    while True:
        assert time.monotonic() < until, f"not heard, but {heard[-3:]}"
        heard.append(json.loads(socket.recv(timeout=TIMEOUT)))
        if wanted(heard[-1]):
            return heard


def lines_until(answer: httpx.Response, wanted: Callable[[str], bool]) -> list[str]:
    """Return a stream's lines up to the first that is wanted, or to its end."""
    heard: list[str] = []
    until = time.monotonic() + TIMEOUT
    for line in answer.iter_lines():
        assert time.monotonic() < until, f"not heard, but {heard[-3:]}"
        heard.append(line)
        if wanted(line):
            break
    return heard


def whole(event: Any, before: Any) -> Any:
    """Return the state that an event leads to, as a page makes it: it brings what it changed."""
    patch = event["patch"]
    assert patch["since"] == before["last_event"]
    moment = before["moment"]
    if moment or patch["moment"]:
        moment = (moment or {"view": {}}) | patch["moment"]
        moment["view"] = moment["view"] | patch["view"]
    table = before["table"] | patch["table"]
    return before | patch["state"] | {"table": table, "moment": moment}


def until_closed(socket: ClientConnection) -> list[Any]:
    """Messages up to the end of the connection."""
    heard: list[Any] = []
    until = time.monotonic() + TIMEOUT
    with suppress(ConnectionClosed):
        while True:
            assert time.monotonic() < until, "the connection stays open"
            heard.append(json.loads(socket.recv(timeout=TIMEOUT)))
    return heard


MINE = {"kind": "person", "mine": True}
OPEN = {"kind": "person"}
BOT = {"kind": "bot", "bot": "random"}


RENAMED: dict[str, str] = {
    "asked": "to_move",
    "makers": "step_authors",
    "tick": "turn_time",
    "undo-asked": "undo-requested",
    "patience": "absence_timeout",
    "stand_in": "substitute",
    "conceded": "resigned",
}
"""Present wire name of each fact that has been renamed."""
TABLE_FACTS = (
    *("id", "game", "edition", "status", "visibility", "pace", "players", "sequence", "steps"),
    *("made", "started", "ended", "sandbox", "rematch", "rematch_of", "patience", "taken_back"),
    *("daily", "helped"),
)
STATE_FACTS = (
    *("last_event", "rules", "chat_for_watchers", "commitment", "secret", "nonces", "your_seats"),
    *("creator",),
)
SEAT_FACTS = (
    *("seat", "kind", "name", "bot", "open", "stand_in", "conceded", "you", "ready", "consents"),
)
RESULT_FACTS = ("reason", "scores", "ranks")
EVENT_FACTS = (
    *("seat", "change", "name", "bot", "steps", "length", "own", "asked", "after", "makers"),
    *("commitment", "nonces", "agreed", "more", "waits", "yes", "text", "table", "game"),
    *("edition", "tick", "aborted_before", *RESULT_FACTS),
)


def picked(document: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the named facts of a document, those that it has."""
    wire = {name: RENAMED.get(name, name) for name in names}
    return {name: document[told] for name, told in wire.items() if told in document}


def facts_of(state: Any) -> dict[str, Any]:
    """Return what a table's state says, under names that outlive those on the wire."""
    table, moment, clock, undo = (
        state[name] for name in ("table", "moment", "clock", "undo_request")
    )
    turn = None if moment is None else moment["turn"]
    return {
        **picked(table, TABLE_FACTS),
        **picked(state, STATE_FACTS),
        "result": table["result"] and picked(table["result"], RESULT_FACTS),
        "seats": [picked(seat, SEAT_FACTS) for seat in table["seats"]],
        "clock": picked(clock, ("seconds", "running", "deadline")),
        "undo": undo and picked(undo, ("seat", "steps", "waits")),
        "turn": turn and picked(turn, ("kind", "seat")),
        "legal": sorted(action["text"] for action in turn["actions"]) if turn else [],
        "scores": moment and moment["scores"],
        "ranks": moment and moment["ranks"],
    }


def facts_of_event(event: Any) -> dict[str, Any]:
    """Return what an event says, under names that outlive those on the wire."""
    kind = {wire: name for name, wire in RENAMED.items()}.get(event["kind"], event["kind"])
    data = picked(event["data"], EVENT_FACTS)
    return {"number": event["number"], "kind": kind, "at": event["at"], "data": data}


def long_record(steps: int) -> str:
    """Return the record of a long match."""
    return write_record(long_match(steps))


def turn(visitor: Visitor, table: str, luck: random.Random) -> list[str]:
    """Play one whole turn; the answer is what was played."""
    seat = visitor.state(table)["your_seats"][0]
    played: list[str] = []
    state = visitor.state(table)
    while state["moment"]["turn"]["seat"] == seat:
        texts = [action["text"] for action in state["moment"]["turn"]["actions"]]
        # Deliveries are what chance answers to.
        delivering = [text for text in texts if text.startswith(("fill", "cart"))]
        text = luck.choice(delivering or texts)
        state = visitor.play(table, text, seat=seat)["state"]
        played.append(text)
    return played


def long_match(steps: int) -> Match:
    """Return a legal match in which both players walk and walk."""
    match = Match(find("milestones"), ["Ana", "Ben"], dealer=SeededRandom(1))
    while len(match) < steps:
        match.play(match.position.legal_steps[-1][0])
    return match
