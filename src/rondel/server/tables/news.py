"""Telling what happened: each event once for all, with its story and how the table stands since."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw, Struct

from rondel.core import Position
from rondel.server.protocol.documents import Moved, TableState, Told
from rondel.server.protocol.messages import Opened, Yours
from rondel.server.tables.state import MAX_TOLD, LiveTable, RecentEvent
from rondel.server.tables.view import (
    Presence,
    moment_of,
    moved_from,
    present_moment,
    standing,
    state_of,
    told,
    written_moment,
)

encode = msgspec.json.encode


class News(Struct):
    """An event with what to tell of it, and how the table stands since."""

    number: int
    kind: str
    at: float
    data: Raw
    told: list[Told]
    state: TableState
    moved: Moved | None


def news_of(live: LiveTable, it: RecentEvent, hub: Presence) -> bytes:
    """A fresh event as everyone hears it."""
    if it.text is not None:
        return it.text
    event = it.written
    if event.kind == "chat":
        return it.tell(encode(event))
    telling = told(it.before, it.numbers, it.first, it.after)
    about = event.number, event.kind, event.at, event.data
    return it.tell(encode(News(*about, telling, *state_since(live, it, hub))))


def state_since(live: LiveTable, it: RecentEvent, hub: Presence) -> tuple[TableState, Moved | None]:
    """How the table stood after an event, as a stranger sees it.

    If the moment before was told, that of the state comes apart, and brings what is different.
    """
    is_present = it.sequence == live.row.sequence
    known = live.shown
    if live.row.status == "playing" and known is not None and known[0] == it.since:
        moment = present_moment(live) if is_present else moment_of(it.after, it.steps)
        live.shown = it.sequence, moment.view
        return standing(live, hub, it), moved_from(*known, moment)
    state = state_of(live, None, hub, is_whole=False)
    state.last_event = it.written.number
    if not is_present:
        # The table has moved on meanwhile.
        state.sequence = state.table.sequence = it.sequence
        state.table.steps, state.table.asked = it.steps, it.after.seat
    if live.row.started is None or not it.sequence:
        live.shown = None
        return state, None
    moment = present_moment(live) if is_present else moment_of(it.after, it.steps)
    live.shown = it.sequence, moment.view
    if known is not None and known[0] == it.since:
        return state, moved_from(*known, moment)
    state.moment = written_moment(live) if is_present else moment
    return state, None


def yours_of(live: LiveTable, guest: str | None) -> Yours:
    """What is a guest's own at a table."""
    return Yours(live.seats_of(guest), guest == live.row.creator)


def opened_of(live: LiveTable, guest: str | None, hub: Presence) -> bytes:
    """All that a page needs to begin with; the tale and the chat are at hand."""
    if live.row.started is not None:
        # The next event goes on from here.
        live.shown = live.row.sequence, present_moment(live).view
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
