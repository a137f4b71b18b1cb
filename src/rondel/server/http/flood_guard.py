"""Guard around uvicorn's WebSocket protocol against floods and peers that read nothing."""

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import WebSocketException

from rondel.server.http.gate import GATE

PIECE = 4096
"""Bytes that are handed on at a time."""
PAUSE_FACTOR = 50
"""Peer that sends more at once waits so many times as long as reading a piece took."""
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
        self._waits_for: set[str] = set()
        """Application, the peer, or the next turn."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Open the connection, with this guard as uvicorn's transport."""
        self._transport = there = cast(asyncio.Transport, transport)
        self.write, self.get_extra_info = there.write, there.get_extra_info
        self.close, self.is_closing = there.close, there.is_closing
        self._socket.connection_made(cast(asyncio.Transport, self))

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, and hand on as much as may go at once."""
        self._backlog += data
        self._hand_on()

    def _hand_on(self, lifted: str = "") -> None:
        """Lift a reason to wait; hand on a piece if there is no other, and read on if it is all."""
        self._waits_for.discard(lifted)
        if self._backlog and not self._waits_for and not self.is_closing():
            began = self._loop.time()
            piece, self._backlog = self._backlog[:PIECE], self._backlog[PIECE:]
            try:
                self._socket.data_received(piece)
            except WebSocketException:
                # uvicorn refuses a message of a peer that has closed already.
                self._transport.abort()
            if len(piece) == PIECE:
                pause = min(MAX_PAUSE, PAUSE_FACTOR * (self._loop.time() - began))
                self._waits_for.add("turn")
                self._loop.call_later(pause, self._hand_on, "turn")
        if self._backlog:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def pause_reading(self) -> None:
        """Hand on no more until the application has taken what it was given."""
        self._waits_for.add("application")

    def resume_reading(self) -> None:
        """Hand on more."""
        self._hand_on("application")

    def pause_writing(self) -> None:
        """Hand on no more while the peer does not read; cut it off if it never does."""
        self._waits_for.add("peer")
        self._deadline = self._loop.call_later(WRITE_TIMEOUT, self._transport.abort)
        self._socket.pause_writing()

    def resume_writing(self) -> None:
        """Hand on more."""
        self._deadline.cancel()
        self._socket.resume_writing()
        self._hand_on("peer")

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the connection."""
        self._socket.connection_lost(exc)
        self._gate.connection_lost(exc)
