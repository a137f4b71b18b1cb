"""Generate load for `benchmarks.hosting`: drive tables by two WebSockets each.

Reads a plan from standard input, prints "ready" once all sockets are open, and figures as JSON at
the end.
"""

import asyncio
import json
import sys
import time
from typing import Any

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect


class Data(msgspec.Struct):
    """Represents the part of an event that says whose turn it is."""

    to_move: int | None = None


class Message(msgspec.Struct):
    """Represents the parts of a message that a load generator reads."""

    kind: str = ""
    number: int = 0
    told: list[msgspec.Raw] = []
    data: Data | None = None
    error: msgspec.Raw | None = None


read_message = msgspec.json.Decoder(Message).decode


class Driver:
    """Drives all tables of this process and keeps the times of their moves."""

    def __init__(self, plan: dict[str, Any]):
        self.plan = plan
        self.times: list[float] = []
        self.open = 0
        self.begin = asyncio.Event()
        self.is_counting = False
        self.is_over = False

    async def play(self, table: dict[str, Any]) -> None:
        """Play at a table: the next step leaves once both players have received the last."""
        sockets = [await self.connect(table, seat) for seat in (0, 1)]
        self.open += 1
        await self.begin.wait()
        sequence = table["sequence"]
        seat: int | None = table["to_move"]
        for step in self.plan["scripts"][table["script"]]:
            if self.is_over:
                break
            assert seat is not None, "the game ended before its script"
            began = time.perf_counter()
            command = {"kind": "play", "id": 1, "after": sequence, "key": f"k{sequence}"}
            await sockets[seat].send(json.dumps(command | {"steps": [step]}))
            moved, _ = await asyncio.gather(*map(next_steps, sockets))
            sequence, seat = moved.number, moved.data.to_move if moved.data else None
            if self.is_counting:
                self.times.append(time.perf_counter() - began)
        for socket in sockets:
            await socket.close()

    async def connect(self, table: dict[str, Any], seat: int) -> ClientConnection:
        """Return a socket once it has received the table."""
        url = f"ws://127.0.0.1:{table['ports'][seat]}/ws/tables/{table['id']}"
        headers = {"Cookie": table["cookies"][seat]}
        socket = await connect(url, additional_headers=headers, compression=None, max_size=None)
        while read_message(await socket.recv()).kind != "opened":
            pass
        return socket

    async def run(self) -> None:
        """Play at all tables at once."""
        tasks = [asyncio.create_task(self.play(table)) for table in self.plan["tables"]]
        while self.open < len(tasks):
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.05)
        print("ready", flush=True)
        await asyncio.sleep(max(0.0, self.plan["at"] - time.time()))
        self.begin.set()
        await asyncio.sleep(self.plan["warm"])
        self.is_counting, before = True, time.process_time()
        await asyncio.sleep(self.plan["seconds"])
        self.is_counting, spent = False, time.process_time() - before
        self.is_over = True
        await asyncio.gather(*tasks)
        print(json.dumps({"times": self.times, "processor_seconds": spent}), flush=True)


async def next_steps(socket: ClientConnection) -> Message:
    """Return the next message about steps."""
    while True:
        message = read_message(await socket.recv())
        if message.error is not None:
            raise RuntimeError(bytes(message.error).decode())
        if message.kind == "steps" and message.told:
            return message


async def main() -> None:
    """Drive the tables of the plan on standard input."""
    await Driver(json.load(sys.stdin)).run()


if __name__ == "__main__":
    uvloop.run(main())
