"""Journal entry of events: the columns that follow from a table's state."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Raw, structs
from sqlalchemy import Connection

from rondel.server.protocol.events import LinksData, SeatData
from rondel.server.storage.journal import EventRow, JournalEntry
from rondel.server.storage.tasks import RATE, NewTask
from rondel.server.tables.evolve import NOTHING, Decision, Event
from rondel.server.tables.notices import notices_of
from rondel.server.tables.results import result_rows
from rondel.server.tables.state import LiveTable, read_result

encode = msgspec.json.encode
ALWAYS_SET = ("sequence", "steps", "to_move", "turn_began", "turn")
"""Set by every entry, so that most entries are written with one statement."""


def entry_of(
    before: LiveTable,
    decision: Decision,
    extra: Callable[[Connection], Any] | None = None,
) -> JournalEntry:
    """Return the journal entry of what was decided at a state of a table."""
    after, events = decision.table, decision.events
    had_bot, has_bot = bool(before.bot_to_move), bool(after.bot_to_move)
    always = {name: getattr(after.row, name) for name in ALWAYS_SET}
    return JournalEntry(
        table_id=before.row.id,
        expected=before.row.last_event,
        events=[event_row(event) for event in events],
        columns=always | changed_columns(before.row, after.row),
        seats={
            old.seat: columns
            for old, new in zip(before.seats, after.seats, strict=True)
            if old is not new and (columns := changed_columns(old, new))
        },
        remove_watchers=[
            str(before.seats[it.data.seat].guest)
            for it in events
            if isinstance(it.data, SeatData) and it.data.change == "removed"
        ],
        remove_all_watchers=LinksData(None) in [event.data for event in events],
        bot_job=None if had_bot == has_bot else has_bot,
        extra=extra,
        tasks=tasks_of(before, after, events),
        notices=notices_of(before, after, events),
        results=results(after) if after.row.result != before.row.result else None,
    )


def tasks_of(before: LiveTable, after: LiveTable, events: Sequence[Event]) -> list[NewTask]:
    """Return the tasks that events leading from one state to another ask for."""
    row = after.row
    has_ended = before.row.status != "over" and row.status == "over"
    return [NewTask(RATE, row.id, table=row.id)] if has_ended and row.rated else []


def event_row(event: Event) -> EventRow:
    """Return an event as the log keeps it."""
    private = None if event.private is NOTHING else encode(event.private).decode()
    return EventRow(event.number, event.kind, event.at, Raw(encode(event.data)), event.key, private)


def changed_columns(before: Any, after: Any) -> dict[str, Any]:
    """Return the columns that differ; writing what stays the same would write index entries too."""
    return {
        name: new
        for name, old, new in zip(
            after.__struct_fields__, structs.astuple(before), structs.astuple(after), strict=True
        )
        if old != new
    }


def results(table: LiveTable) -> list[dict[str, Any]]:
    """Return the rows of a match's result; none for a match that goes on after its end."""
    row = table.row
    if not row.result:
        return []
    return result_rows(row, table.seats, read_result(row.result), row.ended or 0.0)
