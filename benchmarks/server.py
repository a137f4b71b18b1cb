"""Moves per second of the server under browser-like load, and how it scales.

python -m benchmarks.server FOLDER                beside boardgame.io, alternately
python -m benchmarks.server FOLDER --grow 1,16,64,256,1000    tables at a human pace
python -m benchmarks.server FOLDER --processes 1,2,4 --database URL --redis URL [--together]

FOLDER is where npm has installed boardgame.io, socket.io-client and, for --files, node-persist.
Every move of ours is durable before it is published, and everyone at a table receives the new
state, the story and the options: an event carries the differences, as for browsers. The peer sends
its whole state, with one of ours inside (--small: its own only; --delta: patches). It keeps matches
in memory; with --files, also in its FlatFile storage, written before publication but without fsync,
so a power failure may lose moves. One driver uses both over plain WebSockets. Several processes
need PostgreSQL and Redis servers for this benchmark; the two players of a table use different
processes, or one with --together, as our proxies route them.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from rondel.games import find
from rondel.match import Match, SeededRandom

HERE = Path(__file__).parent
TABLES, SECONDS, ROUNDS = 64, 8, 3
SCRIPTS, LENGTH = 4, 3000
WARM = 2000
"""Number of moves before the measurement: Node compiles hot code first."""
LOOKED_AT = 100
"""Number of states from which one is chosen for the peer to carry."""
PORT, PEER_PORT = 18473, 18474
IN_MEMORY, IN_FILES = "boardgame.io in memory", "boardgame.io in files"


def start(
    command: list[str], url: str, env: dict[str, str], cwd: str | None = None
) -> "subprocess.Popen[bytes]":
    """Start a server and wait until it answers."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=env, cwd=cwd)
    for _ in range(600):
        try:
            urllib.request.urlopen(url).close()
            return process
        except urllib.error.HTTPError:
            return process
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"{command} does not start")


def start_ours(folder: str, port: int = PORT, **settings: str) -> "subprocess.Popen[bytes]":
    """Start our server on a new SQLite file, with durable writes and without rate limits."""
    chosen = {
        "database": f"sqlite:///{folder}/bench-{time.monotonic_ns()}.db",
        "port": str(port),
        "offer": "finca",
        "requests_per_minute": "0",
        "guests_per_hour": "0",
        "tables_per_hour": "0",
        "connections": "0",
        "streams": "0",
        "messages_per_second": "0",
        "log": "warning",
        "warm": "false",
        **settings,
    }
    environment = os.environ | {f"RONDEL_{name.upper()}": value for name, value in chosen.items()}
    command = [sys.executable, "-m", "rondel.server"]
    return start(command, f"http://127.0.0.1:{port}/healthz", env=environment)


def script_of(seed: int) -> list[str]:
    """Return steps that are always legal: farmers are placed and walk, nobody delivers."""
    match, luck = Match(find("finca"), 2, dealer=SeededRandom(seed)), random.Random(seed)
    script: list[str] = []
    while len(script) < LENGTH:
        texts = [match.text(number) for number, _ in match.position.legal_steps]
        script.append(luck.choice([text for text in texts if text.startswith(("place", "move"))]))
        match.play(script[-1])
    return script


def prepare(number: int, ports: Sequence[int], apart: int) -> dict[str, Any]:
    """Create a table and its two players, `apart` processes away from each other."""
    ours = [ports[number % len(ports)], ports[(number + apart) % len(ports)]]
    near, far = (f"http://127.0.0.1:{port}" for port in ours)
    with (
        httpx.Client(base_url=near, timeout=60) as ana,
        httpx.Client(base_url=far, timeout=60) as ben,
    ):
        for person, name in ((ana, "Ana"), (ben, "Ben")):
            person.put("/api/me", json={"name": name})
        seats = [{"kind": "person", "mine": True}, {"kind": "person"}]
        wanted = {"game": "finca", "seats": seats, "visibility": "public"}
        table = ana.post("/api/tables", json=wanted).json()["id"]
        sit = {"kind": "join", "seat": 1}
        state = ben.post(f"/api/tables/{table}/commands", json=sit).json()["state"]
        cookies = [f"rondel_session={person.cookies['rondel_session']}" for person in (ana, ben)]
    return {
        "id": table,
        "cookies": cookies,
        "sequence": state["sequence"],
        "to_move": state["moment"]["turn"]["seat"],
        "script": number % SCRIPTS,
        "ports": ours,
    }


def drive(
    folder: str,
    scripts: list[list[str]],
    servers: Sequence["subprocess.Popen[bytes]"],
    tables: int,
    seconds: float,
    pace: float = 0.0,
    apart: int = 1,
) -> dict[str, float]:
    """Drive all of our tables at once; with a pace, each moves every so many seconds."""
    ports = [PORT + number for number in range(len(servers))]
    made = [prepare(number, ports, apart) for number in range(tables)]
    warm = 0 if pace else WARM
    plan: dict[str, Any] = {"seconds": seconds, "pace": 1000 * pace, "scripts": scripts}
    plan |= {"tables": made, "warm": warm}
    return measured(servers, folder, plan)


def processor_seconds(server: "subprocess.Popen[bytes]") -> float:
    """Return the processor seconds that a process has used."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(
    servers: Sequence["subprocess.Popen[bytes]"], folder: str, plan: dict[str, Any]
) -> dict[str, float]:
    """Return the driver's report and the servers' processor time per move.

    Both count from when every table is open and warmed up. Processor time is fair on a busy
    machine.
    """
    command = ["node", str(HERE / "server_drive.cjs")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, text=True) as driver:
        assert driver.stdin is not None and driver.stdout is not None
        driver.stdin.write(json.dumps(plan))
        driver.stdin.close()
        if driver.stdout.readline() != "warm\n":
            raise RuntimeError("the driver cannot play")
        before = sum(map(processor_seconds, servers))
        found: dict[str, float] = json.loads(driver.stdout.readline())
        spent = sum(map(processor_seconds, servers)) - before
    return {**found, "processor_ms": 1000 * spent / found["moves"]}


def stopped(servers: Sequence["subprocess.Popen[bytes]"]) -> None:
    """Stop servers and wait for their end."""
    for server in servers:
        server.terminate()
    for server in servers:
        server.wait(60)


def show(name: str, run: dict[str, float]) -> None:
    """Print one line of figures."""
    print(name, {key: round(value, 2) for key, value in run.items()}, flush=True)


def a_state(folder: str, script: list[str]) -> str:
    """Write a state of ours, of median size, for the peer to carry; return the file."""
    with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as ana:
        ana.put("/api/me", json={"name": "Ana"})
        seats = [{"kind": "person", "mine": True}] * 2
        made = ana.post("/api/tables", json={"game": "finca", "seats": seats}).json()
        path, after = f"/api/tables/{made['id']}", made["state"]["sequence"]
        states: list[str] = []
        for step in script[:LOOKED_AT]:
            body = {"kind": "play", "after": after, "steps": [step]}
            after = ana.post(f"{path}/commands", json=body).json()["state"]["sequence"]
            states.append(ana.get(path).text)
    file = Path(folder) / "state.json"
    file.write_text(sorted(states, key=len)[len(states) // 2])
    return str(file)


def drive_peer(given: argparse.Namespace, state: str, files: str = "") -> dict[str, float]:
    """Drive the peer's server under equal load, in memory or with files of a folder."""
    command = ["node", str(HERE / "server_peer.cjs"), str(PEER_PORT)]
    command += [] if given.small else [state]
    command += ["delta"] if given.delta else []
    command += [f"files={files}"] if files else []
    production = os.environ | {"NODE_ENV": "production"}
    url = f"http://127.0.0.1:{PEER_PORT}/games"
    server = start(command, url, cwd=given.folder, env=production)
    tables = [{"id": number, "port": PEER_PORT} for number in range(given.tables)]
    try:
        plan = {"peer": True, "seconds": given.seconds, "tables": tables, "warm": WARM}
        return measured([server], given.folder, plan)
    finally:
        stopped([server])


def beside_peer(given: argparse.Namespace) -> None:
    """Measure ours and the peer's in alternate rounds and print the ratios of the medians."""
    runs: dict[str, list[dict[str, float]]] = {}
    scripts = [script_of(seed) for seed in range(SCRIPTS)]
    for _ in range(given.rounds):
        with tempfile.TemporaryDirectory() as folder:
            server = start_ours(folder)
            try:
                state = a_state(folder, scripts[0])
                run = drive(given.folder, scripts, [server], given.tables, given.seconds)
            finally:
                stopped([server])
            runs.setdefault("ours", []).append(run)
            runs.setdefault(IN_MEMORY, []).append(drive_peer(given, state))
            if given.files:
                files = str(Path(folder) / "peer")
                runs.setdefault(IN_FILES, []).append(drive_peer(given, state, files))
        for name, found in runs.items():
            show(name, found[-1])
    for what, unit in (("per_second", "moves/s"), ("processor_ms", "ms/move")):
        medians = {
            name: statistics.median(run[what] for run in found) for name, found in runs.items()
        }
        mine = medians.pop("ours")
        for name, peers in medians.items():
            ratio = mine / peers if what == "per_second" else peers / mine
            print(f"ours {mine:.2f} {unit}, {name} {peers:.2f} {unit}, ratio {ratio:.2f}")


def growing(given: argparse.Namespace) -> None:
    """Measure with more and more tables at a human pace, or more and more processes."""
    scripts = [script_of(seed) for seed in range(SCRIPTS)]
    sizes = [(tables, 1) for tables in given.grow] or [(given.tables, n) for n in given.processes]
    shared = {"database": given.database, "redis": given.redis}
    for tables, count in sizes:
        with tempfile.TemporaryDirectory() as folder:
            settings = {name: value for name, value in shared.items() if value}
            servers = [start_ours(folder, PORT + n, **settings) for n in range(count)]
            pace = given.pace if given.grow else 0.0
            try:
                apart = 0 if given.together else 1
                run = drive(given.folder, scripts, servers, tables, given.seconds, pace, apart)
            finally:
                stopped(servers)
        show(f"{tables} tables, {count} processes:", run)


def numbers(text: str) -> list[int]:
    """Return the integers of a comma-separated text."""
    return [int(part) for part in text.split(",")]


def main() -> None:
    """Measure as the arguments say."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument("folder")
    wanted.add_argument("--tables", type=int, default=TABLES)
    wanted.add_argument("--seconds", type=float, default=SECONDS)
    wanted.add_argument("--rounds", type=int, default=ROUNDS)
    wanted.add_argument("--small", action="store_true", help="the peer sends its own state alone")
    wanted.add_argument("--delta", action="store_true", help="the peer sends patches of its state")
    wanted.add_argument("--files", action="store_true", help="the peer also with its FlatFile")
    wanted.add_argument("--grow", type=numbers, default=[])
    wanted.add_argument("--pace", type=float, default=3.0, help="seconds between a table's moves")
    wanted.add_argument("--processes", type=numbers, default=[])
    wanted.add_argument("--together", action="store_true", help="a table's players at one process")
    wanted.add_argument("--database", default="")
    wanted.add_argument("--redis", default="")
    given = wanted.parse_args()
    if len(given.processes) > 0 and not (given.database and given.redis):
        wanted.error("several processes need --database and --redis")
    if given.grow or given.processes:
        growing(given)
    else:
        beside_peer(given)


if __name__ == "__main__":
    main()
