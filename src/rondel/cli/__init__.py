"""Command line of `rondel`."""

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from rondel import __version__
from rondel.cli import (
    admin,
    arena,
    backup,
    benchmark,
    bots,
    check,
    compiling,
    draw,
    engine,
    games,
    maps,
    mcp,
    play,
    prune,
    puzzles,
    ratings,
    replay,
    review,
    rules,
    serve,
    simulate,
    train,
    verify,
)

app = typer.Typer(
    name="rondel",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def print_version(wanted: bool) -> None:
    """Print the version and exit, if wanted."""
    if wanted:
        print(f"rondel {__version__}")
        raise typer.Exit


@app.callback()
def rondel(
    version: Annotated[
        bool,
        typer.Option("--version", callback=print_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Play, simulate and study rondel games."""


app.command()(games.games)
app.command()(play.play)
app.command()(simulate.simulate)
app.add_typer(arena.app, name="arena")
app.command()(benchmark.benchmark)
app.command()(replay.replay)
app.command()(review.review)
app.command()(draw.draw)
app.command()(draw.film)
app.command()(verify.verify)
app.command()(rules.rules)
app.command()(mcp.mcp)
app.command()(serve.serve)
app.command()(serve.worker)
app.command()(check.check)
app.command()(backup.backup)
app.command()(backup.restore)
app.command()(prune.prune)
app.command()(ratings.ratings)
app.add_typer(admin.app, name="admin")
app.command("compile")(compiling.compile_games)
app.command()(bots.bots)
app.command()(engine.engine)
app.command()(train.train)
app.add_typer(maps.app, name="map")
app.add_typer(puzzles.app, name="puzzles")


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app()
