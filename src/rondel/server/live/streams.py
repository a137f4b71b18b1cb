"""Event streams: what happened since a number, then what happens, without a gap."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from functools import partial

import msgspec

from rondel.contract import RondelError
from rondel.server.database.events import events_since
from rondel.server.database.rows import now
from rondel.server.errors import Unavailable
from rondel.server.live.frames import Outlet
from rondel.server.live.hub import LOOK, Listener
from rondel.server.live.tables import Tables
from rondel.server.messages import Beat, Present
from rondel.server.table.news import opened_of
from rondel.server.table.table import LiveTable
from rondel.server.table.views import watching

PAGE = 500
PATIENCE = 1.0
"""Seconds after which a stream asks again a database that did not answer."""
PRESENCE_AFTER = 0.2
"""Seconds during which comings and goings are gathered into one message."""


def presence_of(tables: Tables, live: LiveTable) -> bytes:
    """Who is at the table now: not in the log, so without a number."""
    present = tables.hub.present(live.row.id)
    seats = [s.seat for s in live.seats if s.guest and s.guest in present]
    return msgspec.json.encode(Present(seats, watching(live, present)))


def beat() -> bytes:
    """A sign of life."""
    return msgspec.json.encode(Beat(round(now(), 3)))


async def logged(tables: Tables, table: str, since: int) -> AsyncIterator[tuple[int, bytes]]:
    """What the log has after an event, page by page."""
    while True:
        read = partial(events_since, table=table, since=since, most=PAGE)
        try:
            page = await tables.database.read(read)
        except Unavailable:
            await asyncio.sleep(PATIENCE)
            continue
        for event in page:
            since = event.number
            yield since, msgspec.json.encode(event)
        if len(page) < PAGE:
            return


async def missed(
    tables: Tables, table: str, guest: str | None, listener: Listener
) -> AsyncIterator[tuple[int, bytes]]:
    """What a listener has missed. One who wants all that belongs to events, but comes too late for
    that, has the bare log and then the table as it stands.
    """
    live = await tables.held(table) if listener.is_full else None
    is_late = False
    while True:
        fresh = None if live is None else tables.fresh_since(live, listener.last)
        for number, text in fresh or ():
            listener.last = number
            yield number, text
        if live is not None and fresh is not None:
            if listener.last < live.row.last_event:
                continue
            if is_late:
                yield listener.last, opened_of(live, guest, tables.hub)
            return
        async for number, text in logged(tables, table, listener.last):
            listener.last = number
            yield number, text
        if live is None:
            return
        is_late = True
        await prepared(tables, live)


async def prepared(tables: Tables, live: LiveTable) -> None:
    """Have at hand what everyone who opens the table is told, whatever the database does."""
    while True:
        try:
            await tables.prepare(live)
            return
        except Unavailable:
            await asyncio.sleep(PATIENCE)


async def follow(
    tables: Tables,
    table: str,
    guest: str | None,
    since: int | None,
    outlet: Outlet | None = None,
    gave_up: Callable[[], None] | None = None,
    is_full: bool = False,
) -> AsyncIterator[tuple[int, bytes]]:
    """A table's events after `since`, for ever: (number or 0, message). Raises TooSlow.

    Without `since`, the table as it stands comes first. With an outlet, what comes in order once
    the past is told goes there instead. `gave_up` is called as soon as the reader lags too far,
    even while it takes a message. Whoever is barred hears nothing more, of the past either.
    """
    with tables.hub.listening(table, guest, is_full) as listener:
        listener.gave_up = gave_up
        tell_presence_soon(tables, table)
        try:
            if since is None:
                live = await tables.held(table)
                await prepared(tables, live)
                listener.last = live.row.last_event
                yield listener.last, opened_of(live, guest, tables.hub)
            else:
                listener.last = since
                async for found in missed(tables, table, guest, listener):
                    listener.check()
                    yield found
            listener.outlet = outlet
            while True:
                taken = await listener.take(tables.settings.heartbeat)
                if not taken:
                    yield 0, beat()
                for message in taken:
                    if message is LOOK or message.number > listener.last + 1:
                        # Told of elsewhere, or out of order: the log knows what came between.
                        async for found in missed(tables, table, guest, listener):
                            listener.check()
                            yield found
                    listener.check()
                    if message.text and (message.number == 0 or message.number > listener.last):
                        listener.last = message.number or listener.last
                        yield message.number, message.text
        finally:
            tell_presence_soon(tables, table)


def tell_presence_soon(tables: Tables, table: str) -> None:
    """Tell who is there, once however many come and go meanwhile."""
    if table not in tables.hub.restless:
        tables.hub.restless.add(table)
        asyncio.get_running_loop().call_later(PRESENCE_AFTER, tell_presence, tables, table)


def tell_presence(tables: Tables, table: str) -> None:
    """Tell everyone at the table who is there."""
    tables.hub.restless.discard(table)
    live = tables.peek(table)
    if live is not None:
        tables.hub.say(table, presence_of(tables, live))
    elif table in tables.hub.topics:
        tables.begin(_tell_presence(tables, table))


async def _tell_presence(tables: Tables, table: str) -> None:
    """The same at a table that is not in memory."""
    with contextlib.suppress(RondelError):
        tables.hub.say(table, presence_of(tables, await tables.held(table)))
