"""Taking games away and bringing them back."""

import json
import random

from rondel.match import read_record, verify
from tests.waiting import wait_until

from .playing import BOT, MINE, Server, Visitor, hot_seat


def finished(server: Server, visibility: str = "public") -> tuple[Visitor, str]:
    ana = Visitor(server)
    table = ana.table(BOT, BOT, visibility=visibility)["id"]
    wait_until(lambda: ana.state(table)["table"]["status"] == "over")
    return ana, table


def test_all_public_finished_games_are_exported_and_no_private_one(server: Server) -> None:
    _, public = finished(server)
    owner, private = finished(server, "private")
    stranger = Visitor(server, "Eve")
    lines = stranger.ask("GET", "/api/records").text.splitlines()
    found = {json.loads(line)["table"]: json.loads(line)["record"] for line in lines}
    assert public in found and private not in found
    assert read_record(found[public]).position.is_over
    own = owner.ask("GET", "/api/records?whose=mine").text.splitlines()
    assert [json.loads(line)["table"] for line in own] == [private]


def test_a_record_comes_back_and_goes_on_from_any_step(server: Server) -> None:
    ana, table = finished(server)
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    whole = ana.ok("POST", "/api/records", {"record": record})
    assert whole["state"]["table"]["status"] == "over" and whole["state"]["table"]["sandbox"]
    part = ana.ok("POST", "/api/records", {"record": record, "steps": 50})
    then = ana.ok("GET", f"/api/tables/{table}/at/{part['state']['moment']['steps']}")["moment"]
    assert part["state"]["moment"]["steps"] >= 50
    if part["state"]["moment"]["steps"] == 50:
        assert part["state"]["moment"]["view"] == then["view"]
    assert part["state"]["your_seats"] == [0, 1]
    ana.step(part["id"], random.Random(1))


def test_a_moment_of_a_table_branches_into_a_sandbox(server: Server) -> None:
    ana, table = finished(server)
    branch = ana.ok("POST", f"/api/tables/{table}/branch", {"steps": 40})
    ana.step(branch["id"], random.Random(2))
    assert ana.state(table)["table"]["status"] == "over"
    again = ana.ask("GET", f"/api/tables/{branch['id']}/record").text
    assert len(read_record(again)) >= 41


def test_a_branch_keeps_the_bots_at_their_seats_if_that_is_wanted(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT, {"kind": "bot", "bot": "casual"})["id"]
    ana.act(table, "resign")
    door = f"/api/tables/{table}/branch"
    kept = ana.ok("POST", door, {"steps": 32, "keep": True})["state"]["table"]["seats"]
    assert [seat["bot"] for seat in kept] == ["", BOT["bot"], "casual"]
    alone = ana.ok("POST", door, {"steps": 32})["state"]
    assert alone["your_seats"] == [0, 1, 2]


def test_a_broken_record_is_refused_with_its_line(server: Server) -> None:
    ana = Visitor(server)
    answer = ana.ask("POST", "/api/records", {"record": "rondel: 1\ngame: finca\n"})
    assert answer.status_code == 400
    assert answer.json()["code"] == "unreadable-record"
    unknown = {"record": "rondel: 1\ngame: chess\nrules: 1\nedition: x\n\n"}
    assert ana.refused("POST", "/api/records", unknown) == (404, "unknown-game")


def test_the_record_of_a_conceded_game_has_its_result_and_its_secret(server: Server) -> None:
    ana = Visitor(server)
    made = ana.table(MINE, BOT)
    table = made["id"]
    ana.act(table, "resign")
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    match, proven = verify(record)
    assert proven and match.over is not None
    assert (match.over.reason, match.over.ranks) == ("conceded", (2, 1))
    assert f"secret: {ana.state(table)['secret']}\n" in record
    assert ana.ok("GET", f"/api/tables/{table}/deal")["verified"] is True


def test_a_conceded_game_comes_back_with_its_result_and_goes_on_where_that_is_asked_for(
    server: Server,
) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, MINE, MINE)["id"]
    ana.step(table, random.Random(1))
    for seat in (2, 0):
        ana.act(table, "resign", seat=seat)
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    there = ana.state(table)
    assert there["table"]["result"]["reason"] == "conceded"
    back = ana.ok("POST", "/api/records", {"record": record})["state"]
    assert (back["table"]["status"], back["table"]["result"]) == ("over", there["table"]["result"])
    assert back["moment"]["steps"] == there["moment"]["steps"]
    again = ana.ask("GET", f"/api/tables/{back['table']['id']}/record").text
    assert read_record(again).over == read_record(record).over
    steps = there["moment"]["steps"]
    for path, body in (
        ("/api/records", {"record": record, "steps": steps}),
        (f"/api/tables/{table}/branch", {"steps": steps}),
        (f"/api/tables/{back['table']['id']}/branch", {}),
    ):
        going = ana.ok("POST", path, body)
        assert going["state"]["table"]["status"] == "playing", path
        ana.step(going["id"], random.Random(2))


def test_a_record_before_the_end_keeps_the_secret(server: Server) -> None:
    ana, table = hot_seat(server)
    assert "secret" not in ana.ask("GET", f"/api/tables/{table}/record").text
    assert ana.ok("GET", f"/api/tables/{table}/deal")["secret"] is None
