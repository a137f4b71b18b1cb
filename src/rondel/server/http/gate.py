"""Gate around uvicorn's HTTP protocol: limits for each connection and each address."""

import asyncio
from collections import defaultdict
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rondel.server.errors import ErrorResponse
from rondel.server.http.ip_groups import ip_group_of

HEAD_TIMEOUT = 10.0
"""Seconds from a request's first byte, or the connection's beginning, to the end of its head."""
BODY_TIMEOUT = 60.0
"""Seconds from there to the end of its body."""
KEEP_ALIVE_TIMEOUT = 75
"""Seconds a connection stays open for the next request.

Proxies and programs keep theirs for less, so that the server does not close one while they ask.
"""
GOODBYE_TIMEOUT = 5.0
"""Seconds in which a peer may read why its stream ends, before the connection is cut."""
MAX_HEAD = 65_536
"""Bytes of a request's head."""
MAX_AHEAD = 16
"""Requests that may be sent ahead of the answers to those before them; browsers send none."""
GATE = "rondel.gate"
"""Key under which a scope's state holds the gate of its connection."""


class ConnectionLimiter:
    """Counts the open connections of each address, WebSockets included."""

    def __init__(self, limit: int, proxies: str = ""):
        self.limit = limit
        self.proxies = {ip_group_of(address.strip()) for address in proxies.split(",")}
        self._open: defaultdict[str, dict[Gate, None]] = defaultdict(dict)
        """Connections of each address, oldest first."""

    def admit(self, gate: "Gate") -> bool:
        """Count a connection; close an idle one of its address if there are too many."""
        mine = self._open[gate.ip_group]
        is_proxy = not self.proxies.isdisjoint((gate.ip_group, "*"))
        if self.limit and not is_proxy and len(mine) >= self.limit:
            idle = next((one for one in mine if one.is_idle), None)
            if idle is None:
                return False
            idle.transport.close()
        mine[gate] = None
        return True

    def release(self, gate: "Gate") -> None:
        """Stop counting a connection."""
        self._open[gate.ip_group].pop(gate, None)
        if not self._open[gate.ip_group]:
            del self._open[gate.ip_group]


class Gate(asyncio.Protocol):
    """Limits the time, size and pipelining of one connection's requests."""

    transport: asyncio.Transport

    def __init__(self, limiter: ConnectionLimiter, *, app_state: dict[str, Any], **given: Any):
        self._limiter = limiter
        self._http = HttpToolsProtocol(app_state=app_state | {GATE: self}, **given)
        self._parser = httptools.HttpRequestParser(self)
        self._parser.set_dangerous_leniencies(lenient_data_after_close=True)
        self._unanswered = self._head_size = 0
        self._timeout = asyncio.get_running_loop().call_later(HEAD_TIMEOUT, self._give_up)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Open the connection, or refuse it if its address has too many."""
        self.transport = cast(asyncio.Transport, transport)
        self.ip_group = ip_group_of((transport.get_extra_info("peername") or ["unknown"])[0])
        self._http.connection_made(self.transport)
        if not self._limiter.admit(self):
            self._refuse(429, "too-many", "too many connections")

    @property
    def is_idle(self) -> bool:
        """Return whether every request was answered and no other has begun."""
        return not (self._unanswered or self.transport.is_closing()) and self._timeout.cancelled()

    def data_received(self, data: bytes) -> None:
        """Check what has arrived, and hand it on to uvicorn."""
        if self.transport.is_closing():
            return
        if self.is_idle:
            self._set_timeout(HEAD_TIMEOUT)
        self._head_size += len(data)
        # uvicorn finds the same errors, and acts on them.
        with suppress(httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._parser.feed_data(data)
        if self._unanswered > 1 + MAX_AHEAD:
            self._refuse(429, "too-many", "too many requests ahead of their answers")
        elif self._head_size > MAX_HEAD:
            self._refuse(431, "too-large", "the request's head has no end")
        else:
            self._http.data_received(data)

    def on_headers_complete(self) -> None:
        """End a request's head."""
        self._unanswered += 1
        self._head_size = 0
        self._set_timeout(BODY_TIMEOUT)

    def on_body(self, _body: bytes) -> None:
        """Pass over a part of a body, which has limits of its own."""
        self._head_size = 0

    def on_message_complete(self) -> None:
        """End a request."""
        self._timeout.cancel()

    def answered(self) -> None:
        """Count a request as answered."""
        self._unanswered -= 1

    def _set_timeout(self, seconds: float) -> None:
        self._timeout.cancel()
        self._timeout = asyncio.get_running_loop().call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if self._unanswered or self.transport.is_closing():
            self.transport.abort()  # the answer may have begun
        else:
            self._refuse(408, "request-timeout", "the request has no end")

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Answer in place of the application, and close."""
        self._http.connection_lost(ConnectionAbortedError())
        body = msgspec.json.encode(ErrorResponse(code, message))
        head = (
            f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def pause_writing(self) -> None:
        """Pass on that the peer does not read."""
        self._http.pause_writing()

    def resume_writing(self) -> None:
        """Pass on that the peer reads again."""
        self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection."""
        self._timeout.cancel()
        self._limiter.release(self)
        self._http.connection_lost(exc)


class ReportAnswers:
    """Outermost ASGI application: tells each connection's gate when a request is answered."""

    def __init__(self, app: Any):
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass on a request."""

        async def report(message: Any) -> None:
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body", False):
                scope["state"][GATE].answered()

        await self.app(scope, receive, report if scope["type"] == "http" else send)
