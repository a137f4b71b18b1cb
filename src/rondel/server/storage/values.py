"""Single values of a server: its key, quotas, signs of life."""

from sqlalchemy import Connection, select

from rondel.server.storage import schema
from rondel.server.storage.rows import insert_into

s = schema.settings


def read_value(connection: Connection, name: str) -> str | None:
    """Return a value, or None if it was never written."""
    return connection.execute(select(s.c.value).where(s.c.name == name)).scalar()


def write_value(connection: Connection, name: str, value: str) -> None:
    """Write a value."""
    add = insert_into(connection, s).values(name=name, value=value)
    connection.execute(add.on_conflict_do_update(index_elements=["name"], set_={"value": value}))
