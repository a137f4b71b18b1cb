"""Narration of the orchard."""

from collections.abc import Sequence

import msgspec

from rondel.core import Message, Over, Player, Position
from rondel.i18n import Translator

from .actions import Fall, Pick, Walk


class Orchard(msgspec.Struct):
    """Complete document for a board."""

    trees: dict[str, int]
    walkers: list[int]
    baskets: list[int]


def view(position: Position) -> Orchard:
    """Return the orchard as a typed document."""
    s, players = position.table, position.players
    trees = dict(zip(position.edition.facts, s.trees.tolist(), strict=True))
    return Orchard(trees, s.at[:players].tolist(), s.baskets[:players].tolist())


def about(kind: str, position: Position, number: int) -> Message:
    """Return a step as a message."""
    player = Player(int(position.table.mover))
    match position.edition.steps.step(number):
        case Walk(trees):
            return Message(f"{kind}-walk", {"player": player, "count": trees})
        case Pick(fruits):
            return Message(f"{kind}-pick", {"player": player, "count": fruits})
        case Fall(tree):
            return Message(f"{kind}-wind", {"tree": tree})
        case _:
            raise AssertionError


def story(before: Position, number: int, after: Position) -> list[Message]:
    """Return the narration of a step."""
    told = [about("event", before, number)]
    if isinstance(after.turn, Over):
        told.append(Message(f"end-{after.turn.reason}"))
    return told


def label(position: Position, number: int) -> Message:
    """Return the effect of a step, for menus."""
    return about("label", position, number)


def prompt(position: Position, named: bool = True) -> Message:
    """Return the instruction to the player to move: by name, or as "you"."""
    if position.seat is None:
        return Message("prompt-over" if position.is_over else "prompt-wind")
    return Message("prompt" if named else "prompt-you", {"player": Player(position.seat)})


def draw(position: Position, translator: Translator, names: Sequence[str]) -> str:
    """Return the trees and the walkers beside them."""
    table = view(position)
    lines = [f"{name:8} {'o' * fruits}" for name, fruits in table.trees.items()]
    for seat, (at, fruits) in enumerate(zip(table.walkers, table.baskets, strict=True)):
        lines.append(f"{translator.player(seat, names)}: {list(table.trees)[at]}, {fruits}")
    return "\n".join(lines)
