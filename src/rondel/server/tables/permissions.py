"""Permissions: who may see a table, act at it and speak there."""

from typing import TYPE_CHECKING

from rondel.server.errors import (
    ChatForbidden,
    InvalidState,
    NoSuchTable,
    NotYourSeat,
    NotYourTable,
)
from rondel.server.storage.days import is_sealed

if TYPE_CHECKING:
    from rondel.server.tables.state import LiveTable


def may_see(table: "LiveTable", identity: str | None) -> bool:
    """Return whether an identity may see a table."""
    row = table.row
    if row.visibility == "public":
        return True
    if row.daily and row.status == "over" and not is_sealed(row):
        return True
    if identity is None:
        return False
    is_known = identity == row.creator or identity in table.watchers
    return is_known or bool(table.seats_of(identity))


def check_see(table: "LiveTable", identity: str | None) -> None:
    """Raise NoSuchTable unless an identity may see a table."""
    if not may_see(table, identity):
        raise NoSuchTable(table.row.id)


def check_creator(table: "LiveTable", identity: str) -> None:
    """Raise NotYourTable unless an identity created a table."""
    if table.row.creator != identity:
        raise NotYourTable


def check_speak(table: "LiveTable", identity: str) -> None:
    """Raise ChatForbidden unless an identity may write to a table's chat."""
    is_player = table.row.creator == identity or bool(table.seats_of(identity))
    if not is_player and not table.row.chat_for_watchers:
        raise ChatForbidden


def check_rematch(table: "LiveTable", identity: str) -> None:
    """Raise NotYourTable or InvalidState unless an identity may ask for a rematch."""
    if table.row.creator != identity and not table.seats_of(identity):
        raise NotYourTable
    if table.row.sandbox:
        raise InvalidState("sandbox", "match")


def check_seat(table: "LiveTable", identity: str, seat: int | None) -> int:
    """Return the seat that an identity means. Raises NotYourSeat if it is not theirs."""
    own = table.seats_of(identity)
    if seat is None and own:
        return table.asked if table.asked in own else own[0]
    if seat is None or seat not in own:
        raise NotYourSeat(-1 if seat is None else seat)
    return seat


def check_own_play(table: "LiveTable", seat: int) -> None:
    """Raise InvalidState where a bot plays for a seat: its person takes it back first."""
    if table.seats[seat].conceded:
        raise InvalidState("conceded", "playing")
    if table.seats[seat].mover:
        raise InvalidState("played by a bot", "played by its person")
