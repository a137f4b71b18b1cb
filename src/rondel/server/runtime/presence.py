"""Presence across processes: each keeps in Redis whom it sees, and reads whom the others see."""

import asyncio
from contextlib import suppress
from functools import partial

import msgspec

from rondel.server.errors import Unavailable
from rondel.server.runtime.broadcast import GUEST, PRESENCE, Seen
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.streams import tell_presence_soon
from rondel.server.storage.presence import last_seen, see

LOOK_INTERVAL = 5.0
"""Seconds; below a third of the time for which Redis keeps what a process has said."""
MIN_LOOK_INTERVAL = 0.5
"""Seconds between two looks, however many come and go."""
Place = tuple[str | None, str]
"""Table and guest; no table for programs that listen to all their tables at once."""
read_seen = msgspec.json.Decoder(Seen).decode


class Presence:
    """Looks who is there, soon after someone came or went, and now and then."""

    def __init__(self, tables: TableRegistry):
        self.tables = tables
        self._here = set[Place]()
        self._others: dict[str, Seen] = {}
        """Whom the other processes see, by their names."""
        self._published = b""
        """Document that the other processes have of this one."""
        self._last_seen: dict[str, dict[str, float]] = {}

    async def run(self) -> None:
        """Look for ever."""
        hub = self.tables.hub
        while True:
            await asyncio.sleep(MIN_LOOK_INTERVAL)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_INTERVAL):
                    await hub.stirred.wait()
            is_stirred = hub.stirred.is_set()
            hub.stirred.clear()
            await self.look(is_stirred)

    async def look(self, is_stirred: bool = True) -> None:
        """Keep whom this process sees, read whom the others see, and publish what is new."""
        hub, database = self.tables.hub, self.tables.database
        here = set(self._places())
        gone = [place for place in self._here if place not in here]
        others = await self._exchange()
        lost = [seen for name, seen in self._others.items() if name not in others]
        for seen in lost:
            # It cannot say any more whom it saw until now.
            gone += [
                (table, guest)
                for table, guests in seen.tables.items()
                for guest, count in guests
                if guest is not None and count
            ]
            gone += [(None, guest) for guest in seen.programs]
        if gone:
            await database.write(partial(see, seen=gone))
        if lost:
            # Nor what it has written last.
            await self.tables.catch_up(list(hub.topics))
        self._here, self._others = here, others
        listened = [topic for topic in hub.topics if not topic.startswith(GUEST)]
        if is_stirred or gone:
            read = partial(last_seen, tables=listened)
            self._last_seen = await database.read(read) if listened else {}
        for table in hub.saw(self._last_seen, others.values()):
            tell_presence_soon(self.tables, table)

    async def _exchange(self) -> dict[str, Seen]:
        """Exchange documents with the other processes, and signal them if this one's is new."""
        hub = self.tables.hub
        document = msgspec.json.encode(Seen(hub.here, sorted(hub.programs)))
        try:
            found = await hub.exchange(document)
        except Unavailable:
            return self._others
        if document != self._published:
            self._published = document
            hub.hint(PRESENCE, 0)
        return {name: read_seen(each) for name, each in found.items()}

    def _places(self) -> list[Place]:
        found: list[Place] = []
        for topic, listeners in self.tables.hub.topics.items():
            guests = {listener.guest for listener in listeners if listener.guest is not None}
            if not topic.startswith(GUEST):
                found += [(topic, guest) for guest in guests]
            elif any(listener.is_program for listener in listeners):
                found += [(None, guest) for guest in guests]
        return found
