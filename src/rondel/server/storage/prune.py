"""Deletion of old tables and of guests who left nothing, in small transactions beside servers."""

from collections.abc import Callable, Sequence

from sqlalchemy import Column, Connection, Select, delete, func, select

from rondel.server.protocol.admin import Pruned
from rondel.server.storage import schema
from rondel.server.storage.engine import Database

BATCH = 200
"""Tables or guests deleted in one transaction: others wait for no longer than that takes."""
t, e, g, s = schema.tables, schema.events, schema.guests, schema.sessions
NOTICES = (schema.channels, schema.notice_settings, schema.table_notices)
OWNED = frozenset(table.c.identity for table in (s, schema.codes, schema.passkeys, *NOTICES))
"""Columns whose rows are deleted together with the guest they refer to."""


def references(to: Column[str]) -> list[Column[str]]:
    """Return the columns that refer to a column, those of rows that a guest owns left out."""
    columns = (column for table in schema.metadata.tables.values() for column in table.c)
    return [c for c in columns if c.references(to) and c not in OWNED]


def old_tables(before: float, *, is_finished: bool) -> Select[tuple[str]]:
    """Select tables that ended, or had no event, since a time: finished ones only if wanted."""
    last = select(e.c.at).where(e.c.table_id == t.c.id, e.c.number == t.c.last_event)
    is_silent = func.coalesce(last.scalar_subquery(), t.c.made) < before
    is_old = (t.c.ended < before) | (t.c.ended.is_(None) & (t.c.made < before) & is_silent)
    is_wanted = (t.c.status == "over") & ~t.c.sandbox
    return select(t.c.id).where(is_old, *(() if is_finished else (~is_wanted,)))


def old_guests(before: float) -> Select[tuple[str]]:
    """Select guests without role, seat, table or result who were not there since a time."""
    is_old = (g.c.made < before, g.c.kind != "bot", g.c.role == "")
    was_there = select(s.c.id).where(s.c.identity == g.c.id, s.c.last_seen >= before).exists()
    is_used = (select(c).where(c == g.c.id).exists() for c in references(g.c.id))
    # Each condition by itself is an anti-join to PostgreSQL.
    return select(g.c.id).where(*is_old, ~was_there, *(~use for use in is_used))


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
    is_stopped: Callable[[], bool],
) -> int:
    """Delete rows in small transactions until it is stopped; return how many they were."""

    def delete_some(connection: Connection) -> int:
        ids = [str(row[0]) for row in connection.execute(query.limit(BATCH))]
        remove(connection, ids)
        return len(ids)

    deleted = 0
    while not is_stopped() and (some := database.write_now(delete_some)):
        deleted += some
    return deleted


def count_old(connection: Connection, before: float, *, is_finished: bool) -> Pruned:
    """Return how much would be deleted; guests of tables that would go are not counted."""
    queries = old_tables(before, is_finished=is_finished), old_guests(before)
    counts = (select(func.count()).select_from(query.subquery()) for query in queries)
    return Pruned(*(connection.execute(count).scalar_one() for count in counts))


def prune(
    database: Database,
    before: float,
    *,
    is_finished: bool,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Pruned:
    """Delete tables and guests that are older than a time; return how many.

    Args:
        database: The database; servers may use it meanwhile.
        before: Seconds since 1970.
        is_finished: Whether finished matches are deleted too, with their results.
        is_stopped: Return whether to end after the present transaction.

    """
    tables, guests = old_tables(before, is_finished=is_finished), old_guests(before)
    return Pruned(
        delete_all(database, tables, delete_tables, is_stopped),
        delete_all(database, guests, delete_guests, is_stopped),
    )
