"""rondel compile: have everything ready before anybody plays."""

import multiprocessing
import os
import time
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import redirect_stderr
from functools import partial
from io import StringIO
from typing import Annotated

import typer
from rich.progress import Progress, TaskID

from rondel.bots.kernels import kernels
from rondel.cli.progress import waiting_bar
from rondel.cli.refusals import refusing
from rondel.cli.screen import Screen
from rondel.contract import read_position
from rondel.games import find, names
from rondel.words import Words


def make_ready(name: str) -> float:
    """Compile a game's rules and what bots need of them, in silence; the seconds it took."""
    began = time.monotonic()
    with redirect_stderr(StringIO()):
        game = find(name)
        kernels(game)
        # What reads a position that was written down is compiled when it is first needed.
        read_position(game, game.start(game.players[0]).write())
    return time.monotonic() - began


def compile_games(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; all of them.")] = None,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Compile the rules and the bots now, so that nobody waits for it later."""
    with refusing(language) as spoken:
        wanted = [find(name) for name in games or names()]
        processes = min(len(wanted), os.cpu_count() or 1)
        screens = [Screen(game, Words(spoken, game)) for game in wanted]
        with (
            ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool,
            waiting_bar() as bar,
        ):
            ready = []
            for screen in screens:
                task = bar.add_task(screen.words.say("cli-compiling", title=screen.title), total=1)
                ready.append(pool.submit(make_ready, screen.game.name))
                ready[-1].add_done_callback(partial(_finish, bar, task))
            took = [future.result() for future in ready]
        for screen, seconds in zip(screens, took, strict=True):
            screen.say("cli-compiled", title=screen.title, seconds=round(seconds))


def _finish(bar: Progress, task: TaskID, ready: "Future[float]") -> None:
    bar.update(task, completed=1)
