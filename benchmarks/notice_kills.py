"""Notices while the workers that send them are killed: none lost, repeats told apart by their id.

Turns begin and end at many tables, each written in one transaction with its notice. Workers send
the notices to a receiver that sometimes fails, and are killed by SIGKILL again and again. It
prints JSON; the exit status is 1 if a promise was broken.

Usage: python -m benchmarks.notice_kills --turns 10000 --kills 50 [--database URL]
"""

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec
from py_vapid import Vapid02
from sqlalchemy import Connection, func, insert, select, update

from rondel.server.people.mail import Mailer
from rondel.server.people.senders import Senders, Webhook
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.notice_runner import AT_ONCE, NoticeSender
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.task_worker import TaskWorker
from rondel.server.settings import Settings
from rondel.server.signing import Signer
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from rondel.server.storage.notices import NewNotice, insert_notices
from rondel.server.storage.tasks import DEAD, NOTIFY, WAITING

TABLES = 400
WORKERS = 2
LEASE = 3.0
FAILURE_SHARE = 0.02
"""Share of the requests that the receiver answers by an error."""
LATE = 2.0
"""Seconds between the check of a turn and the arrival of its notice on a busy machine."""
PATIENCE = 600.0
t, k = schema.tables, schema.tasks


class Arrivals:
    """Notices that the receiver took, with the times when their requests began."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.failed = 0
        self.lock = threading.Lock()


@contextmanager
def receiving() -> Generator[tuple[str, Arrivals]]:
    """Run the receiver; yield its address and what arrives."""
    found, luck = Arrivals(), random.Random(2)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            began = time.time()
            self.rfile.read(int(self.headers["Content-Length"]))
            with found.lock:
                fails = luck.random() < FAILURE_SHARE
                if fails:
                    found.failed += 1
                else:
                    found.times.setdefault(self.headers["webhook-id"], []).append(began)
            time.sleep(0.01)
            self.send_response(503 if fails else 204)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", found
    finally:
        server.shutdown()
        server.server_close()


def fill(connection: Connection, url: str) -> None:
    """Write people with a webhook each, and tables of two."""
    row: dict[str, Any] = {
        "game": "finca", "rules": 1, "edition": "", "players": 2, "status": "playing",
        "visibility": "public", "pace": '{"kind":"untimed"}', "creator": "p0", "secret": b"",
        "commitment": "", "made": 0.0, "to_move": 0, "turn": 1,
    }  # fmt: skip
    people = [f"p{number}" for number in range(2 * TABLES)]
    guests = [{"id": it, "name": it, "made": 0.0, "house": ""} for it in people]
    connection.execute(insert(schema.guests), guests)
    tables = [{"id": f"t{number}", **row} for number in range(TABLES)]
    connection.execute(insert(t), tables)
    seats = [
        {
            "table_id": f"t{number // 2}", "seat": number % 2, "kind": "person",
            "guest": f"p{number}", "name": f"p{number}",
        }
        for number in range(2 * TABLES)
    ]  # fmt: skip
    connection.execute(insert(schema.seats), seats)
    address = msgspec.json.encode(Webhook(url, "whsec_c2VjcmV0")).decode()
    channels = [
        {"id": f"c{it}", "identity": it, "kind": "webhook", "address": address, "created": 0.0}
        for it in people
    ]
    connection.execute(insert(schema.channels), channels)


def next_turn(connection: Connection, table: int, number: int) -> str:
    """Give the turn at a table to the other player; return the id of their notice."""
    seat, name = number % 2, f"t{table}"
    connection.execute(update(t).where(t.c.id == name).values(to_move=seat, turn=number))
    person = f"p{2 * table + seat}"
    notice = NewNotice("turn", name, number, seat, person, 0.0, time.time())
    insert_notices(connection, [notice])
    return f"{notice.key}.c{person}"


async def work(url: str, name: str) -> None:
    """Send notices until this process is killed."""
    settings = Settings(database=url, private_webhooks=True)
    database, hub, signer = Database(url), Broadcaster("", 256), Signer("x" * 40)
    tables = TableRegistry(database, hub, signer, settings)
    vapid = Vapid02()
    vapid.generate_keys()
    senders = Senders(vapid, Mailer("", ""), signer, "http://rondel", allows_private=True)
    handlers = NoticeSender(tables, senders).handlers
    worker = TaskWorker(database, tables.tasks, name, LEASE, handlers)
    await asyncio.gather(tables.tasks.look(), worker.run())


def start_worker(url: str, number: int) -> "subprocess.Popen[bytes]":
    """Start a worker process."""
    command = [sys.executable, "-m", "benchmarks.notice_kills", "--database", url]
    return subprocess.Popen([*command, "--worker", f"worker-{number}"])


def run(url: str, turns: int, kills: int, rate: float) -> dict[str, Any]:
    """Play turns while workers are killed; return what became of their notices."""
    database, luck = Database(url), random.Random(1)
    migrate(database)
    begun: dict[str, float] = {}
    ended: dict[str, float] = {}
    latest: dict[int, str] = {}
    with receiving() as (address, arrivals):
        database.write_now(lambda connection: fill(connection, address))
        workers = [start_worker(url, number) for number in range(WORKERS)]
        numbers = [1] * TABLES
        kills_at = sorted(luck.sample(range(turns), min(kills, turns)))
        for turn in range(turns):
            began, table = time.monotonic(), turn % TABLES
            numbers[table] += 1
            number = numbers[table]
            key = database.write_now(partial(next_turn, table=table, number=number))
            at = time.time()
            if table in latest:
                ended[latest[table]] = at
            latest[table], begun[key] = key, at
            if kills_at and turn == kills_at[0]:
                kills_at.pop(0)
                victim = luck.randrange(WORKERS)
                workers[victim].kill()
                workers[victim].wait(30)
                workers[victim] = start_worker(url, victim)
            time.sleep(max(0.0, began + 1 / rate - time.monotonic()))
        until = time.monotonic() + PATIENCE
        open_tasks = select(func.count()).where(k.c.kind == NOTIFY, k.c.status == WAITING)
        while database.read_now(lambda c: c.execute(open_tasks).scalar_one()):
            if time.monotonic() > until:
                break
            time.sleep(0.5)
        for worker in workers:
            worker.kill()
            worker.wait(30)
    statuses = database.read_now(
        lambda c: dict(c.execute(select(k.c.key, k.c.status).where(k.c.kind == NOTIFY)).all())
    )
    database.close()
    return judged(begun, ended, statuses, arrivals, kills)


def judged(
    begun: dict[str, float],
    ended: dict[str, float],
    statuses: Any,
    arrivals: Arrivals,
    kills: int,
) -> dict[str, Any]:
    """Return the numbers, and the promises that were broken."""
    times = arrivals.times
    status = Counter(statuses.get(key, "missing") for key in begun)
    lost = [
        key for key in begun
        if key not in times and key not in ended and statuses.get(key) != DEAD
    ]  # fmt: skip
    waits = sorted(arrived[0] - begun[key] for key, arrived in times.items())
    late = sorted(at - ended[key] for key in times if key in ended for at in times[key])
    repeats = sum(len(arrived) - 1 for arrived in times.values())
    broken = {
        "lost": len(lost),
        "without a task": status["missing"] + status[WAITING],
        "unknown ids": len(set(times) - set(begun)),
        "too many repeats": max(0, repeats - kills * AT_ONCE),
        "for a turn that had ended": sum(at > LATE for at in late),
    }
    return {
        "turns": len(begun),
        "kills": kills,
        "delivered": len(times),
        "dropped, as the turn had ended": sum(key not in times for key in ended),
        "given up": status[DEAD],
        "repeats": repeats,
        "failed requests": arrivals.failed,
        "seconds p50": round(waits[len(waits) // 2], 2) if waits else None,
        "seconds p99": round(waits[len(waits) * 99 // 100], 2) if waits else None,
        "arrived after the turn's end": sum(at > 0 for at in late),
        "longest after it": round(max([0.0, *late]), 3),
        "broken": {name: count for name, count in broken.items() if count},
    }


def main() -> None:
    """Measure, or work for a measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--rate", type=float, default=12.0, help="turns a second")
    parser.add_argument("--database", default="")
    parser.add_argument("--worker", default="")
    given = parser.parse_args()
    if given.worker:
        asyncio.run(work(given.database, given.worker))
        return
    with tempfile.TemporaryDirectory() as folder:
        url = given.database or f"sqlite:///{Path(folder) / 'rondel.db'}"
        found = run(url, given.turns, given.kills, given.rate)
    print(json.dumps(found, indent=1))
    sys.exit(bool(found["broken"]))


if __name__ == "__main__":
    main()
