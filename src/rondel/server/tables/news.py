"""Messages to the subscribers of a table, in JSON."""

from collections.abc import Iterable

import msgspec
from msgspec import Struct, structs

from rondel.server.protocol import documents
from rondel.server.protocol.documents import Patch, Told
from rondel.server.protocol.events import Data
from rondel.server.protocol.messages import Chatted, Opened, Yours
from rondel.server.tables.evolve import Event
from rondel.server.tables.moments import told
from rondel.server.tables.state import MAX_TOLD, LiveTable
from rondel.server.tables.view import Presence, state_of

encode = msgspec.json.encode


class Bare(Struct):
    """An event as the log tells it."""

    number: int
    kind: str
    at: float
    data: Data


class Full(Bare):
    """An event with its narration and a patch of the public state."""

    told: list[Told]
    patch: Patch


def bare(event: Event) -> bytes:
    """Return the message of an event alone."""
    return encode(Bare(event.number, event.kind, event.at, event.data))


def message_of(event: Event, told: list[Told], patch: Patch) -> bytes:
    """Return the message of an event with its narration and its patch."""
    return encode(Full(event.number, event.kind, event.at, event.data, told, patch))


def document_of(event: Event) -> documents.Event:
    """Return an event as the API returns it."""
    return documents.Event(event.number, event.kind, event.at, structs.asdict(event.data))


def told_of(before: LiveTable, after: LiveTable) -> list[Told]:
    """Return the narration of the steps between two successive states."""
    first = len(before.log)
    numbers = after.log[first:] if after.history is not before.history else []
    return told(before.position, numbers, first, after.position) if numbers else []


def tell(state: LiveTable) -> list[Told]:
    """Return the narration of a table's latest steps."""
    first = max(0, len(state.log) - MAX_TOLD)
    return told(state.position_at(first), state.log[first:], first)


def yours_of(live: LiveTable, guest: str | None) -> Yours:
    """Return what is a guest's own at a table."""
    return Yours(live.seats_of(guest), guest == live.row.creator)


def opened_of(
    live: LiveTable,
    guest: str | None,
    hub: Presence,
    told: list[Told],
    chat: Iterable[documents.Event],
) -> bytes:
    """Return all that a page needs to begin with."""
    remarks = [msgspec.convert(structs.asdict(line), Chatted) for line in chat]
    return encode(Opened(state_of(live, guest, hub), told, remarks))
