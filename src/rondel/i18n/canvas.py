"""Text drawing: a grid of character cells on which box lines join."""

import unicodedata
from collections.abc import Iterator, Sequence

MARKS = "●■▲◆"
"""Symbol of each seat: a shape, so that colour is never needed."""

_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LINES = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""Line character for each set of directions."""


def cells(text: str) -> list[str]:
    """Split text into cells: a wide character is followed by an empty cell."""
    if text.isascii() and text.isprintable():
        return list(text)
    found: list[str] = []
    for character in text:
        if unicodedata.combining(character) and found:
            found[-1] += character
        elif unicodedata.east_asian_width(character) in "WF":
            found += [character, ""]
        else:
            found.append(character if character.isprintable() else " ")
    return found


def width(text: str) -> int:
    """Return the width of a text in cells."""
    return len(cells(text))


def fit(text: str, room: int) -> str:
    """Return the text in exactly `room` cells: cut with an ellipsis or padded with spaces."""
    if width(text) > room:
        kept = cells(text)[: room - 1]
        wide_is_halved = cells(text)[room - 1 : room] == [""]
        text = "".join(kept[:-1] if wide_is_halved else kept) + "…"
    return text + " " * (room - width(text))


def columns(lefts: Sequence[str], rights: Sequence[str], room: int, gap: int = 2) -> Iterator[str]:
    """Yield two blocks of lines side by side, the left one `room` cells wide."""
    for row in range(max(len(lefts), len(rights))):
        left = lefts[row] if row < len(lefts) else ""
        right = rights[row] if row < len(rights) else ""
        yield fit(left, room) + " " * gap + right


class Canvas:
    """Grid of character cells. Text overwrites; lines join the lines that they meet."""

    def __init__(self, width: int, height: int):
        self._cells = [[" "] * width for _ in range(height)]
        self._lines = [[0] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str) -> None:
        """Write text from a cell to the right."""
        for cell, character in enumerate(cells(text), x):
            self._cells[y][cell] = character
            self._lines[y][cell] = 0

    def centre(self, x: int, y: int, text: str) -> None:
        """Write text centred on a cell."""
        self.write(x - width(text) // 2, y, text)

    def box(self, x: int, y: int, width: int, height: int) -> None:
        """Draw a frame of this width and height."""
        right, bottom = x + width - 1, y + height - 1
        for column in range(x, right):
            for row in (y, bottom):
                self._join(column, row, _RIGHT)
                self._join(column + 1, row, _LEFT)
        for row in range(y, bottom):
            for column in (x, right):
                self._join(column, row, _DOWN)
                self._join(column, row + 1, _UP)

    def _join(self, x: int, y: int, direction: int) -> None:
        self._lines[y][x] |= direction
        self._cells[y][x] = _LINES[self._lines[y][x]]

    def lines(self) -> list[str]:
        """Return the drawing's lines without trailing spaces."""
        return ["".join(row).rstrip() for row in self._cells]
