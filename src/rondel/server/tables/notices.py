"""Deciding what to tell people who may not be at the table."""

from collections.abc import Sequence
from typing import Literal

from rondel.server.protocol.documents import Days, LiveClock
from rondel.server.protocol.events import RematchData, UndoneData, UndoRequestedData
from rondel.server.storage.notices import NewNotice, NoticeKind
from rondel.server.storage.rows import Row, SeatRow
from rondel.server.tables.clocks import DAY
from rondel.server.tables.evolve import Event
from rondel.server.tables.state import LiveTable, is_between_people, read_seats, read_undo

Verdict = Literal["send", "wait", "drop"]
TIME_SHORT = 0.2
"""Share of a turn's time that is left when its player is reminded."""


def notices_of(before: LiveTable, after: LiveTable, events: Sequence[Event]) -> list[NewNotice]:
    """Return what events leading from one state to another have to tell."""
    if not is_between_people(after.seats):
        return []
    found: list[NewNotice] = []
    for event in events:
        match event.data:
            case UndoRequestedData(waits=waits):
                found += [_notice("undo", after, event.number, seat, event.at) for seat in waits]
            case RematchData(table=table):
                found += [
                    NewNotice(
                        "invited", table, event.number, place.seat, str(place.guest), 0.0, event.at
                    )
                    for place in _persons(after)
                ]
            case _:
                pass
    if after.row.turn != before.row.turn:
        found += _turn_notices(before, after, events)
    if after.row.status == "over" != before.row.status:
        number, at = after.row.last_event, events[-1].at
        found += [_notice("over", after, number, place.seat, at) for place in _persons(after)]
    return [notice for notice in found if notice.identity]


def _turn_notices(before: LiveTable, after: LiveTable, events: Sequence[Event]) -> list[NewNotice]:
    """Return the notice of a turn, and of its end if it has days.

    With a live clock nobody can be called to each turn, only to the first one.
    """
    seat, began, pace = after.to_move, after.row.turn, after.pace
    is_live = isinstance(pace, LiveClock) and before.row.status == "playing"
    is_own = any(isinstance(it.data, UndoneData) and it.data.seat == seat for it in events)
    if seat is None or is_live or is_own or after.seats[seat].controlling_bot:
        return []
    at = events[-1].at
    found = [_notice("turn", after, began, seat, at)]
    if isinstance(pace, Days) and after.row.deadline is not None:
        remind_at = after.row.deadline - TIME_SHORT * pace.days * DAY
        found.append(_notice("time", after, began, seat, at, remind_at))
    return found


def _notice(
    kind: NoticeKind, table: LiveTable, number: int, seat: int, at: float, run_at: float = 0.0
) -> NewNotice:
    identity = table.seats[seat].guest or ""
    return NewNotice(kind, table.row.id, number, seat, identity, run_at, at)


def _persons(table: LiveTable) -> list[SeatRow]:
    """Return the first seat of each person at a table."""
    found = {place.guest: place for place in reversed(table.seats) if place.guest is not None}
    return sorted(found.values(), key=lambda place: place.seat)


def verdict_on(
    notice: NewNotice, row: Row | None, seats: Sequence[SeatRow], is_present: bool
) -> Verdict:
    """Return whether a notice is to be sent now, later, or never, as the table stands.

    A notice about a turn that has ended is dropped; while its player has the table open, it waits.
    """
    if notice.kind in ("test", "confirm"):
        return "send"
    if row is None or notice.seat >= len(seats):
        return "drop"
    place = seats[notice.seat]
    match notice.kind:
        case "turn" | "time":
            is_due = (
                row.status == "playing"
                and (row.to_move, row.turn) == (notice.seat, notice.number)
                and place.guest == notice.identity
                and not place.controlling_bot
            )
        case "undo":
            waits = read_undo(row.undo_request).waits if row.undo_request else []
            is_due = notice.seat in waits and place.guest == notice.identity
        case "invited":
            own = [seat.seat for seat in seats if seat.guest == notice.identity]
            is_due = row.status == "open" and bool({*own} & {*read_seats(row.waits)})
            return "send" if is_due and not is_present else "drop"
        case "over":
            return "send" if row.status == "over" and not is_present else "drop"
    if not is_due:
        return "drop"
    return "wait" if is_present else "send"
