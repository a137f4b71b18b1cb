"""Plans of sitting: joining, leaving, renaming, conceding, standing in, aborting."""

from collections.abc import Callable
from typing import Any

from rondel.server.database.rows import now
from rondel.server.errors import NameTaken, NotNow, NotYourSeat, SeatTaken
from rondel.server.names import is_mistaken
from rondel.server.table.bots import ANYTHING
from rondel.server.table.clocks import deadline
from rondel.server.table.playing import check_playing, end, started
from rondel.server.table.table import Change, LiveTable


def check_seat(live: LiveTable, guest: str, seat: int | None) -> int:
    """The seat a guest means, if it is theirs. Raises NotYourSeat."""
    own = live.seats_of(guest)
    if seat is None and own:
        return live.asked if live.asked in own else own[0]
    if seat is None or seat not in own:
        raise NotYourSeat(-1 if seat is None else seat)
    return seat


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


def joined(live: LiveTable, guest: str, seat: int, name: str) -> Change:
    """The plan of a guest who sits down; the last one to do so starts the match."""
    if live.row.status not in ("open", "playing"):
        raise NotNow(live.row.status, "open")
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise SeatTaken(seat)
    place = live.seats[seat]
    if place.guest == guest and not place.stand_in:
        return Change()
    if place.guest not in (None, guest):
        raise SeatTaken(seat)
    check_name(live, guest, seat, name)
    told = ("seat", {"seat": seat, "change": "joined", "name": name}, None)
    values: dict[str, Any] = {"guest": guest, "name": name}
    if live.row.status == "playing":
        values["stand_in"] = "" if not place.conceded else place.stand_in
        return with_time(live, Change(events=[told], seats={seat: values}), seat)
    if any(other.is_open for other in live.seats if other.seat != seat):
        return Change(events=[told], seats={seat: values})
    change = started(live, {seat: values})
    change.events.insert(0, told)
    change.table["sequence"] += 1
    return change


def with_time(live: LiveTable, change: Change, seat: int) -> Change:
    """A person who sits down while their seat is asked has time from now on."""
    if live.asked == seat and live.seats[seat].mover:
        at = now()
        clock = live.clock
        change.table |= {"turn_began": at, "deadline": deadline(live, clock, seat, at)}
    return change


def left(live: LiveTable, seat: int) -> Change:
    """The plan of a person who stands up; their link lets them come back."""
    if live.row.status not in ("open", "playing"):
        raise NotNow(live.row.status, "open")
    data = {"seat": seat, "change": "left", "name": live.seats[seat].name}
    return Change(events=[("seat", data, None)], seats={seat: {"guest": None}})


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
    if live.seats[seat].conceded:
        raise NotNow("conceded", "playing")
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
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise SeatTaken(seat)
    data = {"seat": seat, "change": "stand-in", "name": live.seats[seat].name, "bot": bot}
    change = Change(events=[("seat", data, None)], seats={seat: {"stand_in": bot}})
    if live.asked == seat:
        change.table["deadline"] = None
    return change


def given_back(live: LiveTable, seat: int) -> Change:
    """The plan of a person who plays again where a bot stood in."""
    check_playing(live)
    place = live.seats[seat] if seat < len(live.seats) else None
    if place is None or place.kind != "person" or place.conceded or not place.stand_in:
        raise NotNow("played by its person", "played by a bot")
    data = {"seat": seat, "change": "given-back", "name": place.name}
    change = Change(events=[("seat", data, None)], seats={seat: {"stand_in": ""}})
    return with_time(live, change, seat)


def aborted(live: LiveTable) -> Change:
    """The plan of ending a match before any player has made a step."""
    if live.row.status not in ("open", "playing"):
        raise NotNow(live.row.status, "open")
    if any(maker is not None for maker in live.makers):
        raise NotNow("begun", "before the first move")
    values = {"status": "aborted", "ended": now(), "asked": None, "deadline": None}
    return Change(events=[("aborted", {}, None)], table=values)


SeatPlan = Callable[[LiveTable, int], Change]
