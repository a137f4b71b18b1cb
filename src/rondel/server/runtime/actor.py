"""One table's actor: it decides, appends to the journal and publishes, one command at a time."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import Any

import msgspec
from prometheus_client import Counter
from sqlalchemy import Connection

from rondel.core import RondelError, StaleStep
from rondel.server import metrics
from rondel.server.errors import IdempotencyConflict, NoSuchTable, Overloaded, Unavailable
from rondel.server.protocol import documents
from rondel.server.protocol.documents import NarratedStep, Written
from rondel.server.protocol.events import (
    ChatData,
    IdentityData,
    LinksData,
    RemarksRemovedData,
    SeatData,
)
from rondel.server.runtime.broadcast import Broadcaster
from rondel.server.storage.engine import Database
from rondel.server.storage.journal import Conflict, JournalEntry, entry_of
from rondel.server.tables.evolve import Decision, Event, evolve
from rondel.server.tables.reading import MAX_MISSED, read_chat, read_keys, read_live, read_since
from rondel.server.tables.state import MAX_NARRATED, MAX_TALKED, LiveTable
from rondel.server.tables.view import (
    Public,
    bare,
    document_of,
    message_of,
    narrate_latest,
    narration_of,
    patch_of,
    public_of,
    snapshot_of,
    yours_of,
)

log = logging.getLogger("rondel.tables")
Plan = Callable[[LiveTable], Decision]
Extra = Callable[[Connection], Any]
Checks = Callable[[LiveTable, LiveTable], Extra | None]
"""Returns what else is written together with a change from one state to another."""
MAX_WAITING = 200
MAX_ATTEMPTS = 30
MAX_MESSAGES = 24
ACCESS = SeatData | LinksData | IdentityData | RemarksRemovedData
"""Events on which every process reads the journal at once: access changes, or words go."""
encode, decode = msgspec.json.encode, msgspec.json.decode


class TableActor:
    """Table in memory: its state, and the requests that wait for their turn."""

    def __init__(self, database: Database, hub: Broadcaster, state: LiveTable, keys: set[str]):
        self.database = database
        self.hub = hub
        self.state = state
        self.keys = keys
        """Idempotency keys that have been used."""
        self.appended: Callable[[LiveTable, LiveTable, JournalEntry], None] = lambda *_: None
        """Called after an entry that led from one state to another was appended here."""
        self.moved: Callable[[LiveTable], None] = lambda state: None
        """Called after the state has changed, wherever that was decided."""
        self.messages: deque[tuple[int, bytes]] | None = None
        """Latest messages without a gap, once there is a subscriber."""
        self.narration: list[NarratedStep] | None = None
        """Narration of the latest steps, once requested."""
        self.chat: deque[documents.Event] | None = None
        """Latest remarks, once requested."""
        self._public: tuple[LiveTable, Public] | None = None
        self._preparing = asyncio.Lock()
        self._is_stale = False
        """True if the journal may have more than the state, as nobody knows what was written."""
        self._inbox: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Return whether no request waits."""
        return self._task is None

    @property
    def is_behind(self) -> bool:
        """Return whether the journal is known to have, or may have, more than the state."""
        row = self.state.row
        return self._is_stale or row.last_event < self.hub.published.get(row.id, 0)

    async def ask(self, plan: Plan, checks: Checks | None = None) -> Decision:
        """Decide something; return the decision once it is on disk."""
        decision: Decision = await self._submit(partial(self._decide, plan, checks))
        return decision

    async def catch_up(self) -> None:
        """Take over what other processes did."""
        await self._submit(self._catch_up)

    async def reload(self) -> None:
        """Read the table from the database again, after a change without an event."""
        await self._submit(self._reload)

    def _submit(self, work: Callable[[], Awaitable[Any]]) -> "asyncio.Future[Any]":
        """Put work into the inbox. A visitor who hangs up stops nothing halfway."""
        if len(self._inbox) > MAX_WAITING:
            raise Overloaded
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._inbox.append((work, answer))
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        return answer

    async def _run(self) -> None:
        """Do what waits, one by one; refuse what still waits if the task is cancelled."""
        try:
            while self._inbox:
                work, answer = self._inbox[0]
                found, problem = None, None
                try:
                    found = await work()
                except Exception as error:
                    problem = error
                self._inbox.popleft()
                if answer.done():
                    continue
                if problem is None:
                    answer.set_result(found)
                else:
                    answer.set_exception(problem)
        finally:
            self._task = None
            for _, answer in self._inbox:
                if not answer.done():
                    answer.set_exception(Unavailable("the server stops"))
            self._inbox.clear()

    async def _decide(self, plan: Plan, checks: Checks | None) -> Decision:
        """Decide, append to the journal, then publish; again if another process was faster.

        A refusal may come from what another process has changed, so it is only final once the
        journal was read.
        """
        is_fresh = self.hub.is_alone
        if self.is_behind:
            await self._catch_up()
            is_fresh = True
        for _ in range(MAX_ATTEMPTS):
            before = self.state
            try:
                decision = plan(before)
            except RondelError:
                if is_fresh:
                    raise
                await self._catch_up()
                is_fresh = True
                continue
            if not decision.events:
                return decision
            for event in decision.events:
                if event.key in self.keys:
                    raise IdempotencyConflict(str(event.key))
            after = decision.table
            extra = None if checks is None else checks(before, after)
            try:
                entry = entry_of(before, decision, extra)
                await self.database.append(entry)
            except Conflict:
                await self._catch_up()
            except (Unavailable, asyncio.CancelledError):
                self._is_stale = True
                raise
            else:
                for event, full in self._publish(decision.events, decision.states):
                    # Who may see the table is for each process to find out at once.
                    is_access = isinstance(event.data, ACCESS)
                    message = b"" if is_access or full is None else full
                    self.hub.publish_elsewhere(before.row.id, event.number, message)
                self.appended(before, after, entry)
                return decision
        raise StaleStep(-1, self.state.row.sequence)

    async def _catch_up(self) -> None:
        known = self.state.row.last_event
        news = await self.database.read(partial(read_since, table=self.state.row.id, since=known))
        self._is_stale = False
        if news is None:
            raise NoSuchTable(self.state.row.id)
        if news.last_event < known:
            return
        if len(news.events) >= MAX_MISSED:
            await self._reload()
        else:
            states = list(accumulate(news.events, evolve, initial=self.state))[1:]
            if self._publish(news.events, states):
                self.hub.publish_elsewhere(self.state.row.id, self.state.row.last_event)
            self.admit(news.watchers)

    async def _reload(self) -> None:
        fresh = await self.database.read(partial(read_live, table=self.state.row.id))
        if fresh is None:
            raise NoSuchTable(self.state.row.id)
        keys = await self.database.read(partial(read_keys, table=self.state.row.id))
        is_same = fresh.row.last_event == self.state.row.last_event
        self.state, self.keys = fresh, keys
        if not is_same:
            self.narration = self.chat = None
            if self.messages is not None:
                self.messages.clear()
            self.hub.revoke(fresh.row.id, fresh.may_see)
            self.hub.look(fresh.row.id, fresh.row.last_event)
            if fresh.row.id in self.hub.topics:
                self.hub.published[fresh.row.id] = fresh.row.last_event
        self.moved(fresh)

    def admit(self, watchers: frozenset[str]) -> None:
        """Take over who may watch, which no event tells."""
        if watchers != self.state.watchers:
            self.state = msgspec.structs.replace(self.state, watchers=watchers)

    def _publish(
        self, events: Sequence[Event], states: Sequence[LiveTable]
    ) -> list[tuple[Event, bytes | None]]:
        """Go on to the states after some events, and tell this process's subscribers.

        Return the events that had not been published here, with their messages.
        """
        news: list[tuple[Event, bytes | None]] = []
        published = self.hub.published.get(self.state.row.id, 0)
        for event, after in zip(events, states, strict=True):
            before, self.state = self.state, after
            if event.key is not None:
                self.keys.add(event.key)
            if after.seats is not before.seats or after.watchers != before.watchers:
                self.hub.revoke(after.row.id, after.may_see)
            narration = [] if self.messages is None else narration_of(before, after)
            self._remember(event, narration)
            if event.number > published:
                news.append((event, self._publish_event(before, event, narration)))
            counter(event.kind).inc()
            if log.isEnabledFor(logging.DEBUG):
                log.debug(event.kind, extra={"table": after.row.id, "sequence": event.number})
        if events:
            self.moved(self.state)
        return news

    def _remember(self, event: Event, narration: list[NarratedStep]) -> None:
        """Keep an event's remark and narration for clients that connect later."""
        if isinstance(event.data, ChatData) and self.chat is not None:
            self.chat.append(document_of(event))
        if isinstance(event.data, IdentityData | RemarksRemovedData):
            # Both were rewritten in the log; what was read of it before has the words still.
            self.chat = None
            if self.messages is not None:
                self.messages.clear()
        if self.narration is not None:
            kept = len(self.state.log) - len(narration)
            earlier = [it for it in self.narration if it.at < kept]
            self.narration = (earlier + narration)[-MAX_NARRATED:]

    def _publish_event(
        self, before: LiveTable, event: Event, narration: list[NarratedStep]
    ) -> bytes | None:
        """Pass an event on to this process's subscribers; return its message if one was made."""
        after, topic = self.state, self.state.row.id
        if isinstance(event.data, SeatData | IdentityData):
            self.hub.send_to(topic, lambda guest: encode(yours_of(after, guest)))
        full = None
        if self.messages is not None:
            public = self.public(before)
            patch = patch_of(after, public, self.public(after), self.hub)
            full = message_of(event, narration, patch)
            self.messages.append((event.number, full))
        self.hub.publish(topic, event.number, lambda: bare(event), full)
        return full

    def pass_on(self, number: int, message: bytes) -> bool:
        """Pass on a message that another process has made; return False after a gap."""
        table = self.state.row.id
        known = max(self.hub.published.get(table, 0), self.state.row.last_event)
        if number <= known:
            return True
        if not message or self.messages is None or number != known + 1:
            self._is_stale = True
            return False
        self.messages.append((number, message))
        self.hub.publish(table, number, lambda: encode(decode(message, type=Written)), message)
        return True

    def public(self, state: LiveTable) -> Public:
        """Return a state as everyone may know it; the one asked for last is at hand."""
        if self._public is None or self._public[0] is not state:
            self._public = state, public_of(state)
        return self._public[1]

    def messages_since(self, number: int) -> list[tuple[int, bytes]] | None:
        """Return the messages after an event, if all of them are at hand."""
        if number >= self.state.row.last_event:
            return []
        if not self.messages or self.messages[0][0] > number + 1:
            return None
        return [message for message in self.messages if message[0] > number]

    def opened(self, guest: str | None) -> bytes:
        """Return all that a page needs to begin with, once it is prepared."""
        return snapshot_of(self.state, guest, self.hub, self.narration or [], self.chat or ())

    async def prepare(self) -> None:
        """Read the chat and the narration that every connecting client receives."""
        async with self._preparing:
            if self.messages is None:
                self.messages = deque(maxlen=MAX_MESSAGES)
            if self.chat is None:
                await self._read_chat()
            while self.narration is None:
                state = self.state
                narration = await asyncio.to_thread(narrate_latest, state)
                if self.state.history is state.history:
                    self.narration = narration

    async def _read_chat(self) -> None:
        known = self.state.row.last_event
        # Collects what is said meanwhile.
        self.chat = said = deque[documents.Event](maxlen=MAX_TALKED)
        try:
            found = await self.database.read(partial(read_chat, table=self.state.row.id))
        except BaseException:
            self.chat = None
            raise
        if self.chat is said:
            earlier = [event for event in found if event.number <= known]
            self.chat = deque([*earlier, *said], MAX_TALKED)


@cache
def counter(kind: str) -> Counter:
    """Return the counter of a kind of events."""
    return metrics.EVENTS.labels(kind)
