"""HTTP connections: so many for each address, never half-open for long, and able to be cut off."""

import asyncio
import json
import resource
from collections import defaultdict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

from litestar import Request
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rondel.server.door.limits import network

GOODBYE = 5.0
"""Seconds to read why one is dropped."""
HEAD_SECONDS = 10.0
"""Seconds from a request's first byte, or the connection's beginning, to the end of its head."""
BODY_SECONDS = 60.0
"""Seconds from there to the end of its body."""
IDLE_SECONDS = 75
"""Seconds a connection stays open for the next request: longer than proxies and programs keep
theirs, since whoever closes first may do so in the very moment the other asks."""
MOST_HEAD = 65_536
"""Bytes of a request's head."""
MOST_AHEAD = 16
"""Requests that may be sent ahead of the answers to those before them; browsers send none."""
MOST_FILES = 65_536
"""So many connections and files a server wants to be allowed at once."""
CUT_OFF = "rondel.cut_off"
"""Where a request's scope has what ends its connection, among the extensions."""


class TooFarAhead(Exception):
    """Raised to stop reading requests of whoever has sent too many."""


class Crowd:
    """Who is connected, by address."""

    def __init__(self, most: int, proxies: str = ""):
        self.most = most
        self.trusted = {network(address.strip()) for address in proxies.split(",")}
        """Proxies, through which many come."""
        self._there: defaultdict[str, dict[Connection, None]] = defaultdict(dict)
        """Those of each address, the first to come first."""

    def enter(self, connection: "Connection") -> bool:
        """Count one more; one too many takes the place of one that only waits, if there is any."""
        who = network(connection.address)
        is_free = not self.most or who in self.trusted or "*" in self.trusted
        if not is_free and len(self._there[who]) >= self.most:
            idle = next((one for one in self._there[who] if one.is_idle), None)
            if idle is None:
                return False
            idle.make_room()
        self._there[who][connection] = None
        return True

    def leave(self, connection: "Connection") -> None:
        """One of them has gone."""
        who = network(connection.address)
        self._there[who].pop(connection, None)
        if not self._there[who]:
            del self._there[who]


class Connection(HttpToolsProtocol):
    """A connection that must not dawdle, and that lets the application end it."""

    def __init__(self, crowd: Crowd, **given: Any):
        super().__init__(**given)
        self._crowd = crowd
        self._head = 0
        """Bytes of a head that has not ended."""
        self._alarm: asyncio.TimerHandle | None = None
        self._asked: list[RequestResponseCycle] = []
        """Requests that are not answered yet."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there are not too many from there."""
        super().connection_made(transport)
        if self._crowd.enter(self):
            self._expect(HEAD_SECONDS)
        else:
            self._turn_away(HTTPStatus.TOO_MANY_REQUESTS, "too-many", "too many connections")

    @property
    def address(self) -> str:
        """Where the visitor comes from."""
        return self.client[0] if self.client else "unknown"

    @property
    def is_idle(self) -> bool:
        """Whether everything was answered and nothing more has been asked."""
        return self.timeout_keep_alive_task is not None

    def make_room(self) -> None:
        """End, for another's sake."""
        self._leave()
        self.transport.close()

    def _expect(self, seconds: float) -> None:
        """Give the visitor so many seconds for what comes next."""
        self._unexpect()
        self._alarm = self.loop.call_later(seconds, self._give_up)

    def _unexpect(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _give_up(self) -> None:
        # None before the first request, whatever its type says.
        cycle = cast(Any, self.cycle)
        if cycle is None or cycle.response_complete:
            self._turn_away(HTTPStatus.REQUEST_TIMEOUT, "too-slow", "the request has no end")
        else:
            # Its answer may have begun.
            self.transport.abort()

    def _turn_away(self, status: HTTPStatus, code: str, message: str) -> None:
        body = json.dumps({"code": code, "message": message, "fields": {}})
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        if not self.transport.is_closing():
            self._hang_up()
            self.transport.write((head + body).encode())
            self.transport.close()

    def _hang_up(self) -> None:
        """Let none of the answers that are under way be written any more."""
        for request in self._asked:
            request.disconnected = True
            request.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Take what has arrived."""
        if self.transport.is_closing():
            return
        if self.is_idle:
            # Whatever this is, from now on it must become a request.
            self._expect(HEAD_SECONDS)
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD:
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self._turn_away(status, "too-large", "the request's head has no end")

    def on_message_begin(self) -> None:
        """Begin a request."""
        if len(self.pipeline) >= MOST_AHEAD:
            raise TooFarAhead
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {CUT_OFF: self.transport.abort}
        self._expect(HEAD_SECONDS)

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read, or is too much to be."""
        if len(self.pipeline) >= MOST_AHEAD:
            what = "too many requests ahead of their answers"
            self._turn_away(HTTPStatus.TOO_MANY_REQUESTS, "too-many", what)
        else:
            super().send_400_response(msg)

    def on_headers_complete(self) -> None:
        """The head has ended."""
        self._head = 0
        self._expect(BODY_SECONDS)
        super().on_headers_complete()
        # None before the first request, whatever its type says.
        latest = cast("RequestResponseCycle | None", self.cycle)
        known = [*self._asked, latest] if latest not in self._asked else self._asked
        self._asked = [one for one in known if one is not None and not one.response_complete]

    def on_body(self, body: bytes) -> None:
        """A part of the body, which has limits of its own."""
        self._head = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request has ended."""
        self._head = 0
        self._unexpect()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a stream, of which there are so many for each address."""
        self._leave()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """The visitor has gone."""
        self._leave()
        self._hang_up()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._unexpect()
        self._crowd.leave(self)


class Farewell:
    """Called when a reader is given up: some seconds later the connection ends, if need be."""

    def __init__(self, request: Request[Any, Any, Any]):
        extensions: dict[str, Any] = cast("dict[str, Any]", request.scope).get("extensions") or {}
        self._cut_off: Callable[[], None] | None = extensions.get(CUT_OFF)
        self._alarm: asyncio.TimerHandle | None = None

    def __call__(self) -> None:
        """Give the reader a few more seconds."""
        if self._cut_off is not None:
            self._alarm = asyncio.get_running_loop().call_later(GOODBYE, self._cut_off)

    def taken(self) -> None:
        """The reader has taken the goodbye, or gone."""
        if self._alarm is not None:
            self._alarm.cancel()


def allow_many_files() -> None:
    """Use what the system allows: every connection is a file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
