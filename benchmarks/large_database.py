"""Administration and migration of a large database.

    python -m benchmarks.large_database                          endpoints of administrators
    python -m benchmarks.large_database --events 6000000 --migrate 0012

The database is filled with made-up guests, tables and events. The second form takes it back to an
earlier revision, migrates it, and reports how long reads and writes of other processes waited.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from alembic import command
from sqlalchemy import Connection, Table, insert, select, text

from rondel.core import RondelError
from rondel.server.people.roles import make_link
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.health import write_pulse
from rondel.server.storage.migrate import config_of, migrate, migrating
from rondel.server.storage.rows import now

EVENTS_PER_TABLE = 50
BATCH = 20_000
REPEATS = 20
STATUSES = ("open", "playing", *["over"] * 8)
DAY = 86400.0
STEP = '{"seat":0,"steps":["walk north 3"],"points":[12,9],"time":[310.5,290.2]}'
PORT = 9472


def guest_rows(count: int) -> Iterator[dict[str, Any]]:
    """Yield guests made over two years."""
    for number in range(count):
        made = now() - 700 * DAY * number / count
        yield {
            "id": f"g{number:09}", "name": f"Guest {number}", "made": made, "kind": "guest",
            "house": f"h{number % (count // 3 + 1):09}",
        }  # fmt: skip


def session_rows(count: int) -> Iterator[dict[str, Any]]:
    """Yield a session of each guest."""
    for guest in guest_rows(count):
        yield {
            "id": f"s{guest['id']:>063}", "identity": guest["id"],
            "created": guest["made"], "last_seen": guest["made"],
        }  # fmt: skip


def table_rows(count: int, guests: int) -> Iterator[dict[str, Any]]:
    """Yield tables of half of the guests."""
    for number in range(count):
        made = now() - 700 * DAY * number / count
        status = STATUSES[number % len(STATUSES)]
        yield {
            "id": f"t{number:09}", "game": "finca", "rules": 1, "edition": "", "players": 2,
            "edition_source": "", "status": status, "visibility": "private",
            "pace": '{"kind":"untimed"}', "chat_for_watchers": True,
            "creator": f"g{number * 2 % guests:09}", "secret": b"x" * 32, "commitment": "c" * 64,
            "sandbox": False, "made": made, "started": made, "turn_began": made,
            "ended": made if status == "over" else None, "last_event": EVENTS_PER_TABLE,
        }  # fmt: skip


def seat_rows(count: int, guests: int) -> Iterator[dict[str, Any]]:
    """Yield two seats of each table."""
    for number in range(count):
        for seat in range(2):
            guest = f"g{(number * 2 + seat) % guests:09}"
            yield {
                "table_id": f"t{number:09}", "seat": seat, "kind": "person", "bot": "",
                "guest": guest, "name": f"Guest {number}", "substitute": "", "resigned": False,
                "link": 0,
            }  # fmt: skip


def event_rows(count: int) -> Iterator[dict[str, Any]]:
    """Yield the events of each table."""
    for number in range(count):
        made = now() - 700 * DAY * number / count
        for event in range(1, EVENTS_PER_TABLE + 1):
            yield {
                "table_id": f"t{number:09}", "number": event, "kind": "played",
                "at": made + event, "data": STEP, "key": f"k{number:09}-{event:04}",
            }  # fmt: skip


def result_rows(count: int, guests: int) -> Iterator[dict[str, Any]]:
    """Yield the results of finished tables."""
    for table in table_rows(count, guests):
        for seat in range(2 if table["status"] == "over" else 0):
            yield {
                "table_id": table["id"], "seat": seat, "identity": table["creator"],
                "name": "Guest", "bot": "", "game": "finca", "edition": "", "players": 2,
                "pace": "untimed", "reason": "finished", "score": 40 + seat, "rank": 1 + seat,
                "resigned": False, "helped": False, "ended": table["ended"],
            }  # fmt: skip


def insert_rows(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows into a table."""
    connection.execute(insert(table), rows)


def fill(database: Database, guests: int, events: int) -> None:
    """Fill an empty database."""
    migrate(database)
    tables = events // EVENTS_PER_TABLE

    def insert_all(table: Table, rows: Iterator[dict[str, Any]]) -> None:
        while some := list(islice(rows, BATCH)):
            database.write_now(partial(insert_rows, table=table, rows=some))

    insert_all(schema.guests, guest_rows(guests))
    insert_all(schema.sessions, session_rows(guests))
    insert_all(schema.tables, table_rows(tables, guests))
    insert_all(schema.seats, seat_rows(tables, guests))
    insert_all(schema.events, event_rows(tables))
    insert_all(schema.results, result_rows(tables, guests))
    if not database.is_sqlite:
        with database.engine.connect() as connection:
            connection.execute(text("ANALYZE"))
            connection.commit()


@contextmanager
def server(url: str) -> Generator[httpx.Client]:
    """Run a server, and visit it as an administrator."""
    environment = os.environ | {"RONDEL_DATABASE": url, "RONDEL_PORT": str(PORT)}
    environment |= {"RONDEL_WARM": "false", "RONDEL_REQUESTS_PER_MINUTE": "0"}
    with tempfile.TemporaryFile() as log:
        running = subprocess.Popen(
            [sys.executable, "-m", "rondel.server"], env=environment, stdout=log, stderr=log
        )
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as visitor:
                while True:
                    try:
                        visitor.get("/healthz").raise_for_status()
                        break
                    except httpx.HTTPError:
                        assert running.poll() is None, "the server stopped"
                        time.sleep(0.3)
                database = Database(url)
                token = database.write_now(make_link)
                database.close()
                visitor.post("/api/admin/session", json={"token": token}).raise_for_status()
                yield visitor
        finally:
            running.terminate()
            running.wait(60)


def measure_endpoints(url: str) -> None:
    """Print how long the endpoints of administrators take."""
    asks: dict[str, Callable[[httpx.Client], httpx.Response]] = {
        "GET status": lambda admin: admin.get("/api/admin/status"),
        "GET prune": lambda admin: admin.get("/api/admin/prune?days=365"),
        "GET prune, finished": lambda admin: admin.get("/api/admin/prune?days=365&finished=true"),
        "PUT quotas": lambda admin: admin.put("/api/admin/quotas", json={}),
    }
    with server(url) as admin:
        print(admin.get("/api/admin/status").json()["database"])
        for name, ask in asks.items():
            spent: list[float] = []
            for _ in range(REPEATS):
                began = time.perf_counter()
                ask(admin).raise_for_status()
                spent.append(1000 * (time.perf_counter() - began))
            print(f"{name:20} median {statistics.median(spent):6.0f} ms, worst {max(spent):.0f} ms")


class Waiting(threading.Thread):
    """Repeats a piece of work, and remembers the longest time it took."""

    def __init__(self, work: Callable[[], object]):
        super().__init__(daemon=True)
        self._work = work
        self.longest = 0.0
        self.failures = 0
        self.is_over = False

    def run(self) -> None:
        """Repeat the work until it is over."""
        while not self.is_over:
            began = time.perf_counter()
            try:
                self._work()
            except RondelError:
                self.failures += 1
            self.longest = max(self.longest, time.perf_counter() - began)
            time.sleep(0.05)


class Migration(NamedTuple):
    """Times of a migration in seconds."""

    spent: float
    processor: float
    """Processor time of the migrating process."""
    reads: Waiting
    """Reads of another process meanwhile."""
    writes: Waiting
    """Writes of another process meanwhile."""


def measure_migration(url: str, revision: str) -> Migration:
    """Migrate from an earlier revision while others read and write."""
    database, other = Database(url), Database(url, lock_seconds=600)
    with migrating(database) as connection:
        command.downgrade(config_of(connection), revision)

    def read(connection: Connection) -> object:
        event = select(schema.events.c.data).where(schema.events.c.table_id == "t000000007")
        return connection.execute(event.limit(1)).first()

    others = Waiting(lambda: other.read_now(read)), Waiting(lambda: other.write_now(write_pulse))
    for waiting in others:
        waiting.start()
    began, cpu = time.perf_counter(), time.process_time()
    migrate(database)
    spent, used = time.perf_counter() - began, time.process_time() - cpu
    for waiting in others:
        waiting.is_over = True
        waiting.join(60)
    database.close()
    other.close()
    return Migration(spent, used, *others)


def main() -> None:
    """Fill a database and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--guests", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--database", help="an empty database; by default a temporary SQLite file")
    parser.add_argument("--migrate", help="the revision to migrate from")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.database or f"sqlite:///{Path(folder) / 'large.db'}"
        database = Database(url)
        began = time.perf_counter()
        fill(database, given.guests, given.events)
        database.close()
        if (file := Database(url).file) is not None:
            print(f"{file.stat().st_size / 1e6:.0f} MB")
        print(f"filled in {time.perf_counter() - began:.0f} s")
        if given.migrate:
            found = measure_migration(url, given.migrate)
            print(f"migration: {found.spent:.1f} s, {found.processor:.1f} s of its processor")
            for name, others in (("read", found.reads), ("write", found.writes)):
                print(f"longest {name} of others {others.longest:.1f} s, {others.failures} failed")
        else:
            measure_endpoints(url)


if __name__ == "__main__":
    main()
