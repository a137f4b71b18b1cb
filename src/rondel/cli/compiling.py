"""Command `rondel compile`: compile everything before the first game."""

import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, wait
from contextlib import redirect_stderr
from io import StringIO
from typing import Annotated, Any

import typer

from rondel.bots.kernels import kernels
from rondel.cli.errors import report_errors
from rondel.cli.progress import waiting_bar
from rondel.cli.renderer import TerminalRenderer
from rondel.core import Game, read_position
from rondel.games import find, names
from rondel.i18n import Translator

GLANCE_SECONDS = 0.2
"""Seconds between two updates of the progress bar."""


def rules(game: Game) -> None:
    """Compile the rules for a match."""
    game.start(game.players[0])


def bots(game: Game) -> None:
    """Compile the bots."""
    kernels(game)


def position_checks(game: Game) -> None:
    """Compile the checks of stored positions, which are otherwise compiled on first use."""
    read_position(game, game.start(game.players[0]).write())


PARTS = (rules, bots, position_checks)


def compile_game(name: str, done: Callable[[], None] = lambda: None) -> float:
    """Compile a game's rules and its bots silently, and return the seconds it took."""
    began = time.monotonic()
    with redirect_stderr(StringIO()):
        game = find(name)
        for part in PARTS:
            part(game)
            done()
    return time.monotonic() - began


_board: list[Any] = []
"""Worker process: shared counters of finished parts, by game."""


def _see(board: Any) -> None:
    _board.append(board)


def _compile_and_report(name: str, at: int) -> float:
    def tell() -> None:
        _board[-1][at] += 1

    return compile_game(name, tell)


def compile_games(
    games: Annotated[
        list[str] | None, typer.Argument(help="Names of the games; all by default.")
    ] = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Compile the rules and the bots now, so that the first game starts at once."""
    with report_errors(language) as spoken:
        wanted = [find(name) for name in games or names()]
        processes = min(len(wanted), os.cpu_count() or 1)
        screens = [TerminalRenderer(game, Translator(spoken, game)) for game in wanted]
        context = multiprocessing.get_context("spawn")
        board = context.RawArray("i", len(wanted))
        with (
            ProcessPoolExecutor(processes, context, _see, (board,)) as pool,
            waiting_bar() as bar,
        ):
            tasks = [
                bar.add_task(
                    screen.translator.text("cli-compiling", title=screen.title), total=len(PARTS)
                )
                for screen in screens
            ]
            ready = [
                pool.submit(_compile_and_report, game.name, at) for at, game in enumerate(wanted)
            ]
            left = True
            while left:
                left = bool(wait(ready, GLANCE_SECONDS).not_done)
                for task, done in zip(tasks, board, strict=True):
                    bar.update(task, completed=done)
            took = [future.result() for future in ready]
        for screen, seconds in zip(screens, took, strict=True):
            screen.say("cli-compiled", title=screen.title, seconds=round(seconds))
