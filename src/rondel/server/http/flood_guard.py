"""The guard around uvicorn's WebSocket protocol against floods and peers that read nothing."""

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import WebSocketException

from rondel.server.http.gate import GATE

PIECE = 4096
"""Bytes that are handed on at a time."""
PAUSE_FACTOR = 50
"""A peer that sends more at once waits so many times as long as reading a piece took."""
MAX_PAUSE = 1.0
WRITE_TIMEOUT = 60.0
"""Seconds after which a peer that reads nothing is cut off."""


class FloodGuard(asyncio.Protocol):
    """One WebSocket; it stands between uvicorn and the transport, in both directions."""

    def __init__(self, *, app_state: dict[str, Any], **given: Any):
        self._gate = app_state[GATE]
        self._socket = WebSocketsSansIOProtocol(app_state=app_state, **given)
        self._loop = asyncio.get_running_loop()
        self._backlog = b""
        self._not_before = 0.0
        self._is_held = self._is_unread = False
        """Whether the application lags, and whether the peer does."""
        self._turn: asyncio.TimerHandle | None = None
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Open the connection, with this guard as uvicorn's transport."""
        self._transport = there = cast(asyncio.Transport, transport)
        self.write, self.close, self.is_closing = there.write, there.close, there.is_closing
        self.get_extra_info = there.get_extra_info
        self._socket.connection_made(cast(asyncio.Transport, self))

    def data_received(self, data: bytes) -> None:
        """Hand on the first piece of what has arrived, unless something waits already."""
        self._backlog += data
        if self._turn is None:
            self._hand_on()

    def _hand_on(self) -> None:
        self._turn = None
        if self._backlog and not self._is_held and not self._is_unread:
            piece, self._backlog = self._backlog[:PIECE], self._backlog[PIECE:]
            began = self._loop.time()
            try:
                self._socket.data_received(piece)
            except WebSocketException:
                # uvicorn refuses a message of a peer that has closed already.
                self._transport.abort()
            if len(piece) == PIECE:
                ended = self._loop.time()
                self._not_before = ended + min(MAX_PAUSE, PAUSE_FACTOR * (ended - began))
        self._go_on()

    def _go_on(self) -> None:
        """Wait for the application, for the peer or for one's turn; or read on."""
        if self.is_closing():
            self._backlog = b""
        elif not self._backlog:
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()
            if self._turn is None and not self._is_held and not self._is_unread:
                self._turn = self._loop.call_at(self._not_before, self._hand_on)

    def pause_reading(self) -> None:
        """Hand on no more until the application has taken what it was given."""
        self._is_held = True

    def resume_reading(self) -> None:
        """Hand on more."""
        self._is_held = False
        self._go_on()

    def pause_writing(self) -> None:
        """Hand on no more while the peer does not read; cut it off if it never does."""
        self._is_unread = True
        self._deadline = self._loop.call_later(WRITE_TIMEOUT, self._transport.abort)
        self._socket.pause_writing()

    def resume_writing(self) -> None:
        """Hand on more."""
        self._is_unread = False
        self._forget_deadline()
        self._socket.resume_writing()
        self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the connection."""
        self._forget_deadline()
        self._backlog = b""
        self._socket.connection_lost(exc)
        self._gate.connection_lost(exc)

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
