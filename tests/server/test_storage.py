"""Database: migrations, group commit, long matches, what is kept."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, select

from rondel.games import find
from rondel.match import Match, SeededRandom
from rondel.server.errors import BadLink, NoSuchTable, Unavailable
from rondel.server.http.rate_limits import Limits
from rondel.server.http.websocket import TableConnection
from rondel.server.identities import Identity
from rondel.server.people.accounts import Accounts
from rondel.server.people.sessions import Sessions
from rondel.server.protocol.commands import Chat, Command, Join, PlaySteps, PreviewSteps
from rondel.server.protocol.documents import NewTable, WantedSeat
from rondel.server.protocol.events import ChatData
from rondel.server.protocol.messages import PreviewReply
from rondel.server.runtime import actor as actors
from rondel.server.runtime.actor import Plan
from rondel.server.runtime.broadcast import AccessRevoked, Broadcaster, Seen
from rondel.server.runtime.commands import Author, execute
from rondel.server.runtime.making import make, sandbox
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.streams import follow
from rondel.server.settings import Settings
from rondel.server.signing import Signer
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.events import last_event
from rondel.server.storage.journal import entry_of, write_entries
from rondel.server.storage.migrate import config_of, migrate, server_key
from rondel.server.storage.presence import see
from rondel.server.storage.reviews import ask
from rondel.server.storage.rows import Row, now
from rondel.server.tables import evolve as evolving
from rondel.server.tables.evolve import Decision, Event, evolve
from rondel.server.tables.play import stepped
from rondel.server.tables.reading import read_live
from rondel.server.tables.seats import joined, left, link_renewed
from rondel.server.tables.state import LiveTable
from tests.waiting import TIMEOUT

from .migrating import insert_before

NO_BUS = "redis://nowhere"
"""URL of a bus that carries nothing: this process misses the events of others."""
A_TABLE = {
    "id": "t", "game": "finca", "rules": 1, "edition": "", "players": 2, "status": "playing",
    "visibility": "public", "pace": "{}", "creator": "g", "secret": b"", "commitment": "",
    "made": 0.0,
}  # fmt: skip


def differences(connection: Connection) -> list[object]:
    return list(compare_metadata(MigrationContext.configure(connection), schema.metadata))


def test_the_migrations_lead_to_the_declared_tables_and_can_run_again(store: Database) -> None:
    migrate(store)
    assert store.read_now(differences) == []
    assert server_key(store) == server_key(store)


def test_what_was_kept_before_a_migration_is_there_after_it(database: str) -> None:
    store = Database(database)
    guest = {"id": "g", "name": "Ana", "made": 0.0, "is_bot": False}
    event = {"table_id": "t", "number": 1, "kind": "say", "at": 0.0, "data": "{}", "key": "k"}
    with store.engine.execution_options(writes=True).begin() as connection:
        command.upgrade(config_of(connection), "0001")
        insert_before(connection, "guests", **guest)
        insert_before(connection, "tables", **A_TABLE)
        insert_before(connection, "events", **event)
    migrate(store)
    kept = store.read_now(lambda found: found.execute(select(schema.events)).one())
    assert kept._asdict() == event | {"private": None}
    store.close()


def tables_of(store: Database, bus: str = "") -> TableRegistry:
    settings = Settings(offer="finca", tables_in_memory=2)
    return TableRegistry(store, Broadcaster(bus, 8), Signer("key"), settings)


async def new_guest(tables: TableRegistry, name: str) -> Identity:
    sessions = Sessions(tables.database, tables.keys, tables.hub.hint)
    guest, _ = await Accounts(tables.database, tables.keys, sessions).create(name, "guest")
    return guest


async def table_of_one(tables: TableRegistry) -> LiveTable:
    """Return a table where one guest has both seats."""
    guest = await new_guest(tables, "Ana")
    seats = [WantedSeat(mine=True), WantedSeat(mine=True)]
    return await make(tables, NewTable("finca", seats), guest.id, guest.name, "house")


def saying(text: str) -> Plan:
    """Return the plan of a remark."""
    return lambda live: Decision(live, now()).add(ChatData(None, "Ana", text), text)


def leaving(live: LiveTable) -> Decision:
    """Have the guest of the second seat leave."""
    return left(live, 1, now())


def renewing(seat: int | None) -> Plan:
    """Return the plan of a new link."""
    return lambda live: link_renewed(live, seat, now())


def test_who_is_barred_while_the_past_is_told_hears_no_more_of_it(store: Database) -> None:
    async def listen() -> None:
        tables = tables_of(store)
        live = await table_of_one(tables)
        stream = follow(tables, live.row.id, live.row.creator, 0)
        number, _ = await anext(stream)
        assert number == 1
        tables.hub.revoke(live.row.id, lambda guest: False)
        with pytest.raises(AccessRevoked):
            await anext(stream)

    asyncio.run(listen())


class Both:
    """Two processes that have a private table: one of them knows first that a guest has left."""

    def __init__(self, store: Database):
        self.here, self.elsewhere = tables_of(store, NO_BUS), tables_of(store, NO_BUS)

    async def sit(self) -> "Both":
        """Bring the guest to the table."""
        ana, bela = await new_guest(self.here, "Ana"), await new_guest(self.here, "Béla")
        wanted = NewTable("finca", [WantedSeat(mine=True), WantedSeat()], wait=True)
        self.table = (await make(self.elsewhere, wanted, ana.id, ana.name)).row.id
        self.guest = bela.id
        sits = partial(joined, guest=bela.id, name="Béla", seat=1, at=now())
        await self.elsewhere.change(self.table, sits)
        await self.here.open(self.table, self.guest)
        return self

    async def leave(self) -> None:
        """Have the guest leave in the other process, where something is said at once."""
        await self.elsewhere.change(self.table, leaving)
        await self.elsewhere.change(self.table, saying("Has Béla gone?"))

    async def hear(self) -> None:
        """Learn of it, as by a hint."""
        await self.here.heard_quietly(self.table, 2**31 - 1)

    async def heard(self, since: int | None, is_full: bool) -> bytes:
        """Return the messages that the guest receives in this process."""
        told: list[bytes] = []
        following = follow(self.here, self.table, self.guest, since, None, is_full)

        async def listen() -> None:
            async for _, message in following:
                told.append(message)

        listening = asyncio.create_task(listen())
        async with asyncio.timeout(TIMEOUT):
            # Who comes is told of a moment later.
            while b'"presence"' not in b"".join(told):
                await asyncio.sleep(0.01)
            await self.leave()
            await self.hear()
            with pytest.raises(AccessRevoked):
                await listening
        return b"".join(told)


def test_who_has_left_finds_no_table_where_that_is_not_known_yet(store: Database) -> None:
    async def look() -> None:
        both = await Both(store).sit()
        await both.leave()
        with pytest.raises(NoSuchTable):
            await both.here.open(both.table, both.guest)

    asyncio.run(look())


@pytest.mark.parametrize("is_full", [True, False])
@pytest.mark.parametrize("since", [None, 0])
def test_who_has_left_elsewhere_hears_no_more_here(
    store: Database, since: int | None, is_full: bool
) -> None:
    async def listen() -> bytes:
        both = await Both(store).sit()
        return await both.heard(since, is_full)

    told = asyncio.run(listen())
    assert told and b"gone" not in told


@pytest.mark.parametrize("is_full", [True, False])
def test_the_log_is_told_only_as_far_as_it_is_known_who_may_hear_it(
    store: Database, is_full: bool
) -> None:
    async def listen() -> bytes:
        both = await Both(store).sit()
        await both.leave()
        told = b""
        async with asyncio.timeout(TIMEOUT):
            with suppress(AccessRevoked):
                async for _, message in follow(both.here, both.table, both.guest, 0, None, is_full):
                    told += message
        return told

    assert b"gone" not in asyncio.run(listen())


@pytest.mark.parametrize("since", [None, 0])
def test_who_leaves_between_opening_and_listening_hears_nothing(
    store: Database, since: int | None
) -> None:
    async def listen() -> None:
        both = await Both(store).sit()
        await both.leave()
        await both.hear()
        with pytest.raises(AccessRevoked):
            await anext(follow(both.here, both.table, both.guest, since))

    asyncio.run(listen())


def test_with_a_new_watch_link_nobody_watches_whom_only_another_process_let_in(
    store: Database,
) -> None:
    async def watch() -> None:
        both = await Both(store).sit()
        await both.elsewhere.change(both.table, leaving)
        live = await both.here.open(both.table, everyone=True)
        await both.here.admit(live, both.guest, live.row.watch_link)
        assert (await both.here.open(both.table, both.guest)).row == live.row
        await both.elsewhere.change(both.table, renewing(None))
        # The old link opens nothing, even where that is not known yet.
        with pytest.raises(BadLink):
            await both.here.admit(live, "another", live.row.watch_link)
        with pytest.raises(NoSuchTable):
            await both.here.open(both.table, both.guest)

    asyncio.run(watch())


async def met(work: Awaitable[object], tables: TableRegistry, table: str, plan: Plan) -> None:
    """Let a change elsewhere come between what a request here has seen and what it does."""
    actor, gate = await tables.actor(table), asyncio.Event()
    async with asyncio.timeout(TIMEOUT):
        holding = actor._submit(gate.wait)
        asking = asyncio.ensure_future(work)
        # It has seen the table, and waits for its turn.
        while len(actor._inbox) < 2:
            await asyncio.sleep(0.01)
        await tables_of(tables.database).change(table, plan)
        gate.set()
        await holding
        await asking


async def sent(both: Both, who: Identity, command: Command) -> object:
    """Send a command here."""
    actor = await both.here.actor(both.table)
    return await execute(both.here, Limits(Settings()), actor, command, Author(who, "address"))


def test_who_leaves_while_speaking_says_nothing(store: Database) -> None:
    async def speak() -> None:
        both = await Both(store).sit()
        bela = Identity(both.guest, "Béla")
        said = sent(both, bela, Chat(text="What?"))
        with pytest.raises(NoSuchTable):
            await met(said, both.here, both.table, leaving)

    asyncio.run(speak())


def test_who_comes_by_a_link_while_it_is_renewed_does_not_sit_down(store: Database) -> None:
    async def come() -> None:
        both = await Both(store).sit()
        await both.elsewhere.change(both.table, leaving)
        live = await both.here.open(both.table, everyone=True)
        token = both.here.keys.seat(both.table, 1, live.seats[1].link)
        bela = Identity(both.guest, "Béla")
        sits = sent(both, bela, Join(token=token))
        # The table is closed to who has no link that opens it.
        with pytest.raises(NoSuchTable):
            await met(sits, both.here, both.table, renewing(1))

    asyncio.run(come())


def test_processes_that_see_the_same_guests_never_wait_for_each_other(store: Database) -> None:
    async def sit() -> list[tuple[str | None, str]]:
        tables = tables_of(store)
        made = [await table_of_one(tables) for _ in range(30)]
        return [(live.row.id, live.row.creator) for live in made]

    places = asyncio.run(sit())

    def look(seen: Sequence[tuple[str | None, str]]) -> None:
        for _ in range(20):
            store.write_now(partial(see, seen=seen))

    with ThreadPoolExecutor() as both:
        # One process comes upon them in another order than the other.
        looks = [both.submit(look, order) for order in (places, places[::-1])]
        for one in looks:
            one.result(TIMEOUT)


def test_of_two_who_ask_for_a_review_at_once_one_is_enough(store: Database) -> None:
    async def sit() -> list[Row]:
        tables = tables_of(store)
        return [(await table_of_one(tables)).row for _ in range(20)]

    at_once = Barrier(2, timeout=TIMEOUT)

    def asks(row: Row) -> bool:
        asking = partial(
            ask, table=row.id, guest=row.creator, depth="quick", sequence=1, steps=9, record=""
        )
        at_once.wait(TIMEOUT)
        return store.write_now(asking)

    with ThreadPoolExecutor() as both:
        for row in asyncio.run(sit()):
            answers = [both.submit(asks, row) for _ in range(2)]
            assert sorted(answer.result(TIMEOUT) for answer in answers) == [False, True]


async def long_table(store: Database, steps: int) -> str:
    """Return a table where farmers walk and nobody delivers, for ever."""
    tables = tables_of(store)
    live = await table_of_one(tables)
    while len(live.log) < steps:
        position = live.position
        plan: list[Any] = []
        while len(plan) < 50:
            seat = position.seat
            number = next(
                number
                for number, _ in position.legal_steps
                if position.edition.steps.text(number).startswith(("place", "move"))
            )
            position = position.after(number)
            plan.append((seat, number))
        for seat, number in plan:
            assert seat is not None
            after = live.row.sequence
            step = partial(stepped, seat=seat, given=[number], after=after, key=None, at=now())
            live = (await tables.change(live.row.id, step)).table
    return live.row.id


def test_steps_read_no_database_and_are_made_once_a_table_that_is_behind_has_caught_up(
    store: Database,
) -> None:
    async def play() -> int:
        here, elsewhere = tables_of(store, NO_BUS), tables_of(store, NO_BUS)
        live = await table_of_one(here)
        who = Author(Identity(live.row.creator, "Ana"), "house")

        async def step(tables: TableRegistry, live: LiveTable) -> LiveTable:
            text = live.edition.steps.text(live.position.legal_steps[0][0])
            command = PlaySteps(after=live.row.sequence, steps=[text])
            actor = await tables.actor(live.row.id)
            return (await execute(tables, Limits(Settings()), actor, command, who))[0]

        read = store.read
        store.read = None  # type: ignore[method-assign,assignment]
        live = await step(here, live)
        store.read = read  # type: ignore[method-assign]
        live = await step(elsewhere, live)
        return len((await step(here, live)).log) - len(live.log)

    assert asyncio.run(play()) >= 1


def test_a_preview_over_a_socket_reads_no_database(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def preview() -> object:
        tables = tables_of(store)
        live = await table_of_one(tables)
        actor = await tables.actor(live.row.id)
        talk = TableConnection(None, tables, Limits(Settings()), actor, None)
        talk.who = Identity(live.row.creator, "Ana")
        monkeypatch.setattr(store, "read", None)
        step = live.edition.steps.text(live.position.legal_steps[0][0])
        return await talk.act(PreviewSteps(steps=[step], after=live.row.sequence))

    assert isinstance(asyncio.run(preview()), PreviewReply)


def test_a_long_match_is_read_as_it_was_played(store: Database) -> None:
    table = asyncio.run(long_table(store, 250))
    live = store.read_now(partial(read_live, table=table))
    assert live is not None and len(live.log) >= 250
    assert list(live.positions())[-1] == live.position


def test_a_visitor_who_hangs_up_stops_nothing_halfway(store: Database) -> None:
    async def hang_up() -> tuple[int, int | None]:
        tables = tables_of(store)
        live = await table_of_one(tables)
        with tables.hub.listening(live.row.id, None) as listener:
            asking = asyncio.create_task(tables.change(live.row.id, saying("bye")))
            await asyncio.sleep(0)
            asking.cancel()
            heard = await listener.take(20)
        live = (await tables.actor(live.row.id)).state
        assert [message.number for message in heard] == [live.row.last_event]
        return live.row.last_event, await store.read(partial(last_event, table=live.row.id))

    in_memory, on_disk = asyncio.run(hang_up())
    assert in_memory == on_disk


def test_a_stopped_actor_refuses_whoever_waits(store: Database) -> None:
    async def stop() -> list[BaseException | Decision]:
        tables = tables_of(store)
        live = await table_of_one(tables)
        actor = await tables.actor(live.row.id)
        holding = actor._submit(asyncio.Event().wait)
        asking = [asyncio.create_task(actor.ask(saying(text))) for text in ("one", "two")]
        while len(actor._inbox) < 3:
            await asyncio.sleep(0.01)
        assert actor._task is not None
        actor._task.cancel()
        async with asyncio.timeout(TIMEOUT):
            found = await asyncio.gather(holding, *asking, return_exceptions=True)
            # Whoever comes later finds it at work.
            await actor.ask(saying("three"))
        assert live.row.last_event + 1 == actor.state.row.last_event
        return found

    for refusal in asyncio.run(stop()):
        assert isinstance(refusal, Unavailable) and "stops" in str(refusal)


def test_an_event_is_evolved_once_where_it_is_decided(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers: list[int] = []

    def counting(table: LiveTable, event: Event) -> LiveTable:
        numbers.append(event.number)
        return evolve(table, event)

    async def play() -> list[int]:
        tables = tables_of(store)
        live = await table_of_one(tables)
        numbers.clear()
        return [event.number for event in (await tables.change(live.row.id, any_step)).events]

    for module in (evolving, actors):
        monkeypatch.setattr(module, "evolve", counting)
    assert asyncio.run(play()) == numbers != []


def any_step(live: LiveTable) -> Decision:
    """Return the plan of whatever can be done first."""
    assert live.to_move is not None
    first = live.position.legal_steps[0][0]
    return stepped(live, live.to_move, [first], live.row.sequence, None, now())


class Interrupted:
    """Connection on which something happens after the first answer."""

    def __init__(self, connection: Connection, happens: Callable[[], object]):
        self.connection, self.happens = connection, [happens]

    def execute(self, *given: Any) -> Any:
        found = self.connection.execute(*given).freeze()()
        while self.happens:
            self.happens.pop()()
        return found


def test_a_table_is_read_as_of_one_moment_whatever_is_written_meanwhile(store: Database) -> None:
    live = asyncio.run(table_of_one(tables_of(store)))
    entry = entry_of(live, any_step(live))

    def write(connection: Connection) -> None:
        write_entries(connection, [entry])

    def read(connection: Connection) -> LiveTable | None:
        between: Any = Interrupted(connection, lambda: store.write_now(write))
        return read_live(between, live.row.id)

    found = store.read_now(read)
    assert found is not None and (found.row.last_event, found.log) == (entry.expected, live.log)
    now_there = store.read_now(partial(read_live, table=live.row.id))
    assert now_there is not None and len(now_there.log) == len(live.log) + 1


def test_what_is_told_late_and_read_meanwhile_happens_once(store: Database) -> None:
    async def hang_up() -> LiveTable:
        tables = tables_of(store)
        live = await table_of_one(tables)
        stepping = asyncio.create_task(tables.change(live.row.id, any_step))
        await asyncio.sleep(0)
        stepping.cancel()
        actor = await tables.actor(live.row.id)
        await actor.catch_up()
        return actor.state

    live = asyncio.run(hang_up())
    assert len(live.log) == live.row.steps > 0


def test_tables_beyond_the_memory_are_read_again(store: Database) -> None:
    async def visit() -> None:
        tables = tables_of(store)
        guest = await new_guest(tables, "Ana")
        match = Match(find("finca"), 2, dealer=SeededRandom(1))
        made: list[LiveTable] = [await sandbox(tables, match, guest.id, "house") for _ in range(5)]
        assert len(tables) <= 2
        for live in made:
            assert (await tables.open(live.row.id, guest.id)).position == live.position

    asyncio.run(visit())


def test_tables_with_connections_stay_in_memory(store: Database) -> None:
    async def visit() -> None:
        tables = tables_of(store)
        first = await tables.actor((await table_of_one(tables)).row.id)
        with first.held():
            for _ in range(3):
                await table_of_one(tables)
            assert await tables.actor(first.state.row.id) is first
        for _ in range(3):
            await table_of_one(tables)
        assert await tables.actor(first.state.row.id) is not first

    asyncio.run(visit())


def test_the_file_is_durable_and_in_wal_mode(tmp_path: Path) -> None:
    store = Database(f"sqlite:///{tmp_path / 'x.db'}")
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    store.close()


def test_a_guest_who_goes_without_a_sound_is_news_once_they_no_longer_count_as_there() -> None:
    hub = Broadcaster("", 8)
    with hub.listening("t", "ana"):
        seen = {"t": {"ana": now()}}
        hub.saw(seen, [Seen({"t": [("ben", 1)]})])
        assert hub.present("t")["ben"] == 1
        assert hub.saw(seen, []) == ["t"]
        assert hub.saw(seen, []) == []
