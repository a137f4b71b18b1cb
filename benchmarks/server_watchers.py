"""Memory cost of idle watchers: the server before and after many WebSocket connections."""

import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server import PORT, start_ours

WATCHERS = 2000


def megabytes(process: "subprocess.Popen[bytes]") -> float:
    """Return the resident memory of a process in megabytes."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


async def watcher(url: str) -> ClientConnection:
    """Open a WebSocket that only receives."""
    return await connect(url, compression=None, ping_interval=None, open_timeout=60)


async def watch(process: "subprocess.Popen[bytes]") -> tuple[float, float]:
    """Return the memory before, and with all watchers of one public table connected."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{PORT}", timeout=60) as ana:
        await ana.put("/api/me", json={"name": "Ana"})
        seats = [{"kind": "person", "mine": True}] * 2
        wanted = {"game": "finca", "seats": seats, "visibility": "public"}
        table = (await ana.post("/api/tables", json=wanted)).json()["id"]
    before = megabytes(process)
    url = f"ws://127.0.0.1:{PORT}/ws/tables/{table}"
    sockets: list[ClientConnection] = []
    for _ in range(WATCHERS // 50):
        opening = (watcher(url) for _ in range(50))
        sockets += await asyncio.gather(*opening)
    await asyncio.sleep(3)
    after = megabytes(process)
    assert all(socket.close_code is None for socket in sockets), "some were dropped"
    await asyncio.gather(*(socket.close() for socket in sockets))
    return before, after


def main() -> None:
    """Measure once."""
    with tempfile.TemporaryDirectory() as folder:
        process = start_ours(folder)
        try:
            before, after = asyncio.run(watch(process))
        finally:
            process.terminate()
            process.wait()
    cost = after - before
    print(f"{WATCHERS} watchers: {before:.0f} MB -> {after:.0f} MB, {cost:.0f} MB in all")
    sys.exit(cost > 300)


if __name__ == "__main__":
    main()
