"""Limits on the resources that one visitor can hold."""

import asyncio
import json
import random
import re
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from sqlalchemy import text
from uvicorn.server import ServerState

from rondel.games import find
from rondel.match import read_record, write_record
from rondel.match.record import STEP_LIMIT
from rondel.server.errors import Overloaded, RateLimited, TimeUp, TooLong, Unavailable
from rondel.server.http import gate
from rondel.server.http.gate import MAX_AHEAD, ConnectionLimiter, Gate, ReportAnswers
from rondel.server.http.ip_groups import ip_group_of
from rondel.server.http.rate_limits import Limits, TokenBucket
from rondel.server.http.reviews import MAX_REVIEWED
from rondel.server.protocol.documents import LiveClock, NarratedStep, Untimed
from rondel.server.protocol.events import read_data
from rondel.server.runtime import streams
from rondel.server.runtime.actor import TableActor
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.runtime.deadlines import timed_out
from rondel.server.runtime.fair_queue import FairQueue
from rondel.server.runtime.making import continued, new_row
from rondel.server.runtime.thread_pool import FairThreadPool
from rondel.server.settings import Settings
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from rondel.server.storage.rows import SeatRow, now
from rondel.server.tables import undo as undoing
from rondel.server.tables.evolve import with_row
from rondel.server.tables.play import stepped
from rondel.server.tables.state import (
    MAX_NARRATED,
    MAX_STEPS,
    MAX_UNDONE,
    History,
    LiveTable,
    new_table,
    read_result,
)
from rondel.server.tables.view import narrate_latest
from tests.waiting import TIMEOUT, wait_until

from .playing import (
    BOT,
    MINE,
    OPEN,
    Server,
    Visitor,
    carry,
    events_until,
    hot_seat,
    long_match,
    long_record,
    turn,
)
from .processes import start_process
from .states import at_table, step

Start = Callable[..., Server]


@pytest.fixture
def many_files() -> Iterator[None]:
    """Yield a test that opens more connections than a process usually may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def half_open(server: Server, count: int, sent: bytes) -> list[socket.socket]:
    """Connections from another address that begin a request and do not end it."""
    address = urlsplit(server.url)
    lines: list[socket.socket] = []
    for _ in range(count):
        line = socket.create_connection(
            (address.hostname, address.port), timeout=20, source_address=("127.0.0.9", 0)
        )
        line.sendall(sent)
        lines.append(line)
    return lines


@pytest.mark.usefixtures("many_files")
def test_half_open_requests_keep_nobody_out(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False)
    lines = half_open(server, 1200, b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    try:
        ana, table = hot_seat(server)
        assert ana.state(table)["table"]["status"] == "playing"
        # Those above the limit were told so.
        assert lines[-1].recv(4000).startswith(b"HTTP/1.1 429")
        # The others are given up after some seconds.
        lines[0].settimeout(40)
        assert lines[0].recv(4000).startswith(b"HTTP/1.1 408")
    finally:
        for line in lines:
            line.close()
    assert b"Traceback" not in server.log.read_bytes()


class Line(asyncio.Transport):
    """Far end of a connection: nothing can be written once it is closed."""

    def __init__(self, address: str = "10.0.0.2") -> None:
        super().__init__({"peername": (address, 1)})
        self.written = b""
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        assert not self.is_closed
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


ASKING = b"GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n"


async def answer_well(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"well"})


class Porch:
    """Client that opens connections."""

    def __init__(self, limiter: ConnectionLimiter, answer: Any = answer_well):
        app = ReportAnswers(answer)
        self.config = uvicorn.Config(app, log_config=None, lifespan="off")
        self.config.load()
        self.state = ServerState()
        self.limiter = limiter

    async def come(self, sent: bytes, *addresses: str) -> list[tuple[Gate, Line]]:
        """Connections on which so much has been sent, and answered if there was an answer."""
        made: list[tuple[Gate, Line]] = []
        for address in addresses:
            given: Any = {"server_state": self.state, "app_state": {}, "config": self.config}
            connection = Gate(self.limiter, **given)
            line = Line(address)
            connection.connection_made(line)
            connection.data_received(sent)
            await asyncio.gather(*self.state.tasks)
            made.append((connection, line))
        return made


HERE = "10.0.0.2"
PROXY = "10.0.0.1"


def test_an_address_has_so_many_connections_and_a_proxy_any_number() -> None:
    async def crowded(most: int, address: str) -> list[bytes]:
        porch = Porch(ConnectionLimiter(most, f"{PROXY}, ::1"))
        made = await porch.come(b"GET /x HTT", *[address] * 3)
        # Whoever has gone leaves room.
        made[0][0].connection_lost(None)
        return [line.written[:12] for _, line in made + await porch.come(ASKING, address)]

    well, refused = b"HTTP/1.1 200", b"HTTP/1.1 429"
    assert asyncio.run(crowded(2, HERE)) == [b"", b"", refused, well]
    assert asyncio.run(crowded(2, PROXY)) == [b"", b"", b"", well]
    assert asyncio.run(crowded(0, HERE)) == [b"", b"", b"", well]


def test_who_comes_to_a_crowded_address_takes_the_place_of_one_that_only_waits() -> None:
    async def crowded() -> list[tuple[bytes, bool]]:
        porch = Porch(ConnectionLimiter(3))
        busy = await porch.come(b"GET /x HTT", HERE)
        idle = await porch.come(ASKING, HERE, HERE)
        late = await porch.come(ASKING, HERE)
        return [(line.written[:12], line.is_closed) for _, line in busy + idle + late]

    well = b"HTTP/1.1 200"
    assert asyncio.run(crowded()) == [(b"", False), (well, True), (well, False), (well, False)]


def test_who_was_answered_and_sends_no_request_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "HEAD_TIMEOUT", 0.05)

    async def dawdle() -> bytes:
        ((connection, line),) = await Porch(ConnectionLimiter(0)).come(ASKING, HERE)
        connection.data_received(b"\r\n")
        async with asyncio.timeout(TIMEOUT):
            while not line.is_closed:
                await asyncio.sleep(0.01)
        return line.written

    assert b"HTTP/1.1 408" in asyncio.run(dawdle())


def test_a_connection_waits_longer_for_the_next_request_than_programs_and_our_proxy_do(
    start_server: Start, tmp_path: Path
) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False)
    address = urlsplit(server.url)
    asking = HTTPConnection(str(address.hostname), address.port, timeout=TIMEOUT)
    with closing(asking):
        asking.request("GET", "/healthz")
        assert asking.getresponse().read()
        # Python's programs forget a connection after five seconds.
        time.sleep(7)
        asking.request("GET", "/healthz")
        assert asking.getresponse().status == 200
    caddy = (Path(__file__).parents[2] / "deploy" / "Caddyfile").read_text("utf-8")
    (patience,) = re.findall(r"keepalive (\d+)s", caddy)
    assert int(patience) < gate.KEEP_ALIVE_TIMEOUT


def test_who_is_turned_away_is_answered_no_more() -> None:
    answered: list[str] = []

    async def flood() -> bytes:
        gate: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def answer(scope: Any, receive: Any, send: Any) -> None:
            await gate
            await answer_well(scope, receive, send)
            answered.append(scope["path"])

        porch = Porch(ConnectionLimiter(0), answer)
        ((connection, line),) = await porch.come(b"", HERE)
        connection.data_received(ASKING)
        connection.data_received(ASKING * 3 * MAX_AHEAD)
        gate.set_result(None)
        await asyncio.gather(*porch.state.tasks)
        return line.written

    written = asyncio.run(flood())
    assert written.startswith(b"HTTP/1.1 429") and written.count(b"HTTP/1.1") == 1
    # It came to its end without a failure.
    assert answered == ["/x"]


def test_a_household_of_the_sixth_version_is_one_address() -> None:
    assert ip_group_of("2001:db8:1:2::5") == ip_group_of("2001:db8:1:2:ffff::9")
    assert ip_group_of("2001:db8:1:2::5") != ip_group_of("2001:db8:1:3::5")
    assert ip_group_of("::ffff:10.0.0.1") == ip_group_of("10.0.0.1") != ip_group_of("10.0.0.2")
    assert ip_group_of("unknown") == "unknown"


def test_the_limiter_remembers_who_is_busy_however_many_others_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # However long it takes here, no time passes in which anybody might ask again.
    at = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: at)
    limits = Limits(Settings(requests_per_minute=10))
    for _ in range(10):
        limits.request("10.0.0.1")
    for number in range(60_000):
        limits.request(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}/")
        if number % 1_000 == 0:
            with pytest.raises(RateLimited):
                limits.request("10.0.0.1")
    assert len(limits._buckets) <= 50_000


def test_limits_follow_a_clock_that_nobody_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    bucket = TokenBucket(2)
    assert [bucket.take(2, 3600) for _ in range(2)] == [0, 0]
    for jump in (86_400.0, -86_400.0):
        real = time.time()
        monkeypatch.setattr(time, "time", lambda real=real, jump=jump: real + jump)
        assert 1000 < bucket.take(2, 3600) < 3600


def test_streams_are_counted_by_person(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False, streams=3)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = ana.table(MINE, MINE, visibility="public")["id"]
    with ana.socket(table), ana.socket(table), ana.http.stream("GET", "/api/me/stream") as first:
        assert first.status_code == 200
        assert ana.refused_socket(table) == (429, "too-many")
        for door in (f"/api/tables/{table}/stream", f"/api/tables/{table}/sse", "/api/me/stream"):
            assert ana.refused("GET", door) == (429, "too-many")
        with ben.socket(table) as fine:
            events_until(fine, "started")
    wait_until(lambda: can_listen(ana, table))


def can_listen(visitor: Visitor, table: str) -> bool:
    with visitor.http.stream("GET", f"/api/tables/{table}/stream") as answer:
        return answer.status_code == 200


def test_with_one_table_in_memory_play_goes_on(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", tables_in_memory=1)
    ana = Visitor(server)
    bots = ana.table(BOT, BOT)["id"]
    table = ana.table(MINE, BOT)["id"]
    with ana.socket(table) as talk:
        events_until(talk, "started")
    wait_until(lambda: ana.state(bots)["table"]["status"] == "over")
    assert ana.state(table)["table"]["status"] == "playing"
    assert b"Traceback" not in server.log.read_bytes()


def test_what_fails_in_a_shared_transaction_is_an_outage_there_too(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.db'}")

    async def both() -> list[Any]:
        broken = database.write(lambda c: c.execute(text("SELECT * FROM nothing")))
        whole = database.write(lambda c: c.execute(text("SELECT 7")).scalar())
        return list(await asyncio.gather(broken, whole, return_exceptions=True))

    try:
        broken, whole = asyncio.run(both())
    finally:
        database.close()
    assert isinstance(broken, Unavailable)
    assert whole == 7


@pytest.fixture(scope="module")
def maps_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server with a game that has maps."""
    folder = tmp_path_factory.mktemp("maps")
    database = f"sqlite:///{folder / 'x.db'}"
    server = start_process(folder / "log", database=database, offer="milestones", bots=False)
    yield server
    server.stop()


@pytest.mark.parametrize(("keys", "why"), [(9_000, "too-intricate"), (20_000, "too-long")])
def test_a_map_that_takes_long_to_read_is_refused_at_once(
    maps_server: Server, keys: int, why: str
) -> None:
    ana = Visitor(maps_server)
    dotted = "a" + ".a" * keys + " = 1"
    wanted = {"game": "milestones", "seats": [MINE, MINE], "map": dotted}
    record = f"rondel: 1\ngame: milestones\nrules: 1\nedition: x\n| {dotted}\n\n"
    began = time.monotonic()
    for door, body in (("/api/tables", wanted), ("/api/records", {"record": record})):
        refusal = ana.ask("POST", door, body)
        assert (refusal.status_code, refusal.json()["code"]) == (400, "unsound-map")
        assert [problem["key"] for problem in refusal.json()["fields"]["problems"]] == [
            f"map-{why}"
        ]
    # It took a minute; a busy machine is given ten seconds.
    assert time.monotonic() - began < 10


def test_a_match_is_over_with_the_step_that_reaches_the_limit(maps_server: Server) -> None:
    ana = Visitor(maps_server)
    refusal = ana.ask("POST", "/api/records", {"record": long_record(MAX_STEPS + 1)})
    assert (refusal.status_code, refusal.json()["code"]) == (400, "unreadable-record")
    assert refusal.json()["fields"]["problem"]["key"] == "record-too-long"
    made = ana.ok("POST", "/api/records", {"record": long_record(MAX_STEPS - 1)})
    turn, table = made["state"]["moment"]["turn"], made["id"]
    over = ana.play(table, turn["actions"][-1]["text"], seat=turn["seat"])["state"]
    assert over["table"]["status"] == "over"
    assert over["table"]["result"]["reason"] == STEP_LIMIT
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    match = read_record(record)
    assert match.over is not None and match.over.reason == STEP_LIMIT
    assert write_record(match) == record
    narration = ana.ok("GET", f"/api/tables/{table}/story?since={MAX_STEPS - 5}")["narration"]
    assert narration[4]["at"] == MAX_STEPS - 1
    full = long_table(MAX_STEPS)
    assert full.to_move is not None
    first = full.position.legal_steps[0][0]
    with pytest.raises(TooLong):
        stepped(full, full.to_move, [first], full.row.sequence, None, now())


def test_a_match_without_end_is_not_reviewed(maps_server: Server) -> None:
    ana = Visitor(maps_server)
    answers: list[tuple[int, str]] = []
    for steps in (MAX_REVIEWED, MAX_REVIEWED + 1):
        match = long_match(steps)
        match.give_up("conceded", [1, 2])
        table = ana.ok("POST", "/api/records", {"record": write_record(match)})["id"]
        answer = ana.ask("POST", f"/api/tables/{table}/review", {})
        answers.append((answer.status_code, answer.json().get("code", "")))
    assert answers == [(200, ""), (422, "too-long")]


def long_table(steps: int) -> LiveTable:
    """One person's table where a long match goes on, without a server around it."""
    match = long_match(steps)
    row = new_row(match.game, match.edition, 2, "ana", sandbox=True)
    seats = [SeatRow(n, "person", "", "ana", name, "", False, 0) for n, name in enumerate("AB")]
    live = new_table(row, seats)
    return continued(live, match).table


def test_all_who_come_at_once_share_one_narration(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, gate, count = threading.Event(), threading.Event(), 0

    def narration(state: LiveTable) -> list[NarratedStep]:
        nonlocal count
        count += 1
        begun.set()
        assert gate.wait(TIMEOUT)
        return narrate_latest(state)

    monkeypatch.setattr(streams, "narrate_latest", narration)

    async def come() -> None:
        database = Database(f"sqlite:///{tmp_path / 'x.db'}")
        migrate(database)
        actor = TableActor(database, Broadcaster("", 8), long_table(600), set(), lambda kind: None)
        async with asyncio.timeout(TIMEOUT):
            coming = asyncio.gather(*[actor.prepare() for _ in range(20)])
            await asyncio.to_thread(begun.wait, TIMEOUT)
            gate.set()
            await coming
        assert count == 1 and actor.narration is not None and len(actor.narration) == MAX_NARRATED
        assert actor.narration == narrate_latest(actor.state)
        database.close()

    asyncio.run(come())


def test_no_clock_runs_out_where_no_step_is_taken_any_more() -> None:
    async def run_out() -> str:
        live = at_table(LiveClock(60, 0), "person", "person")
        live = with_row(live, deadline=1.0)
        live.log.extend(live.log[:1] * MAX_STEPS)
        assert live.to_move is not None
        first = live.position.legal_steps[0][0]
        with pytest.raises(TimeUp):
            stepped(live, live.to_move, [first], live.row.sequence, None, now())
        live = timed_out(live).table
        return str(read_result(live.row.result).reason)

    assert asyncio.run(run_out()) == STEP_LIMIT


def test_a_seat_takes_back_so_many_steps_and_the_others_still_may() -> None:
    async def take_back_and_back() -> None:
        live = at_table(Untimed(), "person", "person")
        live = step(live)
        seat = next(maker for maker in reversed(live.step_authors) if maker is not None)
        live.history.undone[seat] = MAX_UNDONE - 1
        live = undoing.undone(live, seat, "step", live.row.sequence, None, now()).table
        assert live.history.undone[seat] == MAX_UNDONE
        live = step(live)
        with pytest.raises(TooLong):
            undoing.undone(live, seat, "step", live.row.sequence, None, now())
        live = step(live)
        other = 1 - seat
        while live.to_move != other:
            live = step(live)
        live = step(live)
        live = undoing.undone(live, other, "step", live.row.sequence, None, now()).table

    asyncio.run(take_back_and_back())


def test_what_was_taken_back_is_counted_again_when_a_table_is_read(server: Server) -> None:
    ana, table = hot_seat(server)
    seat = ana.state(table)["moment"]["turn"]["seat"]
    for _ in range(3):
        after = ana.step(table, random.Random(1))["state"]["sequence"]
        ana.take_back(table, after=after, seat=seat, what="step")
    events = ana.ok("GET", f"/api/tables/{table}/events")["events"]
    history = History()
    for event in events:
        history.add(read_data(event["kind"], json.dumps(event["data"])), find("finca").edition(""))
    assert history.undone == {seat: 3}


def test_remarks_and_requests_to_take_back_never_keep_anybody_from_moving(
    start_server: Start, database: str
) -> None:
    many = 40_000
    server = start_server(database=database, bots=False, changes_per_minute=60)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    clock = {"kind": "live", "seconds": 600, "increment": 0}
    table = ana.table(MINE, OPEN, visibility="public", pace=clock)["id"]
    ben.act(table, "join")
    first, second = (ana, ben) if ana.state(table)["table"]["your_turn"] else (ben, ana)
    luck = random.Random(3)
    turn(first, table, luck)
    turn(second, table, luck)
    server.stop()
    store = Database(database)
    so_far = text("UPDATE tables SET last_event = :many, sequence = :many")
    store.write_now(lambda connection: connection.execute(so_far, {"many": many - 8}))
    store.close()
    server = start_server(database=database, bots=False, changes_per_minute=60)
    first, second = carry(first, server), carry(second, server)
    for name in ("Eve", "Eva"):
        watcher = Visitor(server, name)
        for _ in range(5):
            watcher.chat(table, "hm")
    while not first.state(table)["table"]["your_turn"]:
        second.step(table, luck)
    after = first.state(table)["sequence"]
    asked = [first.ask_to_take_back(table, after) for _ in range(3)]
    assert asked == [(200, ""), (409, "invalid-state"), (409, "invalid-state")]
    assert first.state(table)["undo_request"] is not None
    turn(first, table, luck)
    turn(second, table, luck)
    again = [first.ask_to_take_back(table, 0) for _ in range(100)]
    assert again[-1] == (429, "rate-limited")
    turn(first, table, luck)
    assert first.state(table)["table"]["status"] == "playing"


def test_turns_are_taken_between_people_not_requests() -> None:
    async def run() -> list[str]:
        turns = FairQueue(1)
        served: list[str] = []

        async def work(who: str) -> None:
            async with turns.turn(who):
                served.append(who)
                await asyncio.sleep(0.01)

        many = [asyncio.create_task(work("greedy")) for _ in range(20)]
        await asyncio.sleep(0)
        few = [asyncio.create_task(work(who)) for who in ("ana", "ben", "ana")]
        many[5].cancel()
        await asyncio.gather(*many, *few, return_exceptions=True)
        assert len(turns) == 0
        return served

    served = asyncio.run(run())
    assert len(served) == 22
    assert set(served[:4]) == {"greedy", "ana", "ben"}
    assert served.index("ben") <= 3
    assert [n for n, who in enumerate(served) if who == "ana"][-1] <= 6


def test_who_waits_too_often_is_told_to_come_back() -> None:
    async def run() -> tuple[int, str]:
        room, gate = FairThreadPool(1, most=8, most_each=3), threading.Event()
        waiting = [asyncio.create_task(room.do("greedy", gate.wait, 20)) for _ in range(9)]
        await asyncio.sleep(0.05)
        fine = asyncio.create_task(room.do("ana", str, 7))
        await asyncio.sleep(0.05)
        gate.set()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        room_for_more = await fine
        room.close()
        return sum(isinstance(answer, Overloaded) for answer in answers), room_for_more

    assert asyncio.run(run()) == (5, "7")


def test_a_visitor_who_goes_frees_the_thread_only_when_it_is_free() -> None:
    async def run() -> list[str]:
        room, gate = FairThreadPool(1), threading.Event()
        done: list[str] = []

        def slow() -> None:
            gate.wait(20)
            done.append("slow")

        first = asyncio.create_task(room.do("greedy", slow))
        await asyncio.sleep(0.05)
        first.cancel()
        second = asyncio.create_task(room.do("ana", done.append, "quick"))
        await asyncio.sleep(0.05)
        assert not done
        gate.set()
        await second
        room.close()
        return done

    assert asyncio.run(run()) == ["slow", "quick"]


def test_exports_leave_the_database_to_the_others(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", exports_per_hour=2)
    ana = Visitor(server)
    table = ana.table(BOT, BOT, visibility="public")["id"]
    wait_until(lambda: ana.state(table)["table"]["status"] == "over")
    lines = ana.ask("GET", "/api/records").text.splitlines()
    assert [json.loads(line)["table"] for line in lines] == [table]
    assert ana.ask("GET", "/api/records?whose=mine").status_code == 200
    assert ana.refused("GET", "/api/records") == (429, "rate-limited")
