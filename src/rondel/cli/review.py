"""Command `rondel review`: the loss of each turn, the luck, and better turns."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from rondel.cli import files
from rondel.cli.errors import report_errors
from rondel.cli.progress import progress_bar
from rondel.cli.renderer import SEAT_STYLES, TerminalRenderer
from rondel.cli.seats import spoken_names
from rondel.i18n import Translator
from rondel.i18n.canvas import MARKS
from rondel.reviews import WHOLE, Review, write_review
from rondel.reviews import review as review_match
from rondel.reviews.formatting import (
    balance_row,
    evaluated_by,
    headings,
    moments,
    percent,
    pieces,
    verdict,
)
from rondel.reviews.page import page
from rondel.reviews.reviewer import simulations_of

BLOCKS = " ▁▂▃▄▅▆▇█"
EIGHTHS = len(BLOCKS) - 1
ROWS = 4
"""Height of a seat's curve in lines."""
WIDEST = 96
UNLIMITED = 10_000
"""Width in cells, larger than any table."""
SYMBOLS = ("?!", "?", "??")
"""Symbols of inaccuracies, mistakes and blunders."""


def review(
    file: Annotated[Path, typer.Argument(help="The record.")],
    depth: Annotated[str, typer.Option(help="quick or full.")] = "quick",
    seed: Annotated[int, typer.Option(help="Seed; equal seeds give equal results.")] = 0,
    simulations: Annotated[
        int | None, typer.Option(help="Simulations per position, instead of a depth.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Also write an HTML page.")] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Overwrite an existing page.")
    ] = False,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Review a game: win probabilities, luck, the loss of each turn and better turns."""
    with report_errors(language) as spoken:
        simulations_of(depth, simulations)
        if html is not None and not overwrite:
            files.check_new(html)
        match, problem = files.load(file)
        translator = Translator(spoken, match.game)
        screen = TerminalRenderer(match.game, translator, spoken_names(match.names, translator))
        with progress_bar() as bar:
            task = bar.add_task(translator.text("review-judging"), total=len(match))
            found = review_match(
                match, depth, seed=seed, simulations=simulations,
                watch=lambda done, _all: bar.update(task, completed=done),
            )  # fmt: skip
        if html is not None:
            files.write_text(html, page(found, match, translator, screen.names))
        if json:
            print(msgspec.json.format(write_review(found)).decode())
        else:
            show(screen, found)
            if html is not None:
                screen.say("cli-saved", file=str(html))
        if problem is not None:
            raise problem


def show(screen: TerminalRenderer, review: Review) -> None:
    """Print the curve, the balance and the key moments."""
    translator = screen.translator
    screen.print(f"{screen.title} · {translator.text('review-title')}", "bold")
    for seat in range(len(review.seats)):
        show_curve(screen, review, seat)
    show_balance(screen, review)
    screen.say("review-books", style="dim")
    screen.console.print()
    screen.say("review-moments" if review.moments else "review-no-moments", style="bold")
    sentences = moments(translator, review, screen.names)
    for moment, (at, sentence) in zip(review.moments, sentences, strict=True):
        notes = (verdict(translator, review, moment), translator.text("review-after", step=at))
        screen.print(f"• {sentence} ({', '.join(filter(None, notes))})", indent=2)
        for line in pieces(translator, review.turns[moment.index]) if moment.kind == "turn" else ():
            screen.print(f"  {line}", "dim", indent=4)
    screen.console.print()
    screen.print(evaluated_by(translator, review), "dim")


def curve_of(review: Review, seat: int, width: int) -> list[float]:
    """Return a seat's win probabilities at regular intervals of the game."""
    first, last = review.curve[0].at, review.curve[-1].at
    spread: list[float] = []
    for column in range(width):
        at = first + (last - first) * column / max(1, width - 1)
        known = [mark for mark in review.curve if mark.at <= at] or [review.curve[0]]
        spread.append(min(1.0, max(0.0, known[-1].chances[seat] / WHOLE)))
    return spread


def blocks(chances: list[float], rows: int = ROWS) -> list[str]:
    """Return a curve as lines of block characters, the top one first."""
    heights = [round(chance * rows * EIGHTHS) for chance in chances]
    return [
        "".join(BLOCKS[min(EIGHTHS, max(0, height - row * EIGHTHS))] for height in heights)
        for row in reversed(range(rows))
    ]


def show_curve(screen: TerminalRenderer, review: Review, seat: int) -> None:
    """Print a seat's curve with its name, first and last value."""
    width = min(WIDEST, max(20, screen.console.width - 2))
    begins, ends = (
        percent(screen.translator, each[seat]) for each in (review.start, review.result)
    )
    screen.console.print()
    name = screen.translator.player(seat, screen.names)
    screen.print(f"{MARKS[seat]} {name}  {begins} → {ends}", SEAT_STYLES[seat])
    for line in blocks(curve_of(review, seat, width)):
        screen.console.print(Text("│" + line, SEAT_STYLES[seat].removeprefix("bold ")))


def show_balance(screen: TerminalRenderer, review: Review) -> None:
    """Print the balance of every seat; if that is too wide, a line for each number."""
    titles = headings(screen.translator, review)
    names = [
        Text(f"{MARKS[seat]} {screen.translator.player(seat, screen.names)}", SEAT_STYLES[seat])
        for seat in range(len(review.seats))
    ]
    rows = [balance_row(screen.translator, line) for line in review.seats]
    table = Table(box=None, pad_edge=False, header_style="dim")
    for index, heading in enumerate((*titles[: -len(SYMBOLS)], *SYMBOLS)):
        table.add_column(heading, justify="right" if index else "left", no_wrap=True)
    for name, row in zip(names, rows, strict=True):
        table.add_row(name, *row)
    screen.console.print()
    unlimited = screen.console.options.update(max_width=UNLIMITED)
    if screen.console.measure(table, options=unlimited).maximum > screen.console.width:
        screen.console.print(_lengthwise(titles, names, rows))
        return
    screen.console.print(table)
    legend = zip(SYMBOLS, titles[-len(SYMBOLS) :], strict=True)
    screen.print(" · ".join(f"{symbol} {title}" for symbol, title in legend), "dim")


def _lengthwise(titles: list[str], names: list[Text], rows: list[list[str]]) -> Table:
    """Return the balance with a column for each seat."""
    table = Table(box=None, pad_edge=False)
    table.add_column("", style="dim", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", overflow="ellipsis", no_wrap=True)
    for title, *cells in zip(titles[1:], *rows, strict=True):
        table.add_row(title, *cells)
    return table
