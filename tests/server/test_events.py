"""Live events: ordered, resumable, the same by WebSocket, NDJSON and Server-Sent Events."""

import json
import random
import socket as socketlib
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from rondel.server.protocol.messages import SocketMessage
from tests.waiting import TIMEOUT, wait_until

from .playing import (
    BOT,
    MINE,
    OPEN,
    Server,
    Visitor,
    events_until,
    heard_until,
    hot_seat,
    lines_until,
    until_closed,
    whole,
)

BARE = ("number", "kind", "at", "data", "key")


def narrow_socket(server: Server) -> socketlib.socket:
    """Return a connection on which little is on the way before its sender has to wait."""
    made = socketlib.socket()
    made.setsockopt(socketlib.SOL_SOCKET, socketlib.SO_RCVBUF, 1024)
    # The other side keeps ten packets ready: on one machine, of 64 kB each if nobody objects.
    made.setsockopt(socketlib.IPPROTO_TCP, socketlib.TCP_MAXSEG, 536)
    made.connect(("127.0.0.1", httpx.URL(server.url).port))
    return made


def logged(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the events among messages, as the log has them."""
    return [{name: m[name] for name in BARE} for m in messages if "number" in m]


def test_a_socket_hears_every_event_in_order(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(BOT, BOT)["id"]
    with ana.socket(table) as socket:
        heard = logged(events_until(socket, "over"))
    assert [event["number"] for event in heard] == list(range(1, len(heard) + 1))
    assert [event["kind"] for event in heard[:2]] == ["created", "started"]
    past = ana.ok("GET", f"/api/tables/{table}/events")["events"]
    assert past == heard[: len(past)]


def test_a_socket_resumes_where_it_was(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(BOT, BOT)["id"]
    with ana.socket(table) as socket:
        heard = [json.loads(socket.recv(timeout=TIMEOUT)) for _ in range(5)]
    last = max(event["number"] for event in logged(heard))
    with ana.socket(table, f"since={last}") as socket:
        rest = logged(events_until(socket, "over"))
    assert rest[0]["number"] == last + 1


def test_steps_tries_and_states_travel_by_socket(server: Server) -> None:
    ana, table = hot_seat(server)
    state = ana.state(table)
    turn = state["moment"]["turn"]
    with ana.socket(table, f"since={state['last_event']}") as socket:
        text = turn["actions"][0]["text"]
        socket.send(json.dumps({"kind": "preview", "id": 1, "steps": [text]}))
        tried = next(m for m in events_until(socket, "preview") if m.get("re") == 1)
        assert tried["preview"]["moment"]["steps"] == state["moment"]["steps"] + 1
        body = {"kind": "play", "id": 2, "after": state["sequence"], "steps": [text]}
        socket.send(json.dumps(body | {"seat": turn["seat"], "key": "a"}))
        # The event with the command's key is its answer.
        heard = heard_until(socket, lambda message: message.get("key") == "a")
        assert not [message for message in heard if message.get("re") == 2]
        assert [event["kind"] for event in logged(heard)] == ["steps"]
        step = next(message for message in heard if message["kind"] == "steps")
        new = whole(step, state)
        assert new["sequence"] == logged(heard)[-1]["number"]
        socket.send(json.dumps(body | {"id": 5, "seat": turn["seat"], "key": "a"}))
        again = heard_until(socket, lambda m: m.get("re") == 5)[-1]
        assert (again["kind"], again["event"]) == ("done", step["number"])
        used = {"after": new["sequence"], "seat": new["moment"]["turn"]["seat"], "key": "a"}
        used["steps"] = [new["moment"]["turn"]["actions"][0]["text"]]
        socket.send(json.dumps({"kind": "play", "id": 4, **used}))
        answer = heard_until(socket, lambda m: m.get("re") == 4)[-1]
        assert answer["error"]["code"] == "idempotency-conflict"
        socket.send(json.dumps(body | {"id": 3, "seat": turn["seat"]}))
        answer = heard_until(socket, lambda m: m.get("re") == 3)[-1]
        assert answer["error"]["code"] == "stale-step"
        assert answer["error"]["fields"]["state"]["sequence"] > state["sequence"]
        socket.send("nonsense")
        answer = heard_until(socket, lambda m: "error" in m)[-1]
        assert answer["error"]["code"] == "bad-request"


def test_a_table_opens_with_one_message(server: Server) -> None:
    ana, table = hot_seat(server)
    luck = random.Random(2)
    for _ in range(3):
        ana.step(table, luck)
    ana.command(table, "chat", text="Hello")
    with ana.socket(table, "") as socket:
        opened = json.loads(socket.recv(timeout=TIMEOUT))
    state = ana.state(table)
    assert opened["kind"] == "snapshot"
    for name in ("sequence", "last_event", "moment", "your_seats", "creator"):
        assert opened["state"][name] == state[name]
    assert opened["narration"] == ana.ok("GET", f"/api/tables/{table}/story")["narration"]
    assert [line["data"]["text"] for line in opened["chat"]] == ["Hello"]
    # Once it is known, it goes on with what happened since, and forgets what was taken back.
    ana.step(table, luck)
    state = ana.state(table)
    undo = {"after": state["sequence"], "seat": state["moment"]["turn"]["seat"]}
    undo["seat"] = ana.ok("GET", f"/api/tables/{table}/story")["narration"][-1]["seat"]
    if undo["seat"] is not None:
        ana.command(table, "undo", **undo)
    ana.step(table, luck)
    with ana.socket(table, "") as socket:
        opened = json.loads(socket.recv(timeout=TIMEOUT))
    assert opened["narration"] == ana.ok("GET", f"/api/tables/{table}/story")["narration"]


def test_a_stranger_who_looks_at_a_private_table_finds_none_while_others_listen(
    server: Server,
) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    table = ana.table(MINE, MINE)["id"]
    with ana.socket(table, "") as socket:
        events_until(socket, "snapshot")
        assert eve.refused("GET", f"/api/tables/{table}") == (404, "no-such-table")


def test_an_event_brings_its_story_and_the_state_it_led_to(server: Server) -> None:
    ana, ben, cleo = Visitor(server), Visitor(server, "Ben"), Visitor(server, "Cleo")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    luck = random.Random(5)
    with ExitStack() as open_until_here:
        near, far = (open_until_here.enter_context(who.socket(table, "")) for who in (ana, ben))
        for socket in (near, far):
            events_until(socket, "snapshot")
        ben.act(table, "join", seat=1)
        assert events_until(far, "yours")[-1]["seats"] == [1]
        assert events_until(near, "yours")[-1] == {"kind": "yours", "seats": [0], "creator": True}
        steps = 0
        event: Any = None
        for turn in range(6):
            if turn == 3:
                watching = open_until_here.enter_context(cleo.socket(table, ""))
                events_until(watching, "snapshot")
            before, cleo_before = ana.state(table), cleo.state(table)
            mover = (ana, ben)[int(before["moment"]["turn"]["seat"])]
            mover.step(table, luck)
            state = ana.state(table)
            heard = [events_until(socket, "steps")[-1] for socket in (near, far)]
            assert heard[0] == heard[1]
            event = heard[0]
            assert event["number"] == event["patch"]["state"]["sequence"] == state["sequence"]
            assert without_presence(whole(event, cleo_before)) == without_presence(
                cleo.state(table)
            )
            assert "your_seats" not in event["patch"]["state"]
            assert [step["text"] for step in event["narration"]] == event["data"]["steps"]
            assert event["narration"][0]["story"]
            steps = event["data"]["length"]
        story = ana.ok("GET", f"/api/tables/{table}/story")["narration"]
        assert story[steps - len(event["narration"]) :] == event["narration"]


def without_presence(state: Any) -> Any:
    """Return a state without who is present, which no event tells."""
    seats = [seat | {"present": False} for seat in state["table"]["seats"]]
    return state | {"watchers": 0, "table": state["table"] | {"seats": seats}}


def test_who_comes_back_soon_hears_patches_and_who_comes_late_how_the_table_stands(
    server: Server,
) -> None:
    ana = Visitor(server)
    made = ana.table(MINE, MINE)
    table, luck = made["id"], random.Random(3)
    with ana.socket(table, "") as socket:
        known = events_until(socket, "snapshot")[-1]["state"]
    for _ in range(2):
        ana.step(table, luck)
    state = ana.state(table)
    with ana.socket(table, f"since={known['last_event']}") as socket:
        heard = heard_until(socket, lambda m: m.get("number") == state["last_event"])
    heard = [message for message in heard if "number" in message]
    assert [event["number"] for event in heard] == [state["last_event"] - 1, state["last_event"]]
    assert heard[0]["narration"]
    assert whole(heard[1], whole(heard[0], known))["moment"] == state["moment"]
    for _ in range(30):
        ana.step(table, luck)
    last = ana.state(table)["last_event"]
    with ana.socket(table, "since=1") as socket:
        heard = events_until(socket, "snapshot")
    bare = [message for message in heard if "number" in message]
    assert [event["number"] for event in bare] == list(range(2, last + 1))
    assert "patch" not in bare[0]
    assert heard[-1]["state"]["last_event"] == last


def test_a_resumed_socket_is_told_first_which_seats_are_its_own(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    since = ana.state(table)["last_event"]
    ben.act(table, "join", seat=1)
    with ben.socket(table, f"since={since}") as socket:
        assert json.loads(socket.recv(timeout=TIMEOUT)) == {
            "kind": "yours",
            "seats": [1],
            "creator": False,
        }


def test_every_message_is_one_of_the_documented_kinds(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    read = msgspec.json.Decoder(SocketMessage)
    heard: list[bytes] = []
    with ana.socket(table, "") as socket:
        # What happened before the table was open is not told again.
        heard.append(socket.recv(timeout=TIMEOUT, decode=False))
        ben.act(table, "join", seat=1)
        asked = [
            {"kind": "ping"},
            {"kind": "state"},
            {"kind": "chat", "text": "Hi"},
            {"kind": "play"},
        ]
        for number, request in enumerate(asked):
            socket.send(json.dumps(request | {"id": number}))
        # What was said is told before that is answered.
        while b'"re":2' not in heard[-1]:
            heard.append(socket.recv(timeout=TIMEOUT, decode=False))
        ana.act(table, "resign")
        ana.rematch(table)
        while b'"kind":"rematch"' not in heard[-1]:
            heard.append(socket.recv(timeout=TIMEOUT, decode=False))
    kinds = {type(read.decode(message)).__name__ for message in heard}
    assert kinds >= {"Snapshot", "Yours", "SeatChanged", "Started", "Chatted", "Over", "Rematched"}
    assert kinds >= {"Beat", "StateReply", "Done", "Refused"}


@pytest.mark.parametrize("since", ["x", "-1", "9" * 30, "2147483648"])
def test_a_number_that_is_none_is_refused(server: Server, since: str) -> None:
    ana, table = hot_seat(server)
    assert ana.refused_socket(table, f"since={since}") == (400, "bad-request")


def test_a_stranger_hears_nothing_of_a_private_table(server: Server) -> None:
    table = Visitor(server).table(MINE, BOT)["id"]
    assert Visitor(server, "Eve").refused_socket(table) == (404, "no-such-table")
    assert Visitor(server, "Eve").refused("GET", f"/api/tables/{table}/stream")[0] == 404


def is_over(line: str) -> bool:
    return bool(json.loads(line)["kind"] == "over")


def test_lines_and_server_sent_events_tell_the_same(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(BOT, BOT)["id"]
    with ana.http.stream("GET", f"/api/tables/{table}/stream") as answer:
        lines = [json.loads(line) for line in lines_until(answer, is_over)]
    with ana.http.stream("GET", f"/api/tables/{table}/sse?since=3") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        said = lines_until(answer, lambda line: line.startswith("data:") and is_over(line[5:]))
    narration = [json.loads(line[5:]) for line in said if line.startswith("data:")]
    assert logged(narration) == logged(lines)[3:]


def test_a_reader_too_slow_is_dropped_and_resumes(
    tmp_path: Path, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", queue=3, messages_per_second=0)
    ana = Visitor(server)
    made = ana.table(MINE, MINE)
    table, turn = made["id"], made["state"]["moment"]["turn"]
    until = time.monotonic() + 200
    narrow = narrow_socket(server)
    with ana.socket(table, max_queue=1, ping_interval=None, sock=narrow) as socket:
        # Nobody reads. However much the machines on the way can hold, it is full some time.
        while "rondel_dropped_total 1.0" not in ana.metrics():
            assert time.monotonic() < until, "the reader is never dropped"
            for number in range(20):
                socket.send(json.dumps({"kind": "state", "id": number}))
            played = ana.play(table, turn["actions"][0]["text"], seat=turn["seat"])
            body = {"after": played["state"]["sequence"], "seat": turn["seat"]}
            ana.command(table, "undo", **body)
        heard = until_closed(socket)
    # Who does not read the goodbye in time is cut off without one.
    assert socket.close_code in (4008, 1006)
    last = max((int(str(event["number"])) for event in logged(heard)), default=0)
    newest = ana.state(table)["last_event"]
    assert last < newest
    with ana.socket(table, f"since={last}") as socket:
        rest = heard_until(socket, lambda message: message.get("number") == newest)
    assert [event["number"] for event in logged(rest)] == list(range(last + 1, newest + 1))


@pytest.mark.parametrize("door", ["stream", "sse"])
def test_a_reader_who_takes_nothing_is_cut_off(
    tmp_path: Path, start_server: Callable[..., Server], door: str
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", queue=3, messages_per_second=0)
    ana = Visitor(server)
    made = ana.table(MINE, MINE, visibility="public")
    table, turn = made["id"], made["state"]["moment"]["turn"]
    with narrow_socket(server) as stuck:
        stuck.sendall(
            f"GET /api/tables/{table}/{door} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        )
        wait_until(lambda: "rondel_listeners 1.0" in ana.metrics())
        until = time.monotonic() + 200
        with ana.socket(table, ping_interval=None) as socket:
            # Nobody reads the other stream. However much fits on the way, it is full some time.
            sequence = made["state"]["sequence"]
            while "rondel_dropped_total 1.0" not in ana.metrics():
                assert time.monotonic() < until, "the reader is never dropped"
                for _ in range(20):
                    for request in (
                        {"kind": "play", "steps": [turn["actions"][0]["text"]]},
                        {"kind": "undo"},
                    ):
                        body = {"id": 1, "after": sequence, "seat": turn["seat"], **request}
                        socket.send(json.dumps(body))
                        sequence = events_until(socket, "done")[-1]["event"]
        wait_until(lambda: "rondel_listeners 0.0" in ana.metrics())


def test_a_quiet_stream_shows_signs_of_life(
    tmp_path: Path, start_server: Callable[..., Server]
) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    ana = Visitor(start_server(database=database, heartbeat=0.3))
    table = ana.table(MINE, MINE)["id"]
    with ana.socket(table) as socket:
        for _ in range(3):
            assert events_until(socket, "beat")[-1]["at"] > 0


def test_who_is_there_is_told(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    with ana.socket(table) as first:
        events_until(first, "presence")
        with ben.socket(table):
            while events_until(first, "presence")[-1]["watchers"] != 1:
                pass
            assert ana.state(table)["table"]["seats"][0]["present"]
        gone = {"kind": "presence", "seats": [0], "watchers": 0}
        while events_until(first, "presence")[-1] != gone:
            pass


def test_chat_is_told_and_limited(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, BOT, visibility="public", chat_for_watchers=False)["id"]
    assert ana.chat(table, " hello  there ")["data"] == {
        "seat": 0,
        "name": "Ana",
        "text": "hello there",
    }
    assert ben.try_command(table, "chat", text="psst") == (403, "chat-forbidden")
    assert ana.try_command(table, "chat", text="x" * 501)[0] == 400
    said = [ana.ask_command(table, "chat", text="!").status_code for _ in range(12)]
    assert 429 in said


def test_a_foreign_bot_plays_a_match_with_a_token(server: Server) -> None:
    ana = Visitor(server)
    made = ana.table(BOT, OPEN)
    bot = Visitor(server, None)
    token = bot.ok("POST", "/api/bots", {"name": "Tin Can"})["token"]
    bot.http.headers["Authorization"] = f"Bearer {token}"
    table, luck = made["id"], random.Random(8)
    bot.act(table, "join", token=made["links"]["seats"]["1"][-24:])
    turns = 0

    def plays_on(line: str) -> bool:
        nonlocal turns
        notice = json.loads(line)
        if notice["kind"] == "turn" and notice["table"] == table:
            turns += 1
            while bot.state(table)["table"]["your_turn"]:
                bot.step(table, luck)
        return turns < 8 and bot.state(table)["table"]["status"] != "over"

    with bot.http.stream("GET", "/api/me/stream") as answer:
        lines_until(answer, lambda line: not plays_on(line))
    assert turns >= 8 or bot.state(table)["table"]["status"] == "over"
