"""Honest table's moves and bot stay quick while a visitor from elsewhere abuses the server.

With the limits a host gets by default. In the suite each abuse lasts some seconds and the bounds
leave room for a busy machine; `RONDEL_ABUSE_SECONDS=60 pytest -s tests/server/test_abuse.py` takes
longer, holds p99 below one second, and prints what it measured.
"""

import json
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from functools import cache
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from rondel.server.settings import Settings

from .playing import MINE, Server, Visitor, from_elsewhere, heard_until, long_record
from .processes import start_process

SECONDS = float(os.environ.get("RONDEL_ABUSE_SECONDS", "0"))
LASTS = SECONDS or 2.0
BOUND = 1.0 if SECONDS else 8.0
"""Seconds that 99 of 100 moves and answers of the bot may take at most."""
THINKING = 0.6
"""Seconds between two turns: honest people, too, may ask only so much in a minute."""
ABUSERS = 8
ELSEWHERE = "127.0.0.6"
CHAMPION = {"kind": "bot", "bot": "champion"}
QUICK = {"kind": "bot", "bot": "regular"}
Abuse = Callable[[Server, Visitor], None]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with the limits every host gets."""
    folder = tmp_path_factory.mktemp("abuse")
    usual = Settings()
    limits = ("requests_per_minute", "guests_per_hour", "tables_per_hour", "strong_seats")
    more = ("imports_per_hour", "exports_per_hour", "streams", "connections", "messages_per_second")
    given = {name: getattr(usual, name) for name in (*limits, *more, "changes_per_minute")}
    database = f"sqlite:///{folder / 'x.db'}"
    server = start_process(folder / "log", database=database, offer="finca,milestones", **given)
    # What its bot needs may have to be compiled first.
    Honest(server).turn(patience=240)
    yield server
    server.stop()


class Honest:
    """Person who plays against a quick bot and counts the seconds."""

    def __init__(self, server: Server):
        self.ana = Visitor(server)
        self.luck = random.Random(1)
        self.table = ""
        self.moves: list[float] = []
        self.answers: list[float] = []

    def turn(self, patience: float = 60) -> None:
        """Make one move and wait for the bot's answer."""
        if not self.table or self.ana.state(self.table)["table"]["status"] != "playing":
            self.table = self.ana.table(MINE, QUICK)["id"]
        self._until_asked(patience)
        began = time.monotonic()
        self.ana.step(self.table, self.luck)
        self.moves.append(time.monotonic() - began)
        began = time.monotonic()
        self._until_asked(patience)
        self.answers.append(time.monotonic() - began)
        time.sleep(THINKING)

    def _until_asked(self, patience: float) -> None:
        until = time.monotonic() + patience
        while True:
            seen = self.ana.state(self.table)["table"]
            if seen["your_turn"] or seen["status"] != "playing":
                return
            assert time.monotonic() < until, "the bot does not move"
            time.sleep(0.1)


def p99(seconds: list[float]) -> float:
    return sorted(seconds)[int(len(seconds) * 0.99)]


def maps_of_dotted_keys(server: Server, eve: Visitor) -> None:
    dotted = "a" + ".a" * 20_000 + " = 1"
    wanted = {"game": "milestones", "seats": [MINE, MINE], "map": dotted}
    eve.ask("POST", "/api/tables", wanted)
    record = f"rondel: 1\ngame: milestones\nrules: 1\nedition: x\n| {dotted}\n\n"
    eve.ask("POST", "/api/records", {"record": record})


def maps_of_quotes(server: Server, eve: Visitor) -> None:
    wanted = {"game": "milestones", "seats": [MINE, MINE], "map": ('\\"a' * 7_000)[:20_000]}
    eve.ask("POST", "/api/tables", wanted)


def remarks_and_requests_to_take_back(server: Server, eve: Visitor) -> None:
    made = eve.ask("POST", "/api/tables", {"game": "finca", "seats": [MINE, MINE]})
    table = made.json().get("id", "none")
    for _ in range(20):
        eve.try_remark(table, "hm")
        eve.ask_to_take_back(table, 0)


@cache
def long_text() -> str:
    return long_record(15_000 if SECONDS else 5_000)


def long_matches(server: Server, eve: Visitor) -> None:
    made = eve.ask("POST", "/api/records", {"record": long_text()})
    if made.status_code != 201:
        time.sleep(0.2)
        return
    door = f"/api/tables/{made.json()['id']}"
    for _ in range(3):
        eve.ask("GET", f"{door}/record")
        eve.ask("GET", f"{door}/story?since=4000")
        eve.ask("GET", f"{door}/at/2500")
        eve.ask("GET", f"{door}/deal")
        eve.ask("POST", f"{door}/branch", {"steps": 3_000})


def taking_back_and_back(server: Server, eve: Visitor) -> None:
    made = eve.ask("POST", "/api/records", {"record": long_text()})
    if made.status_code != 201:
        time.sleep(0.2)
        return
    table, after = made.json()["id"], made.json()["state"]["sequence"]
    asking = {"kind": "undo", "id": 1, "what": "step"}
    with ExitStack() as stack, suppress(ConnectionClosed, InvalidStatus):
        lines = [
            stack.enter_context(eve.socket(table, source_address=(ELSEWHERE, 0))) for _ in range(3)
        ]
        for number in range(40):
            for line in lines:
                line.send(json.dumps(asking | {"after": after, "seat": number % 2}))
            for line in lines:
                answer = heard_until(line, lambda message: "re" in message)[-1]
                known = answer["error"]["fields"].get("state", {}) if "error" in answer else answer
                after = max(after, known.get("sequence", 0))


def tables_of_champions(server: Server, eve: Visitor) -> None:
    eve.ask("POST", "/api/tables", {"game": "finca", "seats": [CHAMPION] * 4})


def exports(server: Server, eve: Visitor) -> None:
    eve.ask("GET", "/api/records")
    eve.ask("GET", "/api/records?whose=mine")


def half_open_requests(server: Server, eve: Visitor) -> None:
    lines: list[socket.socket] = []
    with suppress(OSError):
        for _ in range(60):
            line = from_there(server)
            lines.append(line)
            line.sendall(
                b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500000\r\n\r\n{"
            )
    time.sleep(1)
    for line in lines:
        line.close()


def from_there(server: Server) -> socket.socket:
    address = urlsplit(server.url)
    return socket.create_connection(
        (address.hostname, address.port), timeout=5, source_address=(ELSEWHERE, 0)
    )


def floods_of_frames(server: Server, eve: Visitor) -> None:
    made = eve.ask("POST", "/api/tables", {"game": "finca", "seats": [MINE, MINE]})
    table = made.json().get("id", "none")
    cookies = "; ".join(f"{name}={value}" for name, value in eve.http.cookies.items())
    head = f"GET /ws/tables/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    head += f"Sec-WebSocket-Key: {'A' * 22}==\r\nCookie: {cookies}\r\n\r\n"
    with suppress(OSError), from_there(server) as line:
        line.sendall(head.encode())
        line.recv(1000)
        # Nobody reads what is answered.
        line.sendall(Frame(Opcode.PING, b"x" * 100).serialize(mask=True) * 50_000)
        line.sendall(Frame(Opcode.TEXT, b'{"kind": "state"}').serialize(mask=True) * 50_000)


def refused_sockets(server: Server, eve: Visitor) -> None:
    head = "GET /ws/tables/nonesuch HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    head += f"Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n"
    with ExitStack() as stack, suppress(OSError):
        for _ in range(300):
            # Nobody reads the refusal, and nobody goes.
            stack.enter_context(from_there(server)).sendall(head.encode())


def strong_seats_at_once(server: Server, eve: Visitor) -> None:
    wanted = {"game": "finca", "seats": [MINE, CHAMPION, CHAMPION]}
    with ThreadPoolExecutor(8) as pool:
        for _ in range(8):
            pool.submit(eve.ask, "POST", "/api/tables", wanted)


def requests_far_ahead(server: Server, eve: Visitor) -> None:
    with suppress(OSError), from_there(server) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50_000)


def many_guests_and_requests(server: Server, eve: Visitor) -> None:
    transport = httpx.HTTPTransport(verify=False, local_address=ELSEWHERE)
    with httpx.Client(base_url=server.url, timeout=30, transport=transport) as http:
        http.put("/api/me", json={"name": "Eve"})
    eve.ask("GET", "/api/tables?limit=100")


ABUSES: list[Abuse] = [
    maps_of_dotted_keys,
    maps_of_quotes,
    remarks_and_requests_to_take_back,
    long_matches,
    taking_back_and_back,
    tables_of_champions,
    exports,
    half_open_requests,
    floods_of_frames,
    refused_sockets,
    strong_seats_at_once,
    requests_far_ahead,
    many_guests_and_requests,
]


@pytest.mark.parametrize("abuse", ABUSES, ids=lambda abuse: abuse.__name__)
def test_an_honest_table_stays_quick_under(usual: Server, abuse: Abuse) -> None:
    honest = Honest(usual)
    honest.turn()
    honest.moves.clear()
    honest.answers.clear()
    eve = from_elsewhere(usual, "Eve", ELSEWHERE)
    cookies, over = dict(eve.http.cookies), threading.Event()

    def abuse_on() -> None:
        transport = httpx.HTTPTransport(verify=False, local_address=ELSEWHERE)
        mine = Visitor(usual, None)
        mine.http.close()
        mine.http = httpx.Client(
            base_url=usual.url, timeout=30, transport=transport, cookies=cookies
        )
        while not over.is_set():
            with suppress(httpx.HTTPError):
                abuse(usual, mine)
            # Who is refused at once would else only busy this test's own process.
            over.wait(0.02)

    abusers = [threading.Thread(target=abuse_on, daemon=True) for _ in range(ABUSERS)]
    for abuser in abusers:
        abuser.start()
    try:
        until = time.monotonic() + LASTS
        while time.monotonic() < until or len(honest.moves) < 4:
            honest.turn()
    finally:
        over.set()
        for abuser in abusers:
            abuser.join(60)
    measured = {"moves": p99(honest.moves), "bot": p99(honest.answers)}
    print(abuse.__name__, len(honest.moves), {what: round(s, 3) for what, s in measured.items()})
    assert max(measured.values()) < BOUND, (measured, usual.log.read_text()[-4000:])
    assert b"Traceback" not in usual.log.read_bytes(), usual.log.read_text()[-4000:]
