"""Roles: who may administer or moderate this server, and the links that make administrators."""

from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from rondel.server.errors import ExpiredLink
from rondel.server.identities import Identity
from rondel.server.people.sessions import end_sessions, insert_session
from rondel.server.signing import hashed, new_name
from rondel.server.storage import schema
from rondel.server.storage.rows import now

Role = Literal["", "moderator", "admin"]
RANKS: dict[str, int] = {"": 0, "moderator": 1, "admin": 2}
"""Rank of each role; a role may do what lower ranks may."""
LINK_TTL = 900.0
"""Seconds for which a link can be used, once."""
g, s, a = schema.guests, schema.sessions, schema.admin_links


class SignedIn(NamedTuple):
    """Administrator who has used a sign-in link."""

    identity: Identity
    token: str
    """Token of a new session."""
    ended: list[str]
    """Earlier sessions of this identity, which are revoked now."""


def has_role(connection: Connection, identity: str, role: Role) -> bool:
    """Return whether an identity has a role or a higher one."""
    found = connection.execute(select(g.c.role).where(g.c.id == identity)).scalar()
    return RANKS.get(found or "", 0) >= RANKS[role]


def set_role(connection: Connection, identity: str, role: Role) -> bool:
    """Give a role to an identity, or take it away; return whether the identity exists."""
    return connection.execute(update(g).where(g.c.id == identity).values(role=role)).rowcount == 1


def with_roles(connection: Connection) -> list[tuple[str, str, str]]:
    """Return id, name and role of everybody who has one."""
    query = select(g.c.id, g.c.name, g.c.role).where(g.c.role != "").order_by(g.c.role, g.c.made)
    return [(row.id, row.name, row.role) for row in connection.execute(query)]


def make_link(connection: Connection) -> str:
    """Return the token of a new link that makes its user an administrator."""
    token = new_name(40)
    connection.execute(delete(a).where(a.c.expires < now()))
    connection.execute(insert(a).values(id=hashed(token), expires=now() + LINK_TTL))
    return token


def use_link(connection: Connection, token: str, visitor: Identity | None, name: str) -> SignedIn:
    """Make the visitor, or a new guest of that name, an administrator with a new session.

    All other sessions of this identity end, so that nobody who knows one of them gets the role.
    Raises ExpiredLink.
    """
    used = delete(a).where(a.c.id == hashed(token), a.c.expires > now()).returning(a.c.id)
    if connection.execute(used).first() is None:
        raise ExpiredLink
    identity = visitor or Identity(new_name(14), name)
    if visitor is None:
        connection.execute(insert(g).values(id=identity.id, name=name, kind="guest", made=now()))
    set_role(connection, identity.id, "admin")
    keys = end_sessions(connection, identity.id)
    session = f"rondel_{new_name(40)}"
    insert_session(connection, session, identity.id)
    return SignedIn(identity, session, keys)
