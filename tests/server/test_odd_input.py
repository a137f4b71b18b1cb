"""Odd input is a clear 4xx: never a 500, a dropped socket, a traceback, or a very long answer."""

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.frames import Frame, Opcode

from rondel.server.http.gate import MAX_AHEAD
from tests.waiting import TIMEOUT

from .playing import BOT, MINE, OPEN, Server, Visitor, hot_seat, until_closed

MAX_BODY = 20_000
"""Bytes that any refusal may have."""


@pytest.fixture(autouse=True)
def no_tracebacks(server: Server) -> Iterator[None]:
    """Whatever a test sends, the server writes down no failure and no very long line."""
    before = server.log.stat().st_size
    yield
    with server.log.open("rb") as file:
        file.seek(before)
        written = file.read()
    assert b"Traceback" not in written, written[-5000:].decode(errors="replace")
    assert max(map(len, written.splitlines()), default=0) < MAX_BODY


def raw(server: Server, request: bytes) -> bytes:
    """Return the server's answer to bytes."""
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as line:
        line.sendall(request)
        parts: list[bytes] = []
        while part := line.recv(65536):
            parts.append(part)
    return b"".join(parts)


def refused_raw(server: Server, target: bytes, *headers: bytes) -> bytes:
    """Return the answer to a request that must be a short 4xx."""
    head = b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    answer = raw(server, head + b"".join(header + b"\r\n" for header in headers) + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert len(answer) < MAX_BODY
    return answer


@pytest.mark.parametrize("path", ["/", "/t/", "/api/tables/", "/assets/", "/x?since="])
@pytest.mark.parametrize("length", [300, 5_000, 60_000])
def test_an_over_long_path_is_refused(server: Server, path: str, length: int) -> None:
    answer = httpx.get(server.url + path + "x" * length, timeout=TIMEOUT)
    fine = answer.status_code == 200 and length == 300
    assert fine or 400 <= answer.status_code < 500, answer.text
    assert len(answer.content) < MAX_BODY or fine


@pytest.mark.parametrize(
    "target",
    [b"/\xff\xfe", b"/api/tables/\xc3", b"/api/tables?before=\xff", b"/a\x7fb"],
)
def test_bytes_that_are_no_text_are_refused_in_a_path(server: Server, target: bytes) -> None:
    refused_raw(server, target)


@pytest.mark.parametrize(
    "target",
    [
        b"/api/tables/%ff",
        b"/api/tables/%ed%a0%80",
        b"/api/tables?before=%ff_%ff&show=mine&limit=-1",
        b"/api/tables/x/events?since=" + b"9" * 40,
        b"/api/tables/x/events?since=" + b"9" * 5_000,
        b"/api/tables/x/at/" + b"9" * 40,
        b"/api/tables/x/at/-1",
        b"/api/tables/x/stream?since=1e400",
        b"/api/nothing%0d%0aSet-Cookie:x",
    ],
)
def test_odd_escapes_and_numbers_are_refused(server: Server, target: bytes) -> None:
    answer = refused_raw(server, target)
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"]
    assert b"\r\nSet-Cookie" not in answer


@pytest.mark.parametrize("before", ["nan_x", "inf_x", "-inf_", "1e999_x", "1_" + "é" * 40, "_", ""])
def test_an_odd_place_in_the_list_is_an_empty_page_or_a_refusal(
    server: Server, before: str
) -> None:
    answer = httpx.get(server.url + "/api/tables", params={"before": before}, timeout=TIMEOUT)
    assert answer.status_code == 200 or 400 <= answer.status_code < 500, answer.text


def test_a_cookie_or_token_of_odd_bytes_is_nobodys(server: Server) -> None:
    for header in (
        b"Cookie: rondel_session=\xff\xfe.\xc3",
        b"Cookie: rondel_session=" + "é".encode() + b".x; ;;=;",
        b"Authorization: Bearer \xff\xfe",
    ):
        head = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        answer = raw(server, head + header + b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200") and answer.endswith(b"null"), answer


def test_a_head_without_end_is_refused(server: Server) -> None:
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=20) as line:
        line.sendall(b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n")
        # Just more than there may be: what is not read any more would reset the connection.
        for number in range(66):
            line.sendall(b"X-%02d: %s\r\n" % (number, b"y" * 992))
        assert line.recv(100).startswith(b"HTTP/1.1 431")


@pytest.mark.parametrize("ahead", [8, 20_000])
def test_requests_far_ahead_of_their_answers_are_refused(server: Server, ahead: int) -> None:
    usual, last = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\n", b"Connection: close\r\n\r\n"
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=TIMEOUT) as line:
        # What is not read any more resets the connection.
        with suppress(OSError):
            line.sendall((usual + b"\r\n") * ahead + usual + last)
        answer = b""
        with suppress(OSError):
            while part := line.recv(65536):
                answer += part
    found = re.findall(rb"HTTP/1.1 (\d+)", answer)
    if ahead < MAX_AHEAD:
        assert found == [b"200"] * (ahead + 1)
    else:
        assert len(found) <= 2 * MAX_AHEAD and found[-1:] in ([], [b"429"])


BODIES = [
    b'{"name": "\\ud800"}',
    b'{"name": "\xff\xfe"}',
    b'{"name": "a\\u0000b"}',
    b'{"name": ' + b"9" * 5_000 + b"}",
    b'{"name": 1e999}',
    b"[" * 100_000,
    b'{"name":' * 50_000,
    b'{"' + b"k" * 100_000 + b'": 1}',
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:16])
def test_a_body_of_odd_bytes_is_refused_in_short(server: Server, body: bytes) -> None:
    answer = Visitor(server).http.put(
        "/api/me", content=body, headers={"content-type": "application/json"}
    )
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text[:200])
    assert len(answer.content) < MAX_BODY


ODD_NAMES = {
    "a control character": "An\x07a",
    "a line": "Ana\nBen",
    "a later control character": "An\x85a",
    "zero width": "An\u200ba",
    "a joiner": "An\u200da",
    "a byte order mark": "Ana\ufeff",
    "from right to left": "\u202eanA",
    "an isolate": "\u2066Ana\u2069",
    "a left mark": "Ana\u200e",
    "an Arabic mark": "Ana\u061c",
    "a line separator": "Ana\u2028Ben",
    "a tag": "Ana\U000e0041",
    "a soft hyphen": "A\u00adna",
    "private": "Ana\ue000",
    "unassigned": "Ana\U000e0fff",
    "nothing one sees": "\u3164\u3164",
    "a blank of dots": "\u2800",
    "only marks": "\u0301\u0301",
    "a tower of marks": "A" + "\u0301" * 12 + "na",
    "letters that are kept as two": "\u0958" * 40,
}


@pytest.mark.parametrize("name", ODD_NAMES.values(), ids=ODD_NAMES.keys())
def test_a_name_one_cannot_see_through_is_refused(server: Server, name: str) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, OPEN)["id"]
    for method, door, body in (
        ("PUT", "/api/me", {"name": name}),
        ("POST", "/api/bots", {"name": name}),
        ("POST", f"/api/tables/{table}/commands", {"kind": "rename", "name": name}),
        ("POST", f"/api/tables/{table}/commands", {"kind": "join", "name": name, "seat": 1}),
        ("POST", "/api/tables", {"game": "finca", "seats": [MINE | {"name": name}, BOT]}),
    ):
        assert ana.refused(method, door, body) in ((400, "invalid-name"), (400, "bad-request"))
    assert ana.ok("GET", "/api/me")["name"] == "Ana"


@pytest.mark.parametrize(
    "name", ["Ana", "Zoë", "Zoe\u0308", "Bartók Béla", "李小龍", "Ω mega", "O’Neil", "🐢 Tom", "x"]
)
def test_a_name_of_any_language_is_taken(server: Server, name: str) -> None:
    assert Visitor(server, name).ok("GET", "/api/me")["name"]


@pytest.mark.parametrize("name", ["Ana", "ANA", " Ana ", "A n a", "Аna", "Αna", "Ána", "Ana."])
def test_nobody_imitates_a_player_at_the_table(server: Server, name: str) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    table = ana.table(MINE, OPEN, OPEN, visibility="public")["id"]
    assert eve.try_command(table, "join", seat=1, name=name) == (409, "name-taken")
    eve.act(table, "join", seat=1)
    assert eve.try_command(table, "rename", name=name) == (409, "name-taken")
    ana.act(table, "rename", name="Ana")
    seats = [{**MINE, "name": "Ana"}, {"kind": "bot", "bot": "random", "name": name}]
    assert ana.refused("POST", "/api/tables", {"game": "finca", "seats": seats}) == (
        409,
        "name-taken",
    )


def test_two_people_of_one_name_are_told_apart(server: Server) -> None:
    ana, other, third = Visitor(server), Visitor(server, "ANA"), Visitor(server, "Ana")
    table = ana.table(MINE, OPEN, OPEN, visibility="public")["id"]
    other.act(table, "join")
    third.act(table, "join")
    names = [seat["name"] for seat in ana.state(table)["table"]["seats"]]
    assert names == ["Ana", "ANA 2", "Ana 3"]
    watcher = Visitor(server, "Ana")
    said = watcher.chat(table, "hello")
    assert (said["data"]["seat"], said["data"]["name"]) == (None, "Ana 4")


SINCE = ["9" * 19, "9" * 40, "9" * 5_000, "-1", "1e9", "x", "", "٣", "2147483648"]


@pytest.mark.parametrize("since", SINCE, ids=lambda since: since[:24])
def test_an_odd_since_of_a_socket_is_refused_by_name(server: Server, since: str) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    assert ana.refused_socket(table, f"since={since}") == (400, "bad-request")


@pytest.mark.parametrize("table", ["a%00b", "%ff", "%ed%a0%80", "x" * 1900, "%0d%0a", "é"])
def test_an_odd_table_of_a_socket_is_none(server: Server, table: str) -> None:
    assert Visitor(server).refused_socket(table) == (404, "no-such-table")


MESSAGES = [
    b"[" * 60_000,
    b'{"kind":' * 8_000,
    b'{"kind": "play", "after": 2, "steps": [' + b'{"a":' * 8_000,
    b'{"kind": "play", "after": 2, "steps": [{"step": ' + b"[" * 900 + b"]" * 900 + b"}]}",
    b'{"kind": "chat", "text": "\\ud800"}',
    b'{"kind": "ping", "id": ' + b"9" * 5_000 + b"}",
    b'{"kind": "ping", "id": 1e999}',
    b'{"kind": "' + b"x" * 60_000 + b'"}',
    b'{"kind": "play", "after": 2, "steps": [{"' + b"x" * 60_000 + b'": 1}]}',
    b"",
    b"null",
    b"\x00",
]


@pytest.mark.parametrize("text", MESSAGES, ids=lambda text: text[:40])
def test_an_odd_message_is_answered_and_the_socket_stays(server: Server, text: bytes) -> None:
    ana, table = hot_seat(server)
    with ana.socket(table) as talk:
        for opcode in (Opcode.TEXT, Opcode.BINARY):
            talk.socket.sendall(Frame(opcode, text).serialize(mask=True))
            answer = next_answer(talk)
            assert answer["error"]["code"] in ("bad-request", "unreadable-step")
            assert len(json.dumps(answer)) < MAX_BODY
        talk.send(json.dumps({"kind": "ping", "id": 7}))
        assert next_answer(talk) == {"re": 7, "kind": "beat"}


@pytest.mark.parametrize("text", [b"\xff\xfe", b'{"kind": "chat", "text": "\xff"}'])
def test_a_text_message_that_is_no_text_ends_the_socket_with_one_line_in_the_log(
    server: Server, text: bytes
) -> None:
    ana, table = hot_seat(server)
    before = len(server.log.read_bytes().splitlines())
    with ana.socket(table) as talk:
        talk.socket.sendall(Frame(Opcode.BINARY, text).serialize(mask=True))
        assert next_answer(talk)["error"]["code"] == "bad-request"
        talk.socket.sendall(Frame(Opcode.TEXT, text).serialize(mask=True))
        until_closed(talk)
    assert talk.close_code == 1007
    written = server.log.read_text().splitlines()[before:]
    assert len(written) == 1 and "UTF-8" in written[0] and "problem" not in written[0]


def next_answer(talk: Any) -> Any:
    """Return the next message that answers something."""
    for _ in range(100):
        message = json.loads(talk.recv(timeout=TIMEOUT))
        if "re" in message:
            return message
    raise AssertionError("no answer came")


def test_a_watch_link_may_be_opened_many_times_at_once(server: Server) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    for _ in range(5):
        made = ana.table(MINE, BOT)
        token = made["links"]["watch"].rpartition("/")[2]
        answers: list[int] = []

        def open_it(table: str = made["id"], token: str = token) -> None:
            with httpx.Client(
                base_url=server.url, cookies=eve.http.cookies, timeout=TIMEOUT
            ) as http:
                door, join = f"/api/tables/{table}/commands", {"kind": "join", "token": token}
                answers.append(http.post(door, json=join).status_code)  # noqa: B023

        together = [threading.Thread(target=open_it, daemon=True) for _ in range(8)]
        for thread in together:
            thread.start()
        for thread in together:
            thread.join(30)
        assert answers == [200] * 8


def test_a_log_line_is_bounded(server: Server, tmp_path: Path) -> None:
    import logging

    from rondel.server.logs import Lines

    record = logging.LogRecord("x", logging.ERROR, "x", 1, "y" * 1_000_000, None, None)
    assert len(Lines().format(record)) < MAX_BODY
    try:
        raise ValueError("z" * 1_000_000)
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "x", 1, "y", None, told)
    assert len(Lines().format(record)) < MAX_BODY
