"""Sessions: secret tokens that stand for an identity until they are revoked.

A browser sends its token as a cookie, a program as `Authorization: Bearer`. The database has only
the tokens' hashes. Sessions are kept in memory once they were looked up: a message from the process
that revokes one ends it in all others, which read the database where a message may be lost.
"""

import re
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from msgspec import Struct, structs
from sqlalchemy import Connection, insert, select, update

from rondel.server.errors import Unauthenticated, Unavailable
from rondel.server.identities import Identity
from rondel.server.signing import DATED_SINCE, YEAR, Signer, hashed, new_name, parts_of
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import insert_into, now

DAY = 24 * 3600.0
"""Seconds after which it is written again that a session is in use."""
CLOCK_TOLERANCE = 60.0
"""Seconds by which the clocks of processes may differ."""
MAX_KNOWN = 20_000
"""Sessions in memory; the least recently used is forgotten first."""
TOPIC = "session:"
"""Beginning of topics of messages about sessions that have ended."""
RENAMED = "identity:"
"""Beginning of topics of messages about identities that have changed."""
TOKEN = re.compile("[A-Za-z0-9._-]{20,100}")
"""Tokens of today, and signed cookies of before."""
g, s = schema.guests, schema.sessions


class Session(Struct, frozen=True):
    """Identity at one browser, or a program's access."""

    id: str
    """Hash of its token."""
    identity: Identity
    last_seen: float
    """Day of the latest use."""
    revoked: float | None
    device: str = ""
    """Browser and system that began it."""

    @property
    def is_valid(self) -> bool:
        """Return whether it was not revoked, and was used in the past year unless by a program."""
        is_fresh = self.identity.is_bot or now() - self.last_seen < YEAR
        return self.revoked is None and is_fresh


class Sessions:
    """Sessions of this server, the recent ones cached in memory, with their open connections."""

    def __init__(self, database: Database, signer: Signer, publish: Callable[[str, int], None]):
        self.database = database
        self.signer = signer
        self._publish = publish
        """Sends a topic and a number to the other processes."""
        self._known: OrderedDict[str, Session] = OrderedDict()
        self._ended: OrderedDict[str, None] = OrderedDict()
        """Sessions that were revoked of late, so that none is known again by an earlier answer."""
        self._caught_up = now()
        """Time at which sessions revoked by other processes were last read."""
        self._connections: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)

    def known(self, token: str) -> Session | None:
        """Return a token's valid session, if it is in memory."""
        session = self._known.get(hashed(token))
        return session if session is not None and session.is_valid else None

    async def find(self, token: str) -> Session | None:
        """Return a token's valid session, or None."""
        if TOKEN.fullmatch(token) is None:
            return None
        key = hashed(token)
        if key not in self._known:
            session = await self.database.read(partial(read_session, key=key))
            if session is None:
                session = await self._upgrade(token)
            if session is None or not session.is_valid or key in self._ended:
                return None
            self._remember(session)
        self._known.move_to_end(key)
        return self.known(token)

    async def _upgrade(self, token: str) -> Session | None:
        """Return the session of a signed cookie of before there were sessions, made at first use.

        The cookie is the session's token from then on. A year after the last was issued, none is
        valid any more.
        """
        guest = self.signer.read_cookie(token)
        if guest is None:
            return None
        _, issued, _ = parts_of(token)
        return await self.database.write(partial(upgrade, token=token, guest=guest, issued=issued))

    def _remember(self, session: Session) -> None:
        self._known[session.id] = session
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)

    async def renew(self, session: Session) -> bool:
        """Write that a session is in use, at most once a day; return whether it was written.

        An outage of the database leaves it for another time.
        """
        if now() - session.last_seen < DAY:
            return False
        seen = structs.replace(session, last_seen=now())
        query = update(s).where(s.c.id == session.id).values(last_seen=seen.last_seen)
        try:
            await self.database.write(lambda connection: connection.execute(query))
        except Unavailable:
            return False
        if session.id in self._known:
            self._known[session.id] = seen
        return True

    async def begin(self, identity: str, device: str = "") -> str:
        """Return the token of a new session."""
        token = new_token()
        await self.database.write(
            partial(insert_session, token=token, identity=identity, device=device)
        )
        return token

    async def list(self, identity: str) -> list[Session]:
        """Return the valid sessions of an identity, those in use last first."""
        return await self.database.read(partial(read_sessions, identity=identity))

    async def revoke(self, session: Session) -> None:
        """End a session for good, and its connections in every process."""
        await self.revoke_all([session.id])

    async def revoke_all(self, keys: Sequence[str]) -> None:
        """End sessions for good, and their connections in every process."""
        query = update(s).where(s.c.id.in_(keys), s.c.revoked.is_(None)).values(revoked=now())
        await self.database.write(lambda connection: connection.execute(query))
        for key in keys:
            self.end(key)

    def end(self, key: str) -> None:
        """Forget a session that was revoked, and close its connections in every process."""
        self._end(key)
        self._publish(TOPIC + key, 0)

    def forget(self, identity: str) -> None:
        """Drop an identity that has changed from the caches of all processes."""
        self._forget(identity)
        self._publish(RENAMED + identity, 0)

    def on_message(self, topic: str) -> bool:
        """Act on a message of another process; return whether it was about sessions."""
        if topic.startswith(TOPIC):
            self._end(topic.removeprefix(TOPIC))
        elif topic.startswith(RENAMED):
            self._forget(topic.removeprefix(RENAMED))
        else:
            return False
        return True

    def _forget(self, identity: str) -> None:
        for key in [key for key, one in self._known.items() if one.identity.id == identity]:
            del self._known[key]

    def _end(self, key: str) -> None:
        self._known.pop(key, None)
        self._ended[key] = None
        if len(self._ended) > MAX_KNOWN:
            self._ended.popitem(last=False)
        for close in tuple(self._connections.get(key, ())):
            close()

    @contextmanager
    def connected(self, session: Session | None, close: Callable[[], None]) -> Generator[None]:
        """Close a connection as soon as its session is revoked. Raises Unauthenticated."""
        if session is None:
            yield
            return
        if session.id in self._ended:
            raise Unauthenticated
        self._connections[session.id].add(close)
        try:
            yield
        finally:
            self._connections[session.id].discard(close)
            if not self._connections[session.id]:
                del self._connections[session.id]

    async def catch_up(self) -> None:
        """End what was revoked elsewhere while messages may have been lost."""
        query = select(s.c.id).where(s.c.revoked > self._caught_up - CLOCK_TOLERANCE)
        at = now()
        for key in await self.database.read(partial(_keys, query=query)):
            self._end(key)
        self._caught_up = at


SESSION = select(s.c.id, g.c.id, g.c.name, g.c.kind, s.c.last_seen, s.c.revoked, s.c.device).join(
    g, s.c.identity == g.c.id
)


def session_of(row: Any) -> Session:
    """Return a session of a row of `SESSION`."""
    key, identity, name, kind, last_seen, revoked, device = row
    return Session(key, Identity(identity, name, kind), last_seen, revoked, device)


def read_session(connection: Connection, key: str) -> Session | None:
    """Return the session whose token has a hash, or None."""
    found = connection.execute(SESSION.where(s.c.id == key)).one_or_none()
    return None if found is None else session_of(found)


def read_sessions(connection: Connection, identity: str) -> list[Session]:
    """Return the valid sessions of an identity, those in use last first."""
    query = SESSION.where(s.c.identity == identity, s.c.revoked.is_(None))
    found = map(session_of, connection.execute(query.order_by(s.c.last_seen.desc())))
    return [session for session in found if session.is_valid]


def new_token() -> str:
    """Return the token of a new session."""
    return f"rondel_{new_name(40)}"


def insert_session(connection: Connection, token: str, identity: str, device: str = "") -> None:
    """Write a new session."""
    row = {"id": hashed(token), "identity": identity, "created": now(), "last_seen": now()}
    connection.execute(insert(s).values(row | {"device": device}))


def end_sessions(connection: Connection, identity: str) -> list[str]:
    """Revoke all sessions of an identity; return which they were."""
    valid = (s.c.identity == identity, s.c.revoked.is_(None))
    ended = update(s).where(*valid).values(revoked=now()).returning(s.c.id)
    return list(connection.execute(ended).scalars())


def upgrade(connection: Connection, token: str, guest: str, issued: float | None) -> Session | None:
    """Write the session of a guest's signed cookie, unless a session of theirs was ever revoked."""
    is_there = (g.c.merged_into.is_(None), g.c.deleted.is_(None))
    is_guest = select(g.c.id).where(g.c.id == guest, *is_there).exists()
    was_revoked = select(s.c.id).where(s.c.identity == guest, s.c.revoked.is_not(None)).exists()
    if connection.execute(select(is_guest & ~was_revoked)).scalar():
        at = DATED_SINCE if issued is None else issued
        row = {"id": hashed(token), "identity": guest, "created": at, "last_seen": at}
        connection.execute(insert_into(connection, s).values(row).on_conflict_do_nothing())
    return read_session(connection, hashed(token))


def _keys(connection: Connection, query: Any) -> list[str]:
    return list(connection.execute(query).scalars())
