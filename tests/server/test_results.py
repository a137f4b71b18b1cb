"""Results as rows: written with the end of a match, taken away with it, and made of old data."""

import asyncio
from collections.abc import Callable
from typing import Any

from rondel.server.protocol.documents import LiveClock, Result
from rondel.server.storage import schema
from rondel.server.storage.journal import result_rows
from rondel.server.tables.evolve import with_row, with_seat
from rondel.server.tables.state import write

from .playing import MINE, OPEN, Server, Visitor
from .states import at_table, before_the_end
from .stored import stored_results

Start = Callable[..., Server]
r, t = schema.results, schema.tables


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
