"""One-time codes: secrets that stand for something for a while, and are good once.

The database has only their hashes.
"""

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from rondel.server.errors import BadCode
from rondel.server.signing import ALPHABET, hashed, new_name
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import now

TRANSFER = "transfer"
"""Purpose of codes that continue an identity on another device."""
RECOVERY = "recovery"
"""Purpose of codes on paper, for people who have lost all their devices."""
ADD_PASSKEY, USE_PASSKEY = "add-passkey", "use-passkey"
"""Purposes of challenges that an authenticator signs."""
SIGN_IN = (TRANSFER, RECOVERY)
"""Purposes of codes that sign in."""
MINUTE = 60.0
YEAR = 365 * 24 * 60 * MINUTE
LIFETIMES = {
    TRANSFER: 10 * MINUTE,
    RECOVERY: 100 * YEAR,
    ADD_PASSKEY: 5 * MINUTE,
    USE_PASSKEY: 5 * MINUTE,
}
"""Seconds for which a code is good, by purpose."""
CODE_LENGTH = 12
"""Letters of a code that people type: 59 bits, which nobody guesses within its lifetime."""
RECOVERY_LENGTH, RECOVERY_CODES = 20, 8
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

    async def issue_recovery(self, identity: str) -> list[str]:
        """Return new recovery codes; they replace the identity's earlier ones."""
        found = [new_name(RECOVERY_LENGTH) for _ in range(RECOVERY_CODES)]
        await self.database.write(partial(_insert_recovery, identity=identity, found=found))
        return found

    async def look(self, purposes: Sequence[str], code: str) -> Code:
        """Return the meaning of a code for one of some purposes; it stays good. Raises BadCode."""
        return _checked(await self.database.read(partial(read_code, code=code)), purposes)

    async def use(self, purposes: Sequence[str], code: str) -> Code:
        """Return the meaning of a code, which is good no more. Raises BadCode."""
        return _checked(await self.database.write(partial(take_code, code=code)), purposes)


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


def _insert_recovery(connection: Connection, identity: str, found: Sequence[str]) -> None:
    earlier = (k.c.identity == identity, k.c.purpose == RECOVERY)
    connection.execute(delete(k).where(*earlier))
    row = {"purpose": RECOVERY, "identity": identity, "data": ""}
    expires = now() + LIFETIMES[RECOVERY]
    rows = [{**row, "id": hashed(code), "expires": expires} for code in found]
    connection.execute(insert(k), rows)
    secure(connection, identity)


def count_recovery(connection: Connection, identity: str) -> int:
    """Return how many recovery codes an identity has left."""
    query = select(func.count()).where(k.c.identity == identity, k.c.purpose == RECOVERY)
    return int(connection.execute(query).scalar_one())


def secure(connection: Connection, identity: str) -> None:
    """Make a guest a user: from now on they can sign in without a device of theirs."""
    is_guest = (g.c.id == identity, g.c.kind == "guest")
    connection.execute(update(g).where(*is_guest).values(kind="user"))


def _checked(code: Code | None, purposes: Sequence[str]) -> Code:
    if code is None or code.purpose not in purposes:
        raise BadCode
    return code
