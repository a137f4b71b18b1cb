"""Deciding what a command changes at a table: no I/O, no effects."""

from msgspec import Struct

from rondel.server.errors import BadLink, NotYourSeat, SeatTaken, StillThere
from rondel.server.identities import Identity
from rondel.server.names import readable, remark, told_apart
from rondel.server.protocol import commands as c
from rondel.server.protocol.events import ChatData, StepsData, UndoneData, UndoRequestedData
from rondel.server.signing import Signer
from rondel.server.tables import bots, permissions, seats, undo
from rondel.server.tables.evolve import Decision, Event, Private
from rondel.server.tables.links import seat_of_token
from rondel.server.tables.play import read_step, stepped
from rondel.server.tables.state import LiveTable


class Context(Struct):
    """Facts that a decision needs beside the table and the command."""

    signer: Signer
    """Checks the tokens of links."""
    seen: float | None = None
    """Time at which the player of `subject_of` was last present; None if present."""


def decide(
    live: LiveTable, command: c.Command, who: Identity, context: Context, at: float
) -> Decision:
    """Return the events that a command of an identity makes at a time. Raises a refusal."""
    if not isinstance(command, c.Join):
        permissions.check_see(live, who.id)
    match command:
        case c.PlaySteps():
            seat = permissions.check_seat(live, who.id, command.seat)
            permissions.check_own_play(live, seat)
            return stepped(live, seat, command.steps, command.after, command.key, at)
        case c.Undo():
            seat = permissions.check_seat(live, who.id, command.seat)
            return undo.undone(live, seat, command.what, command.after, command.key, at)
        case c.AnswerUndo():
            seat = undo.answering_seat(live, who.id, command.seat)
            return undo.answered(live, seat, command.yes, at)
        case c.Chat():
            return decide_chat(live, command, who, at)
        case c.Join():
            return decide_join(live, command, who, context, at)
        case c.Leave():
            return seats.left(live, permissions.check_seat(live, who.id, command.seat), at)
        case c.Rename():
            seat = permissions.check_seat(live, who.id, command.seat)
            return seats.renamed(live, seat, readable(command.name), at)
        case c.Ready():
            return seats.readied(live, who.id, command.seat, command.nonce or "", at)
        case c.Resign():
            return seats.resigned(live, permissions.check_seat(live, who.id, command.seat), at)
        case c.Substitute():
            return decide_substitute(live, command, who, context, at)
        case c.AllowSubstitute():
            seat = permissions.check_seat(live, who.id, command.seat)
            return seats.consented(live, seat, command.yes, at)
        case c.ClaimWin():
            return seats.claimed(live, who.id, command.seat, context.seen, at)
        case _:
            permissions.check_creator(live, who.id)
            return decide_as_creator(live, command, context, at)


def decide_as_creator(live: LiveTable, command: c.Command, context: Context, at: float) -> Decision:
    """Return what a command of the table's creator changes."""
    match command:
        case c.Abort():
            return seats.aborted(live, at)
        case c.Remove():
            return seats.removed(live, command.seat, at)
        case c.FillSeat():
            bot = bots.check(command.bot or bots.ANYTHING) if command.bot is not None else ""
            return seats.filled(live, command.seat, bot, at)
        case c.RenewLink():
            return seats.link_renewed(live, command.seat, at)
        case c.TransferSeat():
            check_person_seat(live, command.seat)
            gone = None if context.seen is None else context.seen + live.row.absence_timeout
            if gone is None or gone > at:
                raise StillThere(command.seat, gone)
            return seats.handed_over(live, command.seat, at)
        case _:
            raise TypeError(f"{type(command).__name__} concerns more than one table")


def decide_chat(live: LiveTable, command: c.Chat, who: Identity, at: float) -> Decision:
    """Return the remark as everyone hears it."""
    permissions.check_speak(live, who.id)
    own = live.seats_of(who.id)
    name = live.seats[own[0]].name if own else told_apart(who.name, seats.names_beside(live, None))
    data = ChatData(own[0] if own else None, name, remark(command.text))
    return Decision(live, at).add(data, command.key, Private(identity=who.id))


def decide_join(
    live: LiveTable, command: c.Join, who: Identity, context: Context, at: float
) -> Decision:
    """Return what someone who sits down changes."""
    seat = seat_to_join(live, command, who, context.signer)
    if is_transfer(live, seat, who) and context.seen is None:
        raise SeatTaken(seat)
    # A chosen name must be free; a name that nobody chose for this table is made different.
    name = readable(command.name) if command.name else None
    name = name or told_apart(who.name, seats.names_beside(live, who.id, seat))
    by_link = command.token is not None
    return seats.joined(live, who.id, seat, name, at, command.nonce or "", by_link, who.is_bot)


def decide_substitute(
    live: LiveTable, command: c.Substitute, who: Identity, context: Context, at: float
) -> Decision:
    """Return what a bot for a seat, or the return of its player, changes."""
    if command.seat >= len(live.seats):
        raise NotYourSeat(command.seat)
    if command.bot is None:
        return seats.given_back(live, permissions.check_seat(live, who.id, command.seat), at)
    bot = bots.check(command.bot or bots.ANYTHING)
    seats.check_replaceable(live, who.id, command.seat, context.seen, at)
    waits = seats.people_to_ask(live, who.id, command.seat, context.seen, at)
    if waits:
        return undo.request_bot(live, command.seat, bot, waits, at)
    return seats.substitute(Decision(live, at), command.seat, bot)


def subject_of(live: LiveTable, command: c.Command, who: Identity, signer: Signer) -> int | None:
    """Return the seat whose player's presence a command depends on, if any."""
    match command:
        case c.Substitute() | c.ClaimWin() | c.TransferSeat():
            return command.seat if command.seat < len(live.seats) else None
        case c.Join():
            seat = seat_to_join(live, command, who, signer)
            return seat if is_transfer(live, seat, who) else None
        case _:
            return None


def is_transfer(live: LiveTable, seat: int, who: Identity) -> bool:
    """Return whether a seat of somebody else is being given back to its player."""
    place = live.seats[seat] if seat < len(live.seats) else None
    return place is not None and place.transfer_pending and place.guest != who.id


def check_person_seat(live: LiveTable, seat: int) -> None:
    """Raise NotYourSeat unless a seat is for a person."""
    if seat >= len(live.seats) or live.seats[seat].kind != "person":
        raise NotYourSeat(seat)


def seat_to_join(live: LiveTable, command: c.Join, who: Identity, signer: Signer) -> int:
    """Return the seat that a newcomer may have. Raises BadLink, SeatTaken and NoSuchTable."""
    if command.token is not None:
        return seat_of_token(live, command.token, signer, who.id)
    for place in live.seats:
        if place.is_open and place.left_by == who.id and command.seat in (None, place.seat):
            return place.seat
    permissions.check_see(live, who.id)
    if live.row.visibility == "private" and live.row.creator != who.id:
        raise BadLink
    return first_open(live) if command.seat is None else command.seat


def first_open(live: LiveTable) -> int:
    """Return the first seat that a person may take. Raises SeatTaken."""
    for place in live.seats:
        if place.is_open:
            return place.seat
    raise SeatTaken(0)


def is_repetition(live: LiveTable, event: Event, command: c.Command, who: Identity) -> bool:
    """Return whether a command asks for what an event with its idempotency key has done."""
    own = live.seats_of(who.id)
    match command, event.data:
        case c.PlaySteps(), StepsData() as data:
            made = [live.edition.steps.number(text) for text in data.steps[: data.own]]
            asked = [read_step(live.edition, step) for step in command.steps]
            return data.seat in own and data.after == command.after and made == asked
        case c.Undo(), UndoneData(seat=seat) | UndoRequestedData(seat=seat):
            return seat in own
        case c.Chat(), ChatData(seat=seat, text=text):
            is_author = seat in own if own else seat is None
            return is_author and text == remark(command.text)
        case _:
            return False
