"""Plans of taking back: freely within one's own steps, by consent once chance has spoken."""

from typing import Any

from rondel.core import StaleStep
from rondel.match import VerifiableRandom
from rondel.match.play import undo_length
from rondel.server.errors import InvalidState, NotYourSeat, TooLong
from rondel.server.protocol.documents import UndoAsked
from rondel.server.tables.clocks import check_flag, restored
from rondel.server.tables.daily import check_alone
from rondel.server.tables.permissions import check_seat
from rondel.server.tables.play import check_playing, moved
from rondel.server.tables.seats import stood_in
from rondel.server.tables.state import MAX_UNDONE, Change, LiveTable, read_undo, write


def undone(live: LiveTable, seat: int, what: str, after: int, key: str | None) -> Change:
    """The plan of a seat that takes back its last step, or its turn so far."""
    check_goes_back(live)
    check_alone(live)
    check_flag(live)
    if live.seats[seat].conceded:
        raise InvalidState("conceded", "playing")
    if after != live.row.sequence:
        raise StaleStep(after, live.row.sequence)
    keep, is_free = undo_length(live.makers, seat, what == "turn")
    others = persons_beside(live, seat)
    # Once a match is over, everyone has seen its secret.
    if (is_free and live.row.status == "playing") or not others:
        return cut(live, seat, keep, key, [])
    if live.row.undo_asked:
        # One at a time: nobody is made to answer, or to store, the same question again and again.
        raise InvalidState("waiting for an answer", "answered first")
    check_undone(live, seat, keep)
    asked = UndoAsked(seat, keep, others)
    change = Change(events=[], table={"undo_asked": write(asked)})
    change.events.append(("undo-asked", {"seat": seat, "length": keep, "waits": others}, key))
    return change


def bot_asked(live: LiveTable, seat: int, bot: str, waits: list[int]) -> Change:
    """The plan of asking other persons to let a bot play for a seat."""
    stood_in(live, seat, bot)
    if live.row.undo_asked:
        raise InvalidState("waiting for an answer", "answered first")
    asked = UndoAsked(seat, len(live.log), waits, bot)
    data = {"seat": seat, "length": len(live.log), "waits": waits, "bot": bot}
    return Change(events=[("undo-asked", data, None)], table={"undo_asked": write(asked)})


def check_goes_back(live: LiveTable) -> None:
    """Raise NotNow unless the match goes on, or was ended by a step made for that."""
    forced_end_step = live.game.forced_end_step
    is_closed = live.row.status == "over" and not live.row.rematch and live.position.is_over
    if forced_end_step is None or not is_closed or live.log[-1] != forced_end_step:
        check_playing(live)


def check_undone(live: LiveTable, seat: int, keep: int) -> None:
    """Raise TooLong if a seat would take back more steps than one may in all."""
    if live.undone[seat] + len(live.log) - keep > MAX_UNDONE:
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
        and not other.conceded
        and (other.guest or other.left_by) not in (None, own)
    ]


def cut(live: LiveTable, seat: int, keep: int, key: str | None, agreed: list[int]) -> Change:
    """The plan that leaves only so many steps standing. Raises TooLong."""
    check_undone(live, seat, keep)
    position = live.position_at(keep)
    change = moved(live, position, keep)
    change.keep, change.tick = keep, None
    change.table |= restored(live, seat, keep, position.seat)
    is_more = any(maker != seat for maker in live.makers[keep:])
    if is_more:
        change.table["taken_back"] = live.row.taken_back + 1
    if live.row.status == "over":
        change.table |= {"status": "playing", "ended": None, "result": "", **new_luck()}
    data = {"seat": seat, "length": keep, "asked": position.seat, "agreed": agreed}
    change.events.append(("undone", data | {"more": is_more}, key))
    return change


def new_luck() -> dict[str, Any]:
    """What a table has from another dealer, because all know the secret of the first.

    With luck from two dealers its record promises no proof.
    """
    dealer = VerifiableRandom()
    return {"secret": dealer.secret, "commitment": dealer.commitment, "sandbox": True}


def answered(live: LiveTable, seat: int, yes: bool) -> Change:
    """The plan of an answer to someone who asks to take back, or for a bot at a seat."""
    check_goes_back(live)
    check_flag(live)
    if not live.row.undo_asked:
        raise InvalidState("not waiting", "asked to take back")
    asked = read_undo(live.row.undo_asked)
    if seat not in asked.waits:
        raise NotYourSeat(seat)
    said = ("undo-answered", {"seat": seat, "yes": yes, "bot": asked.bot}, None)
    if not yes:
        return Change(events=[said], table={"undo_asked": ""})
    own = live.seats[seat].guest
    waits = [other for other in asked.waits if live.seats[other].guest != own]
    if waits:
        asked.waits = waits
        return Change(events=[said], table={"undo_asked": write(asked)})
    if asked.bot:
        change = stood_in(live, asked.seat, asked.bot)
        change.events.insert(0, said)
        change.table["undo_asked"] = ""
        return change
    change = cut(live, asked.seat, asked.steps, None, persons_beside(live, asked.seat))
    change.events.insert(0, said)
    change.table["sequence"] += 1
    return change


def answering_seat(live: LiveTable, guest: str, seat: int | None) -> int:
    """The seat of a guest that is asked for consent. Raises NotYourSeat."""
    own = live.seats_of(guest)
    if seat is None and own and live.row.undo_asked:
        waits = read_undo(live.row.undo_asked).waits
        return next((place for place in own if place in waits), own[0])
    return check_seat(live, guest, seat)
