"""Time that deadlines are compared with: steps of the system clock do not move it at once."""

import asyncio
import time

MAX_STEP = 1.0
"""Seconds by which the system clock may jump before that counts as a step."""


class SteadyClock:
    """Clock that follows the monotonic clock from the system time at the start.

    If the system clock is set, for example by NTP after a boot, `step` holds the difference until
    the deadlines have been moved and `adopt` is called.
    """

    def __init__(self) -> None:
        self.adopt()

    def adopt(self) -> None:
        """Continue from the present time of the system clock."""
        self._offset = time.time() - time.monotonic()

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.monotonic() + self._offset

    @property
    def step(self) -> float:
        """Return the seconds by which the system clock was set forward, or back if negative."""
        step = time.time() - self.now()
        return step if abs(step) > MAX_STEP else 0.0


async def follow() -> None:
    """Adopt every step of the system clock, in a process that keeps no deadlines."""
    while True:
        await asyncio.sleep(MAX_STEP)
        if CLOCK.step:
            CLOCK.adopt()


CLOCK = SteadyClock()
"""Clock of this process."""
