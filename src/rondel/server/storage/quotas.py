"""Quotas that hold however many requests, and processes, count at the same moment."""

import msgspec
from sqlalchemy import Connection, func, select, text

from rondel.server.errors import StorageFull, TooMany
from rondel.server.protocol.admin import Quotas
from rondel.server.storage import schema
from rondel.server.storage.rows import Row
from rondel.server.storage.values import read_value, write_value

QUOTAS = "quotas"
"""Name of the value with the quotas."""
MB = 1_000_000
LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:owner, 7244903))")


def lock_quota(connection: Connection, owner: str) -> None:
    """Let one transaction at a time count what an owner has, until it ends.

    The owner is a guest or an address group. SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(LOCK, {"owner": owner})


def lock_quota_of(connection: Connection, guest: str) -> str:
    """Do the same for a guest and everybody of their address group; return that group, or ''."""
    g = schema.guests
    house = connection.execute(select(g.c.house).where(g.c.id == guest)).scalar() or ""
    lock_quota(connection, house or guest)
    return house


def read_quotas(connection: Connection) -> Quotas:
    """Return the quotas of this server."""
    found = read_value(connection, QUOTAS)
    return msgspec.json.decode(found, type=Quotas) if found else Quotas()


def write_quotas(connection: Connection, quotas: Quotas) -> None:
    """Replace the quotas of this server; all processes follow them at once."""
    write_value(connection, QUOTAS, msgspec.json.encode(quotas).decode())


def check_quotas(connection: Connection, row: Row) -> None:
    """Raise TooMany or StorageFull if a table that was just written exceeds a quota."""
    quotas = read_quotas(connection)
    if quotas.storage_mb and stored_bytes(connection) > quotas.storage_mb * MB:
        raise StorageFull
    if row.sandbox or row.daily:
        return
    t, g = schema.tables, schema.guests
    if quotas.tables_per_person or quotas.tables_per_address:
        house = lock_quota_of(connection, row.creator)
        count = (
            select(func.count())
            .select_from(t)
            .where(t.c.status.in_(("open", "playing")), t.c.sandbox.is_(False), t.c.daily == "")
        )
        own = count.where(t.c.creator == row.creator)
        near = count.join(g, g.c.id == t.c.creator).where(g.c.house == house)
        for query, most in ((own, quotas.tables_per_person), (near, quotas.tables_per_address)):
            is_counted = most and (query is own or house)
            if is_counted and connection.execute(query).scalar_one() > most:
                raise TooMany("tables", most)


def stored_bytes(connection: Connection) -> int:
    """Return the size of the database; on SQLite without the pages that are free again."""
    if connection.dialect.name == "postgresql":
        query = text("SELECT pg_database_size(current_database())")
        return int(connection.execute(query).scalar_one())
    pages, free, size = (
        int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size
