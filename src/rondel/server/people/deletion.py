"""One's own data: all that the database has of an identity, and its deletion."""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select, update

from rondel.core import RondelError
from rondel.server.people.merging import forget_ratings, tables_of
from rondel.server.people.sessions import Sessions, end_sessions
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import Done, HeldTask
from rondel.server.storage import schema
from rondel.server.storage.prune import OWNED
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import NewTask, insert_task
from rondel.server.tables.identities import forgotten
from rondel.server.tables.reading import read_private

log = logging.getLogger("rondel.people")
FORGET = "forget"
"""Kind of tasks that finish a deletion, in case the process that began it could not."""
FINISH_AFTER = 30.0
SECRET = ("secret", "nonces", "banned", "house", "public_key", "document", "edition_source")
"""Columns that are not the person's: other people's data, keys, and copies of games."""
g, e, r, w, s = (
    schema.guests, schema.events, schema.results, schema.watchers, schema.seats
)  # fmt: skip
Remark = dict[str, Any]


def read_all(connection: Connection, identity: str) -> dict[str, list[dict[str, Any]]]:
    """Return all rows that refer to an identity, by table, and its remarks; secrets left out."""
    found: dict[str, list[dict[str, Any]]] = {}
    for table in schema.metadata.sorted_tables:
        own = [column for column in table.c if column.references(g.c.id)]
        if table is g:
            own = [g.c.id]
        for column in own:
            is_session = column in OWNED
            shown = [
                c for c in table.c if c.name not in SECRET and not (is_session and c.name == "id")
            ]
            rows = connection.execute(select(*shown).where(column == identity)).mappings()
            found.setdefault(table.name, []).extend(map(dict, rows))
    found["remarks"] = [
        {"table_id": table, "at": row.at, "text": data["text"]}
        for table in tables_of(connection, identity)
        for row, data in remarks_of(
            connection, table, identity, names_at(connection, table, identity)
        )
    ]
    return {name: rows for name, rows in found.items() if rows}


def names_at(connection: Connection, table: str, identity: str) -> set[str]:
    """Return the names that an identity has had at a table."""
    seats = select(s.c.name).where(s.c.table_id == table)
    names = set(connection.execute(seats.where(s.c.guest == identity)).scalars())
    names |= set(connection.execute(seats.where(s.c.left_by == identity)).scalars())
    results = select(r.c.name).where(r.c.table_id == table, r.c.identity == identity)
    names |= set(connection.execute(results).scalars())
    for row, data in _named(connection, table):
        if read_private(row.private).identity == identity:
            names.add(data["name"])
    return names - {""}


def remarks_of(
    connection: Connection, table: str, identity: str, names: set[str]
) -> list[tuple[Any, Remark]]:
    """Return an identity's remarks at a table; older ones are known by their name alone."""
    return [
        (row, data)
        for row, data in _named(connection, table)
        if row.kind == "chat" and data["text"] and _is_by(row, data, identity, names)
    ]


def _is_by(row: Any, data: Remark, identity: str, names: set[str]) -> bool:
    author = read_private(row.private).identity
    return author == identity if author is not None else data["name"] in names


def _named(connection: Connection, table: str) -> Iterable[tuple[Any, Any]]:
    """Yield the events of a table that have a name, with their data."""
    query = select(e.c.number, e.c.kind, e.c.at, e.c.data, e.c.private)
    rows = connection.execute(query.where(e.c.table_id == table, e.c.kind.in_(("seat", "chat"))))
    return [(row, msgspec.json.decode(row.data)) for row in rows]


def begin_deletion(connection: Connection, identity: str) -> list[str]:
    """Delete what an identity owns and its name; return its sessions, which have ended."""
    gone = {"name": "", "deleted": now(), "house": "", "role": ""}
    connection.execute(update(g).where(g.c.id == identity).values(gone))
    connection.execute(delete(w).where(w.c.guest == identity))
    forget_ratings(connection, identity)
    ended = end_sessions(connection, identity)
    for column in OWNED:
        if column.table is not schema.sessions:
            connection.execute(delete(column.table).where(column == identity))
    insert_task(connection, NewTask(FORGET, identity, run_at=now() + FINISH_AFTER))
    return ended


def erase_names(
    connection: Connection, table: str, identity: str, names: set[str], remarks: list[int]
) -> None:
    """Remove an identity's names from a table's log and results, and the text of its remarks."""
    for row, data in _named(connection, table):
        if row.number in remarks:
            data["text"] = ""
        elif data["name"] not in names:
            continue
        data["name"] = "" if data["name"] in names else data["name"]
        here = (e.c.table_id == table, e.c.number == row.number)
        text = msgspec.json.encode(data).decode()
        connection.execute(update(e).where(*here).values(data=text))
    mine = (r.c.table_id == table, r.c.identity == identity)
    connection.execute(update(r).where(*mine).values(name=""))


async def forget(tables: TableRegistry, sessions: Sessions, identity: str) -> None:
    """Delete an identity's data; its games stay, without its names."""
    for key in await tables.database.write(partial(begin_deletion, identity=identity)):
        sessions.end(key)
    sessions.forget(identity)
    await forget_at_tables(tables, identity)


async def forget_at_tables(tables: TableRegistry, identity: str) -> None:
    """Remove an identity's names and remarks from all tables; one that fails is left for later."""
    for table in await tables.database.read(partial(tables_of, identity=identity)):
        try:
            await _forget_at(tables, table, identity)
        except RondelError as error:
            log.warning("a name was not removed: %s", error, extra={"table": table})


async def _forget_at(tables: TableRegistry, table: str, identity: str) -> None:
    named = partial(names_at, table=table, identity=identity)
    names = await tables.database.read(named)
    of = partial(remarks_of, table=table, identity=identity, names=names)
    remarks = [row.number for row, _ in await tables.database.read(of)]
    erase = partial(erase_names, table=table, identity=identity, names=names, remarks=remarks)
    decision = await tables.change(
        table,
        lambda live: forgotten(live, identity, remarks, now()),
        lambda before, after: erase,
    )
    if not decision.events and names:
        # Nobody sees a name any more, but the log has one still.
        await tables.database.write(erase)


async def finish_deletion(tables: TableRegistry, held: HeldTask) -> Done:
    """Carry out the task that finishes a deletion."""
    await forget_at_tables(tables, held.task.key)
    return Done()
