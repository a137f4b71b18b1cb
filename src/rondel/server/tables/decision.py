"""Events in the making."""

from rondel.server.protocol.events import Data
from rondel.server.tables.events import NOTHING, Event, Private
from rondel.server.tables.evolve import evolve
from rondel.server.tables.state import LiveTable


class Decision:
    """The events that one command makes, and the table after them."""

    def __init__(self, table: LiveTable, at: float):
        self.table = table
        self.at = at
        self.events: list[Event] = []

    def add(self, data: Data, key: str | None = None, private: Private = NOTHING) -> "Decision":
        """Add an event."""
        event = Event(self.table.row.last_event + 1, self.at, data, key, private)
        self.events.append(event)
        self.table = evolve(self.table, event)
        return self
