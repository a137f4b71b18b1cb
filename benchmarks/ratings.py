"""Ratings of simulated players: how well they order players of known strengths.

python benchmarks/ratings.py --games 20000 --players 100
"""

import argparse
import json
import math
import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rondel.arena.standings import ladder
from rondel.server.people.rating_rules import Kind, Player, first_rating, rate

GAME = "finca"
BOT_SHARE = 0.25
"""Share of the matches in which bots take some seats."""


class Outcome(NamedTuple):
    """How well the ratings order the players."""

    games: int
    players: int
    spearman: float
    ladder: list[str]
    """Bots by their ratings, weakest first."""
    provisional: int
    games_until_sure: float
    """Median number of matches until a rating was not provisional any more."""


def simulate(games: int, players: int, seed: int = 1) -> Outcome:
    """Rate players of known strengths after matches of 2, 3 and 4."""
    luck = random.Random(seed)
    people = {f"person{at}": luck.gauss(1500.0, 240.0) for at in range(players)}
    strengths = people | ladder(GAME)
    ratings = {name: first_rating(kind_of(name), name, GAME) for name in strengths}
    played, sure = dict.fromkeys(strengths, 0), dict[str, int]()
    for _ in range(games):
        seats = luck.choice((2, 3, 4))
        bots = luck.randint(1, seats - 1) if luck.random() < BOT_SHARE else 0
        names = luck.sample(sorted(people), seats - bots) + luck.sample(sorted(ladder(GAME)), bots)
        order = sorted(names, key=performance(luck, strengths), reverse=True)
        match = [Player(name, kind_of(name), order.index(name) + 1) for name in names]
        ratings |= rate(match, match, ratings)
        for name in names:
            played[name] += 1
            if not ratings[name].is_provisional:
                sure.setdefault(name, played[name])
    until = sorted(sure.get(name, games) for name in people)
    return Outcome(
        games,
        players,
        spearman([people[name] for name in people], [ratings[name].mu for name in people]),
        sorted(ladder(GAME), key=lambda name: ratings[name].mu),
        sum(ratings[name].is_provisional for name in people),
        until[len(until) // 2],
    )


def kind_of(name: str) -> Kind:
    """Return the kind of a player."""
    return "bot" if name in ladder(GAME) else "person"


def performance(luck: random.Random, strengths: dict[str, float]) -> Callable[[str], float]:
    """Return what orders players by chance, with odds of ten to one for 400 points."""
    return lambda name: strengths[name] * math.log(10) / 400 - math.log(-math.log(luck.random()))


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the rank correlation of two lists without ties."""
    count = len(first)
    pairs = zip(places(first), places(second), strict=True)
    return 1 - 6 * sum((one - two) ** 2 for one, two in pairs) / (count * (count**2 - 1))


def places(values: Sequence[float]) -> list[int]:
    """Return each value's place among all."""
    order = sorted(range(len(values)), key=lambda at: values[at])
    return [order.index(at) for at in range(len(values))]


def main() -> None:
    """Print the outcome of simulations as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=5)
    given = parser.parse_args()
    for seed in range(given.seeds):
        print(json.dumps(simulate(given.games, given.players, seed)._asdict()))


if __name__ == "__main__":
    main()
