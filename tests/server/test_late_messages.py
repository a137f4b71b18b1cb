"""Two processes write to one table while messages between them are late and out of order."""

import heapq
import json
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, cast

import pytest
import redis
from websockets.sync.client import ClientConnection

from tests.ports import free_port
from tests.waiting import TIMEOUT, wait_until

from .playing import MINE, OPEN, Server, Visitor, carry
from .processes import start_redis

Start = Callable[..., Server]
MAX_DELAY = 0.5
MOVES = 12


class Relay:
    """Carries messages between two Redis, each after a delay of its own, and some twice."""

    def __init__(self, near: str, far: str):
        self._clients = [cast(Any, redis.Redis).from_url(url) for url in (near, far)]
        self._stopped = threading.Event()
        self._luck = random.Random(5)
        self._carried = set[bytes]()
        """Messages that have come from the other side and must not go back."""
        self._threads = [
            threading.Thread(target=self._carry, args=pair, daemon=True)
            for pair in (self._clients, self._clients[::-1])
        ]
        for thread in self._threads:
            thread.start()

    def _carry(self, source: Any, target: Any) -> None:
        waiting: list[tuple[float, bytes, bytes]] = []
        with source.pubsub(ignore_subscribe_messages=True) as channels:
            channels.psubscribe("rondel:*")
            while not self._stopped.is_set():
                found = channels.get_message(timeout=0.01)
                if found is not None and found["data"] not in self._carried:
                    self._carried.add(found["data"])
                    for _ in range(self._luck.choice((1, 1, 2))):
                        at = time.monotonic() + self._luck.uniform(0, MAX_DELAY)
                        heapq.heappush(waiting, (at, found["channel"], found["data"]))
                while waiting and waiting[0][0] <= time.monotonic():
                    target.publish(*heapq.heappop(waiting)[1:])

    def stop(self) -> None:
        """Carry nothing any more."""
        self._stopped.set()
        for thread in self._threads:
            thread.join(TIMEOUT)
        for client in self._clients:
            client.close()


@pytest.fixture
def apart() -> Iterator[tuple[str, str]]:
    """Two Redis with a relay between them."""
    ports = free_port(), free_port()
    running = [start_redis(port) for port in ports]
    urls = [f"redis://127.0.0.1:{port}" for port in ports]
    relay = Relay(urls[0], urls[1])
    yield urls[0], urls[1]
    relay.stop()
    for each in running:
        each.terminate()
        each.wait(30)


class Viewer:
    """Somebody at a table who notes the numbers of the events that arrive."""

    def __init__(self, socket: ClientConnection):
        self._socket = socket
        self.numbers: list[int] = []

    def read_until(self, last: int) -> None:
        """Read up to an event."""
        until = time.monotonic() + TIMEOUT
        while not self.numbers or self.numbers[-1] < last:
            assert time.monotonic() < until, self.numbers
            message: Any = json.loads(self._socket.recv(timeout=TIMEOUT))
            if message.get("number"):
                self.numbers.append(message["number"])


def wait_for_event(visitor: Visitor, table: str, number: int) -> None:
    """Wait until a visitor's server has heard of an event."""
    wait_until(lambda: visitor.state(table)["last_event"] >= number)


def test_late_and_doubled_messages_lose_nothing_and_double_nothing(
    postgres_database: str, apart: tuple[str, str], start_server: Start
) -> None:
    near, far = (start_server(database=postgres_database, redis=url, bots=False) for url in apart)
    ana, ben = Visitor(near), Visitor(far, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    visitors, luck = [ana, carry(ana, far), ben, carry(ben, near)], random.Random(4)
    with ExitStack() as stack:
        viewers = [Viewer(stack.enter_context(each.socket(table))) for each in visitors]
        last = ben.sit_down(table)["last_event"]
        for number in range(MOVES):
            for visitor in (ana, ben):
                wait_for_event(visitor, table, last)
            mover = ana if ana.state(table)["table"]["your_turn"] else ben
            last = mover.step(table, luck)["event"]
            if number % 3 == 0:
                # Only now and then, so that events arrive in the order of their delays.
                for viewer in viewers:
                    viewer.read_until(last)
        for viewer in viewers:
            viewer.read_until(last)
            assert viewer.numbers == list(range(1, last + 1))
    for visitor in visitors:
        wait_for_event(visitor, table, last)
    states = [visitor.state(table)["moment"] for visitor in visitors[:2]]
    assert states[0] == states[1]


def test_two_processes_that_write_to_one_table_at_once_lose_nothing(
    postgres_database: str, apart: tuple[str, str], start_server: Start
) -> None:
    near, far = (start_server(database=postgres_database, redis=url, bots=False) for url in apart)
    ana, ben = Visitor(near), Visitor(far, "Ben")
    table = ana.table(MINE, OPEN, visibility="public")["id"]
    ben.sit_down(table)
    with ana.socket(table) as here, ben.socket(table) as there:
        said: list[int] = []

        def talk(visitor: Visitor) -> None:
            for number in range(4):
                said.append(visitor.command(table, "chat", text=f"Number {number}")["event"])

        talkers = [
            threading.Thread(target=talk, args=(visitor,), daemon=True) for visitor in (ana, ben)
        ]
        for talker in talkers:
            talker.start()
        for talker in talkers:
            talker.join(TIMEOUT)
        last = max(said)
        assert len(set(said)) == len(said) == 8
        for socket in (here, there):
            viewer = Viewer(socket)
            viewer.read_until(last)
            assert viewer.numbers == list(range(1, last + 1))
