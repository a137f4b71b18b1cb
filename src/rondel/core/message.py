"""Messages independent of language: a key with its arguments."""

from collections.abc import Iterable
from typing import Union

import msgspec


class Player(msgspec.Struct, frozen=True, tag="player"):
    """Placeholder for the name of the player at a seat."""

    seat: int
    """Seat number."""


class Message(msgspec.Struct, frozen=True, tag="phrase"):
    """Message key with arguments. Lists are formatted as "a, b and c"."""

    key: str
    """Key of the message."""
    args: dict[str, "MessageArg"] = {}
    """Arguments of the message."""


MessageArg = Union[int, str, Player, Message, list[Message]]  # noqa: UP007
"""Argument of a message. Numbers and texts are used as they are; the rest is translated first."""


def players_at(seats: Iterable[int]) -> list[Message]:
    """Return the players at these seats."""
    return [Message("player", {"player": Player(seat)}) for seat in seats]
