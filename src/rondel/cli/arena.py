"""rondel arena: bots in round robin, rated, with records and a report."""

import csv
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from rondel.arena.playing import Pairing, Played
from rondel.arena.tournament import round_robin
from rondel.arena.tournament import run as play_here
from rondel.arena.tournament import run_on_ray as play_on_ray
from rondel.cli import files
from rondel.cli.progress import progress_bar
from rondel.cli.refusals import refusing
from rondel.cli.screen import Screen
from rondel.contract import MissingExtra
from rondel.games import find
from rondel.words import Words

if TYPE_CHECKING:
    from rondel.arena.standings import Interval, Standings


def arena(
    game: Annotated[str, typer.Argument(help="The game to play.")],
    bots: Annotated[list[str], typer.Argument(help="Who enters: names of bots.")],
    games: Annotated[int, typer.Option(min=1, help="Games for each group of bots.")] = 100,
    players: Annotated[int | None, typer.Option(help="How many at a table.")] = None,
    out: Annotated[Path | None, typer.Option(help="A new folder for all that comes of it.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; one for each core.")
    ] = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    edition: Annotated[str, typer.Option(help="An edition's name, or the file of one.")] = "",
    language: Annotated[str | None, typer.Option(help="en, fr or hu.")] = None,
) -> None:
    """Let bots play each other with rotating seats and shared deals, and rate them."""
    with refusing(language) as spoken:
        found = find(game)
        if ray:
            check_ray()
        count = found.players[0] if players is None else players
        box = files.read_edition(found, edition)
        pairings = round_robin(found, bots, games, count, edition=box, seed=seed)
        usual = Path(f"arena-{game}-{datetime.now():%Y-%m-%d-%H%M%S}")
        folder = files.check_new(out or usual)
        screen = Screen(found, Words(spoken, found))
        with files.writing(folder):
            (folder / "records").mkdir(parents=True)
        played = run(screen, pairings, folder, workers, ray)
        finish(screen, bots, played, folder, spoken)


def check_ray() -> None:
    """Whether what spreads the games over machines is there. Raises MissingExtra."""
    try:
        import ray  # noqa: F401
    except ImportError:
        raise MissingExtra("ray") from None


def run(
    screen: Screen, pairings: Sequence[Pairing], folder: Path, workers: int | None, ray: bool
) -> list[Played]:
    """Play behind a progress bar; every record is written as soon as its game is over."""
    with progress_bar() as bar:
        task = bar.add_task(screen.words.say("arena-playing"), total=len(pairings))

        def keep(played: Played) -> None:
            where = record_name(played.pairing)
            files.write_text(folder / "records" / where, played.record)
            bar.advance(task)

        if ray:
            return play_on_ray(pairings, keep)
        return play_here(pairings, workers, keep)


def record_name(pairing: Pairing) -> str:
    """A record's name: the deal, then the entrants in the order of their seats."""
    seats = "-".join(str(entrant + 1) for entrant in pairing.entrants)
    return f"deal-{pairing.deal + 1:04}-seats-{seats}{files.SUFFIX}"


def finish(
    screen: Screen, bots: Sequence[str], played: Sequence[Played], folder: Path, language: str
) -> None:
    """Rate, show the standings, and write everything down."""
    from rondel.arena.report import Report, called
    from rondel.arena.standings import standings

    found = standings(bots, played)
    numbers = msgspec.json.format(msgspec.json.encode(found)).decode()
    files.write_text(folder / "standings.json", numbers + "\n")
    files.write_text(folder / "report.html", Report(found, language).html())
    write_games(folder / "games.csv", played)
    show(screen, found, called([entrant.name for entrant in found.entrants], screen.words))
    if found.faults:
        screen.say("arena-lost", "red", count=len(found.faults))
    screen.say("arena-written", report=str(folder / "report.html"))


def show(screen: Screen, found: "Standings", names: Sequence[str]) -> None:
    """Print the standings as a table."""
    say = screen.words.say
    table = Table(title=say("arena-title", title=screen.title), title_justify="left")
    for key in ("bot", "rating", "games", "victories", "points", "pace", "lost-steps"):
        table.add_column(say(f"arena-{key}"), justify="left" if key == "bot" else "right")
    for name, entrant in zip(names, found.entrants, strict=True):
        table.add_row(
            Text(name),
            ranged(screen.words, entrant.rating, "cli-tenths", "number"),
            str(entrant.games),
            ranged(screen.words, entrant.victories, "arena-percent", "share"),
            say("cli-tenths", number=entrant.points.mean),
            say("arena-seconds", seconds=entrant.seconds_per_decision),
            Text(str(entrant.faults), "red" if entrant.faults else ""),
        )
    screen.console.print(table)


def ranged(words: Words, value: "Interval", key: str, argument: str) -> str:
    """A value with its interval."""
    told = [words.say(key, **{argument: n}) for n in (value.value, value.low, value.high)]
    return words.say("arena-range", value=told[0], low=told[1], high=told[2])


def write_games(file: Path, played: Sequence[Played]) -> None:
    """Write a line for each seat of each game."""
    with files.writing(file), file.open("w", encoding="utf-8", newline="") as opened:
        lines = csv.writer(opened)
        lines.writerow(
            ("record", "deal", "seat", "bot", "points", "place", "decisions", "seconds", "faults")
        )
        for game in played:
            for seat, bot in enumerate(game.pairing.seats):
                lines.writerow(
                    (
                        record_name(game.pairing),
                        game.pairing.deal + 1,
                        seat + 1,
                        bot,
                        game.points[seat],
                        game.ranks[seat],
                        game.decisions[seat],
                        f"{game.seconds[seat]:.4f}",
                        sum(fault.seat == seat for fault in game.faults),
                    )
                )
