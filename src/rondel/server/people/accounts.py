"""Accounts: identities with a name, and the first session of each."""

from functools import partial

from msgspec import structs
from sqlalchemy import Connection, insert, update

from rondel.server.identities import Identity, Kind
from rondel.server.people.sessions import Sessions, insert_session, new_token
from rondel.server.signing import Signer, new_name
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import now

g = schema.guests


class Accounts:
    """Makes and renames identities."""

    def __init__(self, database: Database, signer: Signer, sessions: Sessions):
        self.database = database
        self.signer = signer
        self.sessions = sessions

    async def create(
        self, name: str, kind: Kind, address: str = "", device: str = ""
    ) -> tuple[Identity, str]:
        """Return a new identity that comes from an address, and the token of its session."""
        identity, token = Identity(new_name(14), name, kind), new_token()
        house = self.signer.house(address)
        await self.database.write(
            partial(_insert, identity=identity, house=house, token=token, device=device)
        )
        return identity, token

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Return an identity with a new name, for tables joined from now on."""
        query = update(g).where(g.c.id == identity.id).values(name=name)
        await self.database.write(lambda connection: connection.execute(query))
        self.sessions.forget(identity.id)
        return structs.replace(identity, name=name)


def _insert(
    connection: Connection, identity: Identity, house: str, token: str, device: str
) -> None:
    row = structs.asdict(identity) | {"made": now(), "house": house}
    connection.execute(insert(g).values(row))
    insert_session(connection, token, identity.id, device)
