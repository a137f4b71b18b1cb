"""State of a server with all its processes, for its administrators."""

from functools import partial

from sqlalchemy import Connection

import rondel
from rondel.server.protocol.admin import AdminStatus
from rondel.server.runtime.pruning import read_pruned
from rondel.server.runtime.readiness import commit
from rondel.server.storage.engine import Database
from rondel.server.storage.quotas import read_quotas
from rondel.server.storage.rows import now
from rondel.server.storage.status import (
    count_people,
    count_tables,
    database_status,
    queue_status,
    read_reports,
)


def read_status(connection: Connection, database: Database) -> AdminStatus:
    """Return the state of a server."""
    return AdminStatus(
        now(),
        rondel.__version__,
        commit(),
        database_status(database, connection),
        count_tables(connection),
        count_people(connection),
        queue_status(connection),
        read_reports(connection),
        read_quotas(connection),
        read_pruned(connection),
    )


async def status_of(database: Database) -> AdminStatus:
    """Read the state of a server. Raises Unavailable."""
    return await database.read(partial(read_status, database=database))
