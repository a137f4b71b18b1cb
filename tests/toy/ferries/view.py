"""View of the ferries as a typed document, and its text drawing."""

from collections.abc import Sequence

import msgspec

from rondel.core import Position
from rondel.i18n import Translator


class Harbour(msgspec.Struct, frozen=True):
    """Harbour, with the seat whose flag flies there."""

    name: str
    worth: int
    owner: int | None
    lines: tuple[str, ...]


class Sailor(msgspec.Struct, frozen=True):
    """Player: where the ferry is, and the score."""

    harbour: str | None
    score: dict[str, int]


class Sea(msgspec.Struct, frozen=True):
    """Complete table."""

    map: tuple[Harbour, ...]
    players: tuple[Sailor, ...]


def view(position: Position) -> Sea:
    """Return the view of a position."""
    return msgspec.json.decode(position.view_json, type=Sea)


def draw(position: Position, translator: Translator, names: Sequence[str]) -> str:
    """Draw the harbours with their flags."""
    lines: list[str] = []
    for harbour in view(position).map:
        flag = "" if harbour.owner is None else translator.player(harbour.owner, names)
        lines.append(f"{harbour.name:8} {harbour.worth} {flag}")
    return "\n".join(lines)
