"""Deletion of old tables and of guests who left nothing, in small transactions beside servers."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import Column, Connection, Select, delete, func, or_, select

from rondel.server.storage import schema
from rondel.server.storage.engine import Database

BATCH = 200
"""Tables or guests deleted in one transaction: others wait for no longer than that takes."""
t, e, g, s = schema.tables, schema.events, schema.guests, schema.sessions
OWNED = frozenset({s.c.identity, schema.codes.c.identity, schema.passkeys.c.identity})
"""Columns whose rows are deleted together with the guest they refer to."""


class Pruned(NamedTuple):
    """Numbers of rows that were deleted, or would be."""

    tables: int
    guests: int


def references(to: Column[str]) -> list[Column[str]]:
    """Return the columns that refer to a column, those of rows that a guest owns left out."""
    columns = (column for table in schema.metadata.tables.values() for column in table.c)
    return [c for c in columns if c.references(to) and c not in OWNED]


def old_tables(before: float, *, is_finished: bool) -> Select[tuple[str]]:
    """Select tables without an event since a time: abandoned ones, sandboxes, or finished too."""
    last = select(e.c.at).where(e.c.table_id == t.c.id, e.c.number == t.c.last_event)
    is_old = func.coalesce(last.scalar_subquery(), t.c.made) < before
    is_wanted = (t.c.status == "over") & ~t.c.sandbox
    return select(t.c.id).where(is_old, *(() if is_finished else (~is_wanted,)))


def old_guests(before: float) -> Select[tuple[str]]:
    """Select guests without role, seat, table or result who were not there since a time."""
    is_used = [select(c).where(c == g.c.id).exists() for c in references(g.c.id)]
    was_there = select(s.c.id).where(s.c.identity == g.c.id, s.c.last_seen >= before).exists()
    is_kept = was_there | or_(*is_used) | (g.c.kind == "bot") | (g.c.role != "")
    return select(g.c.id).where(g.c.made < before, ~is_kept)


def delete_tables(connection: Connection, ids: Sequence[str]) -> None:
    """Delete tables with everything that belongs to them."""
    for column in references(t.c.id):
        connection.execute(delete(column.table).where(column.in_(ids)))
    connection.execute(delete(t).where(t.c.id.in_(ids)))


def delete_guests(connection: Connection, ids: Sequence[str]) -> None:
    """Delete guests with what they own."""
    for column in OWNED:
        connection.execute(delete(column.table).where(column.in_(ids)))
    connection.execute(delete(g).where(g.c.id.in_(ids)))


def delete_all(
    database: Database,
    query: Select[tuple[str]],
    remove: Callable[[Connection, Sequence[str]], None],
) -> int:
    """Delete rows in small transactions; return how many they were."""

    def delete_some(connection: Connection) -> int:
        ids = [str(row[0]) for row in connection.execute(query.limit(BATCH))]
        remove(connection, ids)
        return len(ids)

    deleted = 0
    while some := database.write_now(delete_some):
        deleted += some
    return deleted


def count(database: Database, query: Select[tuple[str]]) -> int:
    """Return how many rows a query selects."""
    rows = select(func.count()).select_from(query.subquery())
    return database.read_now(lambda connection: int(connection.execute(rows).scalar_one()))


def prune(database: Database, before: float, *, is_finished: bool, is_trial: bool) -> Pruned:
    """Delete what is older than a time; return how much that is.

    Args:
        database: The database; servers may use it meanwhile.
        before: Seconds since 1970.
        is_finished: Whether finished matches are deleted too, with their results.
        is_trial: Whether to count only; guests of tables that would go are not counted.

    """
    tables, guests = old_tables(before, is_finished=is_finished), old_guests(before)
    if is_trial:
        return Pruned(count(database, tables), count(database, guests))
    return Pruned(
        delete_all(database, tables, delete_tables), delete_all(database, guests, delete_guests)
    )
