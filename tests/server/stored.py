"""Results as the database stores them."""

import json
from typing import Any

from sqlalchemy import select

from rondel.server.storage import schema
from rondel.server.storage.engine import Database

r, t = schema.results, schema.tables


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
