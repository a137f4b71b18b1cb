"""The choices of a turn: shown as a numbered menu, read as a number, a step or its beginning."""

import re
from collections.abc import Sequence

from rondel.cli.screen import Screen
from rondel.contract import Position
from rondel.words.canvas import fit, width

ROOMY = 8
"""Longer menus are laid out in columns where the terminal is wide enough."""


FEW = 6
"""So many steps are named to whoever typed what begins more than one."""


class Unclear(Exception):
    """What was typed begins several steps."""

    def __init__(self, text: str, steps: Sequence[str]):
        super().__init__(text)
        self.text = text
        self.options = ", ".join(steps[:FEW]) + (", …" if len(steps) > FEW else "")


def plain(text: str) -> str:
    """What was typed, without differences that mean nothing."""
    return re.sub(r"\s+", " ", text.strip()).casefold()


def notations(position: Position) -> list[str]:
    """The steps that can be chosen now, as they are typed."""
    return [position.edition.steps.text(number) for number, _ in position.options]


def show_menu(screen: Screen, position: Position) -> None:
    """Print the choices with their numbers, their notation and what they would do."""
    numbers = [number for number, _ in position.options]
    steps = notations(position)
    room = max(width(step) for step in steps)
    labels = [
        screen.words.tell(screen.game.label(position, number), screen.names) for number in numbers
    ]
    entries = [
        f"{at:>3}  {fit(step, room)}  {label}"
        for at, (step, label) in enumerate(zip(steps, labels, strict=True), 1)
    ]
    for line in in_columns(entries, screen.console.width):
        screen.print(line, indent=room + 7)


def in_columns(entries: Sequence[str], room: int) -> list[str]:
    """Entries one below the other, a long menu in two or more columns if they fit."""
    widest = max(width(entry) for entry in entries)
    across = min(room // (widest + 2), -(-len(entries) // ROOMY)) or 1
    down = -(-len(entries) // across)
    rows = [entries[row::down] for row in range(down)]
    return ["  ".join(fit(entry, widest) for entry in row).rstrip() for row in rows]


def read_choice(position: Position, typed: str) -> str | int:
    """The step that was typed: in notation, by its number in the menu, or by its beginning.

    What begins no step comes back as it is. Raises Unclear if it begins several.
    """
    steps = notations(position)
    text = plain(typed)
    if text in map(plain, steps):
        return text
    if text.isdecimal() and 1 <= int(text) <= len(steps):
        return position.options[int(text) - 1][0]
    begun = [step for step in steps if plain(step).startswith(text)]
    if len(begun) > 1:
        raise Unclear(typed, begun)
    return begun[0] if begun else typed
