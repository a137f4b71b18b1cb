"""State of a server for its administrators, as the database knows it."""

import sqlite3

import msgspec
from sqlalchemy import Connection, delete, func, select, text

from rondel.server.protocol.admin import (
    DatabaseStatus,
    DeadTask,
    ProcessStatus,
    Queue,
    TaskCount,
)
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.health import bot_queue, room, size, task_ages
from rondel.server.storage.migrate import read_revision
from rondel.server.storage.rows import insert_into, now
from rondel.server.storage.tasks import count_tasks, dead_tasks

MAX_DEAD = 20
"""Dead tasks in the status."""
REPORT_TTL = 24 * 3600.0
"""Seconds for which the last report of a process is kept."""
t, g, p = schema.tables, schema.guests, schema.processes


def database_status(database: Database, connection: Connection) -> DatabaseStatus:
    """Return kind, version, revision and size of a database."""
    version = sqlite3.sqlite_version
    if not database.is_sqlite:
        version = str(connection.execute(text("SHOW server_version")).scalar()).split()[0]
    return DatabaseStatus(
        connection.dialect.name,
        version,
        read_revision(connection),
        size(database, connection),
        None if database.file is None else room(database.file),
    )


def count_tables(connection: Connection) -> dict[str, int]:
    """Return how many tables there are by status."""
    found = connection.execute(select(t.c.status, func.count()).group_by(t.c.status))
    return {row[0]: row[1] for row in found}


def count_people(connection: Connection) -> int:
    """Return how many guests, accounts and programs there are."""
    return int(connection.execute(select(func.count()).select_from(g)).scalar_one())


def queue_status(connection: Connection) -> Queue:
    """Return the work that waits for somebody to do it."""
    bots = bot_queue(connection)
    counts = sorted(count_tasks(connection).items())
    dead = [
        DeadTask(row.kind, row.key, row.last_error, row.attempts, row.finished)
        for row in dead_tasks(connection, MAX_DEAD)
    ]
    tasks = [TaskCount(kind, status, count) for (kind, status), count in counts]
    return Queue(bots.waiting, bots.claimed, tasks, task_ages(connection), dead)


def write_report(connection: Connection, report: ProcessStatus) -> None:
    """Replace the report of a process, and delete those that are too old."""
    document = msgspec.json.encode(report).decode()
    row = {"name": report.name, "seen": report.seen, "document": document}
    add = insert_into(connection, p).values(row)
    connection.execute(add.on_conflict_do_update(index_elements=["name"], set_=row))
    connection.execute(delete(p).where(p.c.seen < now() - REPORT_TTL))


def delete_report(connection: Connection, name: str) -> None:
    """Delete the report of a process that ends."""
    connection.execute(delete(p).where(p.c.name == name))


def read_reports(connection: Connection) -> list[ProcessStatus]:
    """Return the reports of processes."""
    rows = connection.execute(select(p.c.document)).scalars()
    reports = [msgspec.json.decode(document, type=ProcessStatus) for document in rows]
    return sorted(reports, key=lambda report: (report.kind, report.name))
