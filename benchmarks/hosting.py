"""Moves per second of several server processes on a machine with many cores.

python -m benchmarks.hosting [--plans sqlite,1t,2t,4t,6t,2a,4a,6a] [--tables 48] [--seconds 8]

A plan is a number of processes on PostgreSQL and Redis and a letter: `t`, the players of a table
share a process, as our proxies route them; `a`, they use different ones. The programs `initdb`,
`postgres` and `redis-server` must be on the path. Every commit is synced to the disk. Each line of
the output has the processor time per move of servers, PostgreSQL and Redis.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.server import PORT, SCRIPTS, prepare, script_of, start_ours, stopped

POSTGRES_PORT, REDIS_PORT = 18432, 18379
POSTGRES_URL = f"postgresql://postgres@127.0.0.1:{POSTGRES_PORT}"
WARM = 3.0
PLANS = "sqlite,1t,2t,4t,6t,2a,4a,6a"
Process = subprocess.Popen[Any]


def program(*command: str, **more: Any) -> Process:
    """Start a program without its output."""
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=silent, stderr=silent, **more)


def end(process: Process) -> None:
    """Stop a program."""
    process.terminate()
    process.wait(60)


def start_postgres(stack: ExitStack) -> Process:
    """Start PostgreSQL on a new folder, as the user nobody if we are root, whom it refuses."""
    folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
    owner: dict[str, Any] = {"cwd": folder}
    if os.getuid() == 0:
        os.chown(folder, 65534, 65534)
        owner |= {"user": 65534, "group": 65534, "env": os.environ | {"HOME": folder}}
    data = f"{folder}/data"
    initdb = program("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", **owner)
    if initdb.wait(120) != 0:
        raise RuntimeError("initdb fails")
    options = ("listen_addresses=127.0.0.1", "max_connections=300", "shared_buffers=1GB")
    settings = [part for option in options for part in ("-c", option)]
    address = ("-p", str(POSTGRES_PORT), "-k", folder)
    running = program("postgres", "-D", data, *address, *settings, **owner)
    stack.callback(end, running)
    return running


def start_redis(stack: ExitStack) -> Process:
    """Start Redis without files."""
    running = program("redis-server", "--port", str(REDIS_PORT), "--save", "", "--appendonly", "no")
    stack.callback(end, running)
    return running


def new_database(name: str) -> str:
    """Create a database once PostgreSQL answers; return its URL."""
    import psycopg

    for _ in range(300):
        try:
            with psycopg.connect(f"{POSTGRES_URL}/postgres", autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}".encode())
                return f"{POSTGRES_URL}/{name}"
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise RuntimeError("PostgreSQL does not answer")


def stat_of(pid: int) -> list[str]:
    """Return the fields of a process's state from its parent's number on; none if it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1:]
    except OSError:
        return []


def processor_seconds(processes: Sequence[Process]) -> float:
    """Return the processor seconds of processes and of their children."""
    pids = {process.pid for process in processes}
    stats = {
        int(it.name): stat_of(int(it.name)) for it in Path("/proc").iterdir() if it.name.isdigit()
    }
    used = [stat for pid, stat in stats.items() if stat and (pid in pids or int(stat[0]) in pids)]
    return sum(int(stat[10]) + int(stat[11]) for stat in used) / os.sysconf("SC_CLK_TCK")


def too_late(_number: int, _frame: object) -> None:
    """End a plan that takes too long."""
    raise TimeoutError


def start_clients(
    stack: ExitStack,
    scripts: list[list[str]],
    tables: Sequence[dict[str, Any]],
    count: int,
    seconds: float,
) -> list[Process]:
    """Start load generators that begin at one moment; each prints a line with its figures."""
    at = time.time() + 6 + 0.02 * len(tables)
    clients: list[Process] = []
    for number in range(count):
        plan: dict[str, Any] = {"scripts": scripts, "tables": tables[number::count]}
        plan |= {"at": at, "warm": WARM, "seconds": seconds}
        command = [sys.executable, "-m", "benchmarks.hosting_client"]
        pipe = subprocess.PIPE
        client = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        assert client.stdin is not None
        client.stdin.write(json.dumps(plan))
        client.stdin.close()
        clients.append(client)
        stack.callback(client.kill)
    for client in clients:
        assert client.stdout is not None
        if client.stdout.readline() != "ready\n":
            raise RuntimeError("a load generator cannot play")
    time.sleep(max(0.0, at + WARM - time.time()))
    return clients


def measure(
    plan: str, scripts: list[list[str]], given: argparse.Namespace, shared: list[Process]
) -> dict[str, Any]:
    """Return the figures of a plan."""
    count = 1 if plan == "sqlite" else int(plan[:-1])
    apart = int(plan.endswith("a"))
    settings: dict[str, str] = {"bots": "false"}
    with TemporaryDirectory() as folder, ExitStack() as stack:
        if plan != "sqlite":
            settings["database"] = new_database(f"b{plan}_{time.time_ns()}")
            settings["redis"] = f"redis://127.0.0.1:{REDIS_PORT}"
        servers = [start_ours(folder, PORT + number, **settings) for number in range(count)]
        try:
            ports = [PORT + number for number in range(count)]
            tables = [prepare(number, ports, apart) for number in range(given.tables * count)]
            clients = start_clients(stack, scripts, tables, max(2, 2 * count), given.seconds)
            groups = {"server": servers}
            if plan != "sqlite":
                groups |= {"postgres": shared[:1], "redis": shared[1:]}
            before = {name: processor_seconds(group) for name, group in groups.items()}
            time.sleep(given.seconds)
            spent = {name: processor_seconds(it) - before[name] for name, it in groups.items()}
            found = [json.loads(client.stdout.readline()) for client in clients if client.stdout]
            for client in clients:
                client.wait(60)
        finally:
            stopped(servers)
    times = sorted(seconds for one in found for seconds in one["times"])
    return {
        "plan": plan,
        "tables": len(tables),
        "moves_per_second": round(len(times) / given.seconds),
        "p50_ms": round(1000 * statistics.median(times), 2),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        **{f"{name}_ms_per_move": round(1000 * it / len(times), 3) for name, it in spent.items()},
        "busiest_client": round(max(one["processor_seconds"] for one in found) / given.seconds, 2),
    }


def main() -> None:
    """Measure the plans one after another."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--plans", default=PLANS)
    parser.add_argument("--tables", type=int, default=48, help="tables for each process")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--limit", type=int, default=120, help="seconds for each plan")
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, too_late)
    plans = given.plans.split(",") * given.rounds
    # Compiles the rules, too, before servers start.
    scripts = [script_of(seed) for seed in range(SCRIPTS)]
    with ExitStack() as stack:
        shared: list[Process] = []
        if any(plan != "sqlite" for plan in plans):
            shared = [start_postgres(stack), start_redis(stack)]
        for plan in plans:
            signal.alarm(given.limit)
            try:
                found = measure(plan, scripts, given, shared)
            except Exception as error:
                found = {"plan": plan, "error": repr(error)}
            signal.alarm(0)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
