"""Taking back: whole turns against bots, by asking among people, and the same luck either way."""

import asyncio
import random
from typing import Any

import pytest
from msgspec import structs

from rondel.games.finca.tests.table import table as going_round
from rondel.match import read_record
from rondel.server.errors import InvalidState
from rondel.server.protocol.documents import Untimed
from rondel.server.storage.rows import now
from rondel.server.tables import undo as undoing
from rondel.server.tables.evolve import with_row
from rondel.server.tables.play import stepped
from tests.waiting import wait_until

from .playing import BOT, MINE, Server, Visitor, hot_seat, pair, turn
from .states import at_table, before_the_end


def own_turn(visitor: Visitor, table: str) -> Any:
    """Return the table once its visitor is asked."""
    wait_until(lambda: bool(visitor.state(table)["table"]["your_turn"]))
    return visitor.state(table)


def take_back(visitor: Visitor, table: str) -> Any:
    """Take the last turn back, however fast the bots are."""
    while True:
        body = {"after": visitor.state(table)["sequence"], "what": "turn"}
        answer = visitor.ask_command(table, "undo", **body)
        if answer.status_code == 200:
            return answer.json()
        assert answer.json()["code"] == "stale-step"


def test_against_bots_a_whole_turn_is_taken_back_and_its_luck_stays_the_same(
    server: Server,
) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    luck = random.Random(8)
    before: Any = None
    steps, played, mine = 0, list[str](), list[Any]()
    for _ in range(80):
        before = own_turn(ana, table)
        steps = before["moment"]["steps"]
        played = turn(ana, table, luck)
        own_turn(ana, table)
        told = ana.ok("GET", f"/api/tables/{table}/story?since={steps}")["narration"]
        mine = told[: next(at for at, step in enumerate(told) if step["seat"] == 1)]
        if len(mine) > len(played):
            break
    assert len(mine) > len(played), "chance never spoke"
    back = take_back(ana, table)["state"]
    assert back["moment"] == before["moment"]
    for text in played:
        ana.play(table, text)
    again = ana.ok("GET", f"/api/tables/{table}/story?since={steps}")["narration"]
    assert [step["text"] for step in again[: len(mine)]] == [step["text"] for step in mine]
    state = ana.state(table)
    assert state["table"]["taken_back"] >= 1
    events = ana.ok("GET", f"/api/tables/{table}/events")["events"]
    assert any(event["kind"] == "undone" and event["data"]["more"] for event in events)
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    assert read_record(record).taken_back == state["table"]["taken_back"]


def test_a_bots_thought_about_a_turn_that_was_taken_back_is_not_played(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, {"kind": "bot", "bot": "skilled"})["id"]
    before = own_turn(ana, table)
    turn(ana, table, random.Random(2))
    back = take_back(ana, table)
    assert (
        back["state"]["table"]["steps"] <= before["moment"]["steps"]
        or back["state"]["table"]["your_turn"]
    )
    other = ana.table(BOT, BOT)["id"]
    wait_until(lambda: bool(ana.state(other)["table"]["status"] == "over"))
    assert ana.state(table)["moment"]["steps"] == back["state"]["table"]["steps"]


def test_among_people_one_asks_on_ones_own_turn_too(server: Server) -> None:
    ana, ben, table = pair(server)
    first, second = (ana, ben) if ana.state(table)["table"]["your_turn"] else (ben, ana)
    luck = random.Random(3)
    before = first.state(table)
    turn(first, table, luck)
    turn(second, table, luck)
    while not first.state(table)["table"]["your_turn"]:
        second.step(table, luck)
    now = first.state(table)
    asked = take_back(first, table)["state"]
    assert asked["moment"] == now["moment"]
    assert asked["undo_request"]["waits"] == second.state(table)["your_seats"]
    agreed = second.act(table, "answer-undo", yes=True)
    assert agreed["moment"] == before["moment"] and agreed["table"]["taken_back"] == 1


def test_ones_own_last_steps_are_no_mark(server: Server) -> None:
    ana, table = hot_seat(server)
    seat = ana.state(table)["moment"]["turn"]["seat"]
    played = ana.step(table, random.Random(1))
    body = {"after": played["state"]["sequence"], "seat": seat}
    undone = ana.command(table, "undo", **body)
    assert undone["state"]["table"]["taken_back"] == 0


def test_the_end_of_a_game_that_goes_round_is_taken_back_and_luck_goes_on_anew(
    server: Server,
) -> None:
    ana = Visitor(server)
    record, steps = before_the_end()
    made = ana.ok("POST", "/api/records", {"record": record, "steps": steps})
    table, before = made["id"], made["state"]
    seat = before["moment"]["turn"]["seat"]
    over = ana.play(table, "end", seat=seat)["state"]
    assert over["table"]["status"] == "over" and over["secret"]
    body = {"after": over["sequence"], "seat": seat}
    back = ana.command(table, "undo", **body)["state"]
    assert back["moment"] == before["moment"]
    assert (back["table"]["status"], back["table"]["result"]) == ("playing", None)
    assert back["secret"] is None and back["commitment"] != over["commitment"]
    again = ana.play(table, "end", seat=seat)["state"]
    assert again["table"]["result"] == over["table"]["result"]
    assert again["secret"] != over["secret"]


def test_among_people_the_end_is_taken_back_by_consent() -> None:
    async def play() -> None:
        live = at_table(Untimed(), *["person"] * 4)
        steps = len(live.log)
        position = going_round(4, elsewhere=0, circles=40)
        seat = position.seat
        assert seat is not None
        live = structs.replace(with_row(live, to_move=seat), position=position)
        secret = live.row.secret
        live = stepped(live, seat, ["end"], live.row.sequence, None, now()).table
        assert live.row.status == "over"
        live = undoing.undone(live, seat, "step", live.row.sequence, None, now()).table
        assert live.row.status == "over" and live.row.undo_request
        for other in {0, 1, 2, 3} - {seat}:
            assert live.row.status == "over"
            live = undoing.answered(live, other, True, now()).table
        assert (live.row.status, len(live.log), live.row.result) == ("playing", steps, "")
        assert live.row.sandbox and secret != live.row.secret == live.dealer.secret
        live = structs.replace(live, position=position)
        live = stepped(live, seat, ["end"], live.row.sequence, None, now()).table
        live = with_row(live, rematch="another")
        with pytest.raises(InvalidState):
            undoing.undone(live, seat, "step", live.row.sequence, None, now())

    asyncio.run(play())


def test_a_match_that_is_over_is_not_taken_back(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    own_turn(ana, table)
    turn(ana, table, random.Random(1))
    state = ana.act(table, "resign")
    body = {"after": state["sequence"], "what": "turn"}
    assert ana.try_command(table, "undo", **body) == (409, "invalid-state")
