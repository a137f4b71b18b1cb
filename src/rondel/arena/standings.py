"""Standings: Elo and OpenSkill ratings, win rates and other statistics of the games."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from rondel.arena.folder import file_of
from rondel.arena.intervals import SURE, Interval, wilson
from rondel.arena.playing import Fault, Played
from rondel.arena.strength import Test, sequential_test, strengths
from rondel.core.extras import extras

with extras():
    from openskill.models import PlackettLuce


class Quartiles(msgspec.Struct, frozen=True):
    """Five-number summary and mean of a distribution."""

    least: float
    """Minimum."""
    lower: float
    """First quartile."""
    middle: float
    """Median."""
    upper: float
    """Third quartile."""
    most: float
    """Maximum."""
    mean: float
    """Mean."""


class Standing(msgspec.Struct, frozen=True):
    """Results of an entrant."""

    entrant: int
    """Index of the entrant."""
    name: str
    """Name of the bot."""
    elo: Interval
    """Bradley–Terry strength: a difference of 400 points means odds of ten to one."""
    rating: Interval
    """OpenSkill strength (Plackett–Luce)."""
    games: int
    """Number of games."""
    victories: Interval
    """Share of games won; shared victories count as fractions."""
    points: Quartiles
    """Distribution of the points."""
    sources: dict[str, float]
    """Mean points by source."""
    decisions: int
    """Number of decisions."""
    seconds_per_decision: float
    """Mean time per decision in seconds."""
    slowest_game: float
    """Mean seconds per decision in the entrant's slowest game."""
    slowest_start: float
    """Longest start-up of an external engine in seconds."""
    faults: int
    """Number of failures."""
    unended: int
    """Number of the entrant's games that did not end."""
    circled: int
    """Number of endless games in which the entrant made no progress."""


class SeatStanding(msgspec.Struct, frozen=True):
    """Results of a seat over all entrants."""

    seat: int
    """Seat number, from 1."""
    victories: Interval
    """Share of games won."""
    points: float
    """Mean points."""


class Unended(msgspec.Struct, frozen=True):
    """Game that did not end, rated as it stood."""

    record: str
    """Name of the record file."""
    decisions: int
    """Number of decisions."""
    seats: tuple[str, ...]
    """Names of the bots by seat."""
    circling: tuple[int, ...]
    """Seats without a further point in the second half of the game."""


class Standings(msgspec.Struct, frozen=True):
    """Results of a tournament, the strongest entrant first."""

    game: str
    """Name of the game."""
    players: int
    """Number of seats."""
    games: int
    """Number of games."""
    deals: int
    """Number of different deals."""
    entrants: list[Standing]
    """Standings of the entrants."""
    ahead: list[list[float | None]]
    """Share of games in which each entrant finished ahead of each other one; ties count half."""
    probabilities: list[list[float]]
    """Probability that each entrant is stronger than each other one."""
    seats: list[SeatStanding]
    """Results by seat."""
    lengths: list[int]
    """Number of decisions of all players, per game."""
    faults: list[Fault]
    """Failures of bots."""
    unended: int
    """Number of games that reached the step limit."""
    endless: list[Unended]
    """Games that reached the step limit."""
    planned: int
    """Number of planned games."""
    anchored: bool
    """True if the scale is that of the ladder; otherwise its mean is 1500."""
    tests: list[Test] = []
    """Sequential tests of the first entrant against each other one."""


@cache
def ladder(game: str) -> dict[str, float]:
    """Return the Elo of the ladder's levels in a game, which anchor the scale.

    Args:
        game: Game or its name.

    """
    text = Path(__file__).with_name("ladder.json").read_bytes()
    known = msgspec.json.decode(text, type=dict[str, dict[str, float]])
    return known.get(game, {})


def ratings(names: Sequence[str], games: Sequence[Played]) -> list[Interval]:
    """Return each entrant's OpenSkill rating. Bots do not learn, so variance does not grow.

    Args:
        names: Names of the entrants.
        games: Finished games.

    """
    model = PlackettLuce(tau=0.0)
    known = [model.rating(name=name) for name in names]
    for played in games:
        seats = played.pairing.entrants
        teams = [[known[entrant]] for entrant in seats]
        for entrant, (rating,) in zip(
            seats, model.rate(teams, ranks=[float(rank) for rank in played.ranks]), strict=True
        ):
            known[entrant] = rating
    return [Interval(r.mu, r.mu - SURE * r.sigma, r.mu + SURE * r.sigma) for r in known]


def quartiles(numbers: Sequence[float]) -> Quartiles:
    """Return the five-number summary and mean of the numbers.

    Args:
        numbers: Numbers of the distribution.

    """
    least, lower, middle, upper, most = np.percentile(numbers, (0, 25, 50, 75, 100)).tolist()
    return Quartiles(least, lower, middle, upper, most, float(np.mean(numbers)))


class _Seen:
    """Statistics of one entrant, collected game by game."""

    def __init__(self, entrant: int, games: Sequence[Played]):
        self.places = [
            (played, seat)
            for played in games
            for seat, sitting in enumerate(played.pairing.entrants)
            if sitting == entrant
        ]

    def standing(self, entrant: int, name: str, elo: Interval, rating: Interval) -> Standing:
        """Return the entrant's standing."""
        decisions = [played.decisions[seat] for played, seat in self.places]
        seconds = [played.seconds[seat] for played, seat in self.places]
        faults = sum(f.seat == seat for played, seat in self.places for f in played.faults)
        paces = [s / d for s, d in zip(seconds, decisions, strict=True) if d]
        return Standing(
            entrant=entrant,
            name=name,
            elo=elo,
            rating=rating,
            games=len(self.places),
            victories=wilson(sum(p.shares[seat] for p, seat in self.places), len(self.places)),
            points=quartiles([played.points[seat] for played, seat in self.places] or [0]),
            sources=self._sources(),
            decisions=sum(decisions),
            seconds_per_decision=sum(seconds) / max(1, sum(decisions)),
            slowest_game=max(paces, default=0.0),
            slowest_start=max(
                (played.starting[seat] for played, seat in self.places if played.starting),
                default=0.0,
            ),
            faults=faults,
            unended=sum(not played.ended for played, _ in self.places),
            circled=sum(seat in played.circling for played, seat in self.places),
        )

    def _sources(self) -> dict[str, float]:
        made = [p.sources[seat] for p, seat in self.places if p.sources]
        kinds = made[0] if made else {}
        return {kind: sum(source[kind] for source in made) / len(made) for kind in kinds}


def _ahead(one: int, other: int, games: Sequence[Played]) -> float | None:
    """Return the share of games that one entrant finished ahead of another, or None if they never
    met.
    """
    met: list[float] = []
    for played in games:
        if one in played.pairing.entrants and other in played.pairing.entrants and one != other:
            mine, theirs = (played.ranks[played.pairing.entrants.index(e)] for e in (one, other))
            met.append(0.5 if mine == theirs else float(mine < theirs))
    return sum(met) / len(met) if met else None


def seat_standings(games: Sequence[Played]) -> list[SeatStanding]:
    """Return the results of each seat.

    Args:
        games: Finished games.

    """
    return [
        SeatStanding(
            seat + 1,
            wilson(sum(played.shares[seat] for played in games), len(games)),
            sum(played.points[seat] for played in games) / len(games),
        )
        for seat in range(len(games[0].points))
    ]


def standings(
    names: Sequence[str],
    games: Sequence[Played],
    *,
    planned: int = 0,
    sprt: tuple[float, float] | None = None,
) -> Standings:
    """Return the standings of a tournament.

    Args:
        names: Names of the entrants.
        games: Results of the games.
        planned: Number of planned games.
        sprt: Elo bounds of the sequential test, if there is one.

    Examples:
        >>> from rondel.arena.standings import standings
        >>> from rondel.arena.tournament import round_robin, run
        >>> names = ["greedy", "random"]
        >>> games = run(round_robin("finca", names, games=2, players=2), workers=1)
        >>> standings(names, games).entrants[0].name
        'greedy'

    """
    game = games[0].pairing.game
    anchors = ladder(game)
    rated = ratings(names, games)
    strong = strengths(names, games, anchors)
    order = sorted(range(len(names)), key=lambda entrant: -strong.elo[entrant].value)
    return Standings(
        game=game,
        players=len(games[0].points),
        games=len(games),
        deals=len({played.pairing.deal for played in games}),
        entrants=[_Seen(e, games).standing(e, names[e], strong.elo[e], rated[e]) for e in order],
        ahead=[[_ahead(one, other, games) for other in order] for one in order],
        probabilities=[[strong.probabilities[one][other] for other in order] for one in order],
        seats=seat_standings(games),
        lengths=[sum(played.decisions) for played in games],
        faults=[fault for played in games for fault in played.faults],
        unended=sum(not played.ended for played in games),
        endless=[
            Unended(
                file_of(played),
                sum(played.decisions),
                played.pairing.seats,
                played.circling,
            )
            for played in games
            if not played.ended
        ],
        planned=max(planned, len(games)),
        anchored=any(name in anchors for name in names),
        tests=[sequential_test(0, e, games, sprt) for e in range(1, len(names))] if sprt else [],
    )
