"""Migration of a filled database while others use it; `make test-long` does it with a gigabyte."""

from functools import partial

from sqlalchemy import Connection, Table, func, select

from benchmarks.large_database import EVENTS_PER_TABLE, fill, measure_migration
from rondel.server.storage import schema
from rondel.server.storage.engine import Database

GUESTS, EVENTS = 300, 5000
BEFORE = "0012"


def count_rows(connection: Connection, table: Table) -> int:
    """Return how many rows a table has."""
    return connection.execute(select(func.count()).select_from(table)).scalar_one()


def test_a_filled_database_is_migrated_while_others_read_and_write(database: str) -> None:
    store = Database(database)
    fill(store, GUESTS, EVENTS)
    store.close()
    found = measure_migration(database, BEFORE)
    assert found.reads.failures == found.writes.failures == 0
    store = Database(database)
    for table, count in (
        (schema.guests, GUESTS),
        (schema.tables, EVENTS // EVENTS_PER_TABLE),
        (schema.events, EVENTS),
    ):
        assert store.read_now(partial(count_rows, table=table)) == count
    store.close()
