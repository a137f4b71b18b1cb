"""Bound the number of server source files that one move passes."""

import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from tests.ports import free_port
from tests.waiting import running

from .conftest import wait_for
from .playing import Server, Visitor, events_until

MAX_FILES = 24
MOVES = 5
"""Moves to trace: work in the background touches other files during some of them, not all."""


def executed_files(process: "subprocess.Popen[Any]", output: Path) -> set[str]:
    """Return the files that executed since the last call."""
    output.unlink(missing_ok=True)
    process.send_signal(signal.SIGUSR1)
    wait_for(output.exists)
    return set(output.read_text().split())


def answers(url: str) -> bool:
    """Return whether a server accepts requests."""
    try:
        return httpx.get(f"{url}/healthz", timeout=60).is_success
    except httpx.TransportError:
        return False


def test_a_move_passes_few_files_of_the_server(tmp_path: Path) -> None:
    output, port = tmp_path / "files", free_port()
    url = f"http://127.0.0.1:{port}"
    settings = {"PORT": str(port), "OFFER": "finca", "BOTS": "false", "METRICS": ""}
    settings |= {"DATABASE": f"sqlite:///{tmp_path / 'rondel.db'}", "LOG": "warning"}
    environment = {f"RONDEL_{name}": value for name, value in settings.items()}
    script = Path(__file__).with_name("traced_server.py")
    command = [sys.executable, str(script), str(output)]
    with running(command, env=os.environ | environment) as process:
        wait_for(lambda: answers(url))
        server = Server(url, process, tmp_path / "log")
        files = path_of_moves(server, process, output)
        server.stop()
    assert len(files) <= MAX_FILES, "\n".join(sorted(files))


def path_of_moves(server: Server, process: "subprocess.Popen[Any]", output: Path) -> set[str]:
    """Return the files that every one of several moves passes."""
    ana, luck = Visitor(server), random.Random(1)
    table = ana.table({"kind": "person", "mine": True}, {"kind": "person", "mine": True})["id"]
    found: list[set[str]] = []
    with ana.socket(table, "") as socket:
        events_until(socket, "snapshot")
        for _ in range(MOVES):
            message = ana.step_message(table, luck)
            executed_files(process, output)
            socket.send(message)
            events_until(socket, "steps")
            events_until(socket, "done")
            found.append(executed_files(process, output))
    return set[str].intersection(*found)
