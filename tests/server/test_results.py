"""Results as rows: written with the end of a match, taken away with it, and made of old data."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from sqlalchemy import select

from rondel.server.protocol.documents import LiveClock, Result
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.journal import result_rows
from rondel.server.tables.evolve import with_row, with_seat
from rondel.server.tables.state import write

from .playing import MINE, OPEN, Server, Visitor
from .test_clocks import at_table
from .test_taking_back import before_the_end

Start = Callable[..., Server]
r, t = schema.results, schema.tables


def stored_results(database: str, table: str = "") -> list[dict[str, Any]]:
    """Return the rows of one table, or of all."""
    store = Database(database)
    query = select(r).order_by(r.c.table_id, r.c.seat)
    if table:
        query = query.where(r.c.table_id == table)
    found = store.read_now(lambda connection: [row._asdict() for row in connection.execute(query)])
    store.close()
    return found


def stored_matches(database: str) -> dict[str, dict[str, Any]]:
    """Return the results of all matches that are over as their tables have them."""
    store = Database(database)
    query = select(t.c.id, t.c.result).where(t.c.status == "over")
    found = store.read_now(lambda connection: [tuple(row) for row in connection.execute(query)])
    store.close()
    return {table: json.loads(result) for table, result in found}


def test_a_result_belongs_to_who_played_even_if_they_left() -> None:
    async def end() -> list[dict[str, Any]]:
        live = at_table(LiveClock(60, 0), "person", "person", "bot")
        result = write(Result("conceded", [7, 9, 3], [1, 3, 2]))
        live = with_row(live, helped=2, result=result, ended=5.0)
        live = with_seat(live, 0, guest=None, left_by="ana", substitute="random")
        live = with_seat(live, 1, guest="ben", resigned=True)
        live = with_seat(live, 2, guest=None)
        return result_rows(live)

    rows = asyncio.run(end())
    assert [(row["identity"], row["score"], row["rank"], row["resigned"]) for row in rows] == [
        ("ana", 7, 1, False),
        ("ben", 9, 3, True),
        (None, 3, 2, False),
    ]
    assert rows[0]["bot"] == "random" and rows[1]["bot"] == "" and rows[2]["bot"]
    assert {(row["pace"], row["helped"], row["ended"], row["players"]) for row in rows} == {
        ("live", True, 5.0, 3)
    }


def test_the_end_of_a_match_is_written_as_rows(database: str, start_server: Start) -> None:
    server = start_server(database=database, bots=False)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    ben.sit_down(table)
    assert stored_results(database) == []
    ben.concede(table)
    told = ana.state(table)["table"]
    assert told["status"] == "over"
    rows = stored_results(database, table)
    assert [row["identity"] for row in rows] == [ana.id, ben.id]
    assert [row["name"] for row in rows] == ["Ana", "Ben"]
    assert [row["resigned"] for row in rows] == [False, True]
    assert [row["score"] for row in rows] == told["result"]["scores"]
    assert [row["rank"] for row in rows] == told["result"]["ranks"]
    assert {row["reason"] for row in rows} == {told["result"]["reason"]}
    assert {row["ended"] for row in rows} == {told["ended"]}
    assert {(row["game"], row["pace"], row["rated"], row["helped"]) for row in rows} == {
        ("finca", "untimed", False, False)
    }


def test_a_match_that_goes_on_after_its_end_has_no_result_until_it_ends_again(
    database: str, start_server: Start
) -> None:
    ana = Visitor(start_server(database=database, bots=False))
    record, steps = before_the_end()
    made = ana.ok("POST", "/api/records", {"record": record, "steps": steps})
    table, seat = made["id"], made["state"]["moment"]["turn"]["seat"]
    ana.play(table, "end", seat=seat)
    first = stored_results(database, table)
    assert {row["identity"] for row in first} == {ana.id}
    ana.undo(table, seat, "step")
    assert ana.state(table)["table"]["status"] == "playing"
    assert stored_results(database, table) == []
    ana.play(table, "end", seat=seat)
    again = stored_results(database, table)
    assert len(again) == len(first) and again[0]["ended"] > first[0]["ended"]


def check_all_results(database: str) -> int:
    """Compare all rows with what their tables say; return how many matches there are."""
    matches = stored_matches(database)
    rows = stored_results(database)
    assert {row["table_id"] for row in rows} == set(matches)
    for table, result in matches.items():
        here = [row for row in rows if row["table_id"] == table]
        assert [row["seat"] for row in here] == list(range(len(result["scores"])))
        assert [row["score"] for row in here] == result["scores"]
        assert [row["rank"] for row in here] == result["ranks"]
        assert {row["reason"] for row in here} == {result["reason"]}
    return len(matches)
