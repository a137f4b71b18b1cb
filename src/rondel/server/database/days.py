"""Days as the server counts them, and what is kept closed until one is over."""

from datetime import UTC, date, datetime, timedelta

from rondel.server.database.rows import Row, now


def today() -> date:
    """The server's date, in universal time."""
    return datetime.fromtimestamp(now(), UTC).date()


def ends(day: date) -> float:
    """When a day is over, in seconds since 1970."""
    following = day + timedelta(days=1)
    return datetime(following.year, following.month, following.day, tzinfo=UTC).timestamp()


def is_sealed(row: Row) -> bool:
    """Whether a table is of a deal whose day goes on: its luck is nobody else's to know."""
    return bool(row.daily) and row.daily >= today().isoformat()
