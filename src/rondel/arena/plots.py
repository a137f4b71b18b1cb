"""Plots as SVG, coloured by the page's style sheet."""

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING

from rondel.arena.intervals import Interval

if TYPE_CHECKING:
    from rondel.arena.standings import Quartiles

WIDTH = 760
LABELS = 190
"""Width for names at the left."""
EDGE = 24
ROW = 34
TICKS = 6
INKS = 8
"""Number of colours in the style sheet for parts of a bar."""

Number = Callable[[float], str]
"""Function that formats a number in the reader's language."""


class Axis:
    """Horizontal axis with round ticks."""

    def __init__(self, low: float, high: float, left: float = LABELS, right: float = WIDTH - EDGE):
        step = _round_step((high - low) / TICKS or 1.0)
        self.low, self.high = math.floor(low / step) * step, math.ceil(high / step) * step
        self.low, self.high = min(self.low, low), max(self.high, self.low + step)
        self.left, self.right = left, right
        count = round((self.high - self.low) / step)
        self.ticks = [self.low + step * at for at in range(count + 1)]

    def at(self, value: float) -> float:
        """Return the x coordinate of a value."""
        share = (value - self.low) / (self.high - self.low)
        return round(self.left + share * (self.right - self.left), 1)

    def draw(self, top: float, bottom: float, number: Number) -> str:
        """Return the ticks as thin lines, with their numbers below."""
        parts: list[str] = []
        for tick in self.ticks:
            x = self.at(tick)
            parts.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>')
            parts.append(text(x, bottom + 18, number(tick), "tick", "middle"))
        return "".join(parts)


def _round_step(rough: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20 … that is no smaller than `rough`."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)


def text(x: float, y: float, words: str, kind: str = "name", anchor: str = "start") -> str:
    """Return a text element."""
    return f'<text class="{kind}" x="{x}" y="{y}" text-anchor="{anchor}">{escape(words)}</text>'


def svg(height: float, alt: str, *parts: str) -> str:
    """Return a complete plot; `told` is its text alternative."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(alt)}">'
        f"<title>{escape(alt)}</title>{''.join(parts)}</svg>"
    )


def _named(names: Sequence[str], row: int) -> str:
    name = names[row]
    short = name if len(name) <= 26 else name[:25] + "…"
    return text(LABELS - 12, _middle(row) + 5, short, "name", "end")


def _middle(row: int) -> float:
    return row * ROW + ROW / 2 + 6


def intervals(
    alt: str, names: Sequence[str], values: Sequence[Interval], number: Number, even: float | None
) -> str:
    """Return a plot with a dot and an interval per name, and a dashed line at the even value."""
    low, high = min(v.low for v in values), max(v.high for v in values)
    axis = Axis(low if even is None else 0.0, high if even is None else 1.0)
    bottom = len(names) * ROW + 12
    parts = [axis.draw(6, bottom, number)]
    if even is not None:
        x = axis.at(even)
        parts.append(f'<line class="even" x1="{x}" x2="{x}" y1="2" y2="{bottom}"/>')
    for row, value in enumerate(values):
        y, dot = _middle(row), axis.at(value.value)
        ends = axis.at(value.low), axis.at(value.high)
        parts.append(_named(names, row))
        parts.append(f'<line class="whisker" x1="{ends[0]}" x2="{ends[1]}" y1="{y}" y2="{y}"/>')
        for x in ends:
            parts.append(f'<line class="whisker" x1="{x}" x2="{x}" y1="{y - 6}" y2="{y + 6}"/>')
        parts.append(f'<circle class="dot" cx="{dot}" cy="{y}" r="6"/>')
        parts.append(text(dot, y - 11, number(value.value), "value", "middle"))
    return svg(bottom + 28, alt, *parts)


def boxes(alt: str, names: Sequence[str], values: "Sequence[Quartiles]", number: Number) -> str:
    """Return a box plot: half of the games in the box, a line at the median, a dot at the mean."""
    axis = Axis(min(v.least for v in values), max(v.most for v in values))
    bottom = len(names) * ROW + 12
    parts = [axis.draw(6, bottom, number)]
    for row, value in enumerate(values):
        y = _middle(row)
        least, lower, middle, upper, most, mean = (
            axis.at(v)
            for v in (
                value.least, value.lower, value.middle, value.upper, value.most, value.mean,
            )
        )  # fmt: skip
        parts.append(_named(names, row))
        parts.append(f'<line class="whisker" x1="{least}" x2="{most}" y1="{y}" y2="{y}"/>')
        width = round(max(1.0, upper - lower), 1)
        parts.append(
            f'<rect class="box" x="{lower}" y="{y - 9}" width="{width}" height="18" rx="3"/>'
        )
        parts.append(
            f'<line class="middle" x1="{middle}" x2="{middle}" y1="{y - 9}" y2="{y + 9}"/>'
        )
        parts.append(f'<circle class="dot" cx="{mean}" cy="{y}" r="4"/>')
    return svg(bottom + 28, alt, *parts)


def stacks(
    alt: str,
    names: Sequence[str],
    sources: Sequence[str],
    values: Sequence[Sequence[float]],
    number: Number,
) -> str:
    """Return a stacked bar per name, its parts in the order of the legend."""
    axis = Axis(0.0, max(sum(parts) for parts in values) or 1.0)
    legend, rows = _legend(sources)
    top = rows * 24 + 8
    bottom = top + len(names) * ROW + 12
    drawn = [legend, axis.draw(top, bottom, number)]
    for row, parts in enumerate(values):
        y = top + _middle(row)
        drawn.append(text(LABELS - 12, y + 5, names[row][:26], "name", "end"))
        start = 0.0
        for ink, part in enumerate(parts):
            x, width = axis.at(start), round(axis.at(start + part) - axis.at(start), 1)
            hint = f"{sources[ink]}: {number(part)}"
            drawn.append(
                f'<rect class="ink{ink % INKS}" x="{x}" y="{y - 11}" width="{width}" height="22">'
                f"<title>{escape(hint)}</title></rect>"
            )
            if width > 30:
                drawn.append(text(x + width / 2, y + 5, number(part), "on-ink", "middle"))
            start += part
    return svg(bottom + 28, alt, *drawn)


def _legend(sources: Sequence[str]) -> tuple[str, int]:
    """Return the legend's colours and names, in as many rows as needed, and their height."""
    drawn: list[str] = []
    x, row = 0.0, 0
    for ink, source in enumerate(sources):
        width = 34 + 8.2 * len(source)
        if x + width > WIDTH and x:
            x, row = 0.0, row + 1
        y = row * 24 + 4
        drawn.append(
            f'<rect class="ink{ink % INKS}" x="{x}" y="{y}" width="14" height="14" rx="3"/>'
        )
        drawn.append(text(x + 20, y + 12, source, "tick"))
        x += width
    return "".join(drawn), row + 1


def histogram(alt: str, numbers: Sequence[int], number: Number) -> str:
    """Return a histogram of the numbers."""
    axis = Axis(min(numbers), max(numbers) + 1, EDGE)
    bars = max(6, min(40, math.ceil(math.sqrt(len(numbers)) * 2)))
    size = (axis.high - axis.low) / bars
    counts = [0] * bars
    for value in numbers:
        counts[min(bars - 1, int((value - axis.low) / size))] += 1
    height = 190
    drawn = [axis.draw(6, height, number)]
    for bar, count in enumerate(counts):
        if count:
            x, end = axis.at(axis.low + bar * size), axis.at(axis.low + (bar + 1) * size)
            tall = round((height - 12) * count / max(counts), 1)
            drawn.append(
                f'<rect class="box" x="{x + 0.5:.1f}" y="{height - tall:.1f}" '
                f'width="{max(1.0, end - x - 1):.1f}" height="{tall}" rx="2">'
                f"<title>{number(axis.low + bar * size)}–{number(axis.low + (bar + 1) * size)}: "
                f"{count}</title></rect>"
            )
    return svg(height + 28, alt, *drawn)
