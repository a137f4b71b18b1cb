"""System clock that is set, and a database that fails, end nobody's game."""

import asyncio
import random
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.deadlines import Deadlines
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import read_settings
from rondel.server.signing import Signer
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import CLOCK, SteadyClock
from tests.waiting import wait_until

from .playing import MINE, Server, Visitor
from .processes import lines_of

HOUR = 3600.0
LIVE = {"kind": "live", "seconds": 300, "increment": 0}
Start = Callable[..., Server]


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Return the seconds by which the system clock of this process is set, in a list."""
    offset, real = [0.0], time.time
    with monkeypatch.context() as patch:
        patch.setattr(time, "time", lambda: real() + offset[0])
        yield offset
    CLOCK.adopt()


def test_a_step_shows_until_it_is_adopted(wall: list[float]) -> None:
    steady = SteadyClock()
    before = steady.now()
    wall[0] = 0.5
    assert steady.step == 0
    for step in (HOUR, -HOUR):
        wall[0] = step
        assert abs(steady.step - step) < 1 and abs(steady.now() - before) < 1
    steady.adopt()
    assert steady.step == 0 and abs(steady.now() - before + HOUR) < 1


@pytest.mark.parametrize("step", [20 * HOUR, -20 * HOUR, 4.0])
def test_a_step_of_the_system_clock_takes_no_time_from_anybody(
    database: str,
    start_server: Start,
    wall: list[float],
    step: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = start_server(database=database, bots=False)
    ana = Visitor(server)
    live = ana.table(MINE, MINE, pace=LIVE)["id"]
    before = ana.state(live)["clock"]["seconds"]
    server.kill()

    async def two_processes() -> list[list[float]]:
        stores = [Database(database) for _ in range(2)]
        settings = read_settings(database=database, bots=False)
        registries = [
            TableRegistry(store, Broadcaster("", 10), Signer("k" * 40), settings)
            for store in stores
        ]
        watches = [Deadlines(registry) for registry in registries]
        for watch in watches:
            await watch.begin()
            await registries[0].open(live, everyone=True)
            await watch.look()
        wall[0], before_step = step, CLOCK.now() - time.monotonic()
        # Both see the step, and one of them moves the clocks.
        await watches[0].look()
        assert CLOCK.step == 0
        # The other process has not adopted it yet.
        monkeypatch.setattr(CLOCK, "_offset", before_step)
        await watches[1].look()
        assert CLOCK.step == 0
        shown: list[list[float]] = []
        for registry in registries:
            table = await registry.open(live, everyone=True)
            assert table.row.status == "playing"
            left = (table.row.deadline or 0) - time.time()
            shown.append([left, *table.clock])
        for store in stores:
            await asyncio.to_thread(store.close)
        return shown

    for left, *seconds in asyncio.run(two_processes()):
        assert abs(left - min(before)) < 60
        assert all(abs(now - then) < 60 for now, then in zip(seconds, before, strict=True))


def test_live_clocks_stand_still_while_the_disk_is_full(
    tmp_path: Path, start_server: Start
) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bots=False)
    ana = Visitor(server)
    table = ana.table(MINE, MINE, pace={**LIVE, "seconds": 12})["id"]
    full = (file.with_name("x.db-wal").stat().st_size, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
    until = time.monotonic() + 16
    while time.monotonic() < until:
        ana.ask("PUT", "/api/me", {"name": f"Ana {time.monotonic()}"})
        time.sleep(0.5)
    free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)
    wait_until(lambda: len(lines_of(server, "rondel.deadlines")) == 1)
    assert "live clocks stood still" in lines_of(server, "rondel.deadlines")[0]
    state = ana.state(table)
    assert state["table"]["status"] == "playing"
    ana.step(table, random.Random(1))
