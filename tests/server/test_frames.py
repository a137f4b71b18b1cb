"""WebSocket frames: read however they are cut, and refused where they are none."""

import json
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.sync.client import ClientConnection

from rondel.server.http.flood_guard import PIECE
from tests.waiting import TIMEOUT

from .playing import MINE, Server, Visitor, heard_until, until_closed


@pytest.fixture
def table(sqlite_server: Server) -> tuple[Visitor, str]:
    ana = Visitor(sqlite_server)
    return ana, ana.table(MINE, MINE)["id"]


def request(number: int, padding: int = 0) -> bytes:
    return json.dumps({"kind": "ping", "id": number}).encode() + b" " * padding


def wire(opcode: Opcode, content: bytes, is_last: bool = True) -> bytes:
    return Frame(opcode, content, is_last).serialize(mask=True)


def answers(socket: ClientConnection, count: int) -> list[int]:
    found: list[int] = []
    while len(found) < count:
        message = json.loads(socket.recv(timeout=TIMEOUT))
        if "re" in message:
            found.append(message["re"])
    return found


def test_requests_are_read_however_they_are_cut(table: tuple[Visitor, str]) -> None:
    ana, name = table
    sizes = (0, 100, 125, 200, 66, 30_000, 65, 5)
    numbers = list(range(40))
    luck = random.Random(4)
    stream = b"".join(wire(Opcode.TEXT, request(n, sizes[n % len(sizes)])) for n in numbers)
    with ana.socket(name) as socket:
        while stream:
            cut = luck.choice((1, 2, 3, 7, 60, 500, 20_000))
            socket.socket.sendall(stream[:cut])
            stream = stream[cut:]
        assert answers(socket, len(numbers)) == numbers


def test_a_message_may_come_in_parts_with_a_sign_of_life_between(
    table: tuple[Visitor, str],
) -> None:
    ana, name = table
    text = request(7)
    with ana.socket(name) as socket:
        socket.socket.sendall(
            wire(Opcode.TEXT, text[:5], False)
            + wire(Opcode.PING, b"well?")
            + wire(Opcode.CONT, text[5:9], False)
            + wire(Opcode.CONT, text[9:])
            + wire(Opcode.TEXT, request(8))
            + wire(Opcode.BINARY, request(9))
        )
        assert answers(socket, 3) == [7, 8, 9]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (Frame(Opcode.TEXT, request(1)).serialize(mask=False), 1002),
        (wire(Opcode.TEXT, b"{", False) + wire(Opcode.TEXT, request(1)), 1002),
        (wire(Opcode.CONT, request(1)), 1002),
        (b"\xf1" + wire(Opcode.TEXT, request(1))[1:], 1002),
        (wire(Opcode.TEXT, request(1, 70_000)), 1009),
        (wire(Opcode.TEXT, b" " * 40_000, False) + wire(Opcode.CONT, b" " * 40_000), 1009),
    ],
    ids=[
        "unmasked",
        "begun twice",
        "end of nothing",
        "unknown bits",
        "too long",
        "too long in all",
    ],
)
def test_what_is_no_message_ends_the_connection(
    table: tuple[Visitor, str], sent: bytes, code: int
) -> None:
    ana, name = table
    with ana.socket(name) as socket:
        socket.socket.sendall(sent)
        assert not [message for message in until_closed(socket) if "re" in message]
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=TIMEOUT)
    assert socket.close_code == code
    assert ana.state(name)["table"]["status"] == "playing"


def test_requests_wait_their_turn_behind_one_that_takes_longer(table: tuple[Visitor, str]) -> None:
    ana, name = table
    state = ana.state(name)
    turn = state["moment"]["turn"]
    step = {"after": state["sequence"], "seat": turn["seat"], "key": "k"}
    step |= {"kind": "play", "steps": [turn["actions"][0]["text"]]}
    asked = [step | {"id": 0}, {"kind": "state", "id": 1}, step | {"id": 2}]
    asked += [{"kind": "ping", "id": number} for number in range(3, 29)]
    asked += [step | {"id": 29, "key": "another"}]
    with ana.socket(name, f"since={state['last_event']}") as socket:
        socket.socket.sendall(b"".join(wire(Opcode.TEXT, json.dumps(a).encode()) for a in asked))
        heard: list[Any] = []
        while len(heard) < len(asked):
            message = json.loads(socket.recv(timeout=TIMEOUT))
            if "re" in message or message.get("key"):
                heard.append(message)
    # The event with its key answers a step; sent again, it is answered by the event's number.
    (made,) = [message for message in heard if "re" not in message]
    heard.remove(made)
    assert made["key"] == "k" and made["number"] == state["last_event"] + 1
    assert [message["re"] for message in heard] == list(range(1, 30))
    assert heard[1]["event"] == made["number"]
    stale = heard[-1]["error"]
    assert stale["code"] == "stale-step"
    assert stale["fields"]["state"]["sequence"] == made["number"]


def test_a_flood_of_signs_of_life_keeps_nobody_waiting(sqlite_server: Server) -> None:
    ana, eve = Visitor(sqlite_server), Visitor(sqlite_server, "Eve")
    table = ana.table(MINE, MINE, visibility="public")["id"]
    with eve.socket(table) as socket:
        # Read on and on, they left the server no time for anybody else.
        pings = wire(Opcode.PING, b"") * (100 * PIECE)
        flood = pings + wire(Opcode.TEXT, request(1))
        sending = threading.Thread(
            target=suppressed, args=(socket.socket.sendall, flood), daemon=True
        )
        sending.start()
        assert ana.state(table)["table"]["status"] == "playing"
        assert not [message for message in heard_so_far(socket) if "re" in message]


def heard_so_far(socket: ClientConnection) -> Iterator[Any]:
    """Yield the messages that have arrived so far."""
    with suppress(TimeoutError):
        while True:
            yield json.loads(socket.recv(timeout=0))


def suppressed(work: Callable[[bytes], None], data: bytes) -> None:
    """Send what there may be nobody to take."""
    with suppress(OSError):
        work(data)


def test_requests_beyond_what_is_read_at_once_are_all_answered_in_order(
    table: tuple[Visitor, str],
) -> None:
    ana, name = table
    numbers = list(range(2 * PIECE // len(request(1000))))
    with ana.socket(name) as socket:
        socket.socket.sendall(b"".join(wire(Opcode.TEXT, request(n)) for n in numbers))
        heard = heard_until(socket, lambda message: bool(message.get("re") == numbers[-1]))
    assert [message["re"] for message in heard if "re" in message] == numbers
