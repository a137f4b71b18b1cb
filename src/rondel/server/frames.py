"""Writing to WebSockets by the shortest way: one frame for all who hear the same."""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

OUTLET = "rondel.outlet"
"""Where a connection's scope has its outlet, among the extensions."""

MOST_GATHERED = 65536
"""So many bytes are written at once, that a reader who lags is noticed."""

MOST_UNREAD = 8
"""So many requests of one connection may wait before no more are read."""


def frame(message: bytes) -> bytes:
    """A text message as it travels from a server."""
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)


class Outlet:
    """Gathers the frames of one connection and writes them together."""

    def __init__(self, protocol: "Protocol"):
        self._protocol = protocol
        self._frames: list[bytes] = []
        self._size = 0

    @property
    def is_free(self) -> bool:
        """Whether the reader keeps up."""
        return self._protocol.writable.is_set()

    async def free(self) -> None:
        """Wait for the reader."""
        await self._protocol.writable.wait()

    def write(self, frame: bytes) -> None:
        """Send a frame soon."""
        self._frames.append(frame)
        self._size += len(frame)
        if self._size > MOST_GATHERED:
            self.flush()
        elif len(self._frames) == 1:
            # A step's event is written one round later, so that its answer travels along.
            loop = self._protocol.loop
            loop.call_soon(loop.call_soon, self.flush)

    def flush(self) -> None:
        """Send what has gathered."""
        frames, self._frames, self._size = self._frames, [], 0
        there = self._protocol
        if frames and not there.close_sent and not there.transport.is_closing():
            there.transport.write(b"".join(frames))


class Protocol(WebSocketsSansIOProtocol):
    """The WebSocket that offers an application its outlet."""

    loop: asyncio.AbstractEventLoop

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; stop reading only when the application lags."""
        is_lagging = self.queue.qsize() >= MOST_UNREAD
        self.read_paused = not is_lagging
        super().send_receive_event_to_app()
        self.read_paused = is_lagging

    def handle_connect(self, event: Any) -> None:
        """Open a conversation."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[OUTLET] = Outlet(self)
