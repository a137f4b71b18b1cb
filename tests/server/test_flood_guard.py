"""Flood guard hands a WebSocket's bytes on in pieces, and only while it is read."""

import asyncio
from typing import Any

import pytest

from rondel.server.http import flood_guard
from rondel.server.http.flood_guard import PIECE, FloodGuard
from rondel.server.http.gate import GATE
from tests.waiting import TIMEOUT


class Line(asyncio.Transport):
    """Transport that remembers whether it is read and whether it was cut off."""

    is_paused = is_cut = False

    def is_closing(self) -> bool:
        return self.is_cut

    def abort(self) -> None:
        self.is_cut = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False


class Socket(asyncio.Protocol):
    """WebSocket protocol that counts its bytes."""

    def __init__(self, **_given: Any) -> None:
        self.pieces: list[int] = []

    def data_received(self, data: bytes) -> None:
        self.pieces.append(len(data))


class Gate:
    """Gate that knows when its connection has ended."""

    is_lost = False

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True


class Guarded:
    """Flood guard between a transport and a WebSocket."""

    def __init__(self) -> None:
        self.line, self.gate = Line(), Gate()
        self.guard = FloodGuard(app_state={GATE: self.gate})
        self.guard.connection_made(self.line)

    @property
    def pieces(self) -> list[int]:
        socket: Any = self.guard._socket
        return list(socket.pieces)

    async def until(self, count: int) -> None:
        """Wait until so many pieces were handed on."""
        async with asyncio.timeout(TIMEOUT):
            while len(self.pieces) < count:
                await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flood_guard, "WebSocketsSansIOProtocol", Socket)


def test_much_at_once_is_handed_on_in_pieces_between_which_others_have_their_turn() -> None:
    async def flood() -> None:
        there = Guarded()
        there.guard.data_received(b"x" * (2 * PIECE + 5))
        assert there.pieces == [PIECE] and there.line.is_paused
        await there.until(3)
        assert there.pieces == [PIECE, PIECE, 5] and not there.line.is_paused

    asyncio.run(flood())


def test_nothing_is_handed_on_while_the_application_or_the_peer_lags() -> None:
    async def lag() -> None:
        there = Guarded()
        for pause, resume in (
            (there.guard.pause_reading, there.guard.resume_reading),
            (there.guard.pause_writing, there.guard.resume_writing),
        ):
            before = len(there.pieces)
            pause()
            there.guard.data_received(b"x")
            assert len(there.pieces) == before and there.line.is_paused
            resume()
            await there.until(before + 1)
            assert not there.line.is_paused

    asyncio.run(lag())


def test_a_peer_that_never_reads_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flood_guard, "WRITE_TIMEOUT", 0.0)

    async def never_read() -> None:
        there = Guarded()
        there.guard.pause_writing()
        async with asyncio.timeout(TIMEOUT):
            while not there.line.is_cut:
                await asyncio.sleep(0)

    asyncio.run(never_read())


def test_a_socket_counts_for_its_address_until_it_is_closed() -> None:
    async def close() -> None:
        there = Guarded()
        assert not there.gate.is_lost
        there.guard.connection_lost(None)
        assert there.gate.is_lost

    asyncio.run(close())
