"""How many moves a second the server takes as browsers play, and how it grows.

python -m benchmarks.server FOLDER                          beside boardgame.io, in the same run
python -m benchmarks.server FOLDER --grow 1,16,64,256,1000  so many tables at a human pace
python -m benchmarks.server FOLDER --processes 1,2,4 --database URL --redis URL

FOLDER is where npm has installed boardgame.io and socket.io-client. Every move of ours is on disk
before it is told, and everyone at a table has the whole state after it, the story and the options
included: an event brings what is different, as for browsers. The peer sends its whole state, from
memory, and carries one of ours beside it (--small: its own alone; --delta: patches of it).
Several processes need a PostgreSQL and a Redis that are there for this.
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
from rondel.match import Match, Seeded

HERE = Path(__file__).parent
TABLES, SECONDS, ROUNDS = 64, 8, 3
SCRIPTS, LENGTH = 4, 3000
LOOKED_AT = 100
"""So many states among which one is chosen for the peer to carry."""
PORT, PEER_PORT = 18473, 18474


def start(
    command: list[str], url: str, env: dict[str, str], cwd: str | None = None
) -> "subprocess.Popen[bytes]":
    """A server, once it answers."""
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
    """Our server on a new SQLite file, every write durable, with no limits for one address."""
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
    """Steps that are legal whatever is dealt: farmers are placed and walk, nobody delivers."""
    match, luck = Match(find("finca"), 2, dealer=Seeded(seed)), random.Random(seed)
    script: list[str] = []
    while len(script) < LENGTH:
        texts = [match.text(number) for number, _ in match.position.options]
        script.append(luck.choice([text for text in texts if text.startswith(("place", "move"))]))
        match.play(script[-1])
    return script


def prepare(number: int, ports: Sequence[int]) -> dict[str, Any]:
    """A table and the two people at it, each at a process of their own if there are several."""
    ours = [ports[number % len(ports)], ports[(number + 1) % len(ports)]]
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
        state = ben.post(f"/api/tables/{table}/join", json={"seat": 1}).json()
        cookies = [f"rondel_guest={person.cookies['rondel_guest']}" for person in (ana, ben)]
    return {
        "id": table,
        "cookies": cookies,
        "sequence": state["sequence"],
        "asked": state["moment"]["turn"]["seat"],
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
) -> dict[str, float]:
    """All tables of ours at once; with a pace, someone moves every so many seconds at each."""
    ports = [PORT + number for number in range(len(servers))]
    prepared = [prepare(number, ports) for number in range(tables)]
    plan = {"seconds": seconds, "pace": 1000 * pace, "scripts": scripts, "tables": prepared}
    return measured(servers, folder, "server_drive.cjs", given=json.dumps(plan))


def processor_seconds(server: "subprocess.Popen[bytes]") -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(
    servers: Sequence["subprocess.Popen[bytes]"],
    folder: str,
    program: str,
    *args: str,
    given: str = "",
) -> dict[str, float]:
    """A driver's report, and the servers' processor time per move: fair on a busy machine too."""
    before = sum(map(processor_seconds, servers))
    found = node(folder, program, *args, given=given)
    spent = sum(map(processor_seconds, servers)) - before
    return {**found, "processor_ms": 1000 * spent / found["moves"]}


def node(folder: str, program: str, *args: str, given: str = "") -> dict[str, float]:
    """What a driver reports."""
    command = ["node", str(HERE / program), *args]
    said = subprocess.run(
        command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, input=given
    )
    found: dict[str, float] = json.loads(said.stdout)
    return found


def stopped(servers: Sequence["subprocess.Popen[bytes]"]) -> None:
    """End servers and wait for it."""
    for server in servers:
        server.terminate()
    for server in servers:
        server.wait(60)


def show(name: str, run: dict[str, float]) -> None:
    """One line of figures."""
    print(name, {key: round(value, 2) for key, value in run.items()}, flush=True)


def a_state(folder: str, script: list[str]) -> str:
    """A file with a state of ours, for the peer to carry: of those that come by, a middling one."""
    with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as ana:
        ana.put("/api/me", json={"name": "Ana"})
        seats = [{"kind": "person", "mine": True}] * 2
        made = ana.post("/api/tables", json={"game": "finca", "seats": seats}).json()
        path, after = f"/api/tables/{made['id']}", made["state"]["sequence"]
        states: list[str] = []
        for step in script[:LOOKED_AT]:
            body = {"after": after, "steps": [step]}
            after = ana.post(f"{path}/steps", json=body).json()["sequence"]
            states.append(ana.get(path).text)
    file = Path(folder) / "state.json"
    file.write_text(sorted(states, key=len)[len(states) // 2])
    return str(file)


def beside_peer(given: argparse.Namespace) -> None:
    """Rounds of ours and the peer's in turn; the ratio of their medians."""
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    production = os.environ | {"NODE_ENV": "production"}
    scripts = [script_of(seed) for seed in range(SCRIPTS)]
    for _ in range(given.rounds):
        with tempfile.TemporaryDirectory() as folder:
            server = start_ours(folder)
            try:
                state = a_state(folder, scripts[0])
                ours.append(drive(given.folder, scripts, [server], given.tables, given.seconds))
            finally:
                stopped([server])
            command = ["node", str(HERE / "server_peer.cjs"), "serve", str(PEER_PORT)]
            command += [] if given.small else [state]
            command += ["delta"] if given.delta else []
            url = f"http://127.0.0.1:{PEER_PORT}/games"
            server = start(command, url, cwd=given.folder, env=production)
            args = ("drive", str(PEER_PORT), str(given.tables), str(given.seconds))
            try:
                theirs.append(measured([server], given.folder, "server_peer.cjs", *args))
            finally:
                stopped([server])
        show("ours ", ours[-1])
        show("peer ", theirs[-1])
    speeds = [[run["per_second"] for run in runs] for runs in (ours, theirs)]
    mine, peers = (statistics.median(found) for found in speeds)
    print(f"ours {mine:.0f} moves/s, boardgame.io {peers:.0f} moves/s, ratio {mine / peers:.1f}")
    costs = [[run["processor_ms"] for run in runs] for runs in (ours, theirs)]
    mine, peers = (statistics.median(found) for found in costs)
    print(f"ours {mine:.2f} ms/move, boardgame.io {peers:.2f} ms/move, ratio {peers / mine:.1f}")


def growing(given: argparse.Namespace) -> None:
    """More and more tables at a human pace, or more and more processes."""
    scripts = [script_of(seed) for seed in range(SCRIPTS)]
    sizes = [(tables, 1) for tables in given.grow] or [(given.tables, n) for n in given.processes]
    shared = {"database": given.database, "redis": given.redis}
    for tables, count in sizes:
        with tempfile.TemporaryDirectory() as folder:
            settings = {name: value for name, value in shared.items() if value}
            servers = [start_ours(folder, PORT + n, **settings) for n in range(count)]
            pace = given.pace if given.grow else 0.0
            try:
                run = drive(given.folder, scripts, servers, tables, given.seconds, pace)
            finally:
                stopped(servers)
        show(f"{tables} tables, {count} processes:", run)


def numbers(text: str) -> list[int]:
    """Whole numbers with commas between."""
    return [int(part) for part in text.split(",")]


def main() -> None:
    """Read what is wanted and measure it."""
    wanted = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    wanted.add_argument("folder")
    wanted.add_argument("--tables", type=int, default=TABLES)
    wanted.add_argument("--seconds", type=float, default=SECONDS)
    wanted.add_argument("--rounds", type=int, default=ROUNDS)
    wanted.add_argument("--small", action="store_true", help="the peer sends its own state alone")
    wanted.add_argument("--delta", action="store_true", help="the peer sends patches of its state")
    wanted.add_argument("--grow", type=numbers, default=[])
    wanted.add_argument("--pace", type=float, default=3.0, help="seconds between a table's moves")
    wanted.add_argument("--processes", type=numbers, default=[])
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
