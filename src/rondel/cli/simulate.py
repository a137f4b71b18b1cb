"""rondel simulate: many blind games on all cores, and what came of them."""

import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rondel.arena.simulate import Simulated
from rondel.arena.simulate import simulate as play_blindly
from rondel.cli import files
from rondel.cli.refusals import refusing
from rondel.cli.screen import Screen
from rondel.cli.summary import show_summary, summarise, write_csv, write_json, write_parquet
from rondel.contract import Edition, Game
from rondel.games import find
from rondel.words import Words


def simulate(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 10_000,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(min=1, help="Cores to use; all of them.")] = None,
    edition: Annotated[str, typer.Option(help="An edition's name, or the file of one.")] = "",
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the summary here.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write a line for each game here.")] = None,
    parquet: Annotated[Path | None, typer.Option(help="The same as a Parquet file.")] = None,
) -> None:
    """Play many games with uniformly random players and sum up what came of them."""
    with refusing(language) as spoken:
        found = find(game)
        count = found.players[0] if players is None else players
        found.check_players(count)
        box = files.read_edition(found, edition)
        screen = Screen(found, Words(spoken, found))
        simulated, seconds = run(screen, box, games, count, seed, threads)
        summary = summarise(found, box.name, simulated, seed, seconds)
        show_summary(screen, summary)
        if json is not None:
            write_json(json, summary)
        if csv is not None:
            write_csv(csv, simulated)
        if parquet is not None:
            write_parquet(parquet, simulated)


def run(
    screen: Screen, box: Edition, games: int, players: int, seed: int, threads: int | None
) -> tuple[Simulated, float]:
    """Play the games behind a progress bar; what came of them, and the seconds they took."""
    told = TextColumn("{task.description}")
    bar = Progress(
        told,
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    warm_up(screen.game, box, players)
    with bar:
        task = bar.add_task(screen.words.say("cli-simulating"), total=games)
        start = time.perf_counter()
        simulated = play_blindly(
            screen.game,
            games,
            players,
            edition=box,
            seed=seed,
            threads=threads,
            progress=lambda done: bar.advance(task, done),
        )
        return simulated, time.perf_counter() - start


def warm_up(game: Game, box: Edition, players: int) -> None:
    """Play one game first, so that the pace is not that of the compiler."""
    play_blindly(game, 1, players, edition=box, threads=1)
