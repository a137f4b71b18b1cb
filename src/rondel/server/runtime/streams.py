"""Event streams: what happened since a number, then what happens, without a gap."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import TypeVar

import msgspec

from rondel.core import RondelError
from rondel.server.errors import Unavailable
from rondel.server.protocol.messages import Beat, Present
from rondel.server.runtime.broadcast import LOOK, AccessRevoked, Subscriber
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage.events import written_since
from rondel.server.storage.rows import now
from rondel.server.tables.state import LiveTable
from rondel.server.tables.view import watching, yours_of

Found = TypeVar("Found")
PAGE = 500
TIMEOUT = 1.0
"""Seconds after which a stream asks again a database that did not answer."""
PRESENCE_AFTER = 0.2
"""Seconds during which comings and goings are gathered into one message."""


def presence_of(tables: TableRegistry, live: LiveTable) -> bytes:
    """Return the presence message of a table, which has no number."""
    present = tables.hub.present(live.row.id)
    seats = [s.seat for s in live.seats if s.guest and s.guest in present]
    return msgspec.json.encode(Present(seats, watching(live, present)))


def beat() -> bytes:
    """Return a heartbeat."""
    return msgspec.json.encode(Beat(round(now(), 3)))


async def retry_until_available(ask: Callable[[], Awaitable[Found]]) -> Found:
    """Return the result of a request, repeated until the database is available."""
    while True:
        try:
            return await ask()
        except Unavailable:
            await asyncio.sleep(TIMEOUT)


async def logged(
    tables: TableRegistry, table: str, since: int, until: int
) -> AsyncIterator[tuple[int, bytes]]:
    """Yield the log between two events, page by page."""
    while since < until:
        read = partial(written_since, table=table, since=since, most=PAGE)
        page = await retry_until_available(partial(tables.database.read, read))
        for event in page:
            since = event.number
            if since <= until:
                yield since, msgspec.json.encode(event)
        if len(page) < PAGE:
            return


async def missed(
    tables: TableRegistry, table: str, listener: Subscriber
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
    tables: TableRegistry,
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
                        yield 0, msgspec.json.encode(yours_of(live, guest))
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


def tell_presence_soon(tables: TableRegistry, table: str) -> None:
    """Tell who is there, once however many come and go meanwhile."""
    if table not in tables.hub.restless:
        tables.hub.restless.add(table)
        asyncio.get_running_loop().call_later(PRESENCE_AFTER, tell_presence, tables, table)


def tell_presence(tables: TableRegistry, table: str) -> None:
    """Tell everyone at the table who is there."""
    tables.hub.restless.discard(table)
    live = tables.peek(table)
    if live is not None:
        tables.hub.publish_ephemeral(table, presence_of(tables, live))
    elif table in tables.hub.topics:
        tables.begin(_tell_presence(tables, table))


async def _tell_presence(tables: TableRegistry, table: str) -> None:
    """Publish the presence at a table that is not in memory."""
    with contextlib.suppress(RondelError):
        tables.hub.publish_ephemeral(table, presence_of(tables, (await tables.actor(table)).state))
