"""Event streams of a table: what happened since a number, then what happens, without a gap."""

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from rondel.core import RondelError
from rondel.server.errors import Unavailable
from rondel.server.protocol import documents
from rondel.server.protocol.documents import NarratedStep, Written
from rondel.server.protocol.events import ChatData, IdentityData, RemarksRemovedData, SeatData
from rondel.server.protocol.messages import Beat, Present
from rondel.server.runtime.broadcast import LOOK, AccessRevoked, Broadcaster, Subscriber
from rondel.server.storage.engine import Database
from rondel.server.storage.events import written_since
from rondel.server.storage.rows import now
from rondel.server.tables.evolve import Event
from rondel.server.tables.reading import read_chat
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
    watching,
    yours_of,
)

if TYPE_CHECKING:
    from rondel.server.runtime.registry import TableRegistry

encode, decode = msgspec.json.encode, msgspec.json.decode

Found = TypeVar("Found")
PAGE = 500
TIMEOUT = 1.0
"""Seconds after which a stream asks again a database that did not answer."""
MAX_MESSAGES = 24
"""Messages of each table that are kept for clients that reconnect."""
PRESENCE_AFTER = 0.2
"""Seconds during which comings and goings are gathered into one message."""


class TableFeed:
    """Latest state of a table, and what its subscribers receive."""

    def __init__(self, database: Database, hub: Broadcaster, state: LiveTable):
        self.database = database
        self.hub = hub
        self.state = state
        self.is_stale = False
        """True if the journal may have more than the state, as nobody knows what was written."""
        self.messages: deque[tuple[int, bytes]] | None = None
        """Latest messages without a gap, once there is a subscriber."""
        self.narration: list[NarratedStep] | None = None
        """Narration of the latest steps, once requested."""
        self.chat: deque[documents.Event] | None = None
        """Latest remarks, once requested."""
        self._public: tuple[LiveTable, Public] | None = None
        self._preparing = asyncio.Lock()

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

    def publish(self, before: LiveTable, event: Event, is_news: bool) -> bytes | None:
        """Take note of an event that led to the present state; pass it on if it is news here.

        Return its message, if one was made.
        """
        narration = [] if self.messages is None else narration_of(before, self.state)
        self._remember(event, narration)
        if not is_news:
            return None
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

    @property
    def published(self) -> int:
        """Return the number of the latest event that subscribers here were sent."""
        row = self.state.row
        return max(row.last_event, self.hub.published.get(row.id, 0))

    def pass_on(self, number: int, message: bytes) -> bool:
        """Pass on a message that another process has made; return False after a gap."""
        table, known = self.state.row.id, self.published
        if number <= known:
            return True
        if not message or self.messages is None or number != known + 1:
            self.is_stale = True
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


def presence_of(tables: "TableRegistry", live: LiveTable) -> bytes:
    """Return the presence message of a table, which has no number."""
    present = tables.hub.present(live.row.id)
    seats = [s.seat for s in live.seats if s.guest and s.guest in present]
    return encode(Present(seats, watching(live, present)))


def beat() -> bytes:
    """Return a heartbeat."""
    return encode(Beat(round(now(), 3)))


async def retry_until_available(ask: Callable[[], Awaitable[Found]]) -> Found:
    """Return the result of a request, repeated until the database is available."""
    while True:
        try:
            return await ask()
        except Unavailable:
            await asyncio.sleep(TIMEOUT)


async def logged(
    tables: "TableRegistry", table: str, since: int, until: int
) -> AsyncIterator[tuple[int, bytes]]:
    """Yield the log between two events, page by page."""
    while since < until:
        read = partial(written_since, table=table, since=since, most=PAGE)
        page = await retry_until_available(partial(tables.database.read, read))
        for event in page:
            since = event.number
            if since <= until:
                yield since, encode(event)
        if len(page) < PAGE:
            return


async def missed(
    tables: "TableRegistry", table: str, listener: Subscriber
) -> AsyncIterator[tuple[int, bytes]]:
    """Yield the messages that a subscriber has missed. Raises AccessRevoked.

    If full messages are not available any more, they are bare events and then a snapshot.
    """
    actor = await retry_until_available(partial(tables.current, table))
    if listener.is_full:
        await retry_until_available(actor.prepare)
    if not actor.state.may_see(listener.guest):
        raise AccessRevoked
    messages = actor.messages_since(listener.last) if listener.is_full else None
    if messages is None:
        while listener.last < (until := actor.state.row.last_event):
            async for number, text in logged(tables, table, listener.last, until):
                listener.last = number
                yield number, text
            if not actor.state.may_see(listener.guest):
                raise AccessRevoked
        if not listener.is_full:
            return
        messages = [(listener.last, actor.opened(listener.guest))]
    for number, text in messages:
        listener.last = number
        yield number, text


async def follow(
    tables: "TableRegistry",
    table: str,
    guest: str | None,
    since: int | None,
    gave_up: Callable[[], None] | None = None,
    is_full: bool = False,
) -> AsyncIterator[tuple[int, bytes]]:
    """Yield a table's events after `since`, without end, as pairs of number (or 0) and message.

    Without `since`, a snapshot comes first; with it, a full subscriber first receives its seats,
    since they may have changed meanwhile. `gave_up` is called as soon as the subscriber lags too
    far, even while it takes a message. A banned guest receives nothing more, nor anything of the
    past. Raises SlowConsumer or AccessRevoked.
    """
    with tables.hub.listening(table, guest, is_full) as listener:
        listener.gave_up = gave_up
        tell_presence_soon(tables, table)
        try:
            if since is None:
                actor = await retry_until_available(partial(tables.current, table))
                await retry_until_available(actor.prepare)
                if not actor.state.may_see(guest):
                    listener.revoke()
                listener.check()
                listener.last = actor.state.row.last_event
                yield listener.last, actor.opened(guest)
            else:
                listener.last = since
                if is_full:
                    live = (await retry_until_available(partial(tables.actor, table))).state
                    if live.may_see(guest):
                        yield 0, encode(yours_of(live, guest))
                async for found in missed(tables, table, listener):
                    listener.check()
                    yield found
            while True:
                taken = await listener.take(tables.settings.heartbeat)
                if not taken:
                    yield 0, beat()
                for message in taken:
                    if message is LOOK or message.number > listener.last + 1:
                        # Told of elsewhere, or out of order: the log knows what came between.
                        async for found in missed(tables, table, listener):
                            listener.check()
                            yield found
                    listener.check()
                    if message.text and (message.number == 0 or message.number > listener.last):
                        listener.last = message.number or listener.last
                        yield message.number, message.text
        finally:
            tell_presence_soon(tables, table)


def tell_presence_soon(tables: "TableRegistry", table: str) -> None:
    """Tell who is there, once however many come and go meanwhile."""
    if table not in tables.hub.restless:
        tables.hub.restless.add(table)
        asyncio.get_running_loop().call_later(PRESENCE_AFTER, tell_presence, tables, table)


def tell_presence(tables: "TableRegistry", table: str) -> None:
    """Tell everyone at the table who is there."""
    tables.hub.restless.discard(table)
    live = tables.peek(table)
    if live is not None:
        tables.hub.publish_ephemeral(table, presence_of(tables, live))
    elif table in tables.hub.topics:
        tables.begin(_tell_presence(tables, table))


async def _tell_presence(tables: "TableRegistry", table: str) -> None:
    """Publish the presence at a table that is not in memory."""
    with contextlib.suppress(RondelError):
        tables.hub.publish_ephemeral(table, presence_of(tables, (await tables.actor(table)).state))
