"""Waits in tests, all with a time limit."""

import signal
import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Timer
from typing import Any

TIMEOUT = 240
"""Seconds after which a test gives up on a program; a busy machine is slow."""


@contextmanager
def running(command: list[str], **options: Any) -> Generator["subprocess.Popen[Any]"]:
    """Run a program; kill it after a time limit or a failure of the test."""
    process = subprocess.Popen(command, **options)
    alarm = Timer(TIMEOUT, process.kill)
    alarm.start()
    try:
        with process:
            try:
                yield process
            except BaseException:
                process.kill()
                raise
    finally:
        alarm.cancel()


@contextmanager
def heeding_interrupts() -> Generator[None]:
    """Let programs receive Ctrl+C as at a terminal, even if this process is a background job."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def wait_until(happened: Callable[[], bool], seconds: float = TIMEOUT) -> None:
    """Wait for something that must happen."""
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.05)
