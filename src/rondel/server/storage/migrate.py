"""Bringing the database up to date, step by step, before anything else happens."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from rondel.server.signing import fingerprint, new_name
from rondel.server.storage.engine import Database
from rondel.server.storage.values import read_value, write_value

KEY, KEYS = "key", "keys"
"""Names of the values with a server's own key, and with the fingerprints of keys."""
LOCK = 7267_6652
"""Any number: on PostgreSQL it keeps two processes from migrating at once."""


def config_of(connection: object = None) -> Config:
    """Alembic's settings, without a file."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def migrate(database: Database) -> None:
    """Run the migrations that this database has not seen."""
    with migrating(database) as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        command.upgrade(config_of(connection), "heads")


def read_revision(connection: Connection) -> str:
    """Return the revision of the tables."""
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())


@contextmanager
def migrating(database: Database) -> Generator[Connection]:
    """Begin a transaction in which SQLite checks no references, so that tables may be rebuilt."""
    options = {"writes": True, "migrates": True}
    try:
        with database.engine.execution_options(**options).begin() as connection:
            yield connection
    finally:
        if database.is_sqlite:
            # Other connections check them.
            database.engine.dispose()


def read_keys(connection: Connection) -> list[str]:
    """Return the fingerprints of the keys of the server that started last, its own first."""
    found = read_value(connection, KEYS)
    return [] if found is None else found.split(",")


def write_keys(database: Database, secrets: Sequence[str]) -> None:
    """Store the fingerprints of the keys of a server, its own first."""
    written = ",".join(map(fingerprint, secrets))
    with database.engine.execution_options(writes=True).begin() as connection:
        if read_keys(connection) != written.split(","):
            write_value(connection, KEYS, written)


def server_key(database: Database) -> str:
    """Return the key kept in the database for hosts that set none; made once."""
    with database.engine.execution_options(writes=True).begin() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        found = read_value(connection, KEY)
        if found is None:
            found = new_name(50)
            write_value(connection, KEY, found)
    return found
