"""Plans of sitting: joining, leaving, renaming, conceding, standing in, aborting."""

from collections.abc import Callable
from typing import Any

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
from rondel.server.storage.rows import SeatRow, now
from rondel.server.tables.bots import ANYTHING
from rondel.server.tables.clocks import check_flag, handed_to_bot, handed_to_person
from rondel.server.tables.daily import check_alone
from rondel.server.tables.permissions import check_seat
from rondel.server.tables.play import check_playing, end, settled
from rondel.server.tables.state import Change, LiveTable, read_texts, write


def names_beside(live: LiveTable, guest: str | None, seat: int | None = None) -> list[str]:
    """What all others at the table are called."""
    return [
        other.name
        for other in live.seats
        if other.seat != seat and (guest is None or other.guest != guest) and not other.is_open
    ]


def check_name(live: LiveTable, guest: str | None, seat: int, name: str) -> None:
    """Raise NameTaken if the name could be taken for another's at the table."""
    if is_mistaken(name, names_beside(live, guest, seat)):
        raise NameTaken(name)


def joined(
    live: LiveTable,
    guest: str,
    seat: int,
    name: str,
    nonce: str = "",
    by_link: bool = False,
    program: bool = False,
) -> Change:
    """The plan of a guest who sits down; the last one to do so starts the match."""
    if live.row.status not in ("open", "playing"):
        raise InvalidState(live.row.status, "open")
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise SeatTaken(seat)
    place = live.seats[seat]
    if place.guest == guest and not place.stand_in:
        return Change()
    if place.guest not in (None, guest) and not (by_link and place.handing):
        raise SeatTaken(seat)
    if not by_link and guest in read_texts(live.row.barred):
        raise Removed
    check_name(live, guest, seat, name)
    told = ("seat", {"seat": seat, "change": "joined", "name": name}, None)
    values: dict[str, Any] = {"guest": guest, "name": name, "left_by": None, "program": program}
    if place.handing:
        values["handing"] = False
    change = Change(events=[told], seats={seat: values})
    if live.row.status == "playing":
        check_flag(live)
        if place.stand_in and not place.conceded:
            values["stand_in"] = ""
            change.table |= handed_to_person(live, seat)
        return change
    if nonce:
        change.table["nonces"] = with_nonce(live, seat, nonce)
    return settled(live, change)


def with_nonce(live: LiveTable, seat: int, nonce: str) -> str:
    """What players added to the luck, with what a seat adds, or nothing of it any more."""
    nonces = live.nonces
    nonces[seat] = nonce
    return write(nonces)


def readied(live: LiveTable, guest: str, seat: int | None, nonce: str) -> Change:
    """The plan of a person who is ready to begin, and may add to the luck: once."""
    if live.row.status != "open":
        raise InvalidState(live.row.status, "open")
    first = check_seat(live, guest, seat)
    ready = live.seats_of(guest) if seat is None else [seat]
    waits = [waiting for waiting in live.waits if waiting not in ready]
    if nonce and any(live.nonces[own] for own in live.seats_of(guest)):
        raise InvalidState("given a nonce", "without one of yours")
    if not nonce and waits == live.waits:
        return Change()
    told = ("seat", {"seat": first, "change": "ready", "name": live.seats[first].name}, None)
    change = Change(events=[told], table={"waits": write(waits)})
    if nonce:
        change.table["nonces"] = with_nonce(live, first, nonce)
    return settled(live, change)


def left(live: LiveTable, seat: int) -> Change:
    """The plan of a person who stands up, and may come back until someone else sits there."""
    if live.row.status not in ("open", "playing"):
        raise InvalidState(live.row.status, "open")
    check_alone(live)
    data = {"seat": seat, "change": "left", "name": live.seats[seat].name}
    values: dict[str, Any] = {"guest": None, "handing": False, "program": False}
    change = Change(events=[("seat", data, None)], seats={seat: values})
    if live.row.status == "open":
        change.table = vacated(live, seat)
    else:
        values["left_by"] = live.seats[seat].guest
    return change


def vacated(live: LiveTable, seat: int) -> dict[str, Any]:
    """What a seat that becomes free before the start makes of its table."""
    waits = [waiting for waiting in live.waits if waiting != seat]
    return {"waits": write(waits), "nonces": with_nonce(live, seat, "")}


def removed(live: LiveTable, seat: int) -> Change:
    """The plan of a person whom the creator removes before the start; the old link is void."""
    place = check_open_seat(live, seat)
    if place.kind != "person" or place.guest is None or place.guest == live.row.creator:
        raise InvalidState("free", "taken by someone else")
    barred = sorted({*read_texts(live.row.barred), place.guest})
    told = ("seat", {"seat": seat, "change": "removed", "name": place.name}, None)
    values = {"guest": None, "name": "", "link": place.link + 1, "program": False}
    table = vacated(live, seat) | {"barred": write(barred)}
    gone = [place.guest]
    return Change(events=[told], seats={seat: values}, table=table, unwatch=gone)


def filled(live: LiveTable, seat: int, bot: str) -> Change:
    """The plan of a bot for a seat nobody has taken, or of a free seat where a bot would sit."""
    place = check_open_seat(live, seat)
    if place.guest is not None:
        raise SeatTaken(seat)
    change = "filled" if bot else "freed"
    told = ("seat", {"seat": seat, "change": change, "name": bot, "bot": bot}, None)
    values = {"kind": "bot" if bot else "person", "bot": bot, "name": bot}
    return settled(live, Change(events=[told], seats={seat: values}))


def check_open_seat(live: LiveTable, seat: int) -> SeatRow:
    """A seat of a table that has not started. Raises NotNow or NotYourSeat."""
    if live.row.status != "open":
        raise InvalidState(live.row.status, "open")
    if seat >= len(live.seats):
        raise NotYourSeat(seat)
    return live.seats[seat]


def link_renewed(live: LiveTable, seat: int | None) -> Change:
    """The plan of a new link to a seat, or to watch; the old one opens nothing."""
    check_alone(live)
    if seat is not None and (seat >= len(live.seats) or live.seats[seat].kind != "person"):
        raise NotYourSeat(seat)
    change = Change(events=[("links", {"seat": seat}, None)])
    if seat is None:
        change.table["watch_link"] = live.row.watch_link + 1
    else:
        change.seats[seat] = {"link": live.seats[seat].link + 1, "handing": False}
    return change


def handed_over(live: LiveTable, seat: int) -> Change:
    """The plan of a new link that gives a seat to its player who has lost the cookie."""
    check_alone(live)
    change = link_renewed(live, seat)
    change.seats[seat]["handing"] = True
    told = {"seat": seat, "change": "handing-over", "name": live.seats[seat].name}
    change.events = [("seat", told, None)]
    return change


def consented(live: LiveTable, seat: int, consents: bool) -> Change:
    """The plan of a person who lets others have a bot play while they are away, or no more."""
    check_playing(live)
    if live.seats[seat].consents == consents:
        return Change()
    change = "consents" if consents else "objects"
    told = ("seat", {"seat": seat, "change": change, "name": live.seats[seat].name}, None)
    return Change(events=[told], seats={seat: {"consents": consents}})


def check_absent(live: LiveTable, seat: int, seen: float | None) -> None:
    """Raise StillThere unless the others may act for whoever is asked.

    `seen` is when the seat's player was last known to be there, None while they are.
    """
    at = absent_from(live, seat, seen)
    if at is None or at > now():
        raise StillThere(seat, at)


def absent_from(live: LiveTable, seat: int, seen: float | None) -> float | None:
    """Return from when on the others may act for a seat's player, None if nothing says so yet.

    Without a clock that is once the player has made no step for the table's patience, and with one
    once the player has been away for that long.
    """
    if live.asked != seat:
        return None
    if isinstance(live.pace, Untimed):
        # Being there is no move: without a clock, only steps count.
        return (live.row.turn_began or now()) + live.row.patience
    if seen is None:
        return None
    return max(seen, live.row.turn_began or seen) + live.row.patience


def is_playing(live: LiveTable, guest: str) -> bool:
    """Whether a guest has a seat that has not given up: those who have act for nobody."""
    return any(not live.seats[own].conceded for own in live.seats_of(guest))


def check_replaceable(live: LiveTable, guest: str, seat: int, seen: float | None) -> None:
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
        raise StillThere(seat, live.row.deadline if live.asked == seat else None)
    check_absent(live, seat, seen)


def is_absent(live: LiveTable, seat: int, seen: float | None) -> bool:
    """Return whether a seat's player has left, or has kept the others waiting for too long."""
    at = absent_from(live, seat, seen)
    return live.seats[seat].guest is None or (at is not None and at <= now())


def people_to_ask(live: LiveTable, guest: str, seat: int, seen: float | None) -> list[int]:
    """Return the seats that must agree before a guest has a bot play for a seat.

    Those are all other persons who play themselves, unless the seat is another's who is absent.
    """
    if live.seats[seat].guest != guest and is_absent(live, seat, seen):
        return []
    return [
        other.seat
        for other in live.seats
        if other.guest not in (None, guest, live.seats[seat].guest)
        and not (other.conceded or other.stand_in)
    ]


def claimed(live: LiveTable, guest: str, seat: int, seen: float | None) -> Change:
    """The plan of a win claimed over a player who stays away, where no clock would tell."""
    check_playing(live)
    if not isinstance(live.pace, Untimed):
        raise InvalidState("timed", "untimed")
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise NotYourSeat(seat)
    if seat in live.seats_of(guest) or not is_playing(live, guest):
        raise NotYourSeat(seat)
    if live.seats[seat].mover:
        raise InvalidState("played by a bot", "played by its person")
    check_absent(live, seat, seen)
    return conceded(live, seat, "absent")


def renamed(live: LiveTable, seat: int, name: str) -> Change:
    """The plan of a seat's new name."""
    check_name(live, live.seats[seat].guest, seat, name)
    data = {"seat": seat, "change": "renamed", "name": name}
    return Change(events=[("seat", data, None)], seats={seat: {"name": name}})


def conceded(live: LiveTable, seat: int, why: str = "conceded") -> Change:
    """The plan of a seat that gives up, or whose time is up.

    A bot plays on for it if two others, one of them a person, still play; or else it ends.
    """
    check_playing(live)
    if why != "timed-out":
        check_flag(live)
    if live.seats[seat].conceded:
        raise InvalidState("conceded", "playing")
    told = ("seat", {"seat": seat, "change": why, "name": live.seats[seat].name}, None)
    stand_in = live.seats[seat].stand_in or ANYTHING
    change = Change(events=[told], seats={seat: {"conceded": True, "stand_in": stand_in}})
    if live.asked == seat:
        change.table["deadline"] = None
    others = [other for other in live.seats if other.seat != seat and not other.conceded]
    if len(others) < 2 or all(other.kind == "bot" for other in others):
        end(change, live, live.position, why)
    return change


def stood_in(live: LiveTable, seat: int, bot: str) -> Change:
    """The plan of a bot that takes over a person's seat for a while."""
    check_playing(live)
    check_alone(live)
    check_flag(live)
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise SeatTaken(seat)
    if live.seats[seat].conceded:
        raise InvalidState("conceded", "playing")
    data = {"seat": seat, "change": "stand-in", "name": live.seats[seat].name, "bot": bot}
    change = Change(events=[("seat", data, None)], seats={seat: {"stand_in": bot}})
    change.table |= handed_to_bot(live, seat) | {"helped": live.row.helped + 1}
    return change


def given_back(live: LiveTable, seat: int) -> Change:
    """The plan of a person who plays again where a bot stood in."""
    check_playing(live)
    place = live.seats[seat] if seat < len(live.seats) else None
    if place is None or place.kind != "person" or place.conceded or not place.stand_in:
        raise InvalidState("played by its person", "played by a bot")
    data = {"seat": seat, "change": "given-back", "name": place.name}
    change = Change(events=[("seat", data, None)], seats={seat: {"stand_in": ""}})
    change.table |= handed_to_person(live, seat)
    return change


def aborted(live: LiveTable) -> Change:
    """The plan of ending a match before any player has made a step."""
    if live.row.status not in ("open", "playing"):
        raise InvalidState(live.row.status, "open")
    check_alone(live)
    if any(maker is not None for maker in live.makers):
        raise InvalidState("begun", "before the first move")
    values = {"status": "aborted", "ended": now(), "asked": None, "deadline": None}
    return Change(events=[("aborted", {}, None)], table=values)


SeatPlan = Callable[[LiveTable, int], Change]
