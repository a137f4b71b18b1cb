"""Hosts, origins, cookies and addresses: what the edge of the server lets in and writes down."""

import re
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from rondel.server.addresses import own_address
from rondel.server.errors import UnknownHost, WrongOrigin
from rondel.server.http.sites import Sites
from rondel.server.settings import STATIC, Settings
from tests.waiting import TIMEOUT

from .playing import MINE, OPEN, Server, Visitor, hot_seat, until_closed

Start = Callable[..., Server]


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.0.0.1:8000", "192.168.1.7:8000", "[::1]:8000", "[fe80::1]"),
        *("localhost", "LOCALHOST:8000", "box.local", "box.local.", "a.localhost:1"),
        *("games.example", "games.example:443", "Other.Example", "third.example:8443"),
        *(socket.gethostname(), None, ""),
    ],
)
def test_a_server_answers_to_addresses_local_names_and_the_names_it_was_given(
    host: str | None,
) -> None:
    given = Settings(address="https://third.example:8443", hosts="games.example, OTHER.example")
    Sites(given).check_host(host)


@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "localhost.evil.example",
            "x:99999999",
            "localhost:99999",
            "127.0.0.1.nip",
        ),
        *("a b", "[", "[]", "é", ":80", "localhost:", "user@localhost", "local", "."),
    ],
)
def test_a_server_answers_to_no_other_name(host: str) -> None:
    for given in (Settings(), Settings(address="games.example", hosts="games.example")):
        with pytest.raises(UnknownHost):
            Sites(given).check_host(host)


@pytest.mark.parametrize("host", ["evil.example", "x:99999999", "localhost:99999999"])
def test_a_request_to_a_foreign_host_is_refused_everywhere(server: Server, host: str) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    for path in (f"/t/{table}", "/", "/api/me", "/healthz", f"/api/tables/{table}"):
        answer = ana.ask("GET", path, headers={"host": host})
        assert (answer.status_code, answer.json()["code"]) == (421, "unknown-host"), path
    there = urlsplit(server.url)
    with socket.create_connection((there.hostname, there.port), timeout=TIMEOUT) as line:
        line.sendall(handshake(table, host))
        assert line.recv(4000).startswith(b"HTTP/1.1 421")
    if (STATIC / "index.html").is_file():
        page = ana.ask("GET", f"/t/{table}").text
        assert re.findall('og:image" content="([^"]*)/api', page) in ([], [server.url])


def test_a_request_to_two_hosts_is_refused(server: Server) -> None:
    there = urlsplit(server.url)
    both = "Host: evil.example\r\nHost: localhost\r\n"
    two = handshake("nonesuch", "localhost").replace(b"Host: localhost\r\n", both.encode())
    for request in (f"GET / HTTP/1.1\r\n{both}\r\n".encode(), two):
        with socket.create_connection((there.hostname, there.port), timeout=TIMEOUT) as line:
            line.sendall(request)
            assert line.recv(4000).startswith(b"HTTP/1.1 421")


def handshake(table: str, host: str) -> bytes:
    """Return a request for the socket of a table."""
    head = f"GET /ws/tables/{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    head += "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    return f"{head}Sec-WebSocket-Key: {'A' * 22}==\r\n\r\n".encode()


def test_friends_join_by_the_address_of_the_machine(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", host="0.0.0.0")
    ana = Visitor(server)
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    port = urlsplit(server.url).port
    server.url = f"http://{own_address() or '127.0.0.2'}:{port}"
    ben = Visitor(server, "Ben")
    assert ben.may_join(table, 1)
    with ben.socket(table, origin=server.url) as there:
        assert there.recv(timeout=TIMEOUT)


@pytest.mark.parametrize(
    ("origin", "scheme", "secure"),
    [
        ("http://games.example", "http", False),
        ("http://games.example", "ws", False),
        ("https://games.example", "wss", False),
        ("https://games.example", "http", True),
        ("https://play.example", "http", False),
        (None, "http", False),
    ],
)
def test_pages_of_this_server_may_act(origin: str | None, scheme: str, secure: bool) -> None:
    sites = Sites(Settings(secure=secure, address="https://play.example/"))
    sites.check_origin(origin, "games.example", scheme)


@pytest.mark.parametrize(
    ("origin", "scheme", "secure"),
    [
        ("http://games.example", "https", False),
        ("https://games.example", "http", False),
        ("http://games.example", "http", True),
        ("http://games.example:81", "http", False),
        ("null", "http", False),
        ("http://", "http", False),
    ],
)
def test_a_page_of_another_scheme_or_site_may_not_act(
    origin: str, scheme: str, secure: bool
) -> None:
    with pytest.raises(WrongOrigin):
        Sites(Settings(secure=secure)).check_origin(origin, "games.example", scheme)


@pytest.mark.parametrize(("proxies", "status"), [("127.0.0.1", 200), ("", 403)])
def test_the_scheme_that_a_trusted_proxy_names_is_believed(
    start_server: Start, tmp_path: Path, proxies: str, status: int
) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    server = start_server(database=database, hosts="games.example", proxies=proxies, bots=False)
    ana, table = hot_seat(server)
    headers = {"host": "games.example", "x-forwarded-proto": "https"}
    headers["origin"] = "https://games.example"
    assert ana.ask("PUT", "/api/me", {"name": "Ana"}, headers=headers).status_code == status
    del headers["origin"]
    there: dict[str, Any] = {"origin": server.url.replace("http", "https")}
    assert ana.refused_socket(table, **there) == (403, "wrong-origin")


def test_no_log_names_a_visitors_address(start_server: Start, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    server = start_server(database=database, bots=False, proxies="127.0.0.1", log="debug")
    ana = Visitor(server)
    ana.http.headers["x-forwarded-for"] = "203.0.113.77"
    forwarded = {"X-Forwarded-For": "203.0.113.77"}
    table = ana.table(MINE, MINE)["id"]
    with ana.socket(table, headers=forwarded) as there:
        there.recv(timeout=TIMEOUT)
        there.socket.sendall(b"\xff\xff\xff")
        until_closed(there)
    assert there.close_code == 1002
    ana.refused_socket("nonesuch", headers=forwarded)
    ana.ask("GET", "/api/tables/nonesuch")
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port), timeout=TIMEOUT) as line:
        line.sendall(b"nonsense\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")
        port = line.getsockname()[1]
    server.stop()
    written = server.log.read_text()
    assert "203.0.113.77" not in written and f":{port}" not in written
    assert "127.0.0.1" not in written
    assert "Traceback" not in written


def test_refused_sockets_hold_no_connection(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, connections=8)
    there = urlsplit(server.url)
    lines: list[socket.socket] = []
    try:
        for _ in range(60):
            line = socket.create_connection((there.hostname, there.port), timeout=TIMEOUT)
            lines.append(line)
            line.sendall(handshake("nonesuch", "localhost"))
            # It says why, and closes at once.
            answer = b""
            while part := line.recv(4000):
                answer += part
            assert answer.startswith(b"HTTP/1.1 404") and b"no-such-table" in answer
        assert httpx.get(server.url + "/healthz", timeout=TIMEOUT).status_code == 200
        assert "handshake" not in server.log.read_text()
    finally:
        for line in lines:
            line.close()


def test_open_sockets_count_for_their_address(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, connections=3)
    ana, table = hot_seat(server)
    # The third is the one that asks; it cannot make room for another while it is busy.
    with (
        ana.socket(table),
        ana.socket(table),
        ana.http.stream("GET", "/api/me/stream"),
    ):
        assert httpx.get(server.url, timeout=TIMEOUT).status_code == 429
    assert ana.ask("GET", "/api/me").status_code == 200
