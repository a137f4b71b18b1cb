"""Taking turns: who has had least is next, however many wait for one and the same person."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from rondel.server.errors import Overloaded

MAX_REMEMBERED = 10_000


class FairQueue:
    """Fair queue with a limit of concurrent turns, ordered by the time already used.

    Turns alternate between address groups first, then between the visitors of a group.
    """

    def __init__(self, places: int, most: int = 0, most_each: int = 0):
        self._free = places
        self._most = most
        """Maximum number of waiting visitors; 0 for no limit."""
        self._most_each = most_each
        """Maximum number of waiting requests of one visitor."""
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._had: dict[str, float] = {}
        """Seconds each has had, counted from those who have had least."""
        self._running: Counter[str] = Counter()
        self._least = 0.0
        self._houses: dict[str, str] = {}

    def __len__(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, who: str, house: str = "") -> AsyncGenerator[None]:
        """Wait for a turn. Raises Overloaded if too many wait already."""
        await self.take(who, house)
        began = time.monotonic()
        try:
            yield
        finally:
            self.give_back(who, time.monotonic() - began)

    async def take(self, who: str, house: str = "") -> None:
        """Wait for a turn. Raises Overloaded."""
        self._houses[who] = f"house {house or who}"
        if self._free > 0 and not self._waiting:
            self._begin(who)
            return
        here = self._waiting.get(who, ())
        if (self._most and len(self) >= self._most) or (
            self._most_each and len(here) >= self._most_each
        ):
            raise Overloaded
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self.give_back(who, 0.0)
            else:
                self._withdraw(who, mine)
            raise

    def _begin(self, who: str) -> None:
        self._free -= 1
        for key in (who, self._houses[who]):
            self._running[key] += 1
            self._had[key] = max(self._had.get(key, 0.0), self._least)

    def _withdraw(self, who: str, mine: "asyncio.Future[None]") -> None:
        self._waiting[who].remove(mine)
        if not self._waiting[who]:
            del self._waiting[who]

    def give_back(self, who: str, seconds: float) -> None:
        """End a turn that took so long, and let the next begin."""
        self._free += 1
        for key in (who, self._houses[who]):
            self._running[key] -= 1
            if not self._running[key]:
                del self._running[key]
            self._had[key] += seconds
        while self._waiting and self._free > 0:
            following = min(self._waiting, key=self._rank)
            self._least = max(self._least, self._had.get(self._houses[following], 0.0))
            first = self._waiting[following][0]
            self._withdraw(following, first)
            self._begin(following)
            first.set_result(None)
        if not self._waiting and not self._running:
            self._had.clear()
            self._houses.clear()
            self._least = 0.0
        elif len(self._had) > MAX_REMEMBERED:
            self._tidy()

    def _tidy(self) -> None:
        """Forget those who are owed nothing and wait for nothing."""
        there = self._waiting.keys() | self._running.keys()
        self._houses = {who: house for who, house in self._houses.items() if who in there}
        kept = there | set(self._houses.values())
        self._had = {key: had for key, had in self._had.items() if key in kept}

    def _rank(self, who: str) -> tuple[int, float, int, float]:
        """Return the sort key of a visitor: those without a turn first, then by time used."""
        house = self._houses[who]
        had_by_house = max(self._had.get(house, 0.0), self._least)
        return self._running[house], had_by_house, self._running[who], self._had.get(who, 0.0)
