"""Ports for test servers."""

import fcntl
import os
import random
import socket
import tempfile
from pathlib import Path

PORTS = range(12_000, 32_000)
"""Below the range of outgoing connections."""
CLAIMS = Path(tempfile.gettempdir()) / f"rondel-ports-{os.getuid()}"
"""Folder with a file for each port, locked by the test process that uses it."""


def free_port() -> int:
    """Return a port on which nobody listens and that no other test process on the machine gets."""
    CLAIMS.mkdir(exist_ok=True)
    for port in random.SystemRandom().sample(PORTS, 100):
        claim = os.open(CLAIMS / str(port), os.O_CREAT | os.O_RDWR)
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            os.close(claim)
        else:
            # The lock ends with this process.
            return port
    raise AssertionError("no port is free")
