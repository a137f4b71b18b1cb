"""Who was last seen where: what processes know of each other's listeners."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from rondel.server.storage import schema
from rondel.server.storage.rows import now

PRESENT_FOR = 15.0
"""Seconds for which someone who was seen counts as there."""
FORGOTTEN_AFTER = 60.0
"""Seconds after which a process that writes nothing any more is not there."""
PROCESS = "sees:"
"""Begins the name under which the settings keep whom a process sees."""
s = schema.seats
SEEN = update(s).where(s.c.guest == bindparam("who")).values(seen=bindparam("at"))
SEEN_THERE = SEEN.where(s.c.table_id == bindparam("table"))


def see(connection: Connection, seen: Sequence[tuple[str | None, str]]) -> None:
    """Write that guests are there now: (table, guest), or at all their tables."""
    at = now()
    # In one order everywhere: two processes that see the same would else wait for each other.
    named = sorted((table, guest) for table, guest in seen if table is not None)
    there = [{"table": table, "who": guest, "at": at} for table, guest in named]
    everywhere = [{"who": guest, "at": at} for table, guest in seen if table is None]
    if there:
        connection.execute(SEEN_THERE, there)
    if everywhere:
        connection.execute(SEEN, everywhere)


class Seen(Struct):
    """Whom a process sees: guests and how often, by table; those without a name have none."""

    at: float
    tables: dict[str, list[tuple[str | None, int]]] = {}
    programs: list[str] = []
    """Guests who are there for all their tables at once."""


read_seen = msgspec.json.Decoder(Seen).decode


def exchange(connection: Connection, process: str, tables: Any, programs: list[str]) -> list[Seen]:
    """Write whom this process sees; the answer is what the others see."""
    kept, at = schema.settings, now()
    mine = PROCESS + process
    rows = connection.execute(select(kept).where(kept.c.name.startswith(PROCESS))).all()
    others = {row.name: read_seen(row.value) for row in rows if row.name != mine}
    gone = [name for name, seen in others.items() if seen.at < at - FORGOTTEN_AFTER]
    if gone:
        connection.execute(delete(kept).where(kept.c.name.in_(gone)))
    value = msgspec.json.encode(Seen(at, tables, programs)).decode()
    if any(row.name == mine for row in rows):
        connection.execute(update(kept).where(kept.c.name == mine).values(value=value))
    else:
        connection.execute(insert(kept).values(name=mine, value=value))
    return [seen for seen in others.values() if seen.at > at - PRESENT_FOR]


def last_seen(connection: Connection, tables: Sequence[str]) -> dict[str, dict[str, float]]:
    """When the guests of tables were last seen there."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    seats = select(s.c.table_id, s.c.guest, s.c.seen).where(s.c.seen.is_not(None))
    for start in range(0, len(tables), 500):
        some = seats.where(s.c.table_id.in_(tables[start : start + 500]), s.c.guest.is_not(None))
        for table, guest, seen in connection.execute(some):
            found[table][guest] = max(seen, found[table].get(guest, 0.0))
    return found
