"""Who is asking: guests with a signed cookie, and bots with a token."""

from functools import partial
from typing import Any

from litestar.connection import ASGIConnection
from msgspec import Struct
from sqlalchemy import Connection, insert, select, update

from rondel.server.errors import Unauthenticated
from rondel.server.signing import Signer, hashed, new_name
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import now

COOKIE = "rondel_guest"
g = schema.guests
Asking = ASGIConnection[Any, Any, Any, Any]


class Identity(Struct):
    """A guest or a foreign bot."""

    id: str
    name: str
    is_bot: bool = False


class Accounts:
    """Everyone this server knows, the recent ones in memory."""

    def __init__(self, database: Database, keys: Signer):
        self.database = database
        self.keys = keys
        self._known: dict[str, Identity] = {}

    async def asking(self, connection: Asking) -> Identity | None:
        """Who a request comes from."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return await self._find("token " + hashed(token), g.c.token_hash == hashed(token))
        guest = self.keys.read_cookie(connection.cookies.get(COOKIE, ""))
        return None if guest is None else await self._find(guest, g.c.id == guest)

    def known(self, connection: Asking) -> Identity | None:
        """Return who a request comes from, if that is in memory."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._known.get("token " + hashed(token))
        return self._known.get(self.keys.read_cookie(connection.cookies.get(COOKIE, "")) or "")

    async def somebody(self, connection: Asking) -> Identity:
        """The same, but there must be someone. Raises Nobody."""
        person = await self.asking(connection)
        if person is None:
            raise Unauthenticated
        return person

    async def _find(self, key: str, where: Any) -> Identity | None:
        if key not in self._known:
            query = select(g.c.id, g.c.name, g.c.is_bot).where(where)
            found = await self.database.read(lambda c: c.execute(query).one_or_none())
            if found is None:
                return None
            self._remember(key, Identity(*found))
        return self._known[key]

    def _remember(self, key: str, person: Identity) -> None:
        self._known[key] = person
        while len(self._known) > 10_000:
            del self._known[next(iter(self._known))]

    async def make(self, name: str, address: str = "") -> Identity:
        """A new guest, who comes from an address."""
        person = Identity(new_name(14), name)
        row = {"id": person.id, "name": name, "made": now(), "is_bot": False}
        row["house"] = self.keys.house(address)
        await self.database.write(partial(_insert, row=row))
        self._remember(person.id, person)
        return person

    async def make_bot(self, name: str, address: str = "") -> tuple[Identity, str]:
        """A new foreign bot and its token, of which only the hash is kept."""
        person, token = Identity(new_name(14), name, True), "rondel_" + new_name(40)
        row = {"id": person.id, "name": name, "made": now(), "is_bot": True}
        row["token_hash"] = hashed(token)
        row["house"] = self.keys.house(address)
        await self.database.write(partial(_insert, row=row))
        return person, token

    async def rename(self, person: Identity, name: str) -> Identity:
        """A guest's new name, for tables joined from now on."""
        query = update(g).where(g.c.id == person.id).values(name=name)
        await self.database.write(lambda connection: connection.execute(query))
        person.name = name
        return person


def _insert(connection: Connection, row: dict[str, Any]) -> None:
    connection.execute(insert(g).values(row))
