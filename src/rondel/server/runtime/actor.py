"""One table's actor: it decides, appends to the journal and publishes, one command at a time."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import accumulate
from typing import Any

import msgspec
from sqlalchemy import Connection

from rondel.core import RondelError, StaleStep
from rondel.server import metrics
from rondel.server.errors import IdempotencyConflict, NoSuchTable, Overloaded, Unavailable
from rondel.server.protocol.events import (
    IdentityData,
    LinksData,
    RemarksRemovedData,
    SeatData,
)
from rondel.server.runtime.broadcast import Broadcaster, guest_topic
from rondel.server.runtime.streams import TableFeed
from rondel.server.storage.engine import Database
from rondel.server.storage.journal import Conflict, entry_of
from rondel.server.tables.evolve import Decision, Event, evolve
from rondel.server.tables.reading import (
    MAX_MISSED,
    event_of_key,
    read_keys,
    read_live,
    read_since,
)
from rondel.server.tables.state import LiveTable

log = logging.getLogger("rondel.tables")
Plan = Callable[[LiveTable], Decision]
Extra = Callable[[Connection], Any]
Checks = Callable[[LiveTable, LiveTable], Extra | None]
"""Returns what else is written together with a change from one state to another."""
MAX_WAITING = 200
MAX_ATTEMPTS = 30
ACCESS = SeatData | LinksData | IdentityData | RemarksRemovedData
"""Events on which every process reads the journal at once: access changes, or words go."""


class TableActor(TableFeed):
    """Table in memory: its state, and the requests that wait for their turn."""

    def __init__(
        self,
        database: Database,
        hub: Broadcaster,
        state: LiveTable,
        keys: set[str],
        announce: Callable[[str], None],
    ):
        super().__init__(database, hub, state)
        self.keys = keys
        """Idempotency keys that have been used."""
        self._announce = announce
        """Tells workers of tasks of a kind."""
        self.forgotten_after = 0.0
        """Seconds after which bots of a table that nobody watches move no more; 0 for never."""
        self.connections = 0
        """How many connections hold this actor, which then stays in memory."""
        self._inbox: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Return whether no connection holds it and no request waits."""
        return self._task is None and not self.connections

    @contextmanager
    def held(self) -> Generator[None]:
        """Stay in memory for as long as a connection lasts."""
        self.connections += 1
        try:
            yield
        finally:
            self.connections -= 1

    @property
    def is_behind(self) -> bool:
        """Return whether the journal is known to have, or may have, more than the state."""
        row = self.state.row
        return self.is_stale or row.last_event < self.hub.published.get(row.id, 0)

    async def ask(self, plan: Plan, checks: Checks | None = None) -> Decision:
        """Decide something; return the decision once it is on disk."""
        decision: Decision = await self._submit(partial(self._decide, plan, checks))
        return decision

    async def once(
        self, plan: Plan, key: str | None, is_same: Callable[[LiveTable, Event], bool]
    ) -> tuple[LiveTable, Event]:
        """Decide something that its key allows only once; again, return the event it made then.

        Raises IdempotencyConflict if the key was used for something else.
        """
        try:
            decision = await self.ask(plan)
            return decision.table, decision.events[0]
        except NoSuchTable:
            raise
        except RondelError as error:
            if key is None or key not in self.keys:
                raise
            read = partial(event_of_key, table=self.state.row.id, key=key)
            made = await self.database.read(read)
            if made is None or not is_same(self.state, made):
                raise IdempotencyConflict(key) from error
            return self.state, made

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
                entry = entry_of(before, decision, extra, self.forgotten_after)
                await self.database.append(entry)
            except Conflict:
                await self._catch_up()
            except (Unavailable, asyncio.CancelledError):
                self.is_stale = True
                raise
            else:
                for event, full in self._publish(decision.events, decision.states):
                    # Who may see the table is for each process to find out at once.
                    is_access = isinstance(event.data, ACCESS)
                    message = b"" if is_access or full is None else full
                    self.hub.publish_elsewhere(before.row.id, event.number, message)
                for kind in {task.kind for task in entry.tasks}:
                    self._announce(kind)
                if topic := topic_of_mover(after):
                    self.hub.publish_elsewhere(topic, after.row.last_event)
                return decision
        raise StaleStep(-1, self.state.row.sequence)

    async def _catch_up(self) -> None:
        known = self.state.row.last_event
        news = await self.database.read(partial(read_since, table=self.state.row.id, since=known))
        self.is_stale = False
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
        self._notify_mover()

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
            message = self.publish(before, event, is_news=event.number > published)
            if event.number > published:
                news.append((event, message))
            metrics.EVENTS.labels(event.kind).inc()
            if log.isEnabledFor(logging.DEBUG):
                log.debug(event.kind, extra={"table": after.row.id, "sequence": event.number})
        if events:
            self._notify_mover()
        return news

    def _notify_mover(self) -> None:
        """Have the stream of the player to move look for news."""
        if topic := topic_of_mover(self.state):
            self.hub.look(topic)


def topic_of_mover(live: LiveTable) -> str | None:
    """Return the topic of the stream of the player to move, if a person is."""
    guest = None if live.to_move is None else live.seats[live.to_move].guest
    return None if guest is None else guest_topic(guest)
