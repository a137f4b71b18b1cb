"""Thinking time: so many seconds for each person and house, given back evenly."""

import time
from collections import OrderedDict

MAX_REMEMBERED = 20_000


class Budget:
    """Budget of processor time. A visitor who has overspent waits until it is refilled."""

    def __init__(self, most: float, seconds: float):
        self._most = most
        self._seconds = seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """Remaining budget, and the time at which it was computed."""

    def _now_left(self, who: str) -> float:
        left, since = self._left.get(who, (self._most, 0.0))
        return min(self._most, left + (time.monotonic() - since) * self._most / self._seconds)

    def spend(self, who: str, amount: float) -> None:
        """Take what was used, be there enough or not."""
        if self._most <= 0:
            return
        self._left[who] = (self._now_left(who) - amount, time.monotonic())
        self._left.move_to_end(who)
        if len(self._left) > MAX_REMEMBERED:
            self._left.popitem(last=False)

    def wait(self, who: str) -> float:
        """Seconds until something is left; 0 if something is."""
        left = self._now_left(who) if self._most > 0 else 1.0
        return 0.0 if left > 0 else (0.01 - left) * self._seconds / self._most
