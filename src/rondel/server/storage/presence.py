"""Times at which people were last present at their tables."""

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select, update

from rondel.server.storage import schema
from rondel.server.storage.rows import now

PRESENT_FOR = 15.0
"""Seconds for which someone who was seen counts as there."""
s = schema.seats
SEEN = update(s).where(s.c.guest == bindparam("who")).values(seen=bindparam("at"))
SEEN_THERE = SEEN.where(s.c.table_id == bindparam("table"))


def see(connection: Connection, seen: Sequence[tuple[str | None, str]]) -> None:
    """Write that guests were there until now: (table, guest), or at all their tables."""
    at = now()
    # In one order everywhere: two processes that see the same would else wait for each other.
    named = sorted((table, guest) for table, guest in seen if table is not None)
    there = [{"table": table, "who": guest, "at": at} for table, guest in named]
    everywhere = [{"who": guest, "at": at} for table, guest in seen if table is None]
    if there:
        connection.execute(SEEN_THERE, there)
    if everywhere:
        connection.execute(SEEN, everywhere)


def last_seen(connection: Connection, tables: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the time at which each guest of the tables was last present there."""
    found: defaultdict[str, dict[str, float]] = defaultdict(dict)
    seats = select(s.c.table_id, s.c.guest, s.c.seen).where(s.c.seen.is_not(None))
    for start in range(0, len(tables), 500):
        some = seats.where(s.c.table_id.in_(tables[start : start + 500]), s.c.guest.is_not(None))
        for table, guest, seen in connection.execute(some):
            found[table][guest] = max(seen, found[table].get(guest, 0.0))
    return found
