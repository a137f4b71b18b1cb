"""Web server on loopback for notices: it takes them, or fails, hangs and lies."""

import json
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from tests.waiting import TIMEOUT


class Request(NamedTuple):
    """Request that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def document(self) -> Any:
        """Body, as JSON."""
        return json.loads(self.body)


class Receiver:
    """Receiver of notices and how it answers."""

    def __init__(self, url: str):
        self.url = url
        self.requests: list[Request] = []
        self.statuses: list[int] = []
        """Answers to the next requests; 204 to all others."""
        self.location = ""
        """Sent with every answer, as if it were a redirect."""
        self.is_hanging = threading.Event()

    @property
    def ids(self) -> list[str]:
        """Ids of the webhooks that arrived."""
        return [request.headers["webhook-id"] for request in self.requests]


@contextmanager
def receiver() -> Generator[Receiver]:
    """Run a receiver."""
    done = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.requests.append(Request(self.path, headers, body, time.time()))
            if found.is_hanging.is_set():
                done.wait(TIMEOUT)
            self.send_response(found.statuses.pop(0) if found.statuses else 204)
            if found.location:
                self.send_header("Location", found.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    found = Receiver(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield found
    finally:
        done.set()
        server.shutdown()
        server.server_close()
        thread.join(TIMEOUT)
