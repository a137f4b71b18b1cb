"""Bots are shared fairly between people, and forgotten tables rest."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rondel.server.runtime.bot_runner import MAX_OF_A_HOUSE
from rondel.server.runtime.budget import Budget
from tests.waiting import wait_until

from .playing import BOT, MINE, Server, Visitor, carry, from_elsewhere

Start = Callable[..., Server]
EXPERT = {"kind": "bot", "bot": "expert"}
CHAMPION = {"kind": "bot", "bot": "champion"}


DEALT = 32
"""Steps of chance before anybody plays."""
TABLES = 100
"""Number of tables with bots of a visitor."""
FEW = 6
"""Number of tables with bots of another visitor."""


def steps_of(visitor: Visitor, table: str) -> int:
    return int(visitor.state(table)["table"]["steps"])


def rows(file: Path, query: str) -> list[Any]:
    """Return the rows of a query to the server's file."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def steps_by(file: Path, guest: str) -> list[int]:
    """How many steps each of a guest's tables has."""
    found = rows(file, f"SELECT steps FROM tables WHERE creator = '{guest}' ORDER BY made")
    return [steps for (steps,) in found]


def test_one_visitors_many_thinkers_leave_the_others_bots_awake(
    start_server: Start, tmp_path: Path
) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bot_threads=1)
    eve, ana = from_elsewhere(server, "Eve"), Visitor(server)
    for _ in range(TABLES):
        eve.table(*[EXPERT] * 4)
    begun = sum(steps_by(file, eve.id))
    # What thinkers need is compiled by their first move.
    wait_until(lambda: sum(steps_by(file, eve.id)) > begun + 30)
    # While a move of one of these is written, however long that takes, another one thinks.
    for _ in range(FEW):
        ana.table(EXPERT, EXPERT)
    first, before = sum(steps_by(file, ana.id)), sum(steps_by(file, eve.id))
    wait_until(lambda: sum(steps_by(file, ana.id)) >= first + 60)
    # They take turns: so the many tables together make about as many moves as the few; were it a
    # table's turn, each of them would make as many.
    own, made = sum(steps_by(file, ana.id)) - first, sum(steps_by(file, eve.id)) - before
    assert made < own * MAX_OF_A_HOUSE / FEW / 2, (own, made)
    quick = ana.table(BOT, BOT)["id"]
    wait_until(lambda: ana.state(quick)["table"]["status"] == "over")


def test_a_bot_that_waits_for_its_turn_does_not_think_too_long(
    start_server: Start, tmp_path: Path
) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bot_threads=1)
    ana = Visitor(server)
    ana.table(CHAMPION, MINE)
    wait_until(lambda: steps_by(file, ana.id)[0] > DEALT)
    server.stop()
    patient = start_server(database=f"sqlite:///{file}", bot_threads=1, bot_seconds=9.0)
    ben = Visitor(patient, "Ben")
    for _ in range(9):
        ben.table(CHAMPION, CHAMPION)
    # What thinkers need is read by their first move.
    wait_until(lambda: max(steps_by(file, ben.id)) > DEALT)
    warm = len(patient.log.read_bytes())
    # The last waits for the others' moves, two seconds each, longer than one may think.
    wait_until(lambda: min(steps_by(file, ben.id)) > DEALT + 1)
    assert b"thinks too long" not in patient.log.read_bytes()[warm:]


def test_seats_of_strong_bots_are_counted_by_person_and_by_address(
    start_server: Start, tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, strong_seats=5)
    ana = Visitor(server)
    full: dict[str, Any] = {"game": "finca", "seats": [EXPERT] * 4}
    first = ana.ok("POST", "/api/tables", full)["id"]
    assert ana.refused("POST", "/api/tables", full) == (429, "too-many")
    own = ana.table(MINE, EXPERT)["id"]
    stand_in = {"seat": 0, "bot": "champion"}
    assert ana.try_command(own, "substitute", **stand_in) == (429, "too-many")
    ana.act(own, "substitute", seat=0, bot="casual")
    ana.act(first, "abort")
    ana.ok("POST", "/api/tables", full)
    # An address has four times as many, however many names it goes by.
    others = [Visitor(server, f"Guest {number}") for number in range(4)]
    answers = [other.ask("POST", "/api/tables", full).status_code for other in others]
    assert answers == [201, 201, 201, 429]
    elsewhere = from_elsewhere(server, "Ben")
    assert elsewhere.ask("POST", "/api/tables", full).status_code == 201


def test_a_rematch_brings_no_more_strong_bots_than_a_new_table(
    start_server: Start, tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, strong_seats=3)
    ana = Visitor(server)
    full = (MINE, EXPERT, EXPERT, EXPERT)
    first = ana.table(*full)["id"]
    ana.act(first, "resign")
    second = ana.table(*full)["id"]
    assert ana.try_command(first, "rematch") == (429, "too-many")
    ana.act(second, "resign")
    again = ana.rematch(first)
    # Whoever agrees asks for nothing new.
    assert ana.rematch(first) == again


def test_new_tables_are_counted_by_person_and_by_address(
    start_server: Start, tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, tables_per_hour=3)
    wanted = {"game": "finca", "seats": [MINE, MINE]}
    ana = Visitor(server)
    made = [ana.ask("POST", "/api/tables", wanted).status_code for _ in range(4)]
    assert made == [201, 201, 201, 429]
    others = [Visitor(server, f"Guest {number}") for number in range(4)]
    made = [v.ask("POST", "/api/tables", wanted).status_code for v in others for _ in range(3)]
    assert made.count(201) == 9 and made[-3:] == [429] * 3


def test_new_tables_are_counted_in_all_processes_together(
    postgres_database: str, redis_url: str, start_server: Start
) -> None:
    given: dict[str, Any] = {"database": postgres_database, "redis": redis_url, "bots": False}
    given["tables_per_hour"] = 3
    near, far = start_server(**given), start_server(**given)
    ana = Visitor(near)
    there = carry(ana, far)
    wanted = {"game": "finca", "seats": [MINE, MINE]}
    made = [visitor.ask("POST", "/api/tables", wanted) for visitor in (ana, there) * 2]
    assert [answer.status_code for answer in made] == [201, 201, 201, 429]
    assert 3000 < made[-1].json()["fields"]["wait"] <= 3600


def test_thinking_time_is_given_back_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    at = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: at)
    budget = Budget(1800, 3600)
    assert budget.wait("ana") == 0
    budget.spend("ana", 1700)
    assert budget.wait("ana") == 0
    budget.spend("ana", 200)
    assert 200 < budget.wait("ana") < 201
    assert budget.wait("ben") == 0
    at += 202
    assert budget.wait("ana") == 0
    unlimited = Budget(0, 3600)
    unlimited.spend("ana", 1e9)
    assert unlimited.wait("ana") == 0


def test_bots_that_have_thought_enough_rest(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", thinking_per_hour=1)
    ana, ben = Visitor(server), from_elsewhere(server, "Ben")
    ana.table(CHAMPION, CHAMPION)
    wait_until(lambda: is_resting(ana))
    other = ben.table(EXPERT, EXPERT)["id"]
    wait_until(lambda: steps_of(ben, other) > DEALT)
    quick = ana.table(BOT, BOT)["id"]
    wait_until(lambda: ana.state(quick)["table"]["status"] == "over")


def test_thinking_time_is_counted_in_all_processes_together(
    postgres_database: str, redis_url: str, start_server: Start
) -> None:
    settings = {"database": postgres_database, "redis": redis_url, "thinking_per_hour": 1}
    both = [start_server(**settings) for _ in range(2)]
    ana = Visitor(both[0])
    table = ana.table(CHAMPION, CHAMPION)["id"]
    there = carry(ana, both[1])
    wait_until(lambda: is_resting(ana) or is_resting(there))
    before = steps_of(ana, table)
    assert before > DEALT
    # Whoever moves its bots goes, and the other takes over.
    gone, heir = (0, there) if is_resting(ana) else (1, ana)
    both[gone].stop()
    wait_until(lambda: is_resting(heir))
    assert steps_of(heir, table) == before


def is_resting(visitor: Visitor) -> bool:
    return "rondel_bots_resting 1.0" in visitor.metrics()


def bots(file: Path) -> list[tuple[str, float]]:
    """Return the tables where a bot is to move, and when each is forgotten."""
    return rows(file, "SELECT key, expires FROM tasks WHERE kind = 'bot'")


def test_a_table_that_nobody_looks_at_rests_until_someone_does(
    start_server: Start, tmp_path: Path
) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bot_lease=1.5, forgotten_after=3)
    ana = Visitor(server)
    table = ana.table(*[CHAMPION] * 4)["id"]
    assert [row[0] for row in bots(file)] == [table]
    wait_until(lambda: bots(file) == [])
    before = steps_by(file, ana.id)[0]
    time.sleep(3)
    assert steps_by(file, ana.id)[0] <= before + 1
    wait_until(lambda: steps_of(ana, table) > before + 1)
    (looked,) = bots(file)
    with ana.socket(table):
        # Longer than it takes to be forgotten.
        wait_until(lambda: any(at > looked[1] + 6 for _, at in bots(file)))
