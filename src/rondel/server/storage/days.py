"""Days as the server counts them, and what is kept closed until one is over."""

from datetime import UTC, date, datetime, timedelta

from msgspec import Struct
from sqlalchemy import Connection, select

from rondel.server.storage import schema
from rondel.server.storage.rows import Row, now

d = schema.deals
PLAYERS = 2
"""Number of players of a deal of the day."""


class DealRow(Struct):
    """Deal as the database keeps it."""

    secret: bytes
    commitment: str


def today() -> date:
    """Return the server's date, in universal time."""
    return datetime.fromtimestamp(now(), UTC).date()


def ends(day: date) -> float:
    """Return the end of a day, in seconds since 1970."""
    following = day + timedelta(days=1)
    return datetime(following.year, following.month, following.day, tzinfo=UTC).timestamp()


def is_sealed(row: Row) -> bool:
    """Return whether a table is of a deal whose day goes on: its luck is nobody else's to know."""
    return bool(row.daily) and row.daily >= today().isoformat()


def read_deal(connection: Connection, game: str, day: date) -> DealRow | None:
    """Return a deal that was made, or None."""
    here = (d.c.game == game, d.c.day == day.isoformat())
    found = connection.execute(select(d.c.secret, d.c.commitment).where(*here)).one_or_none()
    return DealRow(bytes(found[0]), found[1]) if found is not None else None
