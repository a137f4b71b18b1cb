"""Waiting in tests: every wait has an end."""

import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from threading import Timer
from typing import Any

PATIENCE = 240
"""Seconds after which a test gives a program up; a busy machine is slow."""


@contextmanager
def running(command: list[str], **options: Any) -> Generator["subprocess.Popen[Any]"]:
    """A program; who waits for it too long sees it killed, and so does a test that fails."""
    process = subprocess.Popen(command, **options)
    alarm = Timer(PATIENCE, process.kill)
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
    """Programs begin as at a terminal, even if we are a job in the background, which ignores."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
