"""Journal entries of changes."""

from typing import Any

import msgspec
from msgspec import Raw, structs

from rondel.server.errors import IdempotencyConflict
from rondel.server.protocol.documents import Event
from rondel.server.storage.journal import EventRow, JournalEntry
from rondel.server.storage.rows import now
from rondel.server.tables.results import result_rows
from rondel.server.tables.state import SNAPSHOT_EVERY, Change, LiveTable, mover_of, read_result

encode = msgspec.json.encode
ALWAYS_SET = ("sequence", "steps", "asked", "turn_began")
"""Set by every entry, so that most entries are written with one statement."""


def entry_of(live: LiveTable, change: Change) -> JournalEntry:
    """Return the journal entry of a change. Raises IdempotencyConflict if a key has served before.

    The table knows all its keys, or is not as expected any more.
    """
    for _, _, key in change.events:
        if key in live.keys:
            raise IdempotencyConflict(str(key))
    at, before = round(now(), 3), live.row.last_event
    events = [
        EventRow(number, kind, at, Raw(encode(data)), key)
        for number, (kind, data, key) in enumerate(change.events, before + 1)
    ]
    change.table["last_event"] = events[-1].number
    columns = {name: getattr(live.row, name) for name in ALWAYS_SET}
    # Writing what stays the same would write index entries, too.
    columns |= {it: value for it, value in change.table.items() if value != getattr(live.row, it)}
    had_job, has_job = bool(live.bot_asked), bool(bot_asked_after(live, change))
    return JournalEntry(
        live.row.id,
        before,
        events,
        columns,
        change.seats,
        _snapshot(live, change),
        change.keep,
        change.unwatch,
        change.unwatches_all,
        None if had_job == has_job else has_job,
        change.beside,
        _results(live, change),
    )


def events_of(change: Change, entry: JournalEntry) -> list[Event]:
    """Return the events of a change as the log has them."""
    pairs = zip(entry.events, change.events, strict=True)
    return [Event(event.number, event.kind, event.at, data) for event, (_, data, _) in pairs]


def _snapshot(live: LiveTable, change: Change) -> tuple[int, str] | None:
    before = len(live.log) if change.keep is None else change.keep
    after = before + len(change.new_steps)
    if change.position is None or after // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
        return None
    return after, change.position.write()


def _results(live: LiveTable, change: Change) -> list[dict[str, Any]] | None:
    """Return the rows of the result that a match has from now on; None if nothing changes."""
    text = change.table.get("result")
    if not text:
        return None if text is None else []
    row = structs.replace(live.row, **change.table)
    seats = [structs.replace(seat, **change.seats.get(seat.seat, {})) for seat in live.seats]
    return result_rows(row, seats, read_result(text), change.table["ended"])


def bot_asked_after(live: LiveTable, change: Change) -> str:
    """Return the level of the bot to move once the change is made."""
    status = change.table.get("status", live.row.status)
    asked = change.table.get("asked", live.row.asked)
    if status != "playing" or asked is None:
        return ""
    return mover_of(live.seats[int(asked)], change.seats.get(int(asked), {}))
