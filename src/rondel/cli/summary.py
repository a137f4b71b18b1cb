"""Statistics of many games: points, lengths and the seats' victories."""

from collections.abc import Sequence

import msgspec
import numpy as np
from rich.table import Table

from rondel.arena.intervals import wilson
from rondel.arena.simulate import Simulated
from rondel.cli.renderer import TerminalRenderer
from rondel.cli.seats import PREFIX, spoken_names
from rondel.core import Game
from rondel.i18n import Translator
from rondel.i18n.canvas import MARKS
from rondel.kernel.record import Array


class Spread(msgspec.Struct, frozen=True):
    """Mean, standard deviation, minimum and maximum of a distribution."""

    mean: float
    deviation: float
    least: int
    most: int


class Share(msgspec.Struct, frozen=True):
    """Share of victories, shared ones split, with its 95 % interval."""

    share: float
    low: float
    high: float


class SeatSummary(msgspec.Struct, frozen=True):
    """Statistics of a seat."""

    seat: int
    points: Spread
    victories: Share


class Summary(msgspec.Struct, frozen=True):
    """Statistics of a simulation."""

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
    """Bots by seat; empty for random players."""


class Counted:
    """Exact running sums of numbers that are not stored."""

    def __init__(self) -> None:
        self._count = self._sum = self._squares = 0
        self._least: int | None = None
        self._most: int | None = None

    def add(self, numbers: Array) -> None:
        """Add some numbers."""
        wide = numbers.astype(np.int64)
        self._count += len(wide)
        self._sum += int(wide.sum())
        self._squares += int((wide * wide).sum())
        least, most = int(wide.min()), int(wide.max())
        self._least = least if self._least is None else min(self._least, least)
        self._most = most if self._most is None else max(self._most, most)

    @property
    def total(self) -> int:
        """Return their sum."""
        return self._sum

    def spread(self) -> Spread:
        """Return their distribution."""
        count = max(1, self._count)
        variance = (count * self._squares - self._sum**2) / count**2
        return Spread(self._sum / count, variance**0.5, self._least or 0, self._most or 0)


class Totals:
    """Running totals of simulated games, batch by batch."""

    def __init__(self, players: int):
        self.games = 0
        self.unended = 0
        self.points = [Counted() for _ in range(players)]
        self.decisions = Counted()
        self.victory_share = np.zeros(players)

    def add(self, batch: Simulated) -> None:
        """Add a batch of games."""
        self.games += len(batch.decisions)
        self.unended += batch.unended
        self.decisions.add(batch.decisions)
        for seat, counted in enumerate(self.points):
            counted.add(batch.points[:, seat])
        first = batch.ranks == 1
        self.victory_share += (first / np.maximum(1, first.sum(axis=1, keepdims=True))).sum(axis=0)

    @property
    def victories(self) -> list[Share]:
        """Return each seat's share of the victories."""
        found = [wilson(victory_share, self.games) for victory_share in self.victory_share.tolist()]
        return [Share(one.value, one.low, one.high) for one in found]


def summarise(
    game: Game, edition: str, totals: Totals, seed: int, took: float, bots: tuple[str, ...] = ()
) -> Summary:
    """Return the statistics of a simulation that took `took` seconds."""
    shares = totals.victories
    return Summary(
        game=game.name,
        rules=game.version,
        edition=edition,
        players=len(totals.points),
        seed=seed,
        games=totals.games,
        unended=totals.unended,
        decisions=totals.decisions.spread(),
        seats=[
            SeatSummary(seat + 1, points.spread(), shares[seat])
            for seat, points in enumerate(totals.points)
        ],
        seconds=took,
        games_per_second=totals.games / took,
        decisions_per_second=totals.decisions.total / took,
        bots=bots,
    )


def show_summary(screen: TerminalRenderer, summary: Summary) -> None:
    """Print the statistics as a table."""
    say = screen.translator.text
    names = spoken_names([PREFIX + bot for bot in summary.bots], screen.translator)
    about = {"title": screen.title, "games": summary.games}
    title = (
        say("cli-simulated-bots", bots=screen.translator.join(names), **about)
        if names
        else say("cli-simulated", players=summary.players, **about)
    )
    table = Table(title=title, title_justify="left", header_style="bold")
    table.add_column("")
    for key in ("cli-mean", "cli-deviation", "cli-least", "cli-most", "cli-victories"):
        table.add_column(say(key), justify="right")
    for seat in summary.seats:
        share = seat.victories
        victory_share = say(
            "cli-share", share=share.share, low=100 * share.low, high=100 * share.high
        )
        player = screen.translator.player(seat.seat - 1, names)
        name = screen.colour(f"{MARKS[seat.seat - 1]} {player}")
        table.add_row(name, *row(seat.points, screen.translator), victory_share)
    table.add_section()
    table.add_row(say("cli-decisions"), *row(summary.decisions, screen.translator), "")
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


def row(numbers: Spread, translator: Translator) -> Sequence[str]:
    """Return a distribution as cells of a table."""
    mean, deviation = (
        translator.text("cli-tenths", number=n) for n in (numbers.mean, numbers.deviation)
    )
    return mean, deviation, str(numbers.least), str(numbers.most)
