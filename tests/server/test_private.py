"""Privacy: visitors without access see nothing."""

import json
from typing import Any, get_args

from rondel.server.protocol.commands import Command
from tests.waiting import wait_until

from .playing import BOT, MINE, OPEN, Server, Visitor, events_until, until_closed


def private_tables(server: Server) -> tuple[Visitor, list[str]]:
    """Tables that could be taken for nobody's: a bot and a free seat have no guest."""
    ana = Visitor(server)
    return ana, [ana.table(*seats)["id"] for seats in ((MINE, BOT), (MINE, OPEN), (BOT, BOT))]


def exported(visitor: Visitor, whose: str = "mine") -> set[str]:
    lines = visitor.ask("GET", f"/api/records?whose={whose}").text.splitlines()
    return {json.loads(line)["table"] for line in lines}


def listed(visitor: Visitor, show: str) -> set[str]:
    page = visitor.ok("GET", f"/api/tables?show={show}&limit=100")
    return {info["id"] for info in page["tables"]}


def test_without_a_name_nothing_is_mine(server: Server) -> None:
    ana, tables = private_tables(server)
    nobody = Visitor(server, None)
    assert listed(nobody, "mine") == set()
    assert exported(nobody) == set()
    assert listed(ana, "mine") >= set(tables)


def test_no_list_and_no_export_shows_a_strangers_private_table(server: Server) -> None:
    _, tables = private_tables(server)
    ana = Visitor(server)
    over = ana.table(BOT, BOT)["id"]
    wait_until(lambda: bool(ana.state(over)["table"]["status"] == "over"))
    for visitor in (Visitor(server, None), Visitor(server, "Eve")):
        for show in ("open", "playing", "over", "mine"):
            assert not listed(visitor, show) & {*tables, over}
        for whose in ("public", "mine"):
            assert not exported(visitor, whose) & {*tables, over}


def test_no_door_of_a_private_table_opens_for_nobody_or_a_stranger(server: Server) -> None:
    _, tables = private_tables(server)
    gets: tuple[str, ...] = ("", "/events", "/stream", "/sse", "/story", "/at/0", "/record")
    gets += ("/deal", "/links", "/picture", "/picture?form=svg&step=0", "/review")
    posts: dict[str, Any] = {
        "/preview": {"steps": []},
        "/branch": {},
        "/hint": None,
        "/review": {},
        "/what-if": {"steps": 0, "then": ["move 1"]},
    }
    commands: dict[str, Any] = {
        "play": {"after": 0, "steps": ["move 1"]},
        "undo": {"after": 0},
        "answer-undo": {"yes": True},
        "chat": {"text": "hello"},
        "join": {"token": "x"},
        "leave": {},
        "rename": {"name": "Eve"},
        "ready": {},
        "resign": {},
        "abort": {},
        "remove": {"seat": 0},
        "fill-seat": {"seat": 0, "bot": "random"},
        "renew-link": {},
        "transfer-seat": {"seat": 0},
        "substitute": {"seat": 0, "bot": "random"},
        "allow-substitute": {"yes": True},
        "claim-win": {"seat": 0},
        "rematch": {},
    }
    assert {kind.__struct_config__.tag for kind in get_args(Command)} == set(commands)
    for visitor in (Visitor(server, None), Visitor(server, "Eve")):
        for table in tables:
            for door in gets:
                status, code = visitor.refused("GET", f"/api/tables/{table}{door}")
                assert (status, code) in ((404, "no-such-table"), (401, "unauthenticated")), door
            for door, body in posts.items():
                status, code = visitor.refused("POST", f"/api/tables/{table}{door}", body)
                assert (status, code) in ((404, "no-such-table"), (401, "unauthenticated")), door
            for kind, fields in commands.items():
                status, code = visitor.try_command(table, kind, **fields)
                assert (status, code) in ((404, "no-such-table"), (401, "unauthenticated")), kind
            for path in ("/invitation?token=x", "/picture?token=x"):
                answers = [
                    visitor.ask("GET", f"/api/tables/{which}{path}")
                    for which in (table, "nonesuch")
                ]
                assert {answer.status_code for answer in answers} == {404}
                there, missing = (answer.text for answer in answers)
                assert there.replace(table, "nonesuch") == missing
            answer = visitor.try_command(table, "join", seat=0)
            assert answer in ((404, "no-such-table"), (401, "unauthenticated"))
            assert visitor.refused_socket(table) == (404, "no-such-table")


def test_whoever_is_nobody_counts_as_a_watcher_beside_a_bot(server: Server) -> None:
    ana, nobody = Visitor(server), Visitor(server, None)
    table = ana.table(MINE, BOT, visibility="public")["id"]
    with nobody.socket(table) as socket:
        events_until(socket, "started")
        assert events_until(socket, "presence")[-1]["watchers"] == 1
        assert ana.state(table)["watchers"] == 1


def test_who_leaves_a_private_table_hears_no_more_of_it(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    made = ana.table(MINE, OPEN)
    token = made["links"]["seats"]["1"].split("/")[-1]
    ben.act(made["id"], "join", token=token)
    with ben.socket(made["id"]) as socket:
        events_until(socket, "started")
        answer = ben.ask_command(made["id"], "leave")
        assert answer.status_code == 200
        ana.command(made["id"], "chat", text="he is gone")
        heard = until_closed(socket)
        assert socket.close_code == 4003
    assert not any(message.get("kind") == "chat" for message in heard)


def test_remarks_have_no_characters_that_nobody_sees(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, OPEN)["id"]
    for text in (
        "a\u202eb",
        "\u200b",
        "\u200d",
        "a \u200d b",
        "a\u0000b",
        "\u2066a\u2069",
        "\ufeff",
    ):
        status, code = ana.try_remark(table, text)
        assert (status, code) == (400, "invalid-text"), ascii(text)
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert ana.chat(table, f"  oh,\n no {family}  ")["data"]["text"] == f"oh, no {family}"
