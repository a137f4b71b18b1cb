"""Events and how they change a table: the only place where its state changes."""

from typing import Any

from msgspec import Struct, structs

from rondel.server.protocol.documents import Result, UndoRequest
from rondel.server.protocol.events import (
    KINDS,
    AbortedData,
    Data,
    HintedData,
    IdentityData,
    LinksData,
    RematchData,
    SeatData,
    StartedData,
    StepsData,
    UndoAnsweredData,
    UndoneData,
    UndoRequestedData,
)
from rondel.server.tables.bots import ANYTHING
from rondel.server.tables.clocks import handed_to_bot, handed_to_person, next_turn, restored
from rondel.server.tables.state import LiveTable, read_texts, read_undo, run, write


class Private(Struct, frozen=True, omit_defaults=True):
    """Facts of an event that are never published."""

    identity: str | None = None
    """Identity that holds the seat from now on, or that acted."""
    former: str | None = None
    """Identity that is merged or deleted."""
    is_program: bool = False
    nonce: str = ""
    """Added to the randomness of the deal."""
    ready: tuple[int, ...] = ()
    """Seats whose players are ready."""
    secret: bytes = b""
    """Secret of a new dealer."""
    commitment: str = ""


NOTHING = Private()


class Event(Struct, frozen=True):
    """One thing that happened at a table."""

    number: int
    at: float
    data: Data
    key: str | None = None
    """Idempotency key of the command that made it."""
    private: Private = NOTHING

    @property
    def kind(self) -> str:
        """Return the name of its kind."""
        return KINDS[type(self.data)]


def evolve(table: LiveTable, event: Event) -> LiveTable:
    """Return a table after an event."""
    return with_row(changed(table, event), last_event=event.number)


def with_row(table: LiveTable, **columns: Any) -> LiveTable:
    """Return a table with other values in its row."""
    return structs.replace(table, row=structs.replace(table.row, **columns))


def with_seat(table: LiveTable, seat: int, **columns: Any) -> LiveTable:
    """Return a table with other values in a seat's row."""
    seats = list(table.seats)
    seats[seat] = structs.replace(seats[seat], **columns)
    return structs.replace(table, seats=seats)


def changed(table: LiveTable, event: Event) -> LiveTable:
    """Return what an event of any kind changes of a table."""
    match event.data:
        case StepsData() as data:
            return moved(table, event, next_turn(table, data.to_move, data.length, event.at)[0])
        case StartedData() as data:
            turn = next_turn(table, data.to_move, data.length, event.at)[0]
            return moved(table, event, {**turn, "status": "playing", "started": event.at})
        case UndoneData() as data:
            return undone(table, event, data)
        case SeatData() as data:
            return seat_changed(table, event, data)
        case LinksData(seat=None):
            after = with_row(table, watch_link=table.row.watch_link + 1)
            return structs.replace(after, watchers=frozenset())
        case LinksData(seat=int(seat)):
            return with_seat(table, seat, link=table.seats[seat].link + 1, transfer_pending=False)
        case IdentityData():
            return identity_changed(table, event)
        case UndoRequestedData() as data:
            request = UndoRequest(data.seat, data.length, list(data.waits), data.bot)
            return with_row(table, undo_request=write(request))
        case UndoAnsweredData() as data:
            return with_row(table, undo_request=remaining_request(table, data))
        case data:
            return with_row(table, **other_columns(table, event.at, data))


def other_columns(table: LiveTable, at: float, data: Data) -> dict[str, Any]:
    """Return what an event changes that concerns the table's row alone."""
    gone = {"ended": at, "to_move": None, "deadline": None}
    match data:
        case Result():
            return {"status": "over", "result": write(data), "undo_request": "", **gone}
        case AbortedData():
            return {"status": "aborted", **gone}
        case RematchData():
            return {"rematch": data.table}
        case HintedData():
            return {"helped": table.row.helped + 1}
        case _:
            return {}


def moved(table: LiveTable, event: Event, columns: dict[str, Any]) -> LiveTable:
    """Return a table after an event that changes its position."""
    data = event.data
    assert isinstance(data, StartedData | StepsData | UndoneData)
    history = table.history.after(data, table.edition)
    if isinstance(data, UndoneData):
        position = table.position_at(data.length)
    else:
        position = run(table.position, history.log[len(table.log) :])
    if data.to_move != table.row.to_move:
        columns = {**columns, "turn": event.number}
    columns = {
        "sequence": event.number,
        "steps": len(history.log),
        "to_move": data.to_move,
        "undo_request": "",
        **columns,
    }
    return structs.replace(with_row(table, **columns), history=history, position=position)


def undone(table: LiveTable, event: Event, data: UndoneData) -> LiveTable:
    """Return a table after steps were taken back."""
    columns = restored(table, data.seat, data.length, data.to_move, event.at)
    if data.more:
        columns["taken_back"] = table.row.taken_back + 1
    if table.row.status == "over":
        columns |= {"status": "playing", "ended": None, "result": "", "sandbox": True}
        columns |= {"secret": event.private.secret, "commitment": event.private.commitment}
    return moved(table, event, columns)


def remaining_request(table: LiveTable, data: UndoAnsweredData) -> str:
    """Return the question that remains once a player has answered it."""
    if not data.yes or not table.row.undo_request:
        return ""
    request = read_undo(table.row.undo_request)
    own = table.seats[data.seat].guest
    request.waits = [seat for seat in request.waits if table.seats[seat].guest != own]
    return write(request) if request.waits else ""


def seat_changed(table: LiveTable, event: Event, data: SeatData) -> LiveTable:
    """Return a table after something became of a seat."""
    seat, place, private = data.seat, table.seats[data.seat], event.private
    match data.change:
        case "joined":
            return joined(table, event, data)
        case "ready":
            waits = [waiting for waiting in table.waits if waiting not in private.ready]
            nonces = with_nonce(table, seat, private.nonce) if private.nonce else table.row.nonces
            return with_row(table, waits=write(waits), nonces=nonces)
        case "left":
            left_by = place.guest if table.row.status == "playing" else place.left_by
            after = with_seat(
                table, seat, guest=None, transfer_pending=False, program=False, left_by=left_by
            )
            return vacated(after, seat)
        case "removed":
            banned = write(sorted({*read_texts(table.row.banned), str(place.guest)}))
            link = place.link + 1
            after = with_seat(table, seat, guest=None, name="", link=link, program=False)
            after = vacated(with_row(after, banned=banned), seat)
            return structs.replace(after, watchers=table.watchers - {str(place.guest)})
        case "filled" | "freed":
            kind = "bot" if data.bot else "person"
            return with_seat(table, seat, kind=kind, bot=data.bot, name=data.bot)
        case "handing-over":
            return with_seat(table, seat, link=place.link + 1, transfer_pending=True)
        case "consents" | "objects":
            return with_seat(table, seat, consents=data.change == "consents")
        case "renamed":
            return with_seat(table, seat, name=data.name)
        case "conceded" | "timed-out" | "absent":
            after = with_seat(table, seat, resigned=True, substitute=place.substitute or ANYTHING)
            return with_row(after, deadline=None) if table.to_move == seat else after
        case "stand-in":
            columns = handed_to_bot(table, seat, event.at) | {"helped": table.row.helped + 1}
            return with_row(with_seat(table, seat, substitute=data.bot), **columns)
        case "given-back":
            columns = handed_to_person(table, seat, event.at)
            return with_row(with_seat(table, seat, substitute=""), **columns)


def joined(table: LiveTable, event: Event, data: SeatData) -> LiveTable:
    """Return a table after a person sat down."""
    seat, place, private = data.seat, table.seats[data.seat], event.private
    after = with_seat(
        table,
        seat,
        guest=private.identity,
        name=data.name,
        left_by=None,
        transfer_pending=False,
        program=private.is_program,
    )
    if table.row.status == "playing" and place.substitute and not place.resigned:
        columns = handed_to_person(table, seat, event.at)
        return with_row(with_seat(after, seat, substitute=""), **columns)
    if private.nonce:
        return with_row(after, nonces=with_nonce(table, seat, private.nonce))
    return after


def identity_changed(table: LiveTable, event: Event) -> LiveTable:
    """Return a table after an identity became part of another, or was deleted."""
    former, identity = event.private.former, event.private.identity
    if identity is None:
        seats = [
            structs.replace(seat, name="") if former in (seat.guest, seat.left_by) else seat
            for seat in table.seats
        ]
        return structs.replace(table, seats=seats)

    def now_of(who: str | None) -> str | None:
        return identity if who == former else who

    seats = [
        structs.replace(seat, guest=now_of(seat.guest), left_by=now_of(seat.left_by))
        for seat in table.seats
    ]
    banned = sorted({str(now_of(who)) for who in read_texts(table.row.banned)})
    columns = {"creator": now_of(table.row.creator), "banned": write(banned)}
    watchers = frozenset(str(now_of(who)) for who in table.watchers)
    return with_row(structs.replace(table, seats=seats, watchers=watchers), **columns)


def vacated(table: LiveTable, seat: int) -> LiveTable:
    """Return a table that a person has left; before the start, they were never there."""
    if table.row.status != "open":
        return table
    waits = [waiting for waiting in table.waits if waiting != seat]
    return with_row(table, waits=write(waits), nonces=with_nonce(table, seat, ""))


def with_nonce(table: LiveTable, seat: int, nonce: str) -> str:
    """Return what players added to the luck, with what a seat adds."""
    nonces = table.nonces
    nonces[seat] = nonce
    return write(nonces)


class Decision:
    """Events that one command makes, and the states they lead to."""

    def __init__(self, table: LiveTable, at: float):
        self.at = at
        self.table = table
        """Table after all events so far."""
        self.events: list[Event] = []
        self.states: list[LiveTable] = []
        """Table after each event."""

    def add(self, data: Data, key: str | None = None, private: Private = NOTHING) -> "Decision":
        """Add an event."""
        event = Event(self.table.row.last_event + 1, self.at, data, key, private)
        self.events.append(event)
        self.table = evolve(self.table, event)
        self.states.append(self.table)
        return self
