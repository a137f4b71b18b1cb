"""Quotas that hold however many requests, and processes, count at the same moment."""

from sqlalchemy import Connection, select, text

from rondel.server.storage import schema

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
