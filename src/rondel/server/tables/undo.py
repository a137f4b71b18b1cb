"""Deciding about taking back: freely within one's own steps, by consent once chance has spoken."""

from rondel.core import StaleStep
from rondel.match import VerifiableRandom
from rondel.match.play import undo_length
from rondel.server.errors import InvalidState, NotYourSeat, TooLong
from rondel.server.protocol.events import UndoAnsweredData, UndoneData, UndoRequestedData
from rondel.server.tables.clocks import check_flag
from rondel.server.tables.evolve import NOTHING, Decision, Private
from rondel.server.tables.permissions import check_not_daily, check_seat
from rondel.server.tables.play import check_playing
from rondel.server.tables.seats import check_substitute, substitute
from rondel.server.tables.state import MAX_UNDONE, LiveTable, read_undo


def undone(
    live: LiveTable, seat: int, what: str, after: int, key: str | None, at: float
) -> Decision:
    """Return the events of a seat that takes back its last step, or its turn so far."""
    check_goes_back(live)
    check_not_daily(live)
    check_flag(live, at)
    if live.seats[seat].resigned:
        raise InvalidState("resigned", "playing")
    if after != live.row.sequence:
        raise StaleStep(after, live.row.sequence)
    keep, is_free = undo_length(live.step_authors, seat, what == "turn")
    others = persons_beside(live, seat)
    # Once a match is over, everyone has seen its secret.
    if (is_free and live.row.status == "playing") or not others:
        return cut(Decision(live, at), seat, keep, [], key)
    if live.row.undo_request:
        # One at a time: nobody is made to answer, or to store, the same question again and again.
        raise InvalidState("waiting for an answer", "answered first")
    check_undone(live, seat, keep)
    return Decision(live, at).add(UndoRequestedData(seat, keep, others), key)


def request_bot(live: LiveTable, seat: int, bot: str, waits: list[int], at: float) -> Decision:
    """Return the event of asking other persons to let a bot play for a seat."""
    check_substitute(live, seat, at)
    if live.row.undo_request:
        raise InvalidState("waiting for an answer", "answered first")
    return Decision(live, at).add(UndoRequestedData(seat, len(live.log), waits, bot))


def check_goes_back(live: LiveTable) -> None:
    """Raise InvalidState unless the match goes on, or was ended by a step made for that."""
    forced_end_step = live.game.forced_end_step
    is_closed = live.row.status == "over" and not live.row.rematch and live.position.is_over
    # A result that is rated stands.
    is_closed = is_closed and not live.row.rated
    if forced_end_step is None or not is_closed or live.log[-1] != forced_end_step:
        check_playing(live)


def check_undone(live: LiveTable, seat: int, keep: int) -> None:
    """Raise TooLong if a seat would take back more steps than one may in all."""
    if live.history.undone[seat] + len(live.log) - keep > MAX_UNDONE:
        raise TooLong("steps taken back", MAX_UNDONE)


def persons_beside(live: LiveTable, seat: int) -> list[int]:
    """Return the seats of other persons, whether or not a bot plays for them meanwhile.

    Those are among them who left and may return: nothing is taken back behind their backs.
    """
    own = live.seats[seat].guest
    return [
        other.seat
        for other in live.seats
        if other.kind == "person"
        and not other.resigned
        and (other.guest or other.left_by) not in (None, own)
    ]


def cut(
    decision: Decision, seat: int, keep: int, agreed: list[int], key: str | None = None
) -> Decision:
    """Leave only so many steps standing. Raises TooLong."""
    live = decision.table
    check_undone(live, seat, keep)
    is_more = any(maker != seat for maker in live.step_authors[keep:])
    private = new_dealer() if live.row.status == "over" else NOTHING
    data = UndoneData(seat, keep, live.position_at(keep).seat, agreed, is_more)
    return decision.add(data, key, private)


def new_dealer() -> Private:
    """Return another dealer, because all know the secret of the first.

    With luck from two dealers a record promises no proof.
    """
    dealer = VerifiableRandom()
    return Private(secret=dealer.secret, commitment=dealer.commitment)


def answered(live: LiveTable, seat: int, yes: bool, at: float) -> Decision:
    """Return the events of an answer to someone who asks to take back, or for a bot at a seat."""
    check_goes_back(live)
    check_flag(live, at)
    if not live.row.undo_request:
        raise InvalidState("not waiting", "asked to take back")
    request = read_undo(live.row.undo_request)
    if seat not in request.waits:
        raise NotYourSeat(seat)
    decision = Decision(live, at).add(UndoAnsweredData(seat, yes, request.bot))
    if not yes or decision.table.row.undo_request:
        return decision
    if request.bot:
        return substitute(decision, request.seat, request.bot)
    return cut(decision, request.seat, request.steps, persons_beside(live, request.seat))


def answering_seat(live: LiveTable, guest: str, seat: int | None) -> int:
    """Return the seat of a guest that must answer a request. Raises NotYourSeat."""
    own = live.seats_of(guest)
    if seat is None and own and live.row.undo_request:
        waits = read_undo(live.row.undo_request).waits
        return next((place for place in own if place in waits), own[0])
    return check_seat(live, guest, seat)
