"""Deciding about a player's identity: it becomes part of another, or is deleted."""

from collections.abc import Sequence

from rondel.server.protocol.events import IdentityData, RemarksRemovedData
from rondel.server.storage.rows import SeatRow
from rondel.server.tables.evolve import Decision, Private
from rondel.server.tables.permissions import seats_of
from rondel.server.tables.seats import left
from rondel.server.tables.state import LiveTable, read_texts


def is_known(live: LiveTable, identity: str) -> bool:
    """Return whether a table refers to an identity."""
    places = {who for seat in live.seats for who in (seat.guest, seat.left_by)}
    known = {live.row.creator, *places, *live.watchers, *read_texts(live.row.banned)}
    return identity in known


def merged(live: LiveTable, former: str, identity: str, at: float) -> Decision:
    """Return the event of a guest who goes on under another identity, if the table knows them."""
    decision = Decision(live, at)
    if is_known(live, former):
        decision.add(IdentityData("merged"), None, Private(identity=identity, former=former))
    return decision


def has_name(seats: Sequence[SeatRow], identity: str) -> bool:
    """Return whether a seat shows the name of an identity."""
    return any(seat.name and identity in (seat.guest, seat.left_by) for seat in seats)


def forgotten(live: LiveTable, identity: str, remarks: Sequence[int], at: float) -> Decision:
    """Return the events of a player who is deleted: their names and remarks go, the game stays.

    Before the start they leave the table; seats of a match are kept for people admitted by a link.
    """
    decision = Decision(live, at)
    if has_name(live.seats, identity):
        decision.add(IdentityData("deleted"), None, Private(former=identity))
    if remarks:
        decision.add(RemarksRemovedData(list(remarks)))
    if live.row.status in ("open", "playing") and not live.row.daily:
        for seat in seats_of(decision.table, identity):
            for event in left(decision.table, seat, at).events:
                decision.add(event.data, event.key, event.private)
    return decision
