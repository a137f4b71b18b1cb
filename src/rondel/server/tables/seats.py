"""Deciding about seats: joining, leaving, renaming, conceding, standing in, aborting."""

from typing import Literal

from rondel.server.errors import (
    InvalidState,
    NameTaken,
    NotYourSeat,
    Removed,
    SeatTaken,
    StillThere,
)
from rondel.server.names import is_mistaken
from rondel.server.protocol.documents import Days, Untimed
from rondel.server.protocol.events import AbortedData, LinksData, SeatChange, SeatData
from rondel.server.storage.rows import SeatRow
from rondel.server.tables.clocks import check_flag
from rondel.server.tables.evolve import Decision, Private
from rondel.server.tables.permissions import check_not_daily, check_seat
from rondel.server.tables.play import check_playing, result_of, settled
from rondel.server.tables.state import LiveTable, read_texts

Lost = Literal["conceded", "timed-out", "absent"]
"""How a seat can lose."""


def names_beside(live: LiveTable, guest: str | None, seat: int | None = None) -> list[str]:
    """Return the names of all others at the table."""
    return [
        other.name
        for other in live.seats
        if other.seat != seat and (guest is None or other.guest != guest) and not other.is_open
    ]


def check_name(live: LiveTable, guest: str | None, seat: int, name: str) -> None:
    """Raise NameTaken if the name could be taken for another's at the table."""
    if is_mistaken(name, names_beside(live, guest, seat)):
        raise NameTaken(name)


def seat_event(live: LiveTable, seat: int, change: SeatChange) -> SeatData:
    """Return the payload of a seat's change."""
    return SeatData(seat, change, live.seats[seat].name)


def joined(
    live: LiveTable,
    guest: str,
    seat: int,
    name: str,
    at: float,
    nonce: str = "",
    by_link: bool = False,
    program: bool = False,
) -> Decision:
    """Return the events of a guest who sits down; the last one to do so starts the match."""
    if live.row.status not in ("open", "playing"):
        raise InvalidState(live.row.status, "open")
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise SeatTaken(seat)
    place = live.seats[seat]
    if place.guest == guest and not place.substitute:
        return Decision(live, at)
    if place.guest not in (None, guest) and not (by_link and place.transfer_pending):
        raise SeatTaken(seat)
    if not by_link and guest in read_texts(live.row.banned):
        raise Removed
    check_name(live, guest, seat, name)
    if live.row.status == "playing":
        check_flag(live, at)
    private = Private(identity=guest, is_program=program, nonce=nonce)
    return settled(Decision(live, at).add(SeatData(seat, "joined", name), None, private))


def readied(live: LiveTable, guest: str, seat: int | None, nonce: str, at: float) -> Decision:
    """Return the events of a person who is ready to begin, and may add to the luck: once."""
    if live.row.status != "open":
        raise InvalidState(live.row.status, "open")
    first = check_seat(live, guest, seat)
    ready = live.seats_of(guest) if seat is None else [seat]
    if nonce and any(live.nonces[own] for own in live.seats_of(guest)):
        raise InvalidState("given a nonce", "without one of yours")
    if not nonce and not set(live.waits).intersection(ready):
        return Decision(live, at)
    private = Private(nonce=nonce, ready=tuple(ready))
    return settled(Decision(live, at).add(seat_event(live, first, "ready"), None, private))


def left(live: LiveTable, seat: int, at: float) -> Decision:
    """Return the event of a person who stands up, and may come back until someone sits there."""
    if live.row.status not in ("open", "playing"):
        raise InvalidState(live.row.status, "open")
    check_not_daily(live)
    return Decision(live, at).add(seat_event(live, seat, "left"))


def removed(live: LiveTable, seat: int, at: float) -> Decision:
    """Return the event of a person whom the creator removes before the start."""
    place = check_open_seat(live, seat)
    if place.kind != "person" or place.guest is None or place.guest == live.row.creator:
        raise InvalidState("free", "taken by someone else")
    return Decision(live, at).add(seat_event(live, seat, "removed"))


def filled(live: LiveTable, seat: int, bot: str, at: float) -> Decision:
    """Return the events of a bot for a seat nobody has taken, or of a seat freed of its bot."""
    place = check_open_seat(live, seat)
    if place.guest is not None:
        raise SeatTaken(seat)
    return settled(Decision(live, at).add(SeatData(seat, "filled" if bot else "freed", bot, bot)))


def check_open_seat(live: LiveTable, seat: int) -> SeatRow:
    """Return a seat of a table that has not started. Raises InvalidState or NotYourSeat."""
    if live.row.status != "open":
        raise InvalidState(live.row.status, "open")
    if seat >= len(live.seats):
        raise NotYourSeat(seat)
    return live.seats[seat]


def link_renewed(live: LiveTable, seat: int | None, at: float) -> Decision:
    """Return the event of a new link to a seat, or to watch; the old one opens nothing."""
    check_link(live, seat)
    return Decision(live, at).add(LinksData(seat))


def check_link(live: LiveTable, seat: int | None) -> None:
    """Raise NotYourSeat or DailyChallenge unless a seat, or the table, has a link."""
    check_not_daily(live)
    if seat is not None and (seat >= len(live.seats) or live.seats[seat].kind != "person"):
        raise NotYourSeat(seat)


def handed_over(live: LiveTable, seat: int, at: float) -> Decision:
    """Return the event of a link that gives a seat to its player who has lost the cookie."""
    check_link(live, seat)
    return Decision(live, at).add(seat_event(live, seat, "handing-over"))


def consented(live: LiveTable, seat: int, consents: bool, at: float) -> Decision:
    """Return the event of a person who lets a bot play while they are away, or no more."""
    check_playing(live)
    if live.seats[seat].consents == consents:
        return Decision(live, at)
    change: SeatChange = "consents" if consents else "objects"
    return Decision(live, at).add(seat_event(live, seat, change))


def check_absent(live: LiveTable, seat: int, seen: float | None, now: float) -> None:
    """Raise StillThere unless the others may act for the seat to move.

    `seen` is when the seat's player was last present, None if they are.
    """
    at = absent_from(live, seat, seen, now)
    if at is None or at > now:
        raise StillThere(seat, at)


def absent_from(live: LiveTable, seat: int, seen: float | None, now: float) -> float | None:
    """Return from when on the others may act for a seat's player, None if nothing says so yet.

    Without a clock that is once the player has made no step for the table's patience, and with one
    once the player has been away for that long.
    """
    if live.to_move != seat:
        return None
    if isinstance(live.pace, Untimed):
        # Being there is no move: without a clock, only steps count.
        return (live.row.turn_began or now) + live.row.absence_timeout
    if seen is None:
        return None
    return max(seen, live.row.turn_began or seen) + live.row.absence_timeout


def is_playing(live: LiveTable, guest: str) -> bool:
    """Return whether a guest has a seat that has not given up: those who have act for nobody."""
    return any(not live.seats[own].resigned for own in live.seats_of(guest))


def check_replaceable(
    live: LiveTable, guest: str, seat: int, seen: float | None, now: float
) -> None:
    """Raise NotYourSeat or StillThere unless a guest may have a bot play for a seat."""
    place = live.seats[seat]
    if guest == place.guest:
        return
    if not is_playing(live, guest):
        raise NotYourSeat(seat)
    if place.guest is None or (place.consents and seen is not None):
        return
    if isinstance(live.pace, Days):
        # Days are given to be away in: only the clock, or the player, may end that.
        raise StillThere(seat, live.row.deadline if live.to_move == seat else None)
    check_absent(live, seat, seen, now)


def is_absent(live: LiveTable, seat: int, seen: float | None, now: float) -> bool:
    """Return whether a seat's player has left, or has kept the others waiting for too long."""
    at = absent_from(live, seat, seen, now)
    return live.seats[seat].guest is None or (at is not None and at <= now)


def people_to_ask(
    live: LiveTable, guest: str, seat: int, seen: float | None, now: float
) -> list[int]:
    """Return the seats that must agree before a guest has a bot play for a seat.

    Those are all other persons who play themselves, unless the seat is another's who is absent.
    """
    if live.seats[seat].guest != guest and is_absent(live, seat, seen, now):
        return []
    return [
        other.seat
        for other in live.seats
        if other.guest not in (None, guest, live.seats[seat].guest)
        and not (other.resigned or other.substitute)
    ]


def claimed(live: LiveTable, guest: str, seat: int, seen: float | None, at: float) -> Decision:
    """Return the events of a win claimed over a player who stays away, without a clock."""
    check_playing(live)
    if not isinstance(live.pace, Untimed):
        raise InvalidState("timed", "untimed")
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise NotYourSeat(seat)
    if seat in live.seats_of(guest) or not is_playing(live, guest):
        raise NotYourSeat(seat)
    if live.seats[seat].controlling_bot:
        raise InvalidState("played by a bot", "played by its person")
    check_absent(live, seat, seen, at)
    return resigned(live, seat, at, "absent")


def renamed(live: LiveTable, seat: int, name: str, at: float) -> Decision:
    """Return the event of a seat's new name."""
    check_name(live, live.seats[seat].guest, seat, name)
    return Decision(live, at).add(SeatData(seat, "renamed", name))


def resigned(live: LiveTable, seat: int, at: float, why: Lost = "conceded") -> Decision:
    """Return the events of a seat that gives up, or whose time is up.

    A bot plays on for it if two others, one of them a person, still play; or else it ends.
    """
    check_playing(live)
    if why != "timed-out":
        check_flag(live, at)
    if live.seats[seat].resigned:
        raise InvalidState("resigned", "playing")
    decision = Decision(live, at).add(seat_event(live, seat, why))
    others = [other for other in live.seats if other.seat != seat and not other.resigned]
    if len(others) < 2 or all(other.kind == "bot" for other in others):
        decision.add(result_of(decision.table, why))
    return decision


def check_substitute(live: LiveTable, seat: int, at: float) -> None:
    """Raise InvalidState, SeatTaken and others unless a bot may play for a person's seat."""
    check_playing(live)
    check_not_daily(live)
    check_flag(live, at)
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise SeatTaken(seat)
    if live.seats[seat].resigned:
        raise InvalidState("resigned", "playing")


def substitute(decision: Decision, seat: int, bot: str) -> Decision:
    """Have a bot take over a person's seat for a while."""
    live = decision.table
    check_substitute(live, seat, decision.at)
    return decision.add(SeatData(seat, "stand-in", live.seats[seat].name, bot))


def given_back(live: LiveTable, seat: int, at: float) -> Decision:
    """Return the event of a person who plays again where a bot stood in."""
    check_playing(live)
    place = live.seats[seat] if seat < len(live.seats) else None
    if place is None or place.kind != "person" or place.resigned or not place.substitute:
        raise InvalidState("played by its person", "played by a bot")
    return Decision(live, at).add(seat_event(live, seat, "given-back"))


def aborted(live: LiveTable, at: float) -> Decision:
    """Return the event of ending a match before any player has made a step."""
    if live.row.status not in ("open", "playing"):
        raise InvalidState(live.row.status, "open")
    check_not_daily(live)
    if any(maker is not None for maker in live.step_authors):
        raise InvalidState("begun", "before the first move")
    return Decision(live, at).add(AbortedData())
