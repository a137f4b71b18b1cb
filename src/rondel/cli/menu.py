"""Menu of a turn: shown as a list, read as a key, a number, a step or its beginning."""

import re
from collections import Counter
from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from rondel.cli.renderer import TerminalRenderer
from rondel.core import Position
from rondel.i18n.canvas import fit, width

ROOMY = 8
"""Longer menus are set in columns if the terminal is wide enough."""


SHORTEST = 3
"""Menus are not shortened below this number of lines, because the table is out of sight anyway."""
NEWS = 3
"""Lines of news for which a menu is also shortened."""
GAP = 2
"""Cells between the columns of a menu."""
LONGEST_KEY = 6
KEY_STYLE = "bold cyan"

FEW = 6
"""Number of steps that the error about an ambiguous input names."""


class Unclear(Exception):
    """Error for an input that begins several steps."""

    def __init__(self, text: str, steps: Sequence[str]):
        super().__init__(text)
        self.text = text
        self.options = ", ".join(steps[:FEW]) + (", …" if len(steps) > FEW else "")


def plain(text: str) -> str:
    """Return the input without insignificant differences."""
    return re.sub(r"\s+", " ", text.strip()).casefold()


def notations(position: Position) -> list[str]:
    """Return the legal steps in notation."""
    return [position.edition.steps.text(number) for number, _ in position.legal_steps]


def keys(steps: Sequence[str]) -> list[str]:
    """Return the key for each step: first letters of its words and its numbers, if that is short.

    Longer beginnings distinguish steps that would share a key; a step has no key if it stays long
    or shared.
    """
    words = [plain(step).split() for step in steps]
    found = [""] * len(steps)
    for letters in range(1, LONGEST_KEY):
        tried = [
            "".join(
                word if any(map(str.isdigit, word)) else word[: letters if at else 1]
                for at, word in enumerate(step)
            )
            for step in words
        ]
        alone = Counter(tried)
        for at, key in enumerate(tried):
            if not found[at] and alone[key] == 1 and key not in found:
                found[at] = key
    return [key if len(key) <= LONGEST_KEY else "" for key in found]


def show_menu(
    screen: TerminalRenderer, position: Position, above: int | None = None, news: int = 0
) -> None:
    """Print the options with their keys or notation and their effects.

    Args:
        screen: Renderer to print on.
        position: Position with the options.
        above: Lines that must stay in sight; the menu is shortened to the remaining lines.
        news: Lines of news above those, which also stay in sight if enough options remain.

    """
    numbers = [number for number, _ in position.legal_steps]
    steps = notations(position)
    labels = [
        screen.translator.format(screen.game.label(position, number), screen.names)
        for number in numbers
    ]
    if screen.console.is_terminal:
        pressed = [key or str(at) for at, key in enumerate(keys(steps), 1)]
        room = 0 if above is None else screen.console.height - above - 1
        room -= max(0, min(news, NEWS, room - SHORTEST))
        show_keys(screen, pressed, steps, labels, room)
        return
    room = max(width(step) for step in steps)
    entries = [
        f"{at:>3}  {fit(step, room)}  {label}"
        for at, (step, label) in enumerate(zip(steps, labels, strict=True), 1)
    ]
    for line in in_columns(entries, screen.console.width):
        screen.print(line, indent=room + 7)


def show_keys(
    screen: TerminalRenderer,
    pressed: Sequence[str],
    steps: Sequence[str],
    labels: Sequence[str],
    room: int,
) -> None:
    """Print the menu of a terminal in at most `room` lines, if needed without its last entries."""
    menu = keys_table(screen, pressed, steps, labels)
    if room < SHORTEST or lines_of(screen, menu) <= room:
        screen.console.print(menu)
        return
    count = len(labels)
    for count in range(len(labels), 0, -1):
        menu = keys_table(screen, pressed[:count], (), labels[:count])
        if lines_of(screen, menu) <= room - (count < len(labels)):
            break
    screen.console.print(menu)
    if count < len(labels):
        screen.say("cli-more-choices", "dim", count=len(labels) - count)


def lines_of(screen: TerminalRenderer, menu: Table) -> int:
    """Return the height of a menu in lines."""
    return len(screen.console.render_lines(menu, pad=False))


def keys_table(
    screen: TerminalRenderer, pressed: Sequence[str], steps: Sequence[str], labels: Sequence[str]
) -> Table:
    """Return the options with highlighted keys as a table, in columns if there are many; with their
    steps, if given.
    """
    shown = [column for column in (pressed, steps, labels) if column]
    widest = sum(max(map(width, column)) + GAP for column in shown)
    fitting = (screen.console.width + GAP) // widest
    across = min(fitting, -(-len(labels) // ROOMY) if steps else fitting) or 1
    down = -(-len(labels) // across)
    menu = Table.grid(padding=(0, GAP))
    for _ in range(across):
        menu.add_column(justify="right", style=KEY_STYLE, no_wrap=True)
        if steps:
            menu.add_column(style="dim", no_wrap=True)
        menu.add_column()
    entries = [
        (*map(Text, cells), screen.colour(label)) for *cells, label in zip(*shown, strict=True)
    ]
    for row in range(down):
        menu.add_row(*(cell for entry in entries[row::down] for cell in entry))
    return menu


def in_columns(entries: Sequence[str], room: int) -> list[str]:
    """Return entries one per line, a long menu in two or more columns if they fit."""
    widest = max(width(entry) for entry in entries)
    across = min(room // (widest + 2), -(-len(entries) // ROOMY)) or 1
    down = -(-len(entries) // across)
    rows = [entries[row::down] for row in range(down)]
    return ["  ".join(fit(entry, widest) for entry in row).rstrip() for row in rows]


def read_choice(position: Position, typed: str) -> str | int:
    """Return the typed step: by notation, by its number in the menu, or by its beginning.

    Input that begins no step is returned unchanged.

    Raises:
        Unclear: The input begins several steps.

    """
    steps = notations(position)
    text = plain(typed)
    if text in map(plain, steps):
        return text
    if text.isdecimal() and 1 <= int(text) <= len(steps):
        return position.legal_steps[int(text) - 1][0]
    pressed = keys(steps)
    if (key := text.replace(" ", "")) and key in pressed:
        return steps[pressed.index(key)]
    matching = [step for step in steps if plain(step).startswith(text)]
    if len(matching) > 1:
        raise Unclear(typed, matching)
    return matching[0] if matching else typed
