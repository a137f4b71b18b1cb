"""The tables of this server: opening, changing, telling. Everything goes through `change`."""

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import takewhile
from typing import Any

import msgspec
from prometheus_client import Counter
from sqlalchemy import Connection, func, select

from rondel.core import RondelError, StaleStep
from rondel.server import metrics
from rondel.server.errors import BadLink, IdempotencyConflict, NoSuchTable, Unavailable
from rondel.server.protocol.documents import Event, Written
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
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.events import event_of_key, last_event
from rondel.server.storage.journal import Conflict, JournalEntry
from rondel.server.storage.presence import PRESENT_FOR, last_seen
from rondel.server.storage.rows import insert_into, now
from rondel.server.storage.tasks import BOT
from rondel.server.tables.commit import entry_of, events_of
from rondel.server.tables.news import messages_of, tell, yours_of
from rondel.server.tables.reading import Since, read_chat, read_live, read_since
from rondel.server.tables.state import (
    MAX_RECENT,
    MAX_TALKED,
    MAX_TOLD,
    Change,
    Happened,
    LiveTable,
    Public,
)
from rondel.server.tables.view import public_of

log = logging.getLogger("rondel.tables")
Plan = Callable[[LiveTable], Change]
MAX_ATTEMPTS = 30
WANTED_FOR = 30.0
"""Seconds for which it need not be written again that someone looks at a table."""
MAX_WANTED = 10_000
encode = msgspec.json.encode


class TableRegistry:
    """Tables in memory, as many as were used lately; the database has them all."""

    def __init__(self, database: Database, hub: Broadcaster, keys: Signer, settings: Settings):
        self.database = database
        self.hub = hub
        self.keys = keys
        self.settings = settings
        self._wanted: dict[str, float] = {}
        """When it was last written that someone looks at a table where a bot is asked."""
        self.backroom = FairThreadPool(2)
        """Where long matches, records and maps are read."""
        self.copying = FairThreadPool(1, most=0, most_each=0)
        """Where all games of the server, or of a person, are copied; streams are counted before."""
        self.matches = RunningMatches(database.read_now)
        """Running matches between people, which get no help."""
        self.thinking = 0
        """How many bots this process is thinking for, or is about to."""
        self.thought: Callable[[str, int], None] | None = None
        """Called when bots of another process have thought: for whom, and for how long."""
        self.tasks = TaskSignals(database, hub)
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._begun: set[asyncio.Task[None]] = set()
        self._turns: dict[str, float] = {}
        """When each guest with a stream of their own was last asked, as far as it was looked up."""
        hub.heard = self.heard
        hub.event_heard = self.event_heard

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def peek(self, table: str) -> LiveTable | None:
        """The table, if it is in memory."""
        return self._live.get(table)

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
        """There is a bot to move: whoever has time, here or elsewhere, may look."""
        self.tasks.announce(BOT)

    async def held(self, table: str) -> LiveTable:
        """The table as this process last saw it. Raises NoSuchTable."""
        live = self._live.get(table)
        if live is None:
            read = await self.database.read(partial(read_live, table=table))
            if read is None:
                raise NoSuchTable(table)
            live = self._live.setdefault(table, read)
            self._live.move_to_end(table)
            self._forget(table)
        self._live.move_to_end(table)
        return live

    def _forget(self, but: str) -> None:
        for table in list(self._live):
            if len(self._live) <= self.settings.tables_in_memory:
                return
            if table != but and not self._live[table].lock.locked():
                del self._live[table]

    async def open(self, table: str, guest: str | None = None, everyone: bool = False) -> LiveTable:
        """The table as it stands now, for a guest who may see it. Raises NoSuchTable."""
        live = await self.held(table)
        latest = await self.database.read(partial(last_event, table=table))
        if latest != live.row.last_event or not (everyone or live.may_see(guest)):
            async with live.lock:
                await self.refresh(live)
        if not everyone:
            # Only now: elsewhere, the guest may have left or been let in meanwhile.
            if not live.may_see(guest):
                raise NoSuchTable(table)
            self.want(live)
        return live

    def want(self, live: LiveTable) -> None:
        """Someone looks at a table: if a bot is asked there, it is not forgotten."""
        at, often = time.monotonic(), min(WANTED_FOR, self.settings.forgotten_after / 3)
        if often and live.bot_asked and at >= self._wanted.get(live.row.id, -often) + often:
            if len(self._wanted) > MAX_WANTED:
                self._wanted.clear()
            self._wanted[live.row.id] = at
            self.begin(self._want(live.row.id, live.row.last_event))

    async def _want(self, table: str, number: int) -> None:
        with suppress(Unavailable):
            if await self.database.write(partial(_want, table=table, number=number)):
                self.call_workers()

    async def refresh(self, live: LiveTable) -> None:
        """Catch up with what other processes did, and tell it here."""
        known = live.row.last_event
        read = partial(read_since, table=live.row.id, since=known)
        found = await self.database.read(read)
        if live.row.last_event != known:
            # Told meanwhile: a change of our own, whose visitor has hung up.
            await self.refresh(live)
            return
        if found is None or found.row.last_event < known:
            return
        if len(found.news) < found.row.last_event - known:
            # Too much to tell one by one.
            fresh = await self.database.read(partial(read_live, table=live.row.id))
            if fresh is not None and fresh.row.last_event >= live.row.last_event:
                live.become(fresh)
                self.hub.bar(live.row.id, live.may_see)
                self.hub.look(live.row.id, live.row.last_event)
                if live.row.id in self.hub.topics:
                    self.hub.published[live.row.id] = live.row.last_event
        else:
            self._take_over(live, found)
        self._look_asked(live)

    def _take_over(self, live: LiveTable, found: Since) -> None:
        """Add events of the journal to a table, and publish those that are news here."""
        table, known = live.row.id, live.row.last_event
        published = max(known, self.hub.published.get(table, 0))
        before = self._public(live) if published == known else None
        happened = live.catch_up(*found)
        self.hub.bar(table, live.may_see)
        if published > known:
            live.public = None
        if news := [it for it in happened if it.written.number > published]:
            if before is None and live.messages is not None:
                live.messages.clear()
            self._publish(live, before, news)
            self.hub.publish_elsewhere(table, live.row.last_event)

    async def refresh_all(self) -> None:
        """Read again whatever is in memory: something changed that no event tells."""
        for live in list(self._live.values()):
            async with live.lock:
                await self.refresh(live)

    async def change(self, table: str, plan: Plan) -> tuple[LiveTable, list[Event]]:
        """Make a change: plan it, append it to the journal, then publish it.

        If another process was faster, the plan is made again on what it left.
        """
        live = await self.current(table)
        async with live.lock:
            for _ in range(MAX_ATTEMPTS):
                change = plan(live)
                if not change.events:
                    return live, []
                entry = entry_of(live, change)
                try:
                    # A visitor who hangs up stops nothing halfway.
                    await asyncio.shield(self.begin(self._append(live, change, entry)))
                except Conflict:
                    await self.refresh(live)
                else:
                    return live, events_of(change, entry)
        raise StaleStep(-1, live.row.sequence)

    async def _append(self, live: LiveTable, change: Change, entry: JournalEntry) -> None:
        """Append an entry, then apply and publish it, unless a refresh has done so meanwhile."""
        await self.database.append(entry)
        if live.row.last_event != entry.expected:
            self.hub.publish_elsewhere(entry.table_id, entry.events[-1].number)
            return
        before = self._public(live)
        written = [Written(it.number, it.kind, it.at, it.data) for it in entry.events]
        happened = live.apply(change, written)
        if change.sends_away:
            self.hub.bar(entry.table_id, live.may_see)
        full = self._publish(live, before, happened)
        # Who may see the table is for each process to find out at once.
        is_access = change.sends_away or any(event.kind == "seat" for event in entry.events)
        for event in entry.events:
            message = b"" if is_access else full.get(event.number, b"")
            self.hub.publish_elsewhere(entry.table_id, event.number, message)
            counter(event.kind).inc()
            if log.isEnabledFor(logging.DEBUG):
                log.debug(event.kind, extra={"table": live.row.id, "sequence": event.number})
        if entry.bot_job:
            self.call_workers()
        if asked := self._look_asked(live):
            self.hub.publish_elsewhere(asked, live.row.last_event)

    def _look_asked(self, live: LiveTable) -> str | None:
        """Have the stream of the player to move look for news; return the stream's topic."""
        guest = None if live.asked is None else live.seats[live.asked].guest
        if guest is None:
            return None
        self.hub.look(guest_topic(guest))
        return guest_topic(guest)

    def _public(self, live: LiveTable) -> Public | None:
        """Return a table's public state if messages have to go on from there."""
        return None if live.messages is None else live.public or public_of(live)

    def _publish(
        self, live: LiveTable, before: Public | None, happened: list[Happened]
    ) -> dict[int, bytes]:
        """Pass events on to this process's subscribers; return the messages that were made."""
        if not happened:
            return {}
        topic = live.row.id
        if any(it.written.kind == "seat" for it in happened):
            self.hub.whisper(topic, lambda guest: encode(yours_of(live, guest)))
        messages: list[tuple[int, bytes]] = []
        if before is not None and live.messages is not None:
            messages = messages_of(live, happened, before, self.hub)
            live.messages.extend(messages)
        full = dict(messages)
        for it in happened:
            self.hub.tell(topic, it.written, full.get(it.written.number))
        return full

    async def prepare(self, live: LiveTable) -> None:
        """Have at hand what everyone who opens the table is told, made once for all of them."""
        if live.messages is None:
            live.messages = deque(maxlen=MAX_RECENT)
        async with live.preparing:
            if live.chat is None:
                await self._read_chat(live)
            for _ in range(MAX_ATTEMPTS):
                if live.tale is not None:
                    return
                await self._make_tale(live)

    async def _read_chat(self, live: LiveTable) -> None:
        known = live.row.last_event
        # Collects what is said meanwhile.
        live.chat = said = deque[Any](maxlen=MAX_TALKED)
        try:
            found = await self.database.read(partial(read_chat, table=live.row.id))
        except BaseException:
            live.chat = None
            raise
        if live.chat is said:
            earlier = [event for event in found if event.number <= known]
            live.chat = deque([*earlier, *said], MAX_TALKED)

    async def _make_tale(self, live: LiveTable) -> None:
        """Keep what is to be told of the latest steps, if any of it still stands by then."""
        log = list(live.log)
        first = max(0, len(log) - MAX_TOLD)
        tale = await asyncio.to_thread(tell, live.position_at(first), log[first:], first)
        if live.log[:first] == log[:first]:
            pairs = zip(log[first:], live.log[first:], strict=False)
            standing = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            live.tale, live.tale_ends = tale[:standing], first + standing

    async def once(
        self, table: str, key: str | None, same: Callable[[LiveTable, Event], bool], plan: Plan
    ) -> tuple[LiveTable, list[Event]]:
        """Make a change that its key allows only once; again, it answers what it did then.

        Raises KeyReused if the key has served for something else.
        """
        try:
            return await self.change(table, plan)
        except RondelError as error:
            made = None
            if key is not None:
                made = await self.database.read(partial(event_of_key, table=table, key=key))
            if made is None or key is None:
                raise
            live = await self.open(table, everyone=True)
            if not same(live, made):
                raise IdempotencyConflict(key) from error
            return live, [made]

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
        live, published = self._live.get(table), self.hub.published.get(table, 0)
        known = max(published, 0 if live is None else live.row.last_event)
        if number <= known or table not in self.hub.topics:
            return
        if message and live is not None and live.messages is not None and number == known + 1:
            live.messages.append((number, message))
            self.hub.tell(table, msgspec.json.decode(message, type=Written), message)
        else:
            self.begin(self._catch_up(table, number))

    async def _catch_up(self, table: str, number: int) -> None:
        with suppress(RondelError):
            await self.heard_quietly(table, number)

    async def current(self, table: str) -> LiveTable:
        """Return a table with all that has been published of it here. Raises NoSuchTable."""
        live = await self.held(table)
        if live.row.last_event < self.hub.published.get(table, 0):
            async with live.lock:
                await self.refresh(live)
        return live

    async def watch(self) -> None:
        """Keep bots awake at the tables that somebody here listens to."""
        while True:
            await asyncio.sleep(1.0)
            for topic in list(self.hub.topics):
                if topic in self._live:
                    self.want(self._live[topic])
            if self.hub.is_alone:
                # A worker plays without a word.
                await self.catch_up(list(self.hub.topics))

    async def catch_up(self, topics: Sequence[str]) -> None:
        """Publish here what the journal has of topics whose messages may have been lost."""
        there = [topic for topic in topics if topic in self.hub.topics]
        listened = [topic for topic in there if not topic.startswith(GUEST)]
        guests = [topic.removeprefix(GUEST) for topic in there if topic.startswith(GUEST)]
        if listened:
            for table, number in await self.database.read(partial(_lasts, tables=listened)):
                await self.heard_quietly(table, number)
        if guests:
            turns = await self.database.read(partial(_turns, guests=guests))
            for guest in guests:
                if turns.get(guest) != self._turns.get(guest):
                    self.hub.look(guest_topic(guest))
            self._turns = turns

    async def heard_quietly(self, table: str, number: int) -> None:
        """News found by looking rather than by a hint."""
        live = self._live.get(table)
        if live is not None and live.row.last_event < number:
            async with live.lock:
                if live.row.last_event < number:
                    await self.refresh(live)
        # Whoever read the table anew meanwhile knows the event, and told nobody.
        self.hub.look(table, number)

    async def seen(self, live: LiveTable, seat: int) -> float | None:
        """When a seat's person was last known to be there; None while they are, wherever."""
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
        async with live.lock:
            if guest not in live.watchers:
                row = {"table_id": live.row.id, "guest": guest}
                if not await self.database.write(partial(_admit, row=row, link=link)):
                    raise BadLink
                live.watchers.add(guest)


@cache
def counter(kind: str) -> Counter:
    """What counts the events of a kind."""
    return metrics.EVENTS.labels(kind)


def _admit(connection: Connection, row: dict[str, str], link: int) -> bool:
    """Whether the link is still good, and stays so until this is written.

    Several windows of one visitor may do this at the same moment.
    """
    t = schema.tables
    is_good = select(t.c.id).where(t.c.id == row["table_id"], t.c.watch_link == link)
    if connection.execute(is_good.with_for_update()).scalar() is None:
        return False
    add = insert_into(connection, schema.watchers).values(row)
    connection.execute(add.on_conflict_do_nothing())
    return True


def _want(connection: Connection, table: str, number: int) -> bool:
    """Note that a bot's move is wanted; a job that was dropped is there again."""
    t, j = schema.tables, schema.jobs
    is_so = select(t.c.last_event).where(t.c.id == table, t.c.status == "playing")
    if connection.execute(is_so).scalar() != number:
        return False
    job = {"table_id": table, "worker": "", "until": 0.0, "wanted": now()}
    add = insert_into(connection, j).values(job)
    looked = add.on_conflict_do_update(index_elements=[j.c.table_id], set_={"wanted": now()})
    connection.execute(looked)
    return True


def _lasts(connection: Connection, tables: list[str]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    t = schema.tables
    for start in range(0, len(tables), 500):
        some = select(t.c.id, t.c.last_event).where(t.c.id.in_(tables[start : start + 500]))
        found += [(table, number) for table, number in connection.execute(some)]
    return found


def _turns(connection: Connection, guests: list[str]) -> dict[str, float]:
    """When guests were last asked, of those who are asked somewhere now."""
    t, s = schema.tables, schema.seats
    asked = (t.c.id == s.c.table_id, t.c.asked == s.c.seat, t.c.status == "playing")
    latest = select(s.c.guest, func.max(t.c.turn_began)).where(*asked).group_by(s.c.guest)
    found: dict[str, float] = {}
    for start in range(0, len(guests), 500):
        some = latest.where(s.c.guest.in_(guests[start : start + 500]))
        found |= {row[0]: row[1] for row in connection.execute(some)}
    return found
