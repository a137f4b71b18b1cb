"""Ports for test servers."""

import os
import random
import socket
from contextlib import suppress

EACH = 4_000
"""Ports per test process, below the range of outgoing connections."""


def free_port() -> int:
    """Return a port on which nobody listens and that no other test process will get."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 5
    first = 12_000 + number * EACH
    for port in random.SystemRandom().sample(range(first, first + EACH), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
