"""Permissions: who may see a table, act at it, speak there and create the next.

They depend on a table's rows alone. HTTP, WebSocket and the message bus use the same functions.
"""

from collections.abc import Sequence, Set
from typing import Protocol

from rondel.core import NotYourTurn
from rondel.server.errors import (
    ChatForbidden,
    DailyChallenge,
    InvalidState,
    NoSuchTable,
    NotYourSeat,
    NotYourTable,
)
from rondel.server.storage.days import is_sealed
from rondel.server.storage.rows import Row, SeatRow


class Table(Protocol):
    """Facts of a table that permissions depend on."""

    @property
    def row(self) -> Row:
        """Return the table's own row."""
        ...

    @property
    def seats(self) -> Sequence[SeatRow]:
        """Return the rows of its seats."""
        ...

    @property
    def watchers(self) -> Set[str]:
        """Return the identities that were admitted by a watch link."""
        ...


def seats_of(table: Table, identity: str | None) -> list[int]:
    """Return the seats that an identity holds."""
    return [seat.seat for seat in table.seats if identity is not None and seat.guest == identity]


def may_see(table: Table, identity: str | None) -> bool:
    """Return whether an identity may see a table."""
    row = table.row
    if row.visibility == "public":
        return True
    if row.daily and row.status == "over" and not is_sealed(row):
        return True
    if identity is None:
        return False
    is_known = identity == row.creator or identity in table.watchers
    return is_known or bool(seats_of(table, identity))


def check_see(table: Table, identity: str | None) -> None:
    """Raise NoSuchTable unless an identity may see a table."""
    if not may_see(table, identity):
        raise NoSuchTable(table.row.id)


def check_creator(table: Table, identity: str) -> None:
    """Raise NotYourTable unless an identity created a table."""
    if table.row.creator != identity:
        raise NotYourTable


def check_speak(table: Table, identity: str) -> None:
    """Raise ChatForbidden unless an identity may write to a table's chat."""
    is_player = table.row.creator == identity or bool(seats_of(table, identity))
    if not is_player and not table.row.chat_for_watchers:
        raise ChatForbidden


def check_rematch(table: Table, identity: str) -> None:
    """Raise NotYourTable or InvalidState unless an identity may ask for a rematch."""
    if table.row.creator != identity and not seats_of(table, identity):
        raise NotYourTable
    if table.row.sandbox:
        raise InvalidState("sandbox", "match")


def check_seat(table: Table, identity: str, seat: int | None) -> int:
    """Return the seat that an identity means. Raises NotYourSeat if it is not theirs."""
    own = seats_of(table, identity)
    if seat is None and own:
        to_move = table.row.to_move if table.row.status == "playing" else None
        return to_move if to_move in own else own[0]
    if seat is None or seat not in own:
        raise NotYourSeat(-1 if seat is None else seat)
    return seat


def check_own_play(table: Table, seat: int) -> None:
    """Raise InvalidState where a bot plays for a seat: its person takes it back first."""
    if table.seats[seat].resigned:
        raise InvalidState("resigned", "playing")
    if table.seats[seat].controlling_bot:
        raise InvalidState("played by a bot", "played by its person")


def check_not_daily(table: Table) -> None:
    """Raise DailyChallenge at a daily challenge: it is played once, alone, without taking back."""
    if table.row.daily:
        raise DailyChallenge


def check_unsealed(table: Table) -> None:
    """Raise DailyChallenge before the challenge is over: others must not learn of its luck."""
    if is_sealed(table.row):
        raise DailyChallenge


def check_branch(table: Table, identity: str) -> None:
    """Raise NoSuchTable or DailyChallenge unless an identity may create a sandbox from a table."""
    check_see(table, identity)
    check_unsealed(table)


def check_record(table: Table) -> None:
    """Raise DailyChallenge while a table's record would help others with the same deal."""
    if table.row.status == "playing":
        check_unsealed(table)


def check_hint(table: Table, identity: str) -> int:
    """Return the seat to move, if a hint is fair. Raises InvalidState and NotYourTurn."""
    row = table.row
    if row.status != "playing":
        raise InvalidState(row.status, "playing")
    check_not_daily(table)
    if any(seat.kind == "person" and seat.guest != identity for seat in table.seats):
        raise InvalidState("played with others", "played against bots")
    place = None if row.to_move is None else table.seats[row.to_move]
    if place is None or place.guest != identity or place.controlling_bot:
        raise NotYourTurn(-1, row.to_move)
    return place.seat
