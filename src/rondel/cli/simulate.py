"""Command `rondel simulate`: many games on all cores, random or between bots, and statistics."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from rondel.arena.playing import LIMIT
from rondel.arena.simulate import Simulated, batches, batches_of_bots
from rondel.arena.simulate import simulate as simulate_randomly
from rondel.bots import find as find_bot
from rondel.cli import files
from rondel.cli.errors import report_errors
from rondel.cli.outputs import CsvOutput, Output, ParquetOutput, TextOutput, open_outputs
from rondel.cli.progress import progress_bar
from rondel.cli.renderer import TerminalRenderer
from rondel.cli.seats import print_evaluator_note
from rondel.cli.summary import Totals, show_summary, summarise
from rondel.core import Edition, Game, RondelError
from rondel.games import find
from rondel.i18n import Translator

USUAL_GAMES = 10_000
USUAL_GAMES_OF_BOTS = 100


class OtherCount(RondelError):
    """Error for a number of bots that differs from the number of seats."""

    code = "other-count"

    def __init__(self, bots: int, players: int):
        super().__init__(f"{bots} bots for {players} seats", bots=bots, players=players)


def simulate(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Number of games; by default 10000 random ones, or 100 of bots."),
    ] = None,
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    seed: Annotated[int, typer.Option(help="Seed; equal seeds give equal games.")] = 0,
    bot: Annotated[
        list[str] | None, typer.Option(help="Bot for the next seat. Repeatable.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Number of cores; all by default.")
    ] = None,
    edition: Annotated[str, typer.Option(help="Name of an edition, or its file.")] = "",
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
    limit: Annotated[
        int, typer.Option(min=1, help="Steps after which a game of bots is scored as it stands.")
    ] = LIMIT,
    json: Annotated[Path | None, typer.Option(help="Write the summary as a JSON file.")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write a CSV file with a line per game.")] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write a Parquet file with a row per game.")
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Overwrite existing files.")
    ] = False,
) -> None:
    """Play many games with uniformly random players, or with bots, and summarize the results."""
    with report_errors(language) as spoken:
        found = find(game)
        bots = tuple(bot or ())
        count = len(bots) or found.players[0] if players is None else players
        found.check_players(count)
        if bots and len(bots) != count:
            raise OtherCount(len(bots), count)
        for name in bots:
            find_bot(name).close()
        box = files.read_edition(found, edition)
        screen = TerminalRenderer(found, Translator(spoken, found))
        print_evaluator_note(found, box, count, bots, screen.translator)
        wanted = games or (USUAL_GAMES_OF_BOTS if bots else USUAL_GAMES)
        with open_outputs(
            [(json, TextOutput), (csv, CsvOutput), (parquet, ParquetOutput)], overwrite
        ) as outputs:
            warm_up(found, box, count)
            start = time.perf_counter()
            totals = run(screen, box, wanted, count, seed, threads, bots, limit, outputs)
            took = time.perf_counter() - start
        summary = summarise(found, box.name, totals, seed, took, bots)
        show_summary(screen, summary)
        if json is not None:
            files.write_text(
                json, msgspec.json.format(msgspec.json.encode(summary)).decode() + "\n"
            )


def run(
    screen: TerminalRenderer,
    box: Edition,
    games: int,
    players: int,
    seed: int,
    threads: int | None,
    bots: tuple[str, ...],
    limit: int,
    outputs: Sequence[Output],
) -> Totals:
    """Play the games behind a progress bar and return the totals."""
    totals = Totals(players)

    def count(batch: Simulated) -> None:
        for output in outputs:
            output.add(totals.games + 1, batch)
        totals.add(batch)

    with progress_bar() as bar:
        task = bar.add_task(screen.translator.text("cli-simulating"), total=games)
        if bots:
            for batch in batches_of_bots(
                screen.game, games, bots, edition=box, seed=seed, workers=threads,
                limit=limit, progress=lambda done: bar.advance(task, done),
            ):  # fmt: skip
                count(batch)
        else:
            for batch in batches(
                screen.game, games, players, edition=box, seed=seed, threads=threads
            ):
                count(batch)
                bar.advance(task, len(batch.decisions))
    return totals


def warm_up(game: Game, box: Edition, players: int) -> None:
    """Play one game first, so that compilation does not count."""
    simulate_randomly(game, 1, players, edition=box, threads=1)
