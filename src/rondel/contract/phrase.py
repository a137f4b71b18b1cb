"""Things to tell people, without words: a message's key and what goes into it."""

from collections.abc import Iterable
from typing import Union

import msgspec


class Player(msgspec.Struct, frozen=True, tag="player"):
    """Stands for the name of whoever sits at a seat."""

    seat: int


class Phrase(msgspec.Struct, frozen=True, tag="phrase"):
    """A message of the words files and its arguments. Lists are told as "a, b and c"."""

    key: str
    args: dict[str, "Told"] = {}


Told = Union[int, str, Player, Phrase, list[Phrase]]  # noqa: UP007
"""Numbers and texts are told as they are, the rest is put into words first."""


def players_at(seats: Iterable[int]) -> list[Phrase]:
    """The players at some seats."""
    return [Phrase("player", {"player": Player(seat)}) for seat in seats]
