"""Registry of this server's tables: it loads them and routes commands to their actors."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection

from rondel.core import RondelError
from rondel.server.errors import BadLink, NoSuchTable, Unavailable
from rondel.server.runtime.actor import Checks, Plan, TableActor
from rondel.server.runtime.broadcast import (
    GUEST,
    PRESENCE,
    TASK,
    THOUGHT,
    Broadcaster,
    guest_topic,
)
from rondel.server.runtime.fair_play import RunningMatches
from rondel.server.runtime.tasks import TaskSignals
from rondel.server.runtime.thread_pool import FairThreadPool
from rondel.server.settings import Settings
from rondel.server.signing import Signer
from rondel.server.storage.engine import Database
from rondel.server.storage.presence import PRESENT_FOR, last_seen
from rondel.server.storage.rows import now
from rondel.server.storage.tables import admit_watcher, last_events, latest_turns, want_bot
from rondel.server.storage.tasks import BOT
from rondel.server.tables.evolve import Decision
from rondel.server.tables.reading import read_keys, read_live
from rondel.server.tables.state import LiveTable

WANTED_FOR = 30.0
"""Seconds for which it need not be written again that someone looks at a table."""
MAX_WANTED = 10_000


class TableRegistry:
    """Tables in memory, as many as were used lately; the database has them all."""

    def __init__(self, database: Database, hub: Broadcaster, keys: Signer, settings: Settings):
        self.database = database
        self.hub = hub
        self.keys = keys
        self.settings = settings
        self._wanted: dict[str, float] = {}
        """Time at which it was last stored that someone watches a table where a bot is to move."""
        self.backroom = FairThreadPool(2)
        """Threads that read long matches, records and maps."""
        self.copying = FairThreadPool(1, most=0, most_each=0)
        """Thread that exports games; streams are counted before."""
        self.matches = RunningMatches(database.read_now)
        """Running matches between people, which get no help."""
        self.thinking = 0
        """How many bots this process is thinking for, or is about to."""
        self.thought: Callable[[str, int], None] | None = None
        """Called when bots of another process have thought: for whom, and for how long."""
        self.tasks = TaskSignals(database, hub)
        self._actors: OrderedDict[str, TableActor] = OrderedDict()
        self._begun: set[asyncio.Task[None]] = set()
        self._turns: dict[str, float] = {}
        """Time at which each guest with an own stream last got a turn, as far as known."""
        hub.heard = self.heard
        hub.event_heard = self.event_heard

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._actors)

    def peek(self, table: str) -> LiveTable | None:
        """Return a table if it is in memory."""
        actor = self._actors.get(table)
        return None if actor is None else actor.state

    def close(self) -> None:
        """Begin no more long work."""
        self.backroom.close()
        self.copying.close()

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin work that goes on even if nobody waits for it."""
        task = asyncio.create_task(work)
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        return task

    def call_workers(self) -> None:
        """Wake the workers here and elsewhere: a bot is to move."""
        self.tasks.announce(BOT)

    async def actor(self, table: str) -> TableActor:
        """Return the actor of a table. Raises NoSuchTable."""
        actor = self._actors.get(table)
        if actor is None:
            state, keys = await self.database.read(partial(_read, table=table))
            actor = self._actors.get(table)
            if actor is None:
                announce = self.tasks.announce
                actor = TableActor(self.database, self.hub, state, keys, announce)
                actor.forgotten_after = self.settings.forgotten_after
                self._actors[table] = actor
                self._forget(table)
        self._actors.move_to_end(table)
        return actor

    def _forget(self, but: str) -> None:
        """Keep no more tables in memory than were used lately, and those in use."""
        for table, actor in list(self._actors.items()):
            if len(self._actors) <= self.settings.tables_in_memory:
                return
            if table != but and actor.is_idle:
                del self._actors[table]

    async def open(self, table: str, guest: str | None = None, everyone: bool = False) -> LiveTable:
        """Return a table as it stands now, for a guest who may see it. Raises NoSuchTable."""
        actor = await self.current(table)
        if not everyone:
            if not actor.state.may_see(guest) and not self.hub.is_alone:
                # Elsewhere, the guest may have been let in meanwhile.
                await actor.catch_up()
            if not actor.state.may_see(guest):
                raise NoSuchTable(table)
            self.want(actor.state)
        return actor.state

    def want(self, live: LiveTable) -> None:
        """Someone looks at a table: if a bot is asked there, it is not forgotten."""
        at, often = time.monotonic(), min(WANTED_FOR, self.settings.forgotten_after / 3)
        if often and live.bot_to_move and at >= self._wanted.get(live.row.id, -often) + often:
            if len(self._wanted) > MAX_WANTED:
                self._wanted.clear()
            self._wanted[live.row.id] = at
            self.begin(self._want(live.row.id, live.row.last_event))

    async def _want(self, table: str, number: int) -> None:
        with suppress(Unavailable):
            want = partial(
                want_bot,
                table=table,
                number=number,
                forgotten_after=self.settings.forgotten_after,
            )
            if await self.database.write(want):
                self.call_workers()

    async def reload_all(self) -> None:
        """Read again whatever is in memory: something changed that no event tells."""
        for actor in list(self._actors.values()):
            await actor.reload()

    async def change(self, table: str, plan: Plan, checks: Checks | None = None) -> Decision:
        """Decide something at a table; return the decision once it is on disk."""
        return await (await self.actor(table)).ask(plan, checks)

    def heard(self, topic: str, number: int) -> None:
        """Act on a signal of another process: presence, tasks, or bots that have thought."""
        if topic == PRESENCE:
            self.hub.stirred.set()
        elif topic.startswith(TASK):
            self.tasks.wake(topic.removeprefix(TASK))
        elif topic.startswith(THOUGHT) and self.thought is not None:
            self.thought(topic.removeprefix(THOUGHT), number)

    def event_heard(self, table: str, number: int, message: bytes) -> None:
        """Pass on an event of another process; the table itself catches up when it is asked.

        Without a message, or after a gap, it catches up at once.
        """
        actor = self._actors.get(table)
        if table in self.hub.topics and (actor is None or not actor.pass_on(number, message)):
            self.begin(self._catch_up(table, number))

    async def _catch_up(self, table: str, number: int) -> None:
        with suppress(RondelError):
            # A table that is being read meanwhile may lack the event.
            await self.actor(table)
            await self.heard_quietly(table, number)

    async def current(self, table: str) -> TableActor:
        """Return the actor of a table that knows its latest events. Raises NoSuchTable."""
        actor = await self.actor(table)
        if actor.is_behind or not self.hub.hears_all(table):
            await actor.catch_up()
        return actor

    async def watch(self) -> None:
        """Keep bots awake at the tables that somebody here listens to."""
        while True:
            await asyncio.sleep(1.0)
            for topic in list(self.hub.topics):
                if topic in self._actors:
                    self.want(self._actors[topic].state)

    async def catch_up(self, topics: Sequence[str]) -> None:
        """Publish here what the journal has of topics whose messages may have been lost."""
        there = [topic for topic in topics if topic in self.hub.topics]
        listened = [topic for topic in there if not topic.startswith(GUEST)]
        guests = [topic.removeprefix(GUEST) for topic in there if topic.startswith(GUEST)]
        if listened:
            for table, number in await self.database.read(partial(last_events, tables=listened)):
                await self.heard_quietly(table, number)
        if guests:
            turns = await self.database.read(partial(latest_turns, guests=guests))
            for guest in guests:
                if turns.get(guest) != self._turns.get(guest):
                    self.hub.look(guest_topic(guest))
            self._turns = turns

    async def heard_quietly(self, table: str, number: int) -> None:
        """News found by looking rather than by a hint."""
        actor = self._actors.get(table)
        if actor is not None and actor.state.row.last_event < number:
            await actor.catch_up()
        # Whoever read the table anew meanwhile knows the event, and told nobody.
        self.hub.look(table, number)

    async def seen(self, live: LiveTable, seat: int) -> float | None:
        """Return when a seat's person was last present; None if they are, in any process."""
        guest = live.seats[seat].guest
        if guest is None:
            return live.row.started or live.row.made
        if guest in self.hub.present(live.row.id):
            return None
        read = partial(last_seen, tables=[live.row.id])
        found = (await self.database.read(read))[live.row.id].get(guest)
        if found is not None and found > now() - PRESENT_FOR:
            return None
        return found or live.row.started or live.row.made

    async def admit(self, live: LiveTable, guest: str, link: int) -> None:
        """Let a guest who came by a watch link, known by its number, watch from now on.

        Raises BadLink if there is a newer one.
        """
        if guest not in live.watchers:
            row = {"table_id": live.row.id, "guest": guest}
            if not await self.database.write(partial(admit_watcher, row=row, link=link)):
                raise BadLink
            await (await self.actor(live.row.id)).catch_up()


def _read(connection: Connection, table: str) -> tuple[LiveTable, set[str]]:
    """Return a table as the database has it, and its idempotency keys. Raises NoSuchTable."""
    state = read_live(connection, table)
    if state is None:
        raise NoSuchTable(table)
    return state, read_keys(connection, table)
