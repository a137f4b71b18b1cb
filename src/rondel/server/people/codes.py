"""One-time codes: secrets that stand for something for a while, and are good once.

The database has only their hashes.
"""

import re
from functools import partial
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from rondel.server.errors import BadCode
from rondel.server.signing import ALPHABET, hashed, new_name
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import now

TRANSFER = "transfer"
"""Purpose of codes that continue an identity on another device."""
MINUTE = 60.0
LIFETIMES = {TRANSFER: 10 * MINUTE}
"""Seconds for which a code is good, by purpose."""
CODE_LENGTH = 12
"""Letters of a code that people type: 59 bits, which nobody guesses within its lifetime."""
NOT_A_LETTER = re.compile(f"[^{ALPHABET}]")
k, g = schema.codes, schema.guests


class Code(Struct, frozen=True):
    """Code's meaning."""

    purpose: str
    identity: str | None
    name: str
    """Identity's."""
    data: str


class Codes:
    """Store of the one-time codes of this server."""

    def __init__(self, database: Database):
        self.database = database

    async def issue(
        self, purpose: str, identity: str | None, data: str = "", code: str | None = None
    ) -> str:
        """Return a new code; it replaces the identity's earlier one for the same purpose."""
        code = code or new_name(CODE_LENGTH)
        row = {"purpose": purpose, "identity": identity, "data": data}
        await self.database.write(partial(_insert, code=code, row=row))
        return code

    async def look(self, purpose: str, code: str) -> Code:
        """Return the meaning of a code, which stays good. Raises BadCode."""
        return _checked(await self.database.read(partial(read_code, code=code)), purpose)

    async def use(self, purpose: str, code: str) -> Code:
        """Return the meaning of a code that is good no more. Raises BadCode."""
        return _checked(await self.database.write(partial(take_code, code=code)), purpose)


def typed(code: str) -> str:
    """Return a code as it was issued: people write it with spaces, dashes and capitals."""
    return NOT_A_LETTER.sub("", code.lower())


def grouped(code: str) -> str:
    """Return a code as people read it, in groups of four letters."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


def read_code(connection: Connection, code: str) -> Code | None:
    """Return the meaning of a code, if it is still good."""
    query = (
        select(k.c.purpose, k.c.identity, g.c.name, k.c.data)
        .outerjoin(g, g.c.id == k.c.identity)
        .where(k.c.id == hashed(code), k.c.expires > now())
    )
    found = connection.execute(query).one_or_none()
    return None if found is None else Code(found[0], found[1], found[2] or "", found[3])


def take_code(connection: Connection, code: str) -> Code | None:
    """Return the meaning of a code and delete it; of several who try at once one succeeds."""
    found = read_code(connection, code)
    taken = connection.execute(delete(k).where(k.c.id == hashed(code)))
    return found if taken.rowcount == 1 else None


def _insert(connection: Connection, code: str, row: dict[str, Any]) -> None:
    at, purpose = now(), row["purpose"]
    connection.execute(delete(k).where(k.c.expires < at))
    if row["identity"] is not None:
        same = (k.c.identity == row["identity"], k.c.purpose == purpose)
        connection.execute(delete(k).where(*same))
    expires = at + LIFETIMES[purpose]
    connection.execute(insert(k).values(**row, id=hashed(code), expires=expires))


def _checked(code: Code | None, purpose: str) -> Code:
    if code is None or code.purpose != purpose:
        raise BadCode
    return code
