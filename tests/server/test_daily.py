"""Deal of the day: the same luck and the same replies for all, once, closed till its end."""

import random
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import create_engine, text

from rondel.match import read_record, verify
from tests.server.playing import BOT, MINE, Server, Visitor
from tests.waiting import wait_until

LEVEL = "regular"


def day(back: int = 0) -> str:
    """Return the server's date, so many days ago."""
    return (datetime.now(UTC).date() - timedelta(days=back)).isoformat()


def begin(visitor: Visitor) -> str:
    table: str = visitor.ok("POST", "/api/daily/finca")["table"]
    return table


def asked(visitor: Visitor, table: str) -> Any:
    """Return the table once its person is asked, or it is over."""

    def is_asked() -> bool:
        state = visitor.state(table)
        turn = state["moment"]["turn"]
        return turn["kind"] == "over" or turn["seat"] in state["your_seats"]

    wait_until(is_asked)
    return visitor.state(table)


def play(visitor: Visitor, table: str, turns: int, which: int = 0) -> list[str]:
    """Answer some turns, always with the first option or the one of that number; all that was."""
    for _ in range(turns):
        turn = asked(visitor, table)["moment"]["turn"]
        if turn["kind"] == "over":
            break
        visitor.play(table, turn["actions"][which % len(turn["actions"])]["text"])
    asked(visitor, table)
    events = visitor.ok("GET", f"/api/tables/{table}/events")["events"]
    return [step for event in events for step in event["data"].get("steps", [])]


def test_everybody_meets_the_same_luck_and_the_same_replies(server: Server) -> None:
    ana, bea, cas = (Visitor(server, name) for name in ("Ana", "Bea", "Cas"))
    first, second, other = begin(ana), begin(bea), begin(cas)
    assert len({first, second, other}) == 3
    assert ana.state(first)["commitment"] == bea.state(second)["commitment"]
    one, two, three = play(ana, first, 12), play(bea, second, 12), play(cas, other, 12, 1)
    assert one == two
    assert one != three
    assert len(one) > 40


def test_a_deal_is_begun_once_however_often_and_quickly_one_asks(server: Server) -> None:
    ana = Visitor(server, "Ana")
    found: list[str] = []
    asking = partial(threading.Thread, target=lambda: found.append(begin(ana)), daemon=True)
    askers = [asking() for _ in range(6)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join(60)
    assert len(found) == 6
    assert len(set(found)) == 1
    mine = ana.ok("GET", "/api/tables?show=mine")["tables"]
    assert [table["daily"] for table in mine] == [day()]
    seen = ana.ok("GET", "/api/daily/finca")
    assert (seen["table"], seen["over"], seen["bots"]) == (found[0], False, [LEVEL])


def test_nothing_lets_others_look_or_help_within_the_day(server: Server) -> None:
    ana, bea = Visitor(server, "Ana"), Visitor(server, "Bea")
    table = begin(ana)
    play(ana, table, 2)
    here = f"/api/tables/{table}"
    sequence = ana.state(table)["sequence"]
    closed = (403, "daily-challenge")
    undo: dict[str, Any] = {"kind": "undo", "after": sequence, "what": "step"}
    for method, path, body in (
        ("POST", "/branch", {"steps": 20}),
        ("GET", "/record", None),
        ("GET", "/links", None),
        ("POST", "/hint", None),
    ):
        assert ana.refused(method, here + path, body) == closed, path
    seat = ana.state(table)["your_seats"][0]
    for command in (
        undo,
        undo | {"what": "turn"},
        {"kind": "renew-link"},
        {"kind": "leave"},
        {"kind": "abort"},
        {"kind": "substitute", "seat": seat, "bot": "master"},
    ):
        assert ana.try_command(table, **command) == closed, command
    assert ana.state(table)["sequence"] == sequence
    assert ana.state(table)["table"]["helped"] == 0
    assert ana.refused("POST", f"{here}/review", {}) == (409, "invalid-state")
    assert table not in ana.ask("GET", "/api/records?whose=mine").text
    for path in ("", "/record", "/deal", "/events", "/at/30"):
        assert bea.refused("GET", here + path) == (404, "no-such-table")
    assert bea.refused("POST", here + "/branch", {}) == (404, "no-such-table")
    assert bea.try_command(table, "join") == (404, "no-such-table")


def test_who_has_ended_is_told_no_secret_before_the_day_is_over(server: Server) -> None:
    ana = Visitor(server, "Ana")
    table = begin(ana)
    play(ana, table, 1)
    ana.act(table, "resign")
    state = ana.state(table)
    assert state["table"]["status"] == "over"
    assert state["secret"] is None
    assert ana.ok("GET", f"/api/tables/{table}/deal") == {
        "commitment": state["commitment"], "secret": None, "verified": None
    }  # fmt: skip
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    assert "secret" not in record
    assert read_record(record).is_over
    seen = ana.ok("GET", "/api/daily/finca")
    assert seen["secret"] is None
    assert seen["commitment"] == state["commitment"] != seen["next_commitment"]
    assert begin(ana) == table
    wait_until(lambda: ana.ok("GET", "/api/daily/finca")["over"])
    own = next(r for r in ana.ok("GET", "/api/daily/finca")["results"] if r["you"])
    assert own["resigned"]
    assert own["table"] == table


def test_a_day_later_the_secret_is_told_and_the_games_are_there_to_replay(
    start_server: Callable[..., Server], database: str
) -> None:
    server = start_server(database=database, daily_per_address=3)
    ana, bea, cas, dan = (Visitor(server, name) for name in ("Ana", "Bea", "Cas", "Dan"))
    tables = {visitor: begin(visitor) for visitor in (ana, bea, cas)}
    assert dan.refused("POST", "/api/daily/finca") == (429, "too-many")
    for visitor, which in ((ana, 0), (bea, 1)):
        luck = random.Random(which)
        table = tables[visitor]
        while asked(visitor, table)["table"]["status"] == "playing":
            visitor.step(table, luck)
    play(cas, tables[cas], 1)
    today = bea.ok("GET", "/api/daily/finca")
    assert today["played"] == 2
    assert [result["table"] for result in today["results"] if not result["you"]] == [None]
    server.stop()
    move_back(database)
    server = start_server(database=database)
    eve = Visitor(server, "Eve")
    for_cas = Visitor(server, None)
    for_cas.http.cookies = cas.http.cookies
    yesterday = eve.ok("GET", f"/api/daily/finca?day={day(1)}")
    assert yesterday["played"] == 2
    margins = [result["margin"] for result in yesterday["results"]]
    assert margins == sorted(margins, reverse=True)
    for result in yesterday["results"]:
        record = eve.ask("GET", f"/api/tables/{result['table']}/record").text
        assert f"secret: {yesterday['secret']}" in record
        assert verify(record)[1]
    # Whoever has not ended knows the secret by now: the game goes on, and does not count.
    assert eve.refused("GET", f"/api/tables/{tables[cas]}") == (404, "no-such-table")
    for_cas.act(tables[cas], "resign")
    assert eve.ok("GET", f"/api/daily/finca?day={day(1)}")["played"] == 2
    fresh = eve.ok("GET", "/api/daily/finca")
    assert fresh["commitment"] == today["next_commitment"]
    assert (fresh["played"], fresh["table"]) == (0, None)


def move_back(database: str) -> None:
    """Let a day pass for everything that is kept."""
    url = database.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url)
    with engine.begin() as connection:
        for table, column in (("deals", "day"), ("entries", "day"), ("tables", "daily")):
            for old, new in ((day(), day(1)), (day(-1), day())):
                change = text(f"UPDATE {table} SET {column} = :new WHERE {column} = :old")
                connection.execute(change, {"old": old, "new": new})
        for column in ("made", "started", "ended"):
            connection.execute(text(f"UPDATE tables SET {column} = {column} - 86400"))
        connection.execute(text("UPDATE results SET ended = ended - 86400"))
    engine.dispose()


def test_days_that_are_none_or_to_come_are_refused(server: Server) -> None:
    ana = Visitor(server, "Ana")
    for wanted in (day(-1), "1990-01-01", "never", "2026-13-40", ""):
        assert ana.refused("GET", f"/api/daily/finca?day={wanted}") == (404, "no-such-day"), wanted
    assert ana.refused("GET", "/api/daily/chess") == (404, "unknown-game")
    assert ana.refused("POST", "/api/daily/chess") == (404, "unknown-game")
    assert Visitor(server, None).refused("POST", "/api/daily/finca") == (401, "unauthenticated")


def test_a_visitor_without_a_name_sees_the_deal_and_another_table_may_still_take_back(
    server: Server,
) -> None:
    seen = Visitor(server, None).ok("GET", "/api/daily/finca")
    assert (seen["table"], seen["over"], len(seen["commitment"])) == (None, False, 64)
    ana = Visitor(server, "Ana")
    table = ana.table(MINE, BOT)["id"]
    asked(ana, table)
    assert ana.state(table)["table"]["daily"] == ""
    assert "seats" in ana.ok("GET", f"/api/tables/{table}/links")
