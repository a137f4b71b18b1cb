"""WebSockets by the shortest way: one frame for all who hear the same, requests read at once."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

log = logging.getLogger("rondel.frames")
OUTLET = "rondel.outlet"
"""Where a connection's scope has its outlet, among the extensions."""

MOST_GATHERED = 65536
"""So many bytes are written at once, that a reader who lags is noticed."""

MOST_HELD = 4
"""So many connections' answers wait to be written together. With more, whoever is told first waits
for all others of a round, and they all answer at once.
"""

MOST_UNREAD = 8
"""So many requests of one connection may wait before no more are read."""

MOST_AT_ONCE = 32
"""So many frames of one connection are read before others have their turn."""

BREATH = 0.05
"""Seconds until the next of its frames are read then: nobody with honest aims sends so many."""

WHOLE_TEXT, MASKED, LAST = 0x81, 0x80, 0x80
LONG, VERY_LONG = 126, 127
MASK = 4
FIRST_CONTROL = 8
"""The lowest opcode of a frame that may come between the parts of a message."""


def frame(message: bytes) -> bytes:
    """A text message as it travels from a server."""
    size = len(message)
    if size < LONG:
        return b"\x81%c%b" % (size, message)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)


def extent(data: bytes | bytearray, at: int) -> tuple[int, int]:
    """Where a visitor's frame that begins at a place has its content, and where it ends.

    (0, 0) if too little of it is there to know.
    """
    if len(data) < at + 2:
        return 0, 0
    size, content = data[at + 1] & ~MASKED, at + 2
    if size >= LONG:
        content += 2 if size == LONG else 8
        if len(data) < content:
            return 0, 0
        size = int.from_bytes(data[at + 2 : content], "big")
    if data[at + 1] & MASKED:
        content += MASK
    return content, content + size


class Round:
    """What all connections do in one round of the event loop: requests read, answers written.

    Between two callbacks Python's lock may change hands, which costs as much as a request.
    """

    def __init__(self) -> None:
        self._requests: list[tuple[Outlet, bytes]] = []
        self._outlets: list[Outlet] = []
        self._is_due = False
        """Whether what has gathered is written in this round anyway."""

    def read(self, outlet: "Outlet", text: bytes) -> None:
        """Pass on a request, after those that came before it."""
        self._requests.append((outlet, text))
        if len(self._requests) == 1:
            asyncio.get_running_loop().call_soon(self._read_all)

    def flush(self, outlet: "Outlet") -> None:
        """Send what a connection has gathered by then."""
        if len(self._outlets) >= MOST_HELD:
            self._flush_all()
        self._outlets.append(outlet)
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._flush_due)

    def _read_all(self) -> None:
        requests, self._requests = self._requests, []
        for outlet, text in requests:
            try:
                outlet.read(text)
            except Exception:
                outlet.fail()

    def _flush_due(self) -> None:
        self._is_due = False
        self._flush_all()

    def _flush_all(self) -> None:
        outlets, self._outlets = self._outlets, []
        for outlet in outlets:
            try:
                outlet.flush()
            except Exception:
                outlet.fail()


ROUNDS: WeakKeyDictionary[asyncio.AbstractEventLoop, Round] = WeakKeyDictionary()
"""One for each event loop."""


class Outlet:
    """One connection: gathers its frames and writes them together, and passes on its requests."""

    def __init__(self, protocol: "Protocol"):
        self.inlet: Callable[[bytes], None] | None = None
        """Takes every request, if set; else they go to who waits for one."""
        self.round = ROUNDS.setdefault(protocol.loop, Round())
        self._protocol = protocol
        self._frames: list[bytes] = []
        self._size = 0

    def read(self, text: bytes) -> None:
        """Pass on a request."""
        if self.inlet is not None and not self._protocol.close_sent:
            self.inlet(text)

    def fail(self) -> None:
        """End this connection, and no other, because of an error."""
        log.exception("a connection failed")
        self.cut_off()

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
            self.round.flush(self)

    def flush(self) -> None:
        """Send what has gathered."""
        frames, self._frames, self._size = self._frames, [], 0
        there = self._protocol
        if frames and not there.close_sent and not there.transport.is_closing():
            there.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    def cut_off(self) -> None:
        """End the connection, and let go of what was still to be sent."""
        self._protocol.transport.abort()

    def pause(self) -> None:
        """Read no more for now."""
        self._protocol.pause()

    def resume(self) -> None:
        """Read on."""
        self._protocol.resume()


class Protocol(WebSocketsSansIOProtocol):
    """The WebSocket that offers an application its outlet.

    It finds the frames by itself and reads small whole texts at once. All else is left, frame by
    frame, to the parser it inherits.
    """

    loop: asyncio.AbstractEventLoop
    outlet: Outlet | None = None
    is_framed = False
    """Whether the handshake is over and what follows began with a frame."""
    is_partial = False
    """Whether a message has begun whose end is in a later frame."""
    ends_with_head = False
    rest = b""
    is_paused = False
    """Whether the application lags, so that it is not read on."""
    is_breathing = False
    """Whether so much has come, or so little is read, that what is left waits for its turn."""

    def data_received(self, data: bytes) -> None:
        """Take what has arrived, frame by frame."""
        if not self.is_framed:
            self.ends_with_head = data.endswith(b"\r\n\r\n")
            super().data_received(data)
            return
        self.rest += data
        if self.is_breathing:
            self.transport.pause_reading()
        else:
            self.take_some()

    def take_some(self) -> None:
        """Take the frames that have arrived, or so many of them as others can wait for.

        None of whoever does not read what is answered: even signs of life have answers.
        """
        if not self.writable.is_set():
            self.breathe()
            return
        data, at = self.rest, 0
        for _ in range(MOST_AT_ONCE):
            content, end = extent(data, at)
            if end - content > self.config.ws_max_size:
                # The parser refuses it, and with it whatever follows.
                self.is_framed, self.rest = False, b""
                super().data_received(data[at:])
                return
            if end == 0 or end > len(data):
                break
            self.take(data, at, content, end)
            at = end
        else:
            self.breathe()
        self.rest = data[at:]

    def breathe(self) -> None:
        """Let the others have their turn."""
        self.is_breathing = True
        if not self.transport.is_closing():
            self.transport.pause_reading()
            self.loop.call_later(BREATH, self.go_on)

    def go_on(self) -> None:
        """Take the next frames, now that the others had their turn."""
        self.is_breathing = False
        if not self.is_paused and not self.transport.is_closing():
            self.take_some()
            if not self.is_breathing and not self.is_paused:
                self.transport.resume_reading()

    def pause(self) -> None:
        """Read no more for now."""
        self.is_paused = True
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume(self) -> None:
        """Read on, unless the others have their turn first."""
        self.is_paused = False
        if not self.is_breathing:
            self.go_on()

    def take(self, data: bytes, at: int, content: int, end: int) -> None:
        """Take one whole frame."""
        first = data[at]
        is_plain = first == WHOLE_TEXT and data[at + 1] & MASKED and not self.is_partial
        if is_plain and self.outlet is not None and self.outlet.inlet is not None:
            text = apply_mask(data[content:end], data[content - MASK : content])
            self.outlet.round.read(self.outlet, text)
            return
        if first & 0x0F < FIRST_CONTROL:
            self.is_partial = not first & LAST
        super().data_received(data[at:end])

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; stop reading only when the application lags."""
        if self.outlet is not None and self.outlet.inlet is not None:
            parts, self.frames = self.frames, []
            self.outlet.round.read(self.outlet, b"".join(parts))
            return
        # As bytes: whether they are text is found out where they are read.
        self.curr_msg_data_type = "bytes"
        is_lagging = self.queue.qsize() >= MOST_UNREAD
        self.read_paused = not is_lagging
        super().send_receive_event_to_app()
        self.read_paused = is_lagging

    def handle_connect(self, event: Any) -> None:
        """Open a conversation."""
        super().handle_connect(event)
        self.is_framed = self.ends_with_head
        if hasattr(self, "scope"):
            extensions = cast("dict[str, Any]", self.scope)["extensions"]
            self.outlet = extensions[OUTLET] = Outlet(self)
