"""Hostile visitors get a 4xx and leave every game intact."""

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

import rondel
from rondel.server.http.health import PAGES
from rondel.server.settings import STATIC
from tests.waiting import TIMEOUT, wait_until

from .playing import BOT, MINE, OPEN, Server, Visitor, events_until, heard_until, hot_seat

HUGE = "x" * 1_000_000
BODIES: list[Any] = [
    None,
    [],
    "steps",
    0,
    {},
    {"after": "1", "steps": ["move 1"]},
    {"after": -1, "steps": ["move 1"]},
    {"after": 2**40, "steps": ["move 1"]},
    {"after": 2, "steps": []},
    {"after": 2, "steps": "move 1"},
    {"after": 2, "steps": [None]},
    {"after": 2, "steps": [17]},
    {"after": 2, "steps": [{"step": "Nothing"}]},
    {"after": 2, "steps": [{"step": "Move", "blade": 99}]},
    {"after": 2, "steps": [{"step": ["Move"]}]},
    {"after": 2, "steps": ["move 1"] * 101},
    {"after": 2, "steps": ["x" * 5000]},
    {"after": 2, "steps": ["\u0000"]},
    {"after": 2, "steps": ["move 1"], "seat": 99},
    {"after": 2, "steps": ["move 1"], "seat": -1},
    {"after": 2, "steps": ["move 1"], "key": ""},
    {"after": 2, "steps": ["move 1"], "key": "k" * 65},
    {"after": 2, "steps": ["move 1"], "key": "a\u0000b"},
]


@pytest.mark.parametrize("body", BODIES, ids=lambda body: json.dumps(body)[:40])
def test_no_body_is_too_strange_for_a_4xx(server: Server, body: Any) -> None:
    ana, table = hot_seat(server)
    before = ana.state(table)
    answers = {"preview": ana.ask("POST", f"/api/tables/{table}/preview", body)}
    for kind in ("play", "undo", "answer-undo", "join", "substitute", "chat", "rename"):
        whole = isinstance(body, dict)
        command = {"kind": kind, **cast(dict[str, Any], body)} if whole else cast(object, body)
        answers[kind] = ana.ask("POST", f"/api/tables/{table}/commands", command)
    for kind, answer in answers.items():
        allowed = kind in ("preview", "undo", "join") and answer.status_code == 200
        assert allowed or 400 <= answer.status_code < 500, (kind, answer.status_code, answer.text)
        if not allowed:
            assert set(answer.json()) == {"code", "message", "fields"}
    assert ana.state(table)["moment"] == before["moment"]


def test_what_is_too_large_is_refused(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    assert ana.ask_command(table, "chat", text=HUGE).status_code == 413
    assert ana.ask("PUT", "/api/me", {"name": HUGE}).status_code == 413
    assert ana.ask("PUT", "/api/me", {"name": "x" * 41}).status_code == 400
    assert ana.ask("GET", "/api/tables/" + "x" * 5000).status_code in (400, 404, 414)
    record = {"record": "x" * 500_000}
    assert ana.ask("POST", "/api/records", record).status_code == 400
    with ana.socket(table) as socket:
        socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            events_until(socket, "never")
    assert socket.close_code == 1009


def test_bodies_that_are_no_json_are_refused(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    for body in (b"{", b"\xff\xfe", b"[" * 20_000, b'{"after": NaN}', b'{"a":' * 5000):
        answer = ana.http.post(
            f"/api/tables/{table}/commands",
            content=body,
            headers={"content-type": "application/json"},
        )
        assert answer.status_code == 400, (body[:20], answer.text)


def test_nobody_acts_for_someone_elses_seat(server: Server) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    table = ana.table(MINE, OPEN, BOT, visibility="public")["id"]
    eve.act(table, "join")
    state = ana.state(table)
    text = state["moment"]["turn"]["actions"][0]["text"]
    body = {"after": state["sequence"], "steps": [text], "seat": 0}
    for kind, fields in (
        ("play", body),
        ("undo", {"after": state["sequence"], "seat": 0}),
        ("leave", {"seat": 0}),
        ("resign", {"seat": 0}),
        ("rename", {"seat": 0, "name": "Mud"}),
        ("resign", {"seat": 2}),
        ("substitute", {"seat": 2, "bot": "random"}),
    ):
        assert eve.try_command(table, kind, **fields)[0] in (403, 409), kind
    with ana.socket(table):
        refusal = eve.try_command(table, "substitute", seat=0, bot="random")
        assert refusal == (409, "still-there")
    assert ana.state(table)["table"]["seats"][0]["name"] == "Ana"


def test_paths_lead_nowhere_but_to_the_client(server: Server) -> None:
    for path in (
        "/../settings.py",
        "/%2e%2e/settings.py",
        "/..%2fsettings.py",
        "/assets/../../app.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "//etc/passwd",
        "/%00",
        "/api/nothing",
        "/api/tables/..%2f..%2fetc",
        "/api/tables/%00/events",
    ):
        answer = httpx.get(server.url + path, timeout=TIMEOUT)
        assert answer.status_code in (200, 400, 404), path
        assert "import" not in answer.text and "root:" not in answer.text, path
        assert answer.status_code != 200 or "<html" in answer.text.lower(), path


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 200), ("/t/abc/replay", 200), ("/rules/finca", 200), ("/learn/finca", 200),
     ("/learn/finca/", 200), ("/learn/finca/x", 404), ("/rules/%zz", 404),
     ("/nosuch", 404), ("/rules", 404), ("/tables/abc", 404), ("/favicon.ico", 404)],
)  # fmt: skip
def test_a_path_without_a_page_is_answered_404_with_the_clients_page(
    server: Server, path: str, status: int
) -> None:
    answer = httpx.get(server.url + path, timeout=TIMEOUT)
    assert answer.status_code == status
    assert "<html" in answer.text.lower()


def test_the_server_knows_the_paths_of_all_pages() -> None:
    routes = (Path(rondel.__file__).parents[2] / "web/src/routes.ts").read_text("utf-8")
    assert sorted(PAGES) == sorted(re.findall(r'"(/[^"]*)": (?:[A-Z]|\(\))', routes))


@pytest.mark.parametrize(
    "path",
    ["/", "/t/abc", "/t/abc/replay", "/rules/finca", "/puzzles/finca", "/icon.svg", "/docs",
     "/nosuch"],
)  # fmt: skip
def test_a_page_asked_for_by_head_has_the_same_headers_and_no_body(
    server: Server, path: str
) -> None:
    with httpx.Client(base_url=server.url, timeout=TIMEOUT) as connection:
        head, whole = connection.head(path), connection.get(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for told in (head, whole):
        told.headers.pop("date")
    assert head.headers == whole.headers


def test_the_clients_files_come_with_their_types(server: Server) -> None:
    wanted = {
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".svg": "image/svg+xml",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
    }
    files = {file.suffix: file for file in STATIC.rglob("*") if file.suffix in wanted}
    assert ".html" in files and ".js" in files
    for suffix, file in files.items():
        answer = httpx.get(f"{server.url}/{file.relative_to(STATIC)}", timeout=TIMEOUT)
        assert answer.headers["content-type"] == wanted[suffix]
        assert answer.content == file.read_bytes()
    page = httpx.get(server.url + "/t/table/token", timeout=TIMEOUT)
    assert page.headers["content-type"] == wanted[".html"]


def test_another_sites_page_cannot_act(server: Server) -> None:
    ana = Visitor(server)
    headers = {"origin": "https://evil.example"}
    answer = ana.http.put("/api/me", json={"name": "Owned"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
    assert ana.ok("GET", "/api/me")["name"] == "Ana"
    same = ana.http.put("/api/me", json={"name": "Ana"}, headers={"origin": server.url})
    assert same.status_code == 200


def test_every_answer_carries_the_security_headers(server: Server) -> None:
    for path in ("/healthz", "/api/me", "/nothing", "/api/offer"):
        headers = httpx.get(server.url + path, timeout=TIMEOUT).headers
        assert "script-src 'self'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_whoever_asks_too_fast_is_told_so_about_each_request(
    start_server: Any, tmp_path: Any
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", messages_per_second=2)
    ana, table = hot_seat(server)
    text = ana.state(table)["moment"]["turn"]["actions"][0]["text"]
    asked = [
        {"kind": "preview", "after": ana.state(table)["sequence"], "steps": [text], "id": number}
        for number in range(1, 21)
    ]
    with ana.socket(table) as socket:
        for request in asked:
            socket.send(json.dumps(request))
        socket.send("what?")
        answers: list[Any] = []
        while len(answers) < len(asked) + 1:
            message = json.loads(socket.recv(timeout=TIMEOUT))
            if "re" in message:
                answers.append(message)
        assert [answer["re"] for answer in answers] == [*range(1, 21), None]
        kinds = [answer["kind"] for answer in answers]
        assert kinds[0] == "preview" and "refused" in kinds
        codes = {answer["error"]["code"] for answer in answers[:-1] if "error" in answer}
        assert codes == {"rate-limited"}

        def goes_on() -> bool:
            """Return whether one request, sent slowly, is answered."""
            socket.send(json.dumps(asked[0]))
            return bool(next_answer(socket)["kind"] == "preview")

        wait_until(goes_on)


def next_answer(socket: ClientConnection) -> Any:
    """Return the next answer, skipping other messages."""
    return heard_until(socket, lambda message: "re" in message)[-1]


def test_an_address_says_no_more_over_many_sockets_than_its_share(
    start_server: Any, tmp_path: Any
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", messages_per_second=4)
    ana, table = hot_seat(server)
    with ExitStack() as stack:
        sockets = [stack.enter_context(ana.socket(table)) for _ in range(24)]
        for number in range(4):
            # No more than each of them may say by itself.
            for socket in sockets:
                socket.send(json.dumps({"kind": "ping", "id": number}))
        kinds = [next_answer(socket)["kind"] for _ in range(4) for socket in sockets]
        assert "refused" in kinds and kinds.count("beat") >= 16
        wait_until(lambda: can_ping(sockets[0]))


def can_ping(socket: ClientConnection) -> bool:
    socket.send(json.dumps({"kind": "ping", "id": 99}))
    return bool(next_answer(socket)["kind"] == "beat")


def test_floods_are_stemmed(start_server: Any, tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'flood.db'}"
    server = start_server(
        database=database, requests_per_minute=60, guests_per_hour=3, messages_per_second=5
    )
    ana = Visitor(server)
    made = [
        httpx.put(server.url + "/api/me", json={"name": "x"}, timeout=TIMEOUT).status_code
        for _ in range(5)
    ]
    assert made.count(429) >= 2
    table = ana.table(MINE, BOT)["id"]
    with ana.socket(table) as socket:
        for number in range(30):
            socket.send(json.dumps({"kind": "ping", "id": number}))
        answers: list[Any] = []
        while len(answers) < 30:
            message = json.loads(socket.recv(timeout=10))
            if "re" in message:
                answers.append(message)
    assert any(a.get("error", {}).get("code") == "rate-limited" for a in answers)
    codes = [ana.ask("GET", "/api/offer") for _ in range(80)]
    assert codes[-1].status_code == 429 and codes[-1].json()["code"] == "rate-limited"
    assert httpx.get(server.url + "/healthz", timeout=TIMEOUT).status_code == 200
