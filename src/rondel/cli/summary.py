"""What came of many games: points, lengths and the seats' chances, shown and written down."""

import csv
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from rich.table import Table

from rondel.arena.simulate import Simulated
from rondel.cli.files import write_text, writing
from rondel.cli.screen import Screen
from rondel.cli.seats import PREFIX, spoken_names
from rondel.contract import Game, MissingExtra
from rondel.kernel.record import Cells
from rondel.words import Words
from rondel.words.canvas import MARKS

SURE = 1.96
"""Standard errors on each side of a mean that make a 95 % interval."""


class Spread(msgspec.Struct, frozen=True):
    """How numbers are spread: mean, standard deviation, least and most."""

    mean: float
    deviation: float
    least: int
    most: int


class Share(msgspec.Struct, frozen=True):
    """A share of the victories, shared ones split, with its 95 % interval."""

    share: float
    low: float
    high: float


class SeatSummary(msgspec.Struct, frozen=True):
    """How a seat fared."""

    seat: int
    points: Spread
    victories: Share


class Summary(msgspec.Struct, frozen=True):
    """How many games went."""

    game: str
    rules: int
    edition: str
    players: int
    seed: int
    games: int
    unended: int
    decisions: Spread
    seats: list[SeatSummary]
    seconds: float
    games_per_second: float
    decisions_per_second: float
    bots: tuple[str, ...] = ()
    """Who sat at the seats; nobody where players chose blindly."""


def spread(numbers: Cells) -> Spread:
    """How numbers are spread."""
    return Spread(
        float(numbers.mean()), float(numbers.std()), int(numbers.min()), int(numbers.max())
    )


def victories(ranks: Cells) -> list[Share]:
    """Each seat's share of the victories."""
    won = (ranks == 1) / np.maximum(1, (ranks == 1).sum(axis=1, keepdims=True))
    means = won.mean(axis=0)
    errors = SURE * won.std(axis=0) / np.sqrt(len(won))
    return [
        Share(mean, max(0.0, mean - error), min(1.0, mean + error))
        for mean, error in zip(means.tolist(), errors.tolist(), strict=True)
    ]


def summarise(
    game: Game,
    edition: str,
    simulated: Simulated,
    seed: int,
    took: float,
    bots: tuple[str, ...] = (),
) -> Summary:
    """Sum up games that took so many seconds."""
    games, players = simulated.points.shape
    shares = victories(simulated.ranks)
    return Summary(
        game=game.name,
        rules=game.version,
        edition=edition,
        players=players,
        seed=seed,
        games=games,
        unended=simulated.unended,
        decisions=spread(simulated.decisions),
        seats=[
            SeatSummary(seat + 1, spread(simulated.points[:, seat]), shares[seat])
            for seat in range(players)
        ],
        seconds=took,
        games_per_second=games / took,
        decisions_per_second=int(simulated.decisions.sum(dtype=np.int64)) / took,
        bots=bots,
    )


def show_summary(screen: Screen, summary: Summary) -> None:
    """Print the summary as a table."""
    say = screen.words.say
    names = spoken_names([PREFIX + bot for bot in summary.bots], screen.words)
    about = {"title": screen.title, "games": summary.games}
    title = (
        say("cli-simulated-bots", bots=screen.words.join(names), **about)
        if names
        else say("cli-simulated", players=summary.players, **about)
    )
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column("")
    for key in ("cli-mean", "cli-deviation", "cli-least", "cli-most", "cli-victories"):
        table.add_column(say(key), justify="right")
    for seat in summary.seats:
        share = seat.victories
        won = say("cli-share", share=share.share, margin=(share.high - share.low) / 2)
        player = screen.words.player(seat.seat - 1, names)
        name = screen.colour(f"{MARKS[seat.seat - 1]} {player}")
        table.add_row(name, *row(seat.points, screen.words), won)
    table.add_section()
    table.add_row(say("cli-decisions"), *row(summary.decisions, screen.words), "")
    screen.console.print(table)
    screen.say("cli-even-share", share=1 / summary.players)
    screen.say(
        "cli-pace",
        seconds=round(summary.seconds, 2),
        games=round(summary.games_per_second),
        decisions=round(summary.decisions_per_second),
    )
    if summary.unended:
        screen.say("cli-unended", "red", count=summary.unended)


def row(numbers: Spread, words: Words) -> Sequence[str]:
    """A spread as cells of a table."""
    mean, deviation = (words.say("cli-tenths", number=n) for n in (numbers.mean, numbers.deviation))
    return mean, deviation, str(numbers.least), str(numbers.most)


def columns(simulated: Simulated) -> dict[str, Cells]:
    """The games as named columns, seats counted from 1."""
    games, players = simulated.points.shape
    named = {"game": np.arange(1, games + 1), "decisions": simulated.decisions}
    for seat in range(players):
        named[f"points_{seat + 1}"] = simulated.points[:, seat]
    for seat in range(players):
        named[f"place_{seat + 1}"] = simulated.ranks[:, seat]
    return named


def write_json(file: Path, summary: Summary) -> None:
    """Write the summary."""
    write_text(file, msgspec.json.format(msgspec.json.encode(summary)).decode() + "\n")


def write_csv(file: Path, simulated: Simulated) -> None:
    """Write a line for each game."""
    named = columns(simulated)
    with writing(file), file.open("w", encoding="utf-8", newline="") as opened:
        lines = csv.writer(opened)
        lines.writerow(named)
        lines.writerows(zip(*(column.tolist() for column in named.values()), strict=True))


def write_parquet(file: Path, simulated: Simulated) -> None:
    """Write a row for each game. Raises MissingExtra without pyarrow."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("parquet") from None
    with writing(file):
        parquet.write_table(pyarrow.table(columns(simulated)), file)
