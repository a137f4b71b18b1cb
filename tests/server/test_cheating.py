"""The server helps nobody to cheat against people, and lets nobody stall them."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rondel.match import read_record, write_record
from rondel.server.table.fairness import first_of_rounds

from .playing import MINE, OPEN, Server, Visitor
from .test_processes import carry

LUCK = random.Random(5)
RUNNING = (403, "match-running")
CLOCK = {"kind": "live", "seconds": 5000, "increment": 5}


def pair(server: Server, **options: Any) -> tuple[Visitor, Visitor, str]:
    """Return two people and their running match."""
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, **{"visibility": "public", **options})["id"]
    ben.act(table, "join", {})
    return ana, ben, table


def play_on(people: tuple[Visitor, ...], table: str, turns: int) -> None:
    """Play so many turns of a match between people."""
    asked = None
    while turns >= 0:
        seat = people[0].state(table)["moment"]["turn"]["seat"]
        turns -= seat != asked
        if turns >= 0:
            asked = seat
            people[seat].step(table, LUCK)


def disguised(record: str) -> str:
    """Return a record with other names for its players."""
    match = read_record(record)
    match.names = [f"{name} the other" for name in match.names]
    return write_record(match)


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
        match.push(match.position.options[0][0])
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
    # The match goes on after all, as it may where a step made for that had ended it.
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE seats SET conceded = 0")
        connection.execute("UPDATE tables SET status = 'playing' WHERE id = ?", (table,))
    assert ana.try_hint(copy) == RUNNING
    # Nor one step further.
    ana.step(copy, LUCK)
    assert ana.try_hint(copy) == RUNNING


def test_other_peoples_matches_do_not_keep_hints_from_a_game_against_bots(server: Server) -> None:
    ana, ben, table = pair(server)
    play_on((ana, ben), table, 2)
    eve = Visitor(server, "Eve")
    alone = eve.table(MINE, MINE)["id"]
    eve.step(alone, LUCK)
    assert eve.try_hint(alone) == (200, "")


def test_a_match_that_runs_in_another_process_is_protected_alike(
    postgres_database: str, start_server: Callable[..., Server]
) -> None:
    near, far = (start_server(database=postgres_database, bots=False) for _ in range(2))
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
    closed = (403, "deal-of-the-day")
    for steps in (None, 32):
        assert eve.try_bring(disguised(record), steps) == closed
    assert ana.ask_review(table) == closed


@pytest.mark.parametrize(
    ("makers", "first"),
    [([], 0), ([None, 0, 0, 1, None], 0), ([None, 0, 1, 0, 1, 0, 0], 2), ([0, 1] * 9, 14)],
)
def test_two_rounds_are_two_turns_of_each_player(makers: list[int | None], first: int) -> None:
    assert first_of_rounds(makers, 2) == first
