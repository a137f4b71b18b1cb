"""Ports for the servers of these tests."""

import os
import random
import socket
from contextlib import suppress

EACH = 4_000
"""So many each process of these tests has, below those that connections are given."""


def free_port() -> int:
    """A port where nobody listens, nor will another process of these tests before it is used."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 5
    first = 12_000 + number * EACH
    for port in random.SystemRandom().sample(range(first, first + EACH), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
