"""HTTP connections that a stream can cut off when its reader does not even take the goodbye."""

import asyncio
from collections.abc import Callable
from typing import Any

from litestar import Request
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

GOODBYE = 5.0
"""Seconds to read why one is dropped."""
CUT_OFF = "rondel.cut_off"
"""Where a request's scope has what ends its connection, among the extensions."""


class Connection(HttpToolsProtocol):
    """A connection that lets the application end it."""

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {CUT_OFF: self.transport.abort}


class Farewell:
    """Called when a reader is given up: some seconds later the connection ends, if need be."""

    def __init__(self, request: Request[Any, Any, Any]):
        extensions: dict[str, Any] = request.scope.get("extensions") or {}
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
