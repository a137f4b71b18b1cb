"""Command `rondel train`: training of a network by self-play."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from rondel.cli import files
from rondel.cli.errors import report_errors
from rondel.core import MissingExtra, UnreadableFile, WrongArgument
from rondel.games import find
from rondel.i18n import Translator

if TYPE_CHECKING:
    from rondel.learn.training.trainer import Progress as Learnt

T = TypeVar("T")
SAVE_EVERY = 20.0
"""Seconds between two checkpoints."""
LINE_INTERVAL = 20.0
"""Seconds between two progress lines if there is no terminal."""


def train(
    game: Annotated[str, typer.Argument(help="The game to learn.")],
    players: Annotated[int | None, typer.Option(help="Number of players.")] = None,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", help="Network file; the checkpoint is stored beside it."),
    ] = Path("network.npz"),
    settings: Annotated[
        Path | None, typer.Option(help="TOML file of settings, as shipped with the networks.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0.01, help="Training time in minutes.")
    ] = None,
    tables: Annotated[int | None, typer.Option(min=8, help="Number of simultaneous games.")] = None,
    start: Annotated[
        Path | None, typer.Option(help="Network to continue from, instead of random weights.")
    ] = None,
    edition: Annotated[str, typer.Option(help="Name of an edition, or a map file.")] = "",
    device: Annotated[str, typer.Option(help="cuda or cpu; cuda by default if available.")] = "",
    seed: Annotated[int | None, typer.Option(help="Random seed.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Resume from the checkpoint beside the output.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Overwrite the output.")] = False,
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Train a network by self-play; matches against the best so far decide which one is kept."""
    with report_errors(language) as spoken:
        try:
            import torch
        except ImportError:
            raise MissingExtra("train") from None
        from rondel.bots.networks import read_network, write_network
        from rondel.learn.training.export import from_whole, to_whole
        from rondel.learn.training.settings import ON_A_PROCESSOR, Settings, read_settings
        from rondel.learn.training.trainer import Trainer, check_start

        translator = Translator(spoken)
        found = find(game)
        if device not in ("", "cpu", "cuda"):
            raise WrongArgument("device", device, "cuda or cpu")
        where = device or ("cuda" if torch.cuda.is_available() else "cpu")
        usual = Settings(found.name, players or found.players[0])
        if where == "cpu":
            usual = usual.changed(**ON_A_PROCESSOR)
        wanted = _read(settings, read_settings) if settings else usual
        known = from_whole(_read(start, read_network)) if start else None
        wanted = wanted.changed(
            game=found.name, players=players, minutes=minutes, tables=tables, seed=seed
        )
        found.check_players(wanted.players)
        if known is not None:
            check_start(known, found, wanted.players)
        if not (overwrite or resume):
            files.check_new(output)
        box = files.read_edition(found, edition) if edition else None
        trainer = Trainer(wanted, where, box, known)
        checkpoint = output.with_suffix(".checkpoint")
        if resume and checkpoint.exists():
            try:
                trainer.load(checkpoint)
            except ValueError as problem:
                raise WrongArgument("resume", True, str(problem)) from None
        saved = trainer.progress.seconds
        is_terminal = Console(stderr=True).is_terminal
        with _bar(is_terminal) as bar:
            task = bar.add_task("", total=1.0)
            next_line = 0.0

            def tell(learnt: "Learnt") -> None:
                nonlocal saved, next_line
                bar.update(task, completed=learnt.part, description=_shown(translator, learnt))
                if not is_terminal and learnt.seconds >= next_line:
                    next_line = learnt.seconds + LINE_INTERVAL
                    part = translator.text("train-part", percent=int(100 * learnt.part))
                    print(f"{part} {_shown(translator, learnt)}", file=sys.stderr, flush=True)
                if learnt.seconds - saved > SAVE_EVERY:
                    saved = learnt.seconds
                    trainer.save(checkpoint)

            try:
                kept = trainer.run(tell)
            finally:
                trainer.save(checkpoint)
        write_network(to_whole(kept, found), output)
        print(_shown(translator, trainer.progress))
        print(translator.text("train-done", file=str(output)))
        if not trainer.progress.kept:
            print(translator.text("train-nothing-kept"), file=sys.stderr)


def _read(file: Path, reader: Callable[[Path], T]) -> T:
    """Return the result of a reader for a file, with its errors converted."""
    try:
        return reader(file)
    except (OSError, ValueError) as problem:
        raise UnreadableFile(file, str(problem)) from None


def _bar(is_terminal: bool) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not is_terminal,
    )


def _shown(translator: Translator, learnt: "Learnt") -> str:
    """Return the progress in one line."""
    return translator.text(
        "train-progress",
        games=learnt.games,
        pace=round(learnt.pace),
        loss=f"{learnt.loss:.3f}",
        hints=round(100 * learnt.against_hints),
        kept=learnt.kept,
    )
