"""The metrics for Prometheus, at an address of their own."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

TIMEOUT = 10.0
HEAD = "HTTP/1.1 {}\r\ncontent-type: text/plain; version=0.0.4\r\nconnection: close\r\n"


async def start_metrics_server(
    host: str, port: int, render: Callable[[], Awaitable[bytes]]
) -> asyncio.Server:
    """Answer `GET /metrics`, and nothing else, until the server is closed."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(TIMEOUT):
                head = await reader.readuntil(b"\r\n\r\n")
                is_found = head.startswith((b"GET /metrics ", b"GET /metrics?"))
                body = await render() if is_found else b"nothing is here\n"
                status = HEAD.format("200 OK" if is_found else "404 Not Found")
                length = f"content-length: {len(body)}\r\n\r\n"
                writer.write((status + length).encode() + body)
                await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, host, port)
