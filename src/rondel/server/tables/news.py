"""Messages to the subscribers of a table, in JSON."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from rondel.core import Position
from rondel.server.protocol.documents import Patch, Told
from rondel.server.protocol.messages import Opened, Yours
from rondel.server.tables.state import MAX_TOLD, Happened, LiveTable, Public
from rondel.server.tables.view import Presence, patch_of, public_of, state_of, told

encode = msgspec.json.encode


class News(Struct):
    """An event with its narration and a patch of the public state."""

    number: int
    kind: str
    at: float
    data: Raw
    told: list[Told]
    patch: Patch


def messages_of(
    live: LiveTable, happened: Sequence[Happened], before: Public, hub: Presence
) -> list[tuple[int, bytes]]:
    """Return the messages of events that led from a public state to the present one.

    The patch of the last event has all that they changed together.
    """
    found: list[tuple[int, bytes]] = []
    live.public = after = public_of(live)
    last = happened[-1].written.number
    for it in happened:
        event = it.written
        patch = Patch(event.number - 1, {"last_event": event.number}, {}, {}, {})
        if event.number == last:
            patch = patch_of(live, before, after, hub)
            patch.since = event.number - 1
        telling = told(it.before, it.numbers, it.first, it.after)
        about = event.number, event.kind, event.at, event.data
        found.append((event.number, encode(News(*about, telling, patch))))
    return found


def yours_of(live: LiveTable, guest: str | None) -> Yours:
    """Return what is a guest's own at a table."""
    return Yours(live.seats_of(guest), guest == live.row.creator)


def opened_of(live: LiveTable, guest: str | None, hub: Presence) -> bytes:
    """Return all that a page needs to begin with; the tale and the chat are at hand."""
    chat: Any = [] if live.chat is None else list(live.chat)
    telling: Any = tale_of(live)
    return encode(Opened(state_of(live, guest, hub), telling, chat))


def tale_of(live: LiveTable) -> list[Raw]:
    """What to tell of the latest steps, gone on with what has happened since it was told last."""
    if live.tale is None:
        return []
    if live.tale_ends < len(live.log):
        first = max(live.tale_ends, len(live.log) - MAX_TOLD)
        live.tale += tell(live.position_at(first), live.log[first:], first)
        live.tale, live.tale_ends = live.tale[-MAX_TOLD:], len(live.log)
    return live.tale


def tell(start: Position, numbers: Sequence[int], first: int) -> list[Raw]:
    """What to tell of steps, in JSON."""
    return [Raw(encode(found)) for found in told(start, numbers, first)]
