"""Presence across processes: each writes whom it sees, and reads whom the others see."""

import asyncio
import contextlib
from functools import partial

from rondel.server.runtime.broadcast import GUEST, PRESENCE
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.streams import tell_presence_soon
from rondel.server.signing import new_name
from rondel.server.storage.presence import Seen, exchange, last_seen, see

LOOK_EVERY = 5.0
"""Seconds; below a third of the time for which someone who was seen counts as there."""
AT_LEAST = 0.5
"""Seconds between two looks, however many come and go."""
Place = tuple[str | None, str]
"""A table and a guest there; no table for programs that listen to all their tables at once."""


class Presence:
    """Looks who is there, soon after someone came or went, and now and then."""

    def __init__(self, tables: TableRegistry):
        self.tables = tables
        self._name = new_name()
        self._written: dict[Place, float] = {}
        self._told: tuple[object, object] = ({}, [])
        """What the other processes were told last."""

    async def run(self) -> None:
        """Look for ever."""
        hub = self.tables.hub
        while True:
            await asyncio.sleep(AT_LEAST)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await hub.stirred.wait()
            hub.stirred.clear()
            await self.look()

    async def look(self) -> None:
        """Write whom this process sees, read whom the others see, and tell what is new."""
        tables = self.tables
        at = asyncio.get_running_loop().time()
        here = set(self._here())
        gone = [place for place in self._written if place not in here]
        fresh = [
            place for place in here if self._written.get(place, -LOOK_EVERY) <= at - LOOK_EVERY
        ]
        if fresh or gone:
            await tables.database.write(partial(see, seen=[*fresh, *gone]))
        for place in gone:
            del self._written[place]
        self._written |= dict.fromkeys(fresh, at)
        others = [] if tables.hub.is_alone else await self._exchange()
        listened = [topic for topic in tables.hub.topics if not topic.startswith(GUEST)]
        found = await tables.database.read(partial(last_seen, tables=listened)) if listened else {}
        for table in tables.hub.saw(found, others):
            tell_presence_soon(tables, table)

    async def _exchange(self) -> list[Seen]:
        """Tell the other processes whom this one sees, at once if that is new, and hear them."""
        hub = self.tables.hub
        here, programs = hub.here, sorted(hub.programs)
        tell = partial(exchange, process=self._name, tables=here, programs=programs)
        others = await self.tables.database.write(tell)
        if self._told != (here, programs):
            self._told = (here, programs)
            hub.hint(PRESENCE, 0)
        return others

    def _here(self) -> list[Place]:
        found: list[Place] = []
        for topic, listeners in self.tables.hub.topics.items():
            guests = {listener.guest for listener in listeners if listener.guest is not None}
            if not topic.startswith(GUEST):
                found += [(topic, guest) for guest in guests]
            elif any(listener.is_program for listener in listeners):
                found += [(None, guest) for guest in guests]
        return found
