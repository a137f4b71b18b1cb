"""Administrator's walk: restarts, kills and outages behind a proxy lose no acknowledged move."""

import itertools
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.ports import free_port
from tests.waiting import TIMEOUT, running, wait_until

from .fork_server import fork_server
from .playing import MINE, OPEN, Server, Visitor
from .processes import Postgres, caddy, lines_of, new_database, nginx, start_process

ROUNDS = int(os.environ.get("RONDEL_WALK_ROUNDS", "1"))
"""How often everything is restarted, killed and stopped."""


class Player(threading.Thread):
    """Moves for both seats of a table, and remembers every move that was acknowledged."""

    def __init__(self, visitor: Visitor):
        super().__init__(daemon=True)
        self.visitor = visitor
        self.table = visitor.table(MINE, MINE)["id"]
        self.acknowledged: list[tuple[int, str]] = []
        """Numbers of events, and the keys of their moves."""
        self.statuses = Counter[int]()
        self.is_over = False

    def ask(self, method: str, path: str, body: Any = None) -> httpx.Response | None:
        """Return an answer; None while the proxy or a server is away."""
        answer = self.visitor.ask(method, path, body)
        self.statuses[answer.status_code] += 1
        return answer if answer.status_code < 500 else None

    def run(self) -> None:
        """Play until the walk is over, every move under a key of its own."""
        luck = random.Random(7)
        path = f"/api/tables/{self.table}"
        for number in itertools.count():
            while (state := self.ask("GET", path)) is None and not self.is_over:
                time.sleep(0.1)
            if self.is_over or state is None or state.json()["table"]["status"] != "playing":
                return
            turn, key = state.json()["moment"]["turn"], f"move-{number}"
            move = {"kind": "play", "after": state.json()["sequence"], "seat": turn["seat"]}
            move |= {"steps": [luck.choice(turn["actions"])["text"]], "key": key}
            # The same again until somebody answers: the key keeps it from counting twice.
            while (answer := self.ask("POST", f"{path}/commands", move)) is None:
                time.sleep(0.1)
            assert answer.status_code == 200, answer.text
            self.acknowledged.append((answer.json()["event"], key))
            time.sleep(0.02)


class Walk:
    """Two servers and a worker on PostgreSQL and Redis, behind a proxy."""

    def __init__(self, folder: Path, cluster: Postgres, redis: str):
        self.folder, self.cluster = folder, cluster
        self.ports = [free_port(), free_port()]
        self.port = free_port()
        self.visitors: list[Visitor] = []
        self.url = f"https://localhost:{self.port}"
        self.settings: dict[str, Any] = {"redis": redis, "bots": False, "proxies": "127.0.0.1"}
        self.settings |= {"database": new_database(cluster.url), "address": self.url}
        self.settings |= {"secure": True, "secret": "k" * 40}
        self.servers = [self.start(number) for number in range(2)]
        self.worker = start_process(folder / "worker", "worker", **self.settings)

    def start(self, number: int) -> Server:
        """Start a server."""
        port = self.ports[number]
        return start_process(self.folder / f"server-{number}", port=port, **self.settings)

    def visitor(self, name: str) -> Visitor:
        """Return a visitor who comes through the proxy."""
        there = Visitor(Server(self.url, self.servers[0].process, self.servers[0].log), None)
        there.http.headers["Origin"] = self.url
        self.visitors.append(there)
        there.id = there.ok("PUT", "/api/me", {"name": name})["id"]
        return there

    def restart_in_turn(self) -> None:
        """Restart one server after the other, as for an upgrade."""
        for number, server in enumerate(self.servers):
            server.stop()
            self.servers[number] = self.start(number)

    def kill_one(self) -> None:
        """Kill a server, and start it again."""
        self.servers[1].kill()
        time.sleep(1)
        self.servers[1] = self.start(1)

    def stop_database(self) -> None:
        """Stop the database for a while."""
        self.cluster.stop()
        time.sleep(2)
        self.cluster.start()

    def back_up_and_restore(self) -> None:
        """Write a backup beside the servers, and restore it elsewhere."""
        backup, copy = self.folder / f"{time.time()}.backup", self.folder / f"{time.time()}.db"
        for command, database in (
            ("backup", self.settings["database"]),
            ("restore", f"sqlite:///{copy}"),
        ):
            done = fork_server().run(command, str(backup), "--database", database, seconds=TIMEOUT)
            assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture(params=[nginx, caddy], ids=["nginx", "caddy"])
def walk(request: pytest.FixtureRequest, tmp_path: Path, redis_url: str) -> Iterator[Walk]:
    """Yield a site behind each of the proxies that the test may stop in parts."""
    cluster = Postgres()
    cluster.start()
    tmp_path.chmod(0o755)
    found = Walk(tmp_path, cluster, redis_url)
    with (
        (tmp_path / "proxy.log").open("wb") as log,
        running(request.param(tmp_path, found.port, *found.ports), stdout=log, stderr=log) as proxy,
    ):
        wait_until(lambda: is_open(found.url))
        yield found
        for visitor in found.visitors:
            visitor.http.close()
        for server in (*found.servers, found.worker):
            server.stop()
        proxy.terminate()
    cluster.remove()


def is_open(url: str) -> bool:
    """Return whether a site answers."""
    try:
        return httpx.get(f"{url}/readyz", verify=False, timeout=TIMEOUT).status_code == 200
    except httpx.TransportError:
        return False


@pytest.mark.timeout(240 + 120 * ROUNDS)
def test_restarts_kills_and_outages_lose_no_acknowledged_move(walk: Walk) -> None:
    players = [Player(walk.visitor(name)) for name in ("Ana", "Ben", "Eva")]
    steps: list[Callable[[], None]] = [
        walk.restart_in_turn,
        walk.kill_one,
        walk.stop_database,
        walk.back_up_and_restore,
    ]
    for player in players:
        player.start()
    for step in steps * ROUNDS:
        before = [len(player.acknowledged) for player in players]
        step()
        # Play goes on after each of them, unless the match is over.
        wait_until(
            lambda before=before: all(  # type: ignore[misc]
                len(player.acknowledged) > count or not player.is_alive()
                for player, count in zip(players, before, strict=True)
            )
        )
    for player in players:
        player.is_over = True
        player.join(TIMEOUT)
        assert not player.is_alive()
        # The proxy has no answers of its own, neither 502 nor 504.
        assert set(player.statuses) <= {200, 503}
        numbers = [number for number, _ in player.acknowledged]
        assert numbers == sorted(set(numbers))
        events = player.visitor.event_facts(player.table)
        assert [event["number"] for event in events] == list(range(1, len(events) + 1))
        assert [event["number"] for event in events if event["kind"] == "steps"] == numbers
    assert sum(len(player.acknowledged) for player in players) > 30
    for server in walk.servers:
        assert "Traceback" not in server.log.read_text()
        # Outages are a line at their start and one at their end.
        assert len(lines_of(server, "rondel.database")) <= 6 * ROUNDS
    # A seat that somebody took before is still theirs.
    host = walk.visitor("Zoe")
    table = host.table(MINE, OPEN)["id"]
    assert host.state(table)["table"]["seats"][0]["you"]
