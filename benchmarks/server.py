"""How many moves a second one server process takes, beside boardgame.io's in the same run.

python benchmarks/server.py FOLDER    where npm has installed boardgame.io and socket.io-client
"""

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
from pathlib import Path
from typing import Any

import httpx

from rondel.games import find
from rondel.match import Match, Seeded

HERE = Path(__file__).parent
TABLES, SECONDS, ROUNDS = 64, 8, 3
SCRIPTS, LENGTH = 4, 3000
PORT, PEER_PORT = 18473, 18474


def start(command: list[str], url: str, **more: Any) -> "subprocess.Popen[bytes]":
    """A server, once it answers."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **more)
    for _ in range(600):
        try:
            urllib.request.urlopen(url).close()
            return process
        except urllib.error.HTTPError:
            return process
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"{command} does not start")


def start_ours(folder: str, **settings: str) -> "subprocess.Popen[bytes]":
    """Our server on a new SQLite file, every write durable."""
    chosen = {
        "database": f"sqlite:///{folder}/bench-{time.monotonic_ns()}.db",
        "port": str(PORT),
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
    return start(command, f"http://127.0.0.1:{PORT}/healthz", env=environment)


def script_of(seed: int) -> list[str]:
    """Steps that are legal whatever is dealt: farmers are placed and walk, nobody delivers."""
    match, luck = Match(find("finca"), 2, dealer=Seeded(seed)), random.Random(seed)
    script: list[str] = []
    while len(script) < LENGTH:
        texts = [match.text(number) for number, _ in match.position.options]
        script.append(luck.choice([text for text in texts if text.startswith(("place", "move"))]))
        match.play(script[-1])
    return script


def prepare(number: int) -> dict[str, Any]:
    """A table and the two people at it."""
    url = f"http://127.0.0.1:{PORT}"
    with httpx.Client(base_url=url, timeout=60) as ana, httpx.Client(base_url=url) as ben:
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
        "last": state["last_event"],
        "script": number % SCRIPTS,
    }


def drive(
    folder: str, scripts: list[list[str]], server: "subprocess.Popen[bytes]"
) -> dict[str, float]:
    """All tables of ours at once."""
    plan = {"port": PORT, "seconds": SECONDS, "scripts": scripts}
    plan["tables"] = [prepare(number) for number in range(TABLES)]
    return measured(server, folder, "server_drive.cjs", given=json.dumps(plan))


def processor_seconds(server: "subprocess.Popen[bytes]") -> float:
    """What a process has used so far."""
    fields = Path(f"/proc/{server.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measured(
    server: "subprocess.Popen[bytes]", folder: str, program: str, *args: str, given: str = ""
) -> dict[str, float]:
    """A driver's report, and the server's processor time per move: fair on a busy machine too."""
    before = processor_seconds(server)
    found = node(folder, program, *args, given=given)
    spent = processor_seconds(server) - before
    return {**found, "processor_ms": 1000 * spent / found["moves"]}


def node(folder: str, program: str, *args: str, given: str = "") -> dict[str, float]:
    """What a driver reports."""
    command = ["node", str(HERE / program), *args]
    said = subprocess.run(
        command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, input=given
    )
    found: dict[str, float] = json.loads(said.stdout)
    return found


def main(peer: str) -> None:
    """Rounds of ours and the peer's in turn; the ratio of their medians."""
    ours: list[dict[str, float]] = []
    theirs: list[dict[str, float]] = []
    production = os.environ | {"NODE_ENV": "production"}
    scripts = [script_of(seed) for seed in range(SCRIPTS)]
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as folder:
            server = start_ours(folder)
            try:
                ours.append(drive(peer, scripts, server))
            finally:
                server.terminate()
                server.wait()
        command = ["node", str(HERE / "server_peer.cjs"), "serve", str(PEER_PORT)]
        server = start(command, f"http://127.0.0.1:{PEER_PORT}/games", cwd=peer, env=production)
        args = ("drive", str(PEER_PORT), str(TABLES), str(SECONDS))
        try:
            theirs.append(measured(server, peer, "server_peer.cjs", *args))
        finally:
            server.terminate()
            server.wait()
        print("ours ", {name: round(value, 2) for name, value in ours[-1].items()}, flush=True)
        print("peer ", {name: round(value, 2) for name, value in theirs[-1].items()}, flush=True)
    speeds = [[run["per_second"] for run in runs] for runs in (ours, theirs)]
    mine, peers = (statistics.median(found) for found in speeds)
    print(f"ours {mine:.0f} moves/s, boardgame.io {peers:.0f} moves/s, ratio {mine / peers:.1f}")
    costs = [[run["processor_ms"] for run in runs] for runs in (ours, theirs)]
    mine, peers = (statistics.median(found) for found in costs)
    print(f"ours {mine:.2f} ms/move, boardgame.io {peers:.2f} ms/move, ratio {peers / mine:.1f}")


if __name__ == "__main__":
    main(sys.argv[1])
