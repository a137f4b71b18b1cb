"""Command `rondel replay`: a record step by step, or as a story."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from rondel.cli import files
from rondel.cli.errors import NoSuchStep, report_errors
from rondel.cli.renderer import TerminalRenderer
from rondel.cli.seats import spoken_names
from rondel.core import Over
from rondel.i18n import Translator
from rondel.match import Match


def replay(
    file: Annotated[Path, typer.Argument(help="The record.")],
    step: Annotated[int | None, typer.Option(help="Show the table after this many steps.")] = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Show a record: step by step in a terminal, otherwise as a story."""
    with report_errors(language) as spoken:
        match, problem = files.load(file)
        translator = Translator(spoken, match.game)
        screen = TerminalRenderer(match.game, translator, spoken_names(match.names, translator))
        if step is not None:
            show_step(screen, match, step)
        elif sys.stdin.isatty() and sys.stdout.isatty():
            browse(screen, match)
        else:
            print_story(screen, match)
        if problem is not None:
            raise problem


def first_choice(match: Match) -> int:
    """Return the number of steps before the first choice."""
    dealt = (at for at in range(len(match)) if match.position_at(at).seat is not None)
    return next(dealt, len(match))


def print_story(screen: TerminalRenderer, match: Match) -> None:
    """Print the story from the first choice on, and the result."""
    first = first_choice(match)
    screen.show(match.position_at(first))
    screen.tell(match.story(first))
    screen.show(match.position)
    finish(screen, match, len(match))


def show_step(screen: TerminalRenderer, match: Match, at: int) -> None:
    """Print the table after `at` steps and the effect of the last one. Raise NoSuchStep."""
    if not 0 <= at <= len(match):
        raise NoSuchStep(at, len(match))
    position = match.position_at(at)
    screen.show(position)
    screen.say("cli-step", style="bold", step=at, steps=len(match))
    if at > 0:
        before, number = match.position_at(at - 1), match.log[at - 1]
        screen.print(f"> {match.text(number)}")
        screen.tell(match.game.story(before, number, position))
    finish(screen, match, at)


def finish(screen: TerminalRenderer, match: Match, at: int) -> None:
    """Print the result, if the match was over by then."""
    turn = match.position_at(at).turn
    if isinstance(turn, Over):
        screen.result(turn)


def browse(screen: TerminalRenderer, match: Match) -> None:
    """Step forwards and backwards by typed commands until the end of input."""
    at = first_choice(match)
    show_step(screen, match, at)
    screen.say("cli-leaf")
    while True:
        try:
            typed = input("> ").strip().casefold()
        except (EOFError, KeyboardInterrupt):
            screen.console.print()
            return
        if typed in ("q", "quit"):
            return
        at = min(max(0, target_step(typed, at, len(match))), len(match))
        show_step(screen, match, at)


def target_step(typed: str, at: int, last: int) -> int:
    """Return the target of a line: empty is one on, b one back, e the end, a number that step."""
    if typed in ("b", "back"):
        return at - 1
    if typed in ("e", "end"):
        return last
    return int(typed) if typed.isdecimal() else at + 1
