"""Messages independent of language: a key with its arguments."""

from collections.abc import Iterable
from typing import Union

import msgspec


class Player(msgspec.Struct, frozen=True, tag="player"):
    """Placeholder for the name of the player at a seat."""

    seat: int
    """Seat number."""


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """Message key with arguments. Lists are formatted as "a, b and c"."""

    key: str
    """Key of the message."""
    args: dict[str, "Told"] = {}
    """Arguments of the message."""


Told = Union[int, str, Player, Phrase, list[Phrase]]  # noqa: UP007
"""Argument of a phrase. Numbers and texts are used as they are; the rest is translated first."""


def players_at(seats: Iterable[int]) -> list[Phrase]:
    """Return the players at these seats."""
    return [Phrase("player", {"player": Player(seat)}) for seat in seats]
