"""rondel compile: have everything ready before anybody plays."""

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
from rondel.cli.progress import waiting_bar
from rondel.cli.refusals import refusing
from rondel.cli.screen import Screen
from rondel.contract import Game, read_position
from rondel.games import find, names
from rondel.words import Words

GLANCE_SECONDS = 0.2
"""How often the bar looks at what is done."""


def rules(game: Game) -> None:
    """What a match needs."""
    game.start(game.players[0])


def bots(game: Game) -> None:
    """What bots need."""
    kernels(game)


def reading(game: Game) -> None:
    """What reads a position that was written down; elsewhere it waits until it is needed."""
    read_position(game, game.start(game.players[0]).write())


PARTS = (rules, bots, reading)


def make_ready(name: str, done: Callable[[], None] = lambda: None) -> float:
    """Compile a game's rules and what bots need of them, in silence; the seconds it took."""
    began = time.monotonic()
    with redirect_stderr(StringIO()):
        game = find(name)
        for part in PARTS:
            part(game)
            done()
    return time.monotonic() - began


_board: list[Any] = []
"""In a process of the pool: how many parts of each game are done, where the first process looks."""


def _see(board: Any) -> None:
    _board.append(board)


def _make_ready_and_tell(name: str, at: int) -> float:
    def tell() -> None:
        _board[-1][at] += 1

    return make_ready(name, tell)


def compile_games(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; all of them.")] = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Compile the rules and the bots now, so that nobody waits for it later."""
    with refusing(language) as spoken:
        wanted = [find(name) for name in games or names()]
        processes = min(len(wanted), os.cpu_count() or 1)
        screens = [Screen(game, Words(spoken, game)) for game in wanted]
        context = multiprocessing.get_context("spawn")
        board = context.RawArray("i", len(wanted))
        with (
            ProcessPoolExecutor(processes, context, _see, (board,)) as pool,
            waiting_bar() as bar,
        ):
            tasks = [
                bar.add_task(
                    screen.words.say("cli-compiling", title=screen.title), total=len(PARTS)
                )
                for screen in screens
            ]
            ready = [
                pool.submit(_make_ready_and_tell, game.name, at) for at, game in enumerate(wanted)
            ]
            left = True
            while left:
                left = bool(wait(ready, GLANCE_SECONDS).not_done)
                for task, done in zip(tasks, board, strict=True):
                    bar.update(task, completed=done)
            took = [future.result() for future in ready]
        for screen, seconds in zip(screens, took, strict=True):
            screen.say("cli-compiled", title=screen.title, seconds=round(seconds))
