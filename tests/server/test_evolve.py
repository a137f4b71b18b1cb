"""Tables as a fold of events: given events, when commands come, then events follow."""

import random
from collections.abc import Iterator
from functools import partial, reduce
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from rondel.core import RondelError
from rondel.games import find
from rondel.server.identities import Identity
from rondel.server.protocol import commands as c
from rondel.server.protocol.documents import Days, LiveClock, Pace, Untimed
from rondel.server.protocol.events import ChatData
from rondel.server.runtime.making import insert_table, new_row
from rondel.server.signing import Signer
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.journal import entry_of, write_entries
from rondel.server.storage.migrate import migrate
from rondel.server.storage.rows import SeatRow
from rondel.server.tables.decide import Context, decide, is_repetition
from rondel.server.tables.evolve import Decision, Event, evolve
from rondel.server.tables.play import stepped
from rondel.server.tables.reading import full_events, read_live
from rondel.server.tables.state import LiveTable, new_table, write

GUESTS = [Identity(who, name) for who, name in (("ana", "Ana"), ("ben", "Ben"), ("eve", "Eve"))]
PACES: list[Pace] = [Untimed(), LiveClock(500, 10), Days(3)]
SIGNER = Signer("key")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    store = Database(f"sqlite:///{tmp_path / 'x.db'}")
    migrate(store)
    guests = [{"id": who.id, "name": who.name, "made": 0.0} for who in GUESTS]
    store.write_now(lambda connection: connection.execute(insert(schema.guests), guests))
    yield store
    store.close()


def facts(table: LiveTable) -> Any:
    """Return all of a state, to be compared."""
    return table.row, table.seats, vars(table.history), table.position, table.watchers


def open_table(pace: Pace, players: int) -> LiveTable:
    """Return a public table of Ana's that waits for others."""
    game = find("finca")
    row = new_row(game, game.edition(""), players, "ana", visibility="public", pace=write(pace))
    seats = [SeatRow(seat, "person", "", None, "", "", False, 0) for seat in range(players)]
    seats[0] = SeatRow(0, "person", "", "ana", "Ana", "", False, 0)
    return new_table(row, seats)


def any_command(table: LiveTable, luck: random.Random) -> c.Command:
    """Return some command, which may be refused."""
    seat = luck.randrange(len(table.seats))
    after = table.row.sequence
    if table.row.undo_request and luck.random() < 0.5:
        return c.AnswerUndo(yes=luck.random() < 0.8)
    if table.row.status == "playing" and luck.random() < 0.5:
        number = luck.choice(table.position.legal_steps)[0]
        return c.PlaySteps(after=after, steps=[table.edition.steps.text(number)])
    return luck.choice(
        [
            c.Join(seat=seat, nonce=luck.choice([None, "ab" * 16])),
            c.Join(token=SIGNER.seat(table.row.id, seat, table.seats[seat].link)),
            c.Ready(nonce=luck.choice([None, "cd" * 16])),
            c.Leave(),
            c.Rename(name=luck.choice(["Ana B", "Zoe", "Ümit"])),
            c.Undo(after=after, what=luck.choice(["step", "turn"])),
            c.Substitute(seat=seat, bot=None),
            c.Chat(text="hello"),
            c.Resign() if luck.random() < 0.2 else c.Chat(text="not yet"),
            c.Substitute(seat=seat, bot=luck.choice(["random", "casual", None])),
            c.AllowSubstitute(yes=luck.random() < 0.5),
            c.ClaimWin(seat=seat) if luck.random() < 0.1 else c.Chat(text="wait"),
            c.Remove(seat=seat),
            c.FillSeat(seat=seat, bot=luck.choice([None, "random"])),
            c.RenewLink(seat=luck.choice([None, seat])),
            c.TransferSeat(seat=seat),
        ]
    )


def append(connection: Connection, before: LiveTable, decision: Decision) -> None:
    write_entries(connection, [entry_of(before, decision)])


def play_on(table: LiveTable, luck: random.Random, store: Database | None = None) -> LiveTable:
    """Return the table after commands of everyone, which are kept in a database."""
    at = table.row.made
    for _ in range(120):
        at += luck.choice([0.5, 20, 700])
        who, command = luck.choice(GUESTS), any_command(table, luck)
        if isinstance(command, c.PlaySteps) and table.to_move is not None:
            who = Identity(table.seats[table.to_move].guest or who.id, "")
        movers = [seat for seat in table.step_authors if seat is not None]
        if isinstance(command, c.Undo) and movers:
            who = Identity(table.seats[movers[-1]].guest or who.id, "")
        context = Context(SIGNER, luck.choice([None, at - 10, at - 1000]))
        try:
            if table.bot_to_move:
                number = luck.choice(table.position.legal_steps)[0]
                decision = stepped(
                    table, table.to_move or 0, [number], table.row.sequence, None, at
                )
            else:
                decision = decide(table, command, who, context, at)
        except RondelError:
            continue
        if decision.events:
            if store is not None:
                store.write_now(partial(append, before=table, decision=decision))
            table = decision.table
    return table


@pytest.mark.parametrize("seed", range(12))
def test_a_table_read_from_its_log_is_as_it_was_left(store: Database, seed: int) -> None:
    luck = random.Random(seed)
    first = open_table(PACES[seed % 3], 2 + seed % 2)
    store.write_now(partial(insert_table, row=first.row, seats=first.seats))
    last = play_on(first, luck, store)
    assert last.row.last_event > 15
    found = store.read_now(partial(read_live, table=first.row.id))
    assert found is not None and facts(found) == facts(last)
    events = store.read_now(partial(full_events, table=first.row.id, since=1))
    assert facts(reduce(evolve, events, first)) == facts(last)


def test_every_answer_of_a_match_between_two_is_read_as_it_was(store: Database) -> None:
    first = open_table(LiveClock(500, 10), 2)
    store.write_now(partial(insert_table, row=first.row, seats=first.seats))
    table, at = first, first.row.made

    def send(who: int, command: c.Command) -> str:
        nonlocal table, at
        at += 1
        decision = decide(table, command, GUESTS[who], Context(SIGNER, at), at)
        store.write_now(partial(append, before=table, decision=decision))
        table = decision.table
        found = store.read_now(partial(read_live, table=first.row.id))
        assert found is not None and facts(found) == facts(table)
        return " ".join(event.kind for event in decision.events)

    assert send(1, c.Join(seat=1)) == "seat started"
    mover = table.to_move or 0
    step = table.edition.steps.text(table.position.legal_steps[0][0])
    assert send(mover, c.PlaySteps(after=table.row.sequence, steps=[step])) == "steps"
    assert send(mover, c.Undo(after=table.row.sequence)) in ("undone", "undo-requested")
    if table.row.undo_request:
        assert send(1 - mover, c.AnswerUndo(yes=True)) == "undo-answered undone"
    assert send(0, c.Substitute(seat=0, bot="random")) == "undo-requested"
    assert send(1, c.AnswerUndo(yes=True)) == "undo-answered seat"
    assert send(0, c.Substitute(seat=0)) == "seat"
    assert send(0, c.RenewLink()) == "links"
    assert send(1, c.Resign()) == "seat over"
    events = store.read_now(partial(full_events, table=first.row.id, since=1))
    assert facts(reduce(evolve, events, first)) == facts(table)


def test_evolving_leaves_the_state_before_as_it_was() -> None:
    first = open_table(Untimed(), 2)
    row, seats = repr(first.row), repr(first.seats)
    play_on(first, random.Random(3))
    assert (repr(first.row), repr(first.seats)) == (row, seats)
    assert first.log == [] and first.position == first.start()


def test_the_key_of_a_remark_answers_its_author_alone() -> None:
    table = open_table(Untimed(), 2)
    remark, same = ChatData(0, "Ana", "hello"), c.Chat(text="hello", key="k")
    event = Event(2, 0.0, remark, "k")
    assert is_repetition(table, event, same, GUESTS[0])
    assert not is_repetition(table, event, same, GUESTS[1])
    assert not is_repetition(table, event, c.Chat(text="bye", key="k"), GUESTS[0])
