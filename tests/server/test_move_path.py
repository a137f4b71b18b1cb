"""Trace what one move, and one look at a table, cost the server: its source files and queries."""

import json
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.ports import free_port
from tests.waiting import running, wait_until

from .playing import MINE, Server, Visitor, events_until

MAX_FILES = 19
ROUNDS = 5
"""Times that something is traced: work in the background adds to some of them, not to all."""


@dataclass
class Traced:
    """Server that notes which of its files and which statements execute."""

    server: Server
    output: Path

    def executed(self) -> set[str]:
        """Return the files and statements that executed since the last call."""
        self.output.unlink(missing_ok=True)
        self.server.process.send_signal(signal.SIGUSR1)
        wait_until(self.output.exists)
        return set(self.output.read_text().splitlines())

    def trace(self, work: Callable[[], object]) -> set[str]:
        """Return the files and statements that execute whenever something is done."""
        found: list[set[str]] = []
        for _ in range(ROUNDS):
            self.executed()
            work()
            found.append(self.executed())
        return set[str].intersection(*found)


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Traced]:
    folder, port = tmp_path_factory.mktemp("traced"), free_port()
    output, url = folder / "executed", f"http://127.0.0.1:{port}"
    settings = {"PORT": str(port), "OFFER": "finca", "BOTS": "false", "METRICS": ""}
    settings |= {"DATABASE": f"sqlite:///{folder / 'rondel.db'}", "LOG": "warning"}
    environment = {f"RONDEL_{name}": value for name, value in settings.items()}
    script = Path(__file__).with_name("traced_server.py")
    command = [sys.executable, str(script), str(output)]
    with running(command, env=os.environ | environment) as process:
        wait_until(lambda: answers(url))
        server = Server(url, process, folder / "log")
        yield Traced(server, output)
        server.stop()


def answers(url: str) -> bool:
    """Return whether a server accepts requests."""
    try:
        return httpx.get(f"{url}/healthz", timeout=60).is_success
    except httpx.TransportError:
        return False


def queries(executed: set[str]) -> set[str]:
    """Return the statements that read."""
    return {line for line in executed if line.startswith("SELECT")}


def test_a_move_passes_few_files_of_the_server_and_reads_no_database(traced: Traced) -> None:
    ana, luck = Visitor(traced.server), random.Random(1)
    table = ana.table(MINE, MINE)["id"]
    messages: list[str] = []

    def move() -> None:
        socket.send(messages.pop())
        events_until(socket, "steps")
        events_until(socket, "done")

    found: list[set[str]] = []
    with ana.socket(table, "") as socket:
        events_until(socket, "snapshot")
        for _ in range(ROUNDS):
            messages.append(ana.step_message(table, luck))
            traced.executed()
            move()
            found.append(traced.executed())
    executed = set[str].intersection(*found)
    files = sorted(line for line in executed if line.endswith(".py"))
    assert len(files) <= MAX_FILES, "\n".join(files)
    assert any(line.startswith("INSERT INTO events") for line in executed)
    assert queries(executed) == set()


def test_looking_at_a_table_in_memory_reads_no_database(traced: Traced) -> None:
    ana = Visitor(traced.server)
    table = ana.table(MINE, MINE)["id"]
    for _ in range(2):
        ana.step(table, random.Random(1))
    place = f"/api/tables/{table}"
    looks: dict[str, Callable[[], object]] = {
        what: partial(ana.ok, "GET", place + what)
        for what in ("", "/links", "/story", "/at/1", "/deal")
    }
    looks["/record"] = lambda: ana.ask("GET", f"{place}/record").raise_for_status()
    looks["/preview"] = lambda: ana.ok("POST", f"{place}/preview", {"steps": []})
    with ana.socket(table, "") as socket:
        events_until(socket, "snapshot")

        def ask(kind: str, **more: Any) -> None:
            socket.send(json.dumps({"kind": kind, "id": 1, **more}))
            events_until(socket, kind)

        looks["state"] = partial(ask, "state")
        looks["preview"] = partial(ask, "preview", steps=[])
        found = {what: queries(traced.trace(look)) for what, look in looks.items()}
    assert not any(found.values()), found
