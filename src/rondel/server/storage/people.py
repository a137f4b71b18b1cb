"""Statements about people who are muted or suspended."""

from sqlalchemy import Connection, select

from rondel.server.errors import Muted, Suspended
from rondel.server.storage import schema
from rondel.server.storage.rows import now

g = schema.guests


def check_muted(connection: Connection, identity: str) -> None:
    """Raise Muted if an identity may not write to chats at present."""
    until = connection.execute(select(g.c.muted_until).where(g.c.id == identity)).scalar()
    if until is not None and until > now():
        raise Muted(until)


def check_suspended(connection: Connection, identity: str) -> None:
    """Raise Suspended if an identity may not sign in at present."""
    until = connection.execute(select(g.c.suspended_until).where(g.c.id == identity)).scalar()
    if until is not None and until > now():
        raise Suspended(until)
