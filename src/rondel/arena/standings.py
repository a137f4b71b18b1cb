"""Who is how strong: OpenSkill ratings, win rates, and what else the games tell."""

import math
from collections.abc import Sequence

import msgspec
import numpy as np
from openskill.models import PlackettLuce

from rondel.arena.playing import Fault, Played

SURE = 1.959964
"""Standard deviations on each side that make a 95 % interval."""


class Interval(msgspec.Struct, frozen=True):
    """A value and what it lies between with 95 % confidence."""

    value: float
    low: float
    high: float


class Quarters(msgspec.Struct, frozen=True):
    """How numbers are spread."""

    least: float
    lower: float
    middle: float
    upper: float
    most: float
    mean: float


class Standing(msgspec.Struct, frozen=True):
    """How an entrant fared."""

    entrant: int
    name: str
    rating: Interval
    games: int
    victories: Interval
    """The share of games won; shared victories count as parts."""
    points: Quarters
    sources: dict[str, float]
    """Mean points by source."""
    decisions: int
    seconds_per_decision: float
    slowest_game: float
    """Seconds per decision in the game where it was slowest."""
    faults: int


class SeatStanding(msgspec.Struct, frozen=True):
    """How a seat fared, whoever sat there."""

    seat: int
    victories: Interval
    points: float


class Standings(msgspec.Struct, frozen=True):
    """What a tournament tells, the strongest first."""

    game: str
    players: int
    games: int
    deals: int
    entrants: list[Standing]
    ahead: list[list[float | None]]
    """How often each entrant finished ahead of each other one, ties counted half."""
    seats: list[SeatStanding]
    lengths: list[int]
    """Decisions of all players, for each game."""
    faults: list[Fault]
    unended: int


def wilson(wins: float, games: int) -> Interval:
    """The share of games won with Wilson's interval."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share, z = wins / games, SURE
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    margin = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    margin /= 1 + z * z / games
    return Interval(share, max(0.0, centre - margin), min(1.0, centre + margin))


def ratings(names: Sequence[str], games: Sequence[Played]) -> list[Interval]:
    """Each entrant's OpenSkill rating. Bots do not grow, so no doubt is added between games."""
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


def quarters(numbers: Sequence[float]) -> Quarters:
    """How numbers are spread."""
    least, lower, middle, upper, most = np.percentile(numbers, (0, 25, 50, 75, 100)).tolist()
    return Quarters(least, lower, middle, upper, most, float(np.mean(numbers)))


class _Seen:
    """One entrant's part in all games."""

    def __init__(self, entrant: int, games: Sequence[Played]):
        self.places = [
            (played, seat)
            for played in games
            for seat, sitting in enumerate(played.pairing.entrants)
            if sitting == entrant
        ]

    def standing(self, entrant: int, name: str, rating: Interval) -> Standing:
        """What its games say of it."""
        decisions = [played.decisions[seat] for played, seat in self.places]
        seconds = [played.seconds[seat] for played, seat in self.places]
        faults = sum(f.seat == seat for played, seat in self.places for f in played.faults)
        paces = [s / d for s, d in zip(seconds, decisions, strict=True) if d]
        return Standing(
            entrant=entrant,
            name=name,
            rating=rating,
            games=len(self.places),
            victories=wilson(sum(p.shares[seat] for p, seat in self.places), len(self.places)),
            points=quarters([played.points[seat] for played, seat in self.places]),
            sources=self._sources(),
            decisions=sum(decisions),
            seconds_per_decision=sum(seconds) / max(1, sum(decisions)),
            slowest_game=max(paces, default=0.0),
            faults=faults,
        )

    def _sources(self) -> dict[str, float]:
        made = [p.sources[seat] for p, seat in self.places if p.sources]
        kinds = made[0] if made else {}
        return {kind: sum(source[kind] for source in made) / len(made) for kind in kinds}


def _ahead(one: int, other: int, games: Sequence[Played]) -> float | None:
    """How often one entrant finished ahead of another, or None if they never met."""
    met = []
    for played in games:
        if one in played.pairing.entrants and other in played.pairing.entrants and one != other:
            mine, theirs = (played.ranks[played.pairing.entrants.index(e)] for e in (one, other))
            met.append(0.5 if mine == theirs else float(mine < theirs))
    return sum(met) / len(met) if met else None


def seat_standings(games: Sequence[Played]) -> list[SeatStanding]:
    """How much each seat is worth."""
    return [
        SeatStanding(
            seat + 1,
            wilson(sum(played.shares[seat] for played in games), len(games)),
            sum(played.points[seat] for played in games) / len(games),
        )
        for seat in range(len(games[0].points))
    ]


def standings(names: Sequence[str], games: Sequence[Played]) -> Standings:
    """What a tournament's games tell."""
    rated = ratings(names, games)
    order = sorted(range(len(names)), key=lambda entrant: -rated[entrant].value)
    return Standings(
        game=games[0].pairing.game,
        players=len(games[0].points),
        games=len(games),
        deals=len({played.pairing.deal for played in games}),
        entrants=[_Seen(e, games).standing(e, names[e], rated[e]) for e in order],
        ahead=[[_ahead(one, other, games) for other in order] for one in order],
        seats=seat_standings(games),
        lengths=[sum(played.decisions) for played in games],
        faults=[fault for played in games for fault in played.faults],
        unended=sum(not played.ended for played in games),
    )
