"""Merging of guests at sign-in, and export and deletion of a player's data."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, Table, select

from rondel.server.people.deletion import FORGET
from rondel.server.people.merging import MERGE
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from tests.waiting import wait_until

from .playing import MINE, OPEN, Server, Visitor, events_until, until_closed
from .processes import new_database, start_process
from .sessions import token_of, with_cookie

Start = Callable[..., Server]


def sign_in(owner: Visitor, guest: Visitor, merge: bool = True) -> None:
    """Sign a guest's device in as an owner."""
    code = owner.ok("POST", "/api/me/code")["code"]
    guest.ok("POST", "/api/sign-in", {"code": code, "merge": merge})


def yours(visitor: Visitor, table: str) -> list[int]:
    return list(visitor.state(table)["your_seats"])


def read_rows(connection: Connection, table: Table) -> list[Any]:
    return list(connection.execute(select(table)))


def everything(url: str) -> str:
    """Return all rows of a database as text."""
    store = Database(url)
    rows = [
        store.read_now(partial(read_rows, table=table)) for table in schema.metadata.sorted_tables
    ]
    store.close()
    return repr(rows)


@pytest.fixture
def own_server(start_server: Start, database: str) -> tuple[Server, str]:
    """Return a server, and the database that it has for itself."""
    return start_server(database=database, bots=False), database


def test_a_guests_games_come_along(server: Server) -> None:
    ana, guest = Visitor(server), Visitor(server, "Guest")
    playing = guest.table(MINE, MINE)["id"]
    waiting = guest.table(MINE, OPEN)["id"]
    watched = Visitor(server, "Ben").table(MINE, OPEN)
    guest.join(watched["id"], watched["links"]["watch"].split("/")[-1])
    stolen = token_of(guest)
    before = guest.state(playing)["sequence"]
    sign_in(ana, guest)
    assert guest.ok("GET", "/api/me")["id"] == ana.id
    for visitor in (ana, guest):
        assert yours(visitor, playing) == [0, 1] and yours(visitor, waiting) == [0]
        assert visitor.state(waiting)["creator"]
        assert visitor.state(watched["id"])["your_seats"] == []
    assert ana.state(playing)["sequence"] == before
    ana.step(playing, random.Random(1))
    thief = with_cookie(server, "rondel_session", stolen)
    assert thief.ok("GET", "/api/me") is None
    listed = ana.ok("GET", "/api/tables?show=mine")["tables"]
    assert {it["id"] for it in listed} == {playing, waiting}


def test_games_stay_with_the_guest_unless_they_are_to_come_along(server: Server) -> None:
    ana, guest = Visitor(server), Visitor(server, "Guest")
    table = guest.table(MINE, OPEN)["id"]
    sign_in(ana, guest, merge=False)
    assert guest.refused("GET", f"/api/tables/{table}") == (404, "no-such-table")


def test_both_sides_of_a_table_become_one_players(server: Server) -> None:
    ana, guest = Visitor(server), Visitor(server, "Guest")
    made = ana.table(MINE, OPEN)
    guest.join(made["id"], made["links"]["seats"]["1"].split("/")[-1])
    sign_in(ana, guest)
    assert yours(ana, made["id"]) == [0, 1]
    luck = random.Random(2)
    for _ in range(4):
        ana.step(made["id"], luck)


def test_a_stream_that_is_open_learns_of_the_seats_that_came(server: Server) -> None:
    ana, guest = Visitor(server), Visitor(server, "Guest")
    made = guest.table(MINE, MINE, visibility="public")
    with ana.socket(made["id"]) as theirs, guest.socket(made["id"]) as own:
        events_until(theirs, "snapshot")
        events_until(own, "snapshot")
        sign_in(ana, guest)
        until_closed(own)
        assert events_until(theirs, "yours")[-1]["seats"] == [0, 1]


@pytest.mark.parametrize("who", ["a program", "an administrator", "merged before"])
def test_only_a_plain_guest_is_merged(own_server: tuple[Server, str], who: str) -> None:
    server, url = own_server
    ana, eve = Visitor(server), Visitor(server, "Eve")
    if who == "a program":
        eve = Visitor.program(server, "Probot")
    elif who == "an administrator":
        store = Database(url)
        g = schema.guests
        store.write_now(
            lambda connection: connection.execute(
                g.update().where(g.c.id == eve.id).values(role="admin")
            )
        )
        store.close()
    code = ana.ok("POST", "/api/me/code")["code"]
    body = {"code": code, "merge": True}
    if who == "merged before":
        eve.ok("POST", "/api/sign-in", body)
        assert eve.refused("POST", "/api/sign-in", body) == (403, "bad-code")
        return
    assert eve.refused("POST", "/api/sign-in", body) == (409, "cannot-merge")
    # The code is still good: nothing was done.
    assert Visitor(server, None).ok("POST", "/api/sign-in", {"code": code})["id"] == ana.id


def test_who_was_removed_from_a_table_stays_so_under_another_account(server: Server) -> None:
    ana, guest, host = Visitor(server), Visitor(server, "Guest"), Visitor(server, "Host")
    made = host.table(MINE, OPEN, OPEN, visibility="public")
    guest.sit_down(made["id"], seat=1)
    host.act(made["id"], "remove", seat=1)
    sign_in(ana, guest)
    assert ana.try_command(made["id"], "join", seat=1) == (403, "removed")


def test_one_daily_challenge_remains_the_one_that_was_begun_first(server: Server) -> None:
    ana, guest = Visitor(server), Visitor(server, "Guest")
    first = guest.ok("POST", "/api/daily/finca")["table"]
    ana.ok("POST", "/api/daily/finca")
    sign_in(ana, guest)
    assert ana.ok("POST", "/api/daily/finca")["table"] == first


@pytest.fixture
def processes(postgres: str, redis_url: str, tmp_path: Any) -> Iterator[tuple[Server, Server]]:
    """Two processes that exchange messages by Redis."""
    settings: dict[str, Any] = {
        "database": new_database(postgres),
        "redis": redis_url,
        "bots": False,
    }
    pair = start_process(tmp_path / "1", **settings), start_process(tmp_path / "2", **settings)
    yield pair
    for each in pair:
        each.stop()


def test_a_merge_reaches_every_process(processes: tuple[Server, Server]) -> None:
    here, there = processes
    ana, guest = Visitor(here), Visitor(here, "Guest")
    table = guest.table(MINE, MINE)["id"]
    far = with_cookie(there, "rondel_session", token_of(guest))
    far_ana = with_cookie(there, "rondel_session", token_of(ana))
    assert yours(far, table) == [0, 1]
    sign_in(ana, guest)
    assert yours(far_ana, table) == [0, 1]
    far_ana.step(table, random.Random(3))
    assert far.ok("GET", "/api/me") is None


def test_ones_own_data_is_exported(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, MINE, visibility="public")["id"]
    ana.command(table, "chat", text="mine alone")
    ben.command(table, "chat", text="not hers")
    data = ana.ok("GET", "/api/me/data")
    assert data["guests"][0]["name"] == "Ana" and data["tables"][0]["id"] == table
    assert [it["text"] for it in data["remarks"]] == ["mine alone"]
    assert "not hers" not in str(data) and token_of(ana) not in str(data)
    assert not {"secret", "house"} & {
        name for rows in data.values() for row in rows for name in row
    }
    assert Visitor(server, None).refused("GET", "/api/me/data") == (401, "unauthenticated")


def test_names_and_remarks_vanish_and_games_stay(own_server: tuple[Server, str]) -> None:
    server, url = own_server
    ana, ben = Visitor(server, "Ana Xyzzy"), Visitor(server, "Ben Plugh")
    made = ana.table(MINE, OPEN, visibility="public")
    table = made["id"]
    ben.sit_down(table, seat=1)
    over = ana.table(MINE, MINE, visibility="public")["id"]
    ana.act(over, "resign", seat=0)
    waiting = ana.table(MINE, OPEN, visibility="public")["id"]
    ana.act(table, "rename", name="Xyzzy again")
    ana.command(table, "chat", text="secret xyzzy plans")
    ben.command(table, "chat", text="hello Plugh")
    with ben.socket(table) as socket:
        events_until(socket, "snapshot")
        assert ana.ask("POST", "/api/me/delete", {"sure": True}).status_code == 204
        told = events_until(socket, "remarks-removed")
        assert len(told[-1]["data"]["numbers"]) == 1
    assert not ana.http.cookies and ana.ok("GET", "/api/me") is None
    state = ben.state(table)
    assert [seat["name"] for seat in state["table"]["seats"]] == ["", "Ben Plugh"]
    for each in (table, over, waiting):
        ben.ok("GET", f"/api/tables/{each}/events")
        ben.state(each)
    assert ben.state(over)["table"]["status"] == "over"
    assert ben.ask("GET", f"/api/tables/{over}/record").status_code == 200
    with ben.socket(table) as socket:
        opened = events_until(socket, "snapshot")[-1]
        assert [line["data"]["text"] for line in opened["chat"]] == ["", "hello Plugh"]
    server.stop()
    rows = everything(url)
    assert "yzzy" not in rows and "hello Plugh" in rows


def test_deletion_is_said_on_purpose(server: Server) -> None:
    ana = Visitor(server)
    for body in ({}, {"sure": False}):
        assert ana.refused("POST", "/api/me/delete", body) == (400, "bad-request")
    assert Visitor(server, None).refused("POST", "/api/me/delete", {"sure": True})[0] == 401
    assert ana.ok("GET", "/api/me")["id"] == ana.id


def test_what_was_begun_before_a_crash_is_finished(start_server: Start, tmp_path: Any) -> None:
    file = tmp_path / "x.db"
    settings = {"database": f"sqlite:///{file}", "bots": False}
    server = start_server(**settings)
    ana, ben = Visitor(server, "Ana Xyzzy"), Visitor(server, "Ben")
    guest = Visitor(server, "Guest")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    theirs = guest.table(MINE, OPEN, visibility="public")["id"]
    token = token_of(ben)
    server.kill()
    with sqlite3.connect(file) as connection:
        # As a process leaves it that is killed after the first transaction.
        connection.execute("UPDATE guests SET name='', deleted=1.0 WHERE id=?", (ana.id,))
        connection.execute("UPDATE guests SET merged_into=? WHERE id=?", (ben.id, guest.id))
        insert = (
            "INSERT INTO tasks (kind, key, payload, run_at, claimed_by, claimed_until, attempts,"
        )
        insert += " max_attempts, progress, status, result, last_error, created)"
        insert += " VALUES (?, ?, ?, 0, '', 0, 0, 5, 0, 'waiting', '', '', 0)"
        connection.execute(insert, (FORGET, ana.id, "null"))
        connection.execute(insert, (MERGE, guest.id, f'{{"identity":"{ben.id}"}}'))
    again = start_server(**settings)
    back = with_cookie(again, "rondel_session", token)
    wait_until(lambda: not back.state(table)["table"]["seats"][0]["name"])
    wait_until(lambda: yours(back, theirs) == [0])
