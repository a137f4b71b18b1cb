"""Clocks: what taking back, standing in and a server that was down do to everyone's time."""

import asyncio
import time
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, select, update

from rondel.match.play import undo_length
from rondel.server.errors import TimeUp
from rondel.server.protocol.documents import Days, LiveClock
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.rows import now
from rondel.server.tables import seats as seating
from rondel.server.tables import undo as undoing
from rondel.server.tables.clocks import shown
from rondel.server.tables.evolve import Decision, with_row
from rondel.server.tables.play import stepped
from rondel.server.tables.state import LiveTable

from .absence import DAYS, House, asked_first
from .playing import MINE, OPEN, Server, Visitor, carry
from .states import at_table, end_turn, pass_time

HOUR = 3600


def undo(live: LiveTable, seat: int) -> LiveTable:
    """Take back a seat's last turn, as all have agreed."""
    keep = undo_length(live.step_authors, seat, True)[0]
    return undoing.cut(Decision(live, now()), seat, keep, []).table


def test_moving_and_taking_back_gains_no_time() -> None:
    async def twenty_times() -> None:
        live = at_table(LiveClock(60, 10), "person", "person")
        seat = live.to_move
        assert seat is not None
        for _ in range(20):
            live = end_turn(live)
            live = undo(live, seat)
            assert live.to_move == seat
        assert shown(live).seconds[seat] <= 60 and shown(live).seconds[1 - seat] == 60

    asyncio.run(twenty_times())


def test_taking_back_restores_both_clocks_but_not_what_was_thought_away() -> None:
    async def play() -> None:
        live = at_table(LiveClock(100, 10), "person", "person")
        seat = live.to_move
        assert seat is not None
        live = pass_time(live, 20)
        live = end_turn(live)
        assert shown(live).seconds[seat] == pytest.approx(90, abs=1)
        live = pass_time(live, 30)
        assert shown(live).seconds[1 - seat] == pytest.approx(70, abs=1)
        live = undo(live, seat)
        left = shown(live)
        assert left.seconds[seat] == pytest.approx(80, abs=1)
        assert left.seconds[1 - seat] == pytest.approx(100, abs=1)
        assert left.running == seat and left.deadline == pytest.approx(now() + 80, abs=2)
        # Whose turn it is again has thought in between, and that is gone as well.
        live = end_turn(live)
        live = end_turn(live)
        live = pass_time(live, 40)
        live = undo(live, seat)
        assert shown(live).seconds[seat] == pytest.approx(50, abs=1)
        assert shown(live).seconds[1 - seat] == pytest.approx(100, abs=1)

    asyncio.run(play())


def test_taking_back_does_not_refill_the_days_of_a_turn() -> None:
    async def play() -> None:
        live = at_table(Days(3), "person", "person")
        seat = live.to_move
        assert seat is not None
        live = pass_time(live, 2 * 86400)
        live = end_turn(live)
        live = undo(live, seat)
        assert live.row.deadline == pytest.approx(now() + 86400, abs=60)

    asyncio.run(play())


def test_clocks_are_restored_after_the_table_was_read_again(house: House) -> None:
    pace = {"kind": "live", "seconds": 1000, "increment": 100}
    pair = house.pair(pace=pace)
    table = pair[2]
    mover, _, seat = asked_first(pair)
    state = mover.state(table)
    while state["moment"]["turn"]["seat"] == seat:
        step = state["moment"]["turn"]["actions"][0]["text"]
        state = mover.play(table, step, seat=seat)["state"]
    assert state["clock"]["seconds"][seat] > 1000
    house.forget()
    body = {"after": state["sequence"], "what": "turn", "seat": seat}
    back = mover.command(table, "undo", **body)["state"]
    if back["undo_request"]:
        other = next(visitor for visitor in pair[:2] if visitor is not mover)
        back = other.act(table, "answer-undo", yes=True)
    assert back["clock"]["seconds"][seat] <= 1000 and back["clock"]["seconds"][1 - seat] <= 1000


def test_a_stand_in_does_not_refill_a_live_clock() -> None:
    async def play() -> None:
        live = at_table(LiveClock(100, 10), "person", "person")
        seat = live.to_move
        assert seat is not None
        live = pass_time(live, 60)
        live = seating.substitute(Decision(live, now()), seat, "random").table
        assert live.row.deadline is None
        live = seating.given_back(live, seat, now()).table
        assert shown(live).seconds[seat] == pytest.approx(40, abs=1)
        assert live.row.deadline == pytest.approx(now() + 40, abs=2)
        # Nor if the bot ends the turn.
        live = seating.substitute(Decision(live, now()), seat, "random").table
        live = end_turn(live)
        assert shown(live).seconds[seat] == pytest.approx(40, abs=1)

    asyncio.run(play())


def test_a_stand_in_does_not_refill_the_days_of_a_turn(house: House) -> None:
    pair = house.pair(pace=DAYS)
    table = pair[2]
    mover, other, seat = asked_first(pair)
    before = mover.state(table)["clock"]["deadline"]
    house.age(table, 2 * 86400)
    steps = mover.state(table)["moment"]["steps"]
    mover.substitute(table, seat, "skilled", other)
    state = mover.play_myself(table, seat)
    if state["moment"]["steps"] == steps:
        assert state["clock"]["deadline"] < before - 86400


@pytest.mark.parametrize("what", ["step", "undo", "stand-in", "give back", "concede", "answer"])
def test_a_flag_that_fell_is_a_flag_that_fell(what: str) -> None:
    async def play() -> None:
        live = at_table(LiveClock(100, 10), "person", "person")
        seat = live.to_move
        assert seat is not None
        live = end_turn(live)
        other = live.to_move
        assert other is not None
        if what == "give back":
            live = seating.substitute(Decision(live, now()), seat, "random").table
        if what == "answer":
            live = with_row(live, undo_request='{"seat":0,"steps":32,"waits":[0,1]}')
        live = pass_time(live, 101)
        at, sequence = now(), live.row.sequence
        first = live.position.legal_steps[0][0]
        plans: dict[str, Callable[[], Decision]] = {
            "step": lambda: stepped(live, other, [first], sequence, None, at),
            "undo": lambda: undoing.undone(live, seat, "turn", sequence, None, at),
            "stand-in": lambda: seating.substitute(Decision(live, at), other, "random"),
            "give back": lambda: seating.joined(live, f"g{seat}", seat, "Ana", at),
            "concede": lambda: seating.resigned(live, seat, at),
            "answer": lambda: undoing.answered(live, other, True, at),
        }
        with pytest.raises(TimeUp) as refused:
            plans[what]()
        assert refused.value.fields == {"seat": other}
        over = seating.resigned(live, other, at, "timed-out").table
        assert over.row.status == "over"

    asyncio.run(play())


def test_downtime_of_the_server_is_not_charged_to_players(
    database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=database)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    pace = {"kind": "live", "seconds": 600, "increment": 0}
    table = ana.table(MINE, OPEN, visibility="public", pace=pace)["id"]
    began = time.monotonic()
    ben.act(table, "join")
    server.kill()
    up_for = time.monotonic() - began
    move_back(database, HOUR)
    again = start_server(database=database)
    back = time.monotonic()
    clock = carry(ana, again).state(table)["clock"]
    lost = 600 - clock["seconds"][clock["running"]]
    up_for += time.monotonic() - back
    # What passes between two signs of life, and while a server starts, is not known.
    assert lost < up_for + HOUR / 10
    assert clock["deadline"] > time.time() + clock["seconds"][clock["running"]] - HOUR / 10


def move_back(database: str, seconds: float) -> None:
    """Have everything that a dead server has written happen earlier, as if it had died then."""
    store = Database(database)
    t, kept = schema.tables, schema.settings
    alive = select(kept.c.value).where(kept.c.name == "alive")

    def write(connection: Connection) -> None:
        earlier = {"turn_began": t.c.turn_began - seconds, "deadline": t.c.deadline - seconds}
        connection.execute(update(t).values(earlier))
        was = float(connection.execute(alive).scalar_one())
        told = update(kept).where(kept.c.name == "alive")
        connection.execute(told.values(value=repr(was - seconds)))

    store.write_now(write)
    store.close()
