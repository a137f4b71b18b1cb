"""Metrics and health of a process, at an address that visitors do not reach."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http import HTTPStatus

import msgspec

from rondel.server.errors import Unavailable, error_response
from rondel.server.runtime.readiness import Readiness

TIMEOUT = 10.0
HEAD = "HTTP/1.1 {} {}\r\ncontent-type: {}\r\nconnection: close\r\ncontent-length: {}\r\n\r\n"
TEXT, JSON = "text/plain; version=0.0.4", "application/json"
Answer = tuple[int, str, bytes]
"""Status, content type and body."""
Page = Callable[[], Awaitable[Answer]]


async def livez() -> Answer:
    """Answer that the event loop runs."""
    return 200, JSON, b'{"status":"ok"}'


async def readyz(readiness: Readiness) -> Answer:
    """Answer whether the process can do its work."""
    try:
        found = await readiness.check()
    except Unavailable as problem:
        return 503, JSON, msgspec.json.encode(error_response(problem))
    return 200 if found.status == "ok" else 503, JSON, msgspec.json.encode(found)


async def start_metrics_server(host: str, port: int, pages: Mapping[str, Page]) -> asyncio.Server:
    """Answer GET requests for some pages until the server is closed."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(
            OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError
        ):
            async with asyncio.timeout(TIMEOUT):
                head = await reader.readuntil(b"\r\n\r\n")
                method, _, rest = head.decode("latin-1").partition(" ")
                page = pages.get(rest.partition(" ")[0].partition("?")[0])
                status, kind, body = 404, TEXT, b"nothing is here\n"
                if method == "GET" and page is not None:
                    status, kind, body = await page()
                phrase = HTTPStatus(status).phrase
                writer.write(HEAD.format(status, phrase, kind, len(body)).encode() + body)
                await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, host, port)
