"""Public benchmark: opponents, deals and protocol are fixed by a version, so results compare."""

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from rondel import __version__
from rondel.arena.intervals import SURE, Interval, wilson
from rondel.arena.playing import Pairing, Played
from rondel.arena.tournament import Tournament
from rondel.core import Game

VERSION = 1
"""Version of the benchmark. Results of different versions do not compare."""
OPPONENTS = ("random", "greedy", "search:200,evaluator=hints", "search:2000,evaluator=hints")
"""Opponents. Their strength is set by simulations, so faster machines do not make them stronger."""
DEALS = 50
"""Number of deals; each is played from both seats against every opponent."""
SEED = 20090701
PLAYERS = 2


class Against(msgspec.Struct, frozen=True):
    """Result against one opponent."""

    opponent: str
    """Name of the opponent."""
    games: int
    """Number of games."""
    victories: Interval
    """Share of games won; a shared victory counts half."""
    points: float
    """Mean points of the agent."""
    opponent_points: float
    """Mean points of the opponent."""


class Result(msgspec.Struct, frozen=True):
    """Result of the benchmark for an agent."""

    benchmark: str
    """Name and version of the benchmark, such as `finca-1`."""
    agent: str
    """Name of the agent."""
    score: Interval
    """Mean share of victories times 100, with equal weight for all opponents."""
    games: int
    """Number of games played."""
    planned: int
    """Number of planned games."""
    opponents: list[Against]
    """Results against each opponent."""
    seconds_per_decision: float
    """Mean time per decision of the agent in seconds."""
    lost_steps: int
    """Steps that a fallback made for the agent."""
    unended: int
    """Number of games that reached the step limit."""
    rules: int
    """Version of the rules."""
    rondel: str
    """Version of Rondel."""
    seed: int = SEED
    """Seed of the deals."""


def plan(game: Game, agent: str, deals: int = DEALS) -> Tournament:
    """Return the tournament that an agent plays.

    Args:
        game: Game or its name.
        agent: Specification of the bot.
        deals: Number of deals.

    """
    box = game.edition("")
    return Tournament(game.name, (agent, *OPPONENTS), PLAYERS * deals, PLAYERS, SEED, box.name)


def pairings(tournament: Tournament) -> list[Pairing]:
    """Return the agent's games, without those between its opponents.

    Args:
        tournament: Plan of the tournament.

    """
    return [pairing for pairing in tournament.pairings() if 0 in pairing.entrants]


def score(shares: Sequence[Sequence[float]]) -> Interval:
    """Return the mean of all opponents' shares by deal, with its confidence interval.

    Args:
        shares: The agent's shares of the victory by opponent and deal.

    """
    means = [float(np.mean(part)) for part in shares]
    errors = [float(np.var(part, ddof=1)) / len(part) if len(part) > 1 else 0.25 for part in shares]
    # One additional deal, played and shared, so that no result is certain.
    errors = [
        error + 0.25 / (len(part) + 1) ** 2 for error, part in zip(errors, shares, strict=True)
    ]
    value, error = float(np.mean(means)), SURE * math.sqrt(sum(errors)) / len(shares)
    return Interval(100 * value, 100 * max(0.0, value - error), 100 * min(1.0, value + error))


def result(game: Game, tournament: Tournament, games: Sequence[Played]) -> Result:
    """Return the benchmark's result from the games.

    Args:
        game: Game or its name.
        tournament: Plan of the tournament.
        games: Finished games.

    """
    against: list[Against] = []
    by_deal: list[list[float]] = []
    for entrant, opponent in enumerate(OPPONENTS, 1):
        met = [
            (one, one.pairing.entrants.index(0)) for one in games if entrant in one.pairing.entrants
        ]
        if not met:
            continue
        deals: dict[int, list[float]] = {}
        for one, seat in met:
            deals.setdefault(one.pairing.deal, []).append(one.shares[seat])
        by_deal.append([sum(shares) / len(shares) for shares in deals.values()])
        against.append(
            Against(
                opponent,
                len(met),
                wilson(sum(one.shares[seat] for one, seat in met), len(met)),
                sum(one.points[seat] for one, seat in met) / len(met),
                sum(one.points[1 - seat] for one, seat in met) / len(met),
            )
        )
    seats = [(one, one.pairing.entrants.index(0)) for one in games]
    decisions = sum(one.decisions[seat] for one, seat in seats)
    return Result(
        benchmark=f"{game.name}-{VERSION}",
        agent=tournament.entrants[0],
        score=score(by_deal),
        games=len(games),
        planned=len(OPPONENTS) * PLAYERS * DEALS,
        opponents=against,
        seconds_per_decision=sum(one.seconds[seat] for one, seat in seats) / max(1, decisions),
        lost_steps=sum(fault.seat == seat for one, seat in seats for fault in one.faults),
        unended=sum(not one.ended for one in games),
        rules=game.version,
        rondel=__version__,
    )
