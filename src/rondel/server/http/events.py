"""Event streams for programs: NDJSON and Server-Sent Events."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, cast

from litestar import Router, get
from litestar.params import HeaderParameter, Parameter
from litestar.response import Stream

from rondel.server.errors import Unauthenticated
from rondel.server.http.dependencies import Asked
from rondel.server.http.gate import GATE, GOODBYE_TIMEOUT, Gate
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.people.sessions import Session, Sessions
from rondel.server.protocol.documents import EventPage
from rondel.server.runtime.broadcast import AccessRevoked, Ending, SlowConsumer
from rondel.server.runtime.notices import notices
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.streams import follow
from rondel.server.storage.events import events_since
from rondel.server.tables.state import LiveTable

Since = Annotated[int, Parameter(ge=0, le=2**31 - 1, description="The last event you know.")]
PAGE = 500


class Farewell:
    """Called when a reader is given up: some seconds later the connection ends, if need be."""

    def __init__(self, request: Asked):
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
async def past_events(live: LiveTable, tables: TableRegistry, since: Since = 0) -> EventPage:
    """Events after `since`, five hundred at a time."""
    # What comes after this may no longer be for the visitor.
    last = live.row.last_event
    read = partial(events_since, table=live.row.id, since=since, most=PAGE)
    page = await tables.database.read(read)
    return EventPage([event for event in page if event.number <= last], last)


@get(
    "/api/tables/{table_id:str}/stream",
    operation_id="stream_events",
    media_type="application/x-ndjson",
)
async def stream_events(
    request: Asked,
    live: LiveTable,
    session: Session | None,
    sessions: Sessions,
    tables: TableRegistry,
    limits: Limits,
    since: Since = 0,
) -> Stream:
    """Events after `since` and then for ever, one JSON document per line."""
    messages = framed(request, tables, live, session, since, as_line)
    return respond(request, session, sessions, limits, messages)


@get("/api/tables/{table_id:str}/sse", operation_id="sse_events", media_type="text/event-stream")
async def sse_events(
    request: Asked,
    live: LiveTable,
    session: Session | None,
    sessions: Sessions,
    tables: TableRegistry,
    limits: Limits,
    since: Since = 0,
    last: Annotated[int | None, HeaderParameter(name="Last-Event-ID", ge=0, le=2**31 - 1)] = None,
) -> Stream:
    """Events as Server-Sent Events; a browser that reconnects resumes by itself."""
    since = since if last is None else last
    messages = framed(request, tables, live, session, since, as_sse)
    return respond(request, session, sessions, limits, messages)


def respond(
    request: Asked,
    session: Session | None,
    sessions: Sessions,
    limits: Limits,
    messages: AsyncIterator[bytes],
) -> Stream:
    """Return a stream that ends with its session. Raises TooMany."""
    visitor = None if session is None else session.identity
    limits.check_streams(request, visitor)
    allowed = until_revoked(request, sessions, session, messages)
    return Stream(limits.counted(request, visitor, allowed))


async def until_revoked(
    request: Asked,
    sessions: Sessions,
    session: Session | None,
    messages: AsyncIterator[bytes],
) -> AsyncIterator[bytes]:
    """Yield a stream's messages; close its connection once the session is revoked."""
    gate: Gate = cast(Any, request.scope)["state"][GATE]
    with suppress(Unauthenticated), sessions.connected(session, gate.transport.close):
        async for message in messages:
            yield message


async def framed(
    request: Asked,
    tables: TableRegistry,
    live: LiveTable,
    session: Session | None,
    since: int,
    frame: Callable[[int, bytes], bytes],
) -> AsyncIterator[bytes]:
    """Yield a table's events; a reader too slow finds the stream ended and resumes."""
    farewell = Farewell(request)
    guest = None if session is None else session.identity.id
    try:
        async for number, message in follow(tables, live.row.id, guest, since, gave_up=farewell):
            yield frame(number, message)
    except SlowConsumer:
        yield frame(0, b'{"kind":"dropped"}')
    except AccessRevoked:
        return
    except Ending:
        yield frame(0, b'{"kind":"ending"}')
    finally:
        farewell.taken()


def as_line(number: int, message: bytes) -> bytes:
    """Return a message as a line."""
    return message + b"\n"


def as_sse(number: int, message: bytes) -> bytes:
    """Return a message as a Server-Sent Event; those in the log carry their number as id."""
    name = b"id: %d\n" % number if number else b""
    return name + b"data: " + message + b"\n\n"


@get("/api/me/stream", operation_id="my_notices", media_type="application/x-ndjson")
async def my_notices(
    request: Asked,
    session: Session | None,
    person: Identity,
    sessions: Sessions,
    tables: TableRegistry,
    limits: Limits,
) -> Stream:
    """Stream a line for each table where it is your turn, now and from now on."""
    messages = notices(tables, person.id, person.is_bot)
    return respond(request, session, sessions, limits, messages)


router = Router(
    "/", route_handlers=[past_events, stream_events, sse_events, my_notices], tags=["events"]
)
