"""Repeated kill -9 under load: checks for lost, duplicated or stuck moves.

python -m benchmarks.server_kills --kills 1000 --state FILE

Each round uses a new database: SQLite with one process, PostgreSQL and Redis with two and four. The
file gets a line per round, so a run can be stopped and resumed at any time.
"""

import argparse
import json
import random
import shutil
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.ports import free_port
from tests.server.crashing import Witness, check_record, clone, doubled, is_over, lost
from tests.server.playing import BOT, MINE, Server, Visitor
from tests.server.processes import Postgres, new_database, start_process, start_redis
from tests.waiting import wait_until

PROCESSES = {"sqlite": 1, "postgresql": 2, "postgresql-4": 4}
TABLES, WITNESSES = 4, 2
"""Numbers of bots' tables and of people; a match that ends is replaced by a new one."""
TIMEOUT = 300
"""Seconds after which a match that has not ended counts as stuck."""
UNREADY = 0.2
"""Probability that a server is killed again before it answers."""


class Hall:
    """Servers on one database, with the tables and the people who play."""

    def __init__(
        self, database: str, redis: str, processes: int, folder: Path, luck: random.Random
    ):
        self.settings: dict[str, Any] = {"database": database, "redis": redis, "bot_lease": 3}
        self.luck, self.folder = luck, folder
        self.servers = [self.start(free_port()) for _ in range(processes)]
        self.ana = Visitor(self.servers[0])
        self.tables: list[str] = []
        self.in_play: list[str] = []
        """Tables of bots whose match had not ended at the last check."""
        self.witnesses: list[Witness] = []
        self.kills = 0

    def start(self, port: int) -> Server:
        """Start a server and wait until it answers."""
        log = self.folder / f"{port}.log"
        return start_process(log, port=port, **self.settings)

    def fill(self) -> None:
        """Replace ended matches of bots and people by new tables."""
        self.ana = clone(self.ana, self.servers[0])
        self.in_play = [table for table in self.in_play if not is_over(self.ana, table)]
        fresh = [self.ana.table(BOT, BOT)["id"] for _ in range(TABLES - len(self.in_play))]
        self.in_play += fresh
        self.tables += fresh
        for _ in range(WITNESSES - sum(one.thread.is_alive() for one in self.witnesses)):
            table = self.ana.table(MINE, BOT)["id"]
            visitors = [clone(self.ana, server) for server in self.servers]
            witness = Witness(visitors, table, self.luck.randrange(1 << 30))
            witness.thread.start()
            self.witnesses.append(witness)
            self.tables.append(table)

    def kill(self) -> None:
        """Kill one of the servers at a random time and start it again."""
        index = self.luck.randrange(len(self.servers))
        port = int(self.servers[index].url.rpartition(":")[2])
        time.sleep(self.luck.uniform(0.02, 1.5))
        self.servers[index].kill()
        self.kills += 1
        if self.luck.random() < UNREADY:
            half = self.start_only(port)
            time.sleep(self.luck.uniform(0.2, 3))
            half.kill()
            self.kills += 1
        self.servers[index] = self.start(port)

    def start_only(self, port: int) -> Server:
        """Start a server without waiting for it."""
        log = self.folder / f"{port}.log"
        return start_process(log, "unready", port=port, **self.settings)

    def stuck(self) -> list[str]:
        """Return the tables whose match does not end."""
        self.ana = clone(self.ana, self.servers[0])
        found: list[str] = []
        for table in self.tables:
            try:
                wait_until(lambda table=table: is_over(self.ana, table), TIMEOUT)  # type: ignore[misc]
            except AssertionError:
                found.append(table)
        for witness in self.witnesses:
            witness.thread.join(30)
            witness.stopped.set()
        return found

    def report(self) -> dict[str, Any]:
        """Return the results of all checks."""
        stuck = self.stuck()
        broken: list[str] = []
        for table in set(self.tables) - set(stuck):
            try:
                check_record(self.ana, table)
            except AssertionError:
                broken.append(table)
        return {
            "kills": self.kills,
            "tables": len(self.tables),
            "steps": sum(len(one.acknowledged) for one in self.witnesses),
            "lost": sum(len(lost(self.ana, one)) for one in self.witnesses),
            "doubled": sum(len(doubled(self.ana, one)) for one in self.witnesses),
            "stuck": len(stuck),
            "broken": len(broken),
        }

    def close(self) -> None:
        """Close all connections and servers."""
        for witness in self.witnesses:
            witness.stopped.set()
        for server in self.servers:
            server.stop()


def play_round(kind: str, kills: int, seed: int) -> dict[str, Any]:
    """Run one round of kills on a new database."""
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="rondel-kills-"))
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        database, redis = f"sqlite:///{folder / 'rondel.db'}", ""
        if kind != "sqlite":
            cluster = Postgres()
            stack.callback(cluster.remove)
            cluster.start()
            database = new_database(cluster.url)
            port = free_port()
            messages = start_redis(port)
            stack.callback(messages.kill)
            redis = f"redis://127.0.0.1:{port}"
        hall = Hall(database, redis, PROCESSES[kind], folder, random.Random(seed))
        stack.callback(hall.close)
        while hall.kills < kills:
            hall.fill()
            hall.kill()
        found = hall.report()
    seconds = round(time.monotonic() - began)
    return {"database": kind, "seed": seed, **found, "seconds": seconds}


def totals(rounds: list[dict[str, Any]]) -> dict[str, dict[str, int]]:
    """Return the sums by kind of database."""
    sums: dict[str, dict[str, int]] = {}
    for one in rounds:
        mine = sums.setdefault(one["database"], {"rounds": 0})
        mine["rounds"] += 1
        for name, value in one.items():
            if name not in ("database", "seed"):
                mine[name] = mine.get(name, 0) + value
    return sums


def read_rounds(state: Path) -> list[dict[str, Any]]:
    """Return the rounds in a file, without a cut-off last line."""
    lines = state.read_text("utf-8").split("\n")[:-1] if state.exists() else []
    return [json.loads(line) for line in lines]


def main() -> None:
    """Run rounds until there were enough kills."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--round", type=int, default=10, help="kills on each database")
    parser.add_argument("--state", type=Path, default=Path("kills.jsonl"))
    parser.add_argument("--database", choices=PROCESSES, help="one kind only")
    given = parser.parse_args()
    kinds = [given.database] if given.database else list(PROCESSES)
    rounds = read_rounds(given.state)
    given.state.write_text("".join(json.dumps(one) + "\n" for one in rounds), "utf-8")
    while (left := given.kills - sum(one["kills"] for one in rounds)) > 0:
        seed = len(rounds)
        one = play_round(kinds[seed % len(kinds)], min(given.round, left), seed)
        rounds.append(one)
        with given.state.open("a", encoding="utf-8") as file:
            file.write(json.dumps(one) + "\n")
        print(json.dumps(one), flush=True)
    for kind, sums in totals(rounds).items():
        print(kind, *(f"{name} {value}" for name, value in sums.items()))
    bad = ("lost", "doubled", "stuck", "broken")
    raise SystemExit(any(one[name] for one in rounds for name in bad))


if __name__ == "__main__":
    main()
