"""Server helps nobody to cheat against people, and lets nobody stall them."""

import json
import random
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from rondel.games.milestones.map import usual_map, usual_text
from rondel.match import read_record, write_record
from rondel.server.tables.fair_play import first_of_rounds
from tests.waiting import wait_until

from .absence import House, asked_first
from .playing import BOT, MINE, OPEN, Server, Visitor, carry, events_until, heard_until, pair

LUCK = random.Random(5)
RUNNING = (403, "match-running")
CLOCK = {"kind": "live", "seconds": 5000, "increment": 5}


def play_on(people: tuple[Visitor, ...], table: str, turns: int) -> None:
    """Play so many turns of a match between people."""
    asked = None
    while turns >= 0:
        seat = int(people[0].state(table)["moment"]["turn"]["seat"])
        turns -= seat != asked
        if turns >= 0:
            asked = seat
            people[seat].step(table, LUCK)


def disguised(record: str) -> str:
    """Return a record with other names for its players."""
    match = read_record(record)
    match.names = [f"{name} the other" for name in match.names]
    return write_record(match)


def go_on(file: Path, table: str) -> None:
    """Let a match that somebody gave up run again, as a step made for that may be taken back."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE seats SET resigned = 0")
        connection.execute("UPDATE tables SET status = 'playing' WHERE id = ?", (table,))


def test_nobody_branches_a_running_match_between_people_at_its_last_positions(
    server: Server,
) -> None:
    ana, ben, table = pair(server, pace=CLOCK)
    play_on((ana, ben), table, 2)
    for visitor in (ana, ben, Visitor(server, "Eve")):
        assert visitor.try_branch(table) == RUNNING
    assert ana.try_branch(table, ana.state(table)["table"]["steps"] - 1) == RUNNING


def test_a_moment_before_the_last_two_rounds_is_branched_from_while_the_match_goes_on(
    server: Server,
) -> None:
    ana, ben, table = pair(server)
    begun = ana.state(table)["table"]["steps"]
    play_on((ana, ben), table, 8)
    assert ana.try_branch(table, begun)[0] == 201


def test_a_running_match_is_not_brought_as_a_record_whatever_its_players_are_called(
    server: Server,
) -> None:
    ana, ben, table = pair(server)
    play_on((ana, ben), table, 3)
    record = ana.record(table)
    assert record is not None
    assert ben.try_bring(record) == RUNNING
    assert ben.try_bring(disguised(record)) == RUNNING
    # Nor with a step that was not played.
    match = read_record(record)
    if not match.position.is_chance:
        match.push(match.position.legal_steps[0][0])
    assert ben.try_bring(write_record(match)) == RUNNING


def test_a_match_that_is_over_is_branched_brought_and_reviewed(server: Server) -> None:
    ana, ben, table = pair(server)
    play_on((ana, ben), table, 3)
    ben.concede(table)
    record = ana.record(table)
    assert record is not None and ana.try_bring(record)[0] == 201
    assert ana.try_hint(ana.branch(table, 34)) == (200, "")
    assert ana.ask_review(table) == (200, "")


def test_a_sandbox_at_a_position_that_people_are_playing_gets_no_hint(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bots=False)
    ana, ben, table = pair(server)
    play_on((ana, ben), table, 2)
    ben.concede(table)
    copy = ana.branch(table)
    assert ana.try_hint(copy) == (200, "")
    go_on(file, table)
    assert ana.try_hint(copy) == RUNNING
    # Nor one step further.
    ana.step(copy, LUCK)
    assert ana.try_hint(copy) == RUNNING


def test_no_bot_takes_a_seat_of_a_sandbox_at_a_position_that_people_are_playing(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bots=False)
    ana, ben, table = pair(server)
    play_on((ana, ben), table, 2)
    ben.concede(table)
    copy = ana.branch(table)
    go_on(file, table)
    assert ana.try_substitute(copy, 0) == RUNNING


def test_a_bot_of_a_sandbox_waits_while_people_are_playing_its_position(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    file = tmp_path / "x.db"
    without_bots = start_server(database=f"sqlite:///{file}", bots=False)
    ana, ben, table = pair(without_bots)
    play_on((ana, ben), table, 2)
    seat = ana.seat_to_move(table)
    ben.concede(table)
    copy = ana.branch(table, against="random", seat=1 - seat)
    steps = ana.steps(copy)
    go_on(file, table)
    without_bots.stop()
    with_bots = start_server(database=f"sqlite:///{file}")

    def is_put_off() -> bool:
        with closing(sqlite3.connect(file)) as connection:
            rows = connection.execute(
                "SELECT run_at FROM tasks WHERE kind = 'bot' AND key = ?", (copy,)
            )
            return float(rows.fetchone()[0]) > time.time()

    wait_until(is_put_off)
    ana, ben = carry(ana, with_bots), carry(ben, with_bots)
    assert ana.steps(copy) == steps
    ben.concede(table)
    wait_until(lambda: ana.steps(copy) > steps)


def test_another_number_on_a_map_does_not_hide_a_running_match(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", offer="milestones")
    ana, ben, table = pair(server, game="milestones")
    play_on((ana, ben), table, 1)
    record = ana.record(table)
    assert record is not None and ben.try_bring(record) == RUNNING
    text = usual_text()
    row = text.index("[", text.index("rows =")) + 1
    at = next(at for at in range(row, len(text)) if text[at] in "12345")
    other = text[:at] + str(int(text[at]) % 5 + 1) + text[at + 1 :]
    other = other.replace(f'name = "{usual_map().name}"', 'name = "mine"')
    source = "".join(f"| {line}\n" for line in other.splitlines())
    changed = record.replace(f"edition: {usual_map().name}\n", f"edition: mine\n{source}")
    assert read_record(changed).edition.name == "mine"
    assert ben.try_bring(changed) == RUNNING


def test_other_peoples_matches_do_not_keep_hints_from_a_game_against_bots(server: Server) -> None:
    ana, ben, table = pair(server)
    play_on((ana, ben), table, 2)
    eve = Visitor(server, "Eve")
    alone = eve.table(MINE, MINE)["id"]
    eve.step(alone, LUCK)
    assert eve.try_hint(alone) == (200, "")


def test_a_match_that_runs_in_another_process_is_protected_alike(
    postgres_database: str, redis_url: str, start_server: Callable[..., Server]
) -> None:
    settings = {"database": postgres_database, "redis": redis_url, "bots": False}
    near, far = (start_server(**settings) for _ in range(2))
    ana, ben, table = pair(near)
    play_on((ana, ben), table, 2)
    record = ana.record(table)
    assert record is not None
    there = carry(ana, far)
    assert there.try_bring(disguised(record)) == RUNNING
    play_on((ana, ben), table, 1)
    assert there.try_branch(table) == RUNNING
    ben.concede(table)
    assert there.try_branch(table)[0] == 201


def test_todays_deal_is_neither_brought_nor_reviewed_before_the_day_is_over(
    server: Server,
) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    assert ana.begin_daily("finca")[0] == 201
    table = ana.daily_table("finca")
    ana.concede(table)
    record = ana.record(table)
    assert record is not None
    closed = (403, "daily-challenge")
    for steps in (None, 32):
        assert eve.try_bring(disguised(record), steps) == closed
    assert ana.ask_review(table) == closed


@pytest.mark.parametrize(
    ("makers", "first"),
    [([], 0), ([None, 0, 0, 1, None], 0), ([None, 0, 1, 0, 1, 0, 0], 2), ([0, 1] * 9, 14)],
)
def test_two_rounds_are_two_turns_of_each_player(makers: list[int | None], first: int) -> None:
    assert first_of_rounds(makers, 2) == first


def test_a_bot_plays_for_a_person_against_people_only_once_the_others_agree(
    server: Server,
) -> None:
    ana, ben, table = pair(server)
    state = ana.substitute(table, 0, "champion")
    assert not state["table"]["seats"][0]["substitute"] and state["table"]["helped"] == 0
    assert ben.state(table)["undo_request"]["bot"] == "champion"
    assert not ben.answer_undo(table, False)["table"]["seats"][0]["substitute"]
    state = ana.substitute(table, 0, "regular", ben)
    assert state["table"]["seats"][0]["bot"] == "regular" and state["undo_request"] is None


def test_a_bot_for_a_person_is_counted_at_the_table_and_in_the_record(server: Server) -> None:
    ana, ben, table = pair(server)
    ana.substitute(table, 0, "regular", ben)
    assert ana.play_myself(table, 0)["table"]["helped"] == 1
    record = ana.record(table)
    assert record is not None and "\nhelped: 1\n" in record
    assert write_record(read_record(record)).count("\nhelped: 1\n") == 1


def test_alone_against_bots_one_may_have_a_bot_play_at_once_and_it_is_counted(
    server: Server,
) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, BOT)["id"]
    state = ana.substitute(table, 0, "random")
    assert state["table"]["seats"][0]["substitute"] and state["table"]["helped"] == 1


def test_two_of_three_players_cannot_agree_on_a_bot_without_the_third(server: Server) -> None:
    ana, ben, cas = (Visitor(server, name) for name in ("Ana", "Ben", "Cas"))
    table = ana.table(MINE, OPEN, OPEN, visibility="public")["id"]
    for visitor in (ben, cas):
        visitor.sit_down(table)
    ana.allow_bot(table)
    assert ben.try_substitute(table, 0) == (200, "")
    assert ben.state(table)["undo_request"]["waits"] == [2]
    assert not ben.state(table)["table"]["seats"][0]["substitute"]
    assert cas.answer_undo(table, True)["table"]["seats"][0]["substitute"]


def test_a_program_that_takes_a_seat_is_shown_as_one(server: Server) -> None:
    ana, engine = Visitor(server), Visitor.program(server, "Deep")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    assert [seat["program"] for seat in ana.state(table)["table"]["seats"]] == [False, False]
    engine.sit_down(table)
    assert [seat["program"] for seat in ana.state(table)["table"]["seats"]] == [False, True]
    own = engine.table(MINE, BOT)["state"]
    assert own["table"]["seats"][0]["program"]
    engine.leave(table)
    assert not ana.state(table)["table"]["seats"][1]["program"]


def test_a_player_who_is_there_but_does_not_move_can_be_claimed_against(house: House) -> None:
    slow, other, seat = asked_first(house.pair(absence_timeout=120))
    table = slow.mine()[0]["id"]
    with slow.socket(table) as socket:
        events_until(socket, "started")
        assert other.try_claim(table, seat) == (409, "still-there")
    house.age(table, 120)

    def is_aged() -> bool:
        # A table stays in memory while a connection uses it.
        house.forget()
        # Both are told beforehand.
        found = {visitor.state(table)["absent_from"] for visitor in (slow, other)}
        return len(found) == 1 and found.pop() < time.time()

    wait_until(is_aged)
    with slow.socket(table) as socket:
        events_until(socket, "started")
        assert other.try_claim(table, seat) == (200, "")
    assert other.state(table)["table"]["result"]["reason"] == "absent"


def test_whoever_makes_a_step_is_given_the_patience_of_the_table_anew(house: House) -> None:
    slow, other, seat = asked_first(house.pair(absence_timeout=120))
    table = slow.mine()[0]["id"]
    house.age(table, 100)
    before = other.state(table)["absent_from"]
    slow.step(table, LUCK)
    assert other.state(table)["absent_from"] > before
    assert other.try_claim(table, seat)[0] in (403, 409)


def test_taking_back_and_stepping_again_wins_no_time(house: House) -> None:
    slow, other, seat = asked_first(house.pair(absence_timeout=120))
    table = slow.mine()[0]["id"]

    def waits_until() -> float:
        return float(other.state(table)["absent_from"])

    house.age(table, 100)
    before = waits_until()
    slow.step(table, LUCK)
    slow.undo(table, seat)
    assert waits_until() < before + 60
    # Nor within a turn, which the wind begins once all farmers are placed.
    people = (slow, other) if seat == 0 else (other, slow)
    play_on(people, table, 10)
    assert slow.seat_to_move(table) == seat
    house.age(table, 100)
    before = waits_until()
    slow.play(table, "wind", seat=seat)
    slow.undo(table, seat)
    slow.play(table, "wind", seat=seat)
    assert waits_until() < before + 60


def test_where_nobody_waits_nobody_is_told_of_patience(server: Server) -> None:
    ana = Visitor(server)
    for seats in ((MINE, MINE), (MINE, BOT)):
        assert ana.table(*seats)["state"]["absent_from"] is None


def test_what_a_player_who_left_would_refuse_is_not_taken_back_meanwhile(server: Server) -> None:
    ana, ben, table = pair(server)
    play_on((ana, ben), table, 2)
    seat = ana.state(table)["moment"]["turn"]["seat"]
    stays, gone = (ana, ben) if seat == 0 else (ben, ana)
    place = gone.state(table)["your_seats"][0]
    gone.leave(table)
    steps = stays.state(table)["table"]["steps"]
    stays.undo(table, 1 - place)
    assert stays.state(table)["table"]["steps"] == steps
    assert stays.state(table)["undo_request"]["waits"] == [place]
    gone.sit_down(table)
    assert gone.answer_undo(table, False)["undo_request"] is None


def test_whoever_left_returns_without_a_link_until_someone_else_sits_there(
    server: Server,
) -> None:
    ana, ben, eve = Visitor(server), Visitor(server, "Ben"), Visitor(server, "Eve")
    made = ana.table(MINE, OPEN)
    table, token = made["id"], made["links"]["seats"]["1"].split("/")[-1]
    ben.join(table, token)
    ben.leave(table)
    assert ben.sit_down(table)["your_seats"] == [1]
    ben.leave(table)
    eve.join(table, token)
    assert not ben.may_join(table, 1)
    eve.leave(table)
    assert not ben.may_join(table, 1)


def test_a_creator_who_aborts_a_deal_and_begins_again_is_told_of_to_all(server: Server) -> None:
    ana, ben, table = pair(server)
    assert ben.state(table)["table"]["aborted_before"] == 0
    ana.act(table, "abort")
    again = ana.table(MINE, OPEN, visibility="public")["id"]
    ben.sit_down(again)
    assert ben.state(again)["table"]["aborted_before"] == 1
    assert ben.event_facts(again)[0]["data"]["aborted_before"] == 1
    rematch = ben.rematch(table)
    assert ben.state(rematch)["table"]["aborted_before"] == 1
    # A table that was never dealt, or that nobody else sat at, tells nothing.
    zoe = Visitor(server, "Zoe")
    for seats in ((MINE, MINE), (MINE, OPEN)):
        zoe.act(zoe.table(*seats)["id"], "abort")
    assert zoe.table(MINE, OPEN)["state"]["table"]["aborted_before"] == 0


def test_a_step_of_the_seat_to_move_is_taken_though_its_address_has_asked_too_much(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    # Setting the table takes some requests.
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", requests_per_minute=60)
    mover, other, _ = asked_first(pair(server, pace=CLOCK))
    table = mover.mine()[0]["id"]
    state = mover.state(table)
    step = state["moment"]["turn"]["actions"][0]["text"]
    while other.ask("GET", "/api/me").status_code != 429:
        pass
    assert mover.ask("GET", f"/api/tables/{table}").status_code == 429
    assert other.try_step(table, state["sequence"], step) == (429, "rate-limited")
    assert mover.try_step(table, state["sequence"], step) == (200, "")


def test_a_step_over_a_websocket_is_taken_though_other_messages_came_too_fast(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", messages_per_second=1)
    mover, _, seat = asked_first(pair(server, pace=CLOCK))
    table = mover.mine()[0]["id"]
    state = mover.state(table)
    step = state["moment"]["turn"]["actions"][0]["text"]
    with mover.socket(table) as socket:
        events_until(socket, "started")
        for number in range(20):
            socket.send(json.dumps({"kind": "ping", "id": number}))
        body = {"after": state["sequence"], "steps": [step], "seat": seat}
        socket.send(json.dumps({"kind": "play", "id": 99, **body}))
        heard = heard_until(socket, lambda message: message.get("re") == 99)
        codes = [message["error"]["code"] for message in heard if "error" in message]
    assert "rate-limited" in codes and "error" not in heard[-1]


def test_chat_renames_and_requests_to_take_back_have_budgets_and_steps_go_on(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", changes_per_minute=5)
    mover, other, _ = asked_first(pair(server))
    table = mover.mine()[0]["id"]
    remarks = [mover.try_remark(table, "hello") for _ in range(12)]
    renames = [mover.try_rename(table, f"Ana {number}") for number in range(12)]
    asks = [mover.ask_to_take_back(table, 0) for _ in range(3)]
    for answers in (remarks, renames, asks):
        assert answers[-1] == (429, "rate-limited"), answers
    mover.step(table, LUCK)
    assert other.try_remark(table, "hello") == (200, "")
