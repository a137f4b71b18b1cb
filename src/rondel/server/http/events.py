"""Doors for listening: WebSocket for browsers, NDJSON and Server-Sent Events for programs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, cast

from litestar import Request, Router, get
from litestar.params import HeaderParameter, Parameter
from litestar.response import Stream

from rondel.server.errors import Unauthenticated
from rondel.server.http.gate import GATE, GOODBYE_TIMEOUT, Gate
from rondel.server.http.rate_limits import Limits
from rondel.server.http.tables import TableId
from rondel.server.identities import Identity
from rondel.server.people.sessions import Session, Sessions
from rondel.server.protocol.documents import EventPage
from rondel.server.runtime.broadcast import AccessRevoked, Ending, SlowConsumer
from rondel.server.runtime.notices import notices
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.streams import follow
from rondel.server.storage.events import events_since

Since = Annotated[int, Parameter(ge=0, le=2**31 - 1, description="The last event you know.")]
PAGE = 500


class Farewell:
    """Called when a reader is given up: some seconds later the connection ends, if need be."""

    def __init__(self, request: Request[Any, Any, Any]):
        self._gate: Gate = cast(Any, request.scope)["state"][GATE]
        self._alarm: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        """Give the reader a few more seconds."""
        cut = self._gate.transport.abort
        self._alarm = asyncio.get_running_loop().call_later(GOODBYE_TIMEOUT, cut)

    def taken(self) -> None:
        """Record that the client has received the farewell or disconnected."""
        if self._alarm is not None:
            self._alarm.cancel()


@get("/api/tables/{table_id:str}/events", operation_id="past_events")
async def past_events(
    table_id: TableId, visitor: Identity | None, tables: TableRegistry, since: Since = 0
) -> EventPage:
    """Events after `since`, five hundred at a time."""
    live = await tables.open(table_id, visitor.id if visitor else None)
    # What comes after this may no longer be for the visitor.
    last = live.row.last_event
    page = await tables.database.read(partial(events_since, table=table_id, since=since, most=PAGE))
    return EventPage([event for event in page if event.number <= last], last)


@get(
    "/api/tables/{table_id:str}/stream",
    operation_id="stream_events",
    media_type="application/x-ndjson",
)
async def stream_events(
    request: Request[Any, Any, Any],
    table_id: TableId,
    session: Session | None,
    visitor: Identity | None,
    sessions: Sessions,
    tables: TableRegistry,
    limits: Limits,
    since: Since = 0,
) -> Stream:
    """Events after `since` and then for ever, one JSON document per line."""
    guest = visitor.id if visitor else None
    await tables.open(table_id, guest)
    limits.check_streams(request, visitor)
    farewell = Farewell(request)
    messages = follow(tables, table_id, guest, since, gave_up=farewell)
    told = until_revoked(request, sessions, session, as_lines(messages, farewell))
    return Stream(limits.counted(request, visitor, told))


@get("/api/tables/{table_id:str}/sse", operation_id="sse_events", media_type="text/event-stream")
async def sse_events(
    request: Request[Any, Any, Any],
    table_id: TableId,
    session: Session | None,
    visitor: Identity | None,
    sessions: Sessions,
    tables: TableRegistry,
    limits: Limits,
    since: Since = 0,
    last: Annotated[int | None, HeaderParameter(name="Last-Event-ID", ge=0, le=2**31 - 1)] = None,
) -> Stream:
    """Return the same as Server-Sent Events; a browser that reconnects resumes by itself."""
    guest = visitor.id if visitor else None
    await tables.open(table_id, guest)
    limits.check_streams(request, visitor)
    farewell = Farewell(request)
    messages = follow(tables, table_id, guest, since if last is None else last, gave_up=farewell)
    told = until_revoked(request, sessions, session, as_sse(messages, farewell))
    return Stream(limits.counted(request, visitor, told))


async def until_revoked(
    request: Request[Any, Any, Any],
    sessions: Sessions,
    session: Session | None,
    messages: AsyncIterator[bytes],
) -> AsyncIterator[bytes]:
    """Yield a stream's messages; close its connection once the session is revoked."""
    gate: Gate = cast(Any, request.scope)["state"][GATE]
    with suppress(Unauthenticated), sessions.connected(session, gate.transport.close):
        async for message in messages:
            yield message


async def as_lines(
    messages: AsyncIterator[tuple[int, bytes]], farewell: Farewell
) -> AsyncIterator[bytes]:
    """One JSON document per line; a reader too slow finds the stream ended and resumes."""
    try:
        async for _, message in messages:
            yield message + b"\n"
    except SlowConsumer:
        yield b'{"kind":"dropped"}\n'
    except AccessRevoked:
        return
    except Ending:
        yield b'{"kind":"ending"}\n'
    finally:
        farewell.taken()


async def as_sse(
    messages: AsyncIterator[tuple[int, bytes]], farewell: Farewell
) -> AsyncIterator[bytes]:
    """Server-Sent Events; those in the log carry their number as id."""
    try:
        async for number, message in messages:
            name = b"id: %d\n" % number if number else b""
            yield name + b"data: " + message + b"\n\n"
    except SlowConsumer:
        yield b'data: {"kind":"dropped"}\n\n'
    except AccessRevoked:
        return
    except Ending:
        yield b'data: {"kind":"ending"}\n\n'
    finally:
        farewell.taken()


@get("/api/me/stream", operation_id="my_notices", media_type="application/x-ndjson")
async def my_notices(
    request: Request[Any, Any, Any],
    session: Session | None,
    person: Identity,
    sessions: Sessions,
    tables: TableRegistry,
    limits: Limits,
) -> Stream:
    """Stream a line for each table where it is your turn, now and from now on."""
    limits.check_streams(request, person)
    told = until_revoked(request, sessions, session, notices(tables, person.id, person.is_bot))
    return Stream(limits.counted(request, person, told))


router = Router(
    "/", route_handlers=[past_events, stream_events, sse_events, my_notices], tags=["events"]
)
