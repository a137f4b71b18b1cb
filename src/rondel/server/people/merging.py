"""Merging: a guest becomes part of another identity, with everything that was theirs."""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

from sqlalchemy import Connection, delete, func, or_, select, union, update

from rondel.core import RondelError
from rondel.server.errors import CannotMerge
from rondel.server.identities import Identity
from rondel.server.people.sessions import Sessions, end_sessions
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import Done, HeldTask
from rondel.server.storage import schema
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import NewTask, insert_task
from rondel.server.tables.identities import merged

log = logging.getLogger("rondel.people")
MERGE = "merge"
"""Kind of tasks that finish a merge, in case the process that began it could not."""
FINISH_AFTER = 30.0
"""Seconds after which what was begun before the merge, and written after it, is merged too."""
g, t, s, e = schema.guests, schema.tables, schema.seats, schema.entries
MOVED = (
    schema.results.c.identity,
    schema.reviews.c.guest,
    schema.tasks.c.owner,
    schema.reports.c.subject,
    schema.reports.c.reporter,
)
"""Columns that name the other identity from then on, besides tables and daily challenges."""


def check_mergeable(connection: Connection, guest: str, identity: str) -> None:
    """Raise CannotMerge unless a guest may become part of an identity.

    A guest with a role may not: an administrator who follows a stranger's link would lose the role
    to them.
    """
    plain = (g.c.kind == "guest", g.c.role == "", g.c.merged_into.is_(None), g.c.deleted.is_(None))
    found = connection.execute(select(g.c.id).where(g.c.id == guest, *plain).with_for_update())
    if found.first() is None or guest == identity:
        raise CannotMerge


def begin_merge(connection: Connection, guest: str, identity: str) -> list[str]:
    """Mark a guest as merged; return their sessions, which have ended. Raises CannotMerge."""
    check_mergeable(connection, guest, identity)
    muted = select(func.max(g.c.muted_until)).where(g.c.id.in_((guest, identity)))
    until = connection.execute(muted).scalar()
    connection.execute(update(g).where(g.c.id == identity).values(muted_until=until))
    gone = {"merged_into": identity, "name": ""}
    connection.execute(update(g).where(g.c.id == guest).values(gone))
    for column in MOVED:
        moved = update(column.table).where(column == guest).values({column.name: identity})
        connection.execute(moved)
    _merge_entries(connection, guest, identity)
    forget_ratings(connection, guest)
    payload = {"identity": identity}
    insert_task(connection, NewTask(MERGE, guest, payload, run_at=now() + FINISH_AFTER))
    return end_sessions(connection, guest)


def forget_ratings(connection: Connection, identity: str) -> None:
    """Delete the ratings of an identity that plays no more; its results stay."""
    connection.execute(delete(schema.ratings).where(schema.ratings.c.subject == identity))


def _merge_entries(connection: Connection, guest: str, identity: str) -> None:
    """Keep one entry for each daily challenge: the one that was begun first."""
    query = (
        select(e.c.day, e.c.game, e.c.guest, t.c.made)
        .outerjoin(t, t.c.id == e.c.table_id)
        .where(e.c.guest.in_((guest, identity)))
        .order_by(t.c.made)
    )
    first: dict[Any, str] = {}
    for day, game, who, _ in connection.execute(query).all():
        mine = (e.c.day == day, e.c.game == game, e.c.guest == who)
        if first.setdefault((day, game), who) != who:
            connection.execute(delete(e).where(*mine))
    for (day, game), who in first.items():
        if who == guest:
            mine = (e.c.day == day, e.c.game == game, e.c.guest == guest)
            connection.execute(update(e).where(*mine).values(guest=identity))


def tables_of(connection: Connection, identity: str) -> list[str]:
    """Return the tables that refer to an identity: its own, and those it may watch or not join."""
    w, r = schema.watchers, schema.results
    open_ = t.c.status.in_(("open", "playing"))
    queries = (
        select(t.c.id).where(t.c.creator == identity),
        select(s.c.table_id).where(s.c.guest == identity),
        select(w.c.table_id).where(w.c.guest == identity),
        select(r.c.table_id).where(r.c.identity == identity),
        select(t.c.id)
        .join(s, s.c.table_id == t.c.id)
        .where(open_, or_(s.c.left_by == identity, t.c.banned.contains(identity))),
    )
    return sorted(connection.execute(union(*queries)).scalars())


async def merge(tables: TableRegistry, sessions: Sessions, guest: str, into: Identity) -> None:
    """Make a guest part of another identity, at all tables. Raises CannotMerge."""
    begin = partial(begin_merge, guest=guest, identity=into.id)
    known = await tables.database.read(partial(tables_of, identity=guest))
    for key in await tables.database.write(begin):
        sessions.end(key)
    await merge_tables(tables, guest, into.id, known)


async def merge_tables(
    tables: TableRegistry, guest: str, identity: str, known: Iterable[str]
) -> None:
    """Have tables of a guest name the other identity; a table that fails is left for later."""
    for table in known:
        try:
            await tables.change(
                table,
                lambda live: merged(live, guest, identity, now()),
                lambda before, after: partial(
                    _merge_watchers, table=after.row.id, guest=guest, identity=identity
                ),
            )
        except RondelError as error:
            log.warning("a guest was not merged: %s", error, extra={"table": table})


def _merge_watchers(connection: Connection, table: str, guest: str, identity: str) -> None:
    w = schema.watchers
    here = w.c.table_id == table
    if connection.execute(select(w.c.guest).where(here, w.c.guest == identity)).first() is None:
        connection.execute(update(w).where(here, w.c.guest == guest).values(guest=identity))
    connection.execute(delete(w).where(here, w.c.guest == guest))


async def finish_merge(tables: TableRegistry, held: HeldTask) -> Done:
    """Carry out the task that finishes a merge."""
    guest, identity = held.task.key, str(held.task.payload["identity"])
    known = await tables.database.read(partial(tables_of, identity=guest))
    await merge_tables(tables, guest, identity, known)
    return Done()
