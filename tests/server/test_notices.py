"""Notices of turns: a guest's stream reports them without polling."""

import json
import queue
import random
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waiting import TIMEOUT

from .playing import MINE, OPEN, Server, Visitor, carry

Start = Callable[..., Server]


@contextmanager
def notices_of(visitor: Visitor) -> Generator[queue.Queue[Any]]:
    """Yield a queue with the lines of a guest's stream up to the first turn."""
    heard: queue.Queue[Any] = queue.Queue()
    begun = threading.Event()

    def listen() -> None:
        with visitor.http.stream("GET", "/api/me/stream") as answer:
            begun.set()
            for line in answer.iter_lines():
                said = json.loads(line)
                heard.put(said)
                if said["kind"] == "turn":
                    return

    reader = threading.Thread(target=listen, daemon=True)
    reader.start()
    assert begun.wait(30)
    yield heard
    reader.join(30)


def until_asked(players: tuple[Visitor, Visitor], wanted: Visitor, table: str) -> None:
    """Play until a player is asked who was not before."""
    luck = random.Random(2)
    while wanted.state(table)["table"]["your_turn"]:
        wanted.step(table, luck)
    other = next(player for player in players if player is not wanted)
    while not wanted.state(table)["table"]["your_turn"]:
        other.step(table, luck)


def test_a_guests_stream_is_told_when_it_is_their_turn(
    postgres_database: str, redis_url: str, start_server: Start, tmp_path: Path
) -> None:
    # With so long a heartbeat, a stream that only looks now and then would come far too late.
    one = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", heartbeat=3600)
    settings = {"database": postgres_database, "redis": redis_url, "heartbeat": 3600}
    near, far = start_server(**settings), start_server(**settings)
    for here, there in ((one, one), (near, far)):
        ana, ben = Visitor(here), Visitor(here, "Ben")
        table = ana.table(MINE, OPEN, visibility="public")["id"]
        ben.act(table, "join")
        luck = random.Random(1)
        while ben.state(table)["table"]["your_turn"]:
            ben.step(table, luck)
        with notices_of(carry(ben, there)) as heard:
            until_asked((ana, ben), ben, table)
            said = heard.get(timeout=TIMEOUT)
            assert said["kind"] == "turn" and said["table"] == table
