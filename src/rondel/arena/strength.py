"""Bradley–Terry strengths on one scale, with the uncertainty that the deals leave."""

import math
from collections.abc import Sequence
from typing import Any, cast

import msgspec
import numpy as np

from rondel.arena.intervals import Interval
from rondel.arena.playing import Played
from rondel.kernel.record import Array

ELO = 400 / math.log(10)
"""Elo points per unit of log strength: 400 points mean odds of ten to one."""
MIDDLE = 1500.0
"""Mean Elo if no entrant belongs to the ladder."""
REPLICAS = 1000
ROUNDS = 60
"""Number of Newton steps; a dozen are enough unless an entrant won every game."""
ERROR = 0.05
"""Error probability of an early end, on either side."""


class Strengths(msgspec.Struct, frozen=True):
    """Elo of every entrant and the probability of each comparison."""

    elo: list[Interval]
    probabilities: list[list[float]]
    """Probability that each entrant is stronger than each other one."""


class Test(msgspec.Struct, frozen=True):
    """State of the sequential test of two entrants."""

    one: int
    other: int
    deals: int
    ratio: float
    """Log likelihood ratio of the higher strength to the lower one."""
    bound: float
    """Decision bound: the test ends above it or below its negative."""

    @property
    def decided(self) -> bool | None:
        """Return True for the higher strength, False for the lower one and None while undecided."""
        return None if abs(self.ratio) < self.bound else self.ratio > 0


def wins_by_deal(entrants: int, games: Sequence[Played]) -> Array:
    """Return pairwise wins per deal: finishing ahead counts 1, a tie half."""
    deals = {deal: at for at, deal in enumerate(sorted({g.pairing.deal for g in games}))}
    wins = np.zeros((len(deals), entrants, entrants))
    for game in games:
        at = deals[game.pairing.deal]
        seats = list(zip(game.pairing.entrants, game.ranks, strict=True))
        for one, rank in seats:
            for other, behind in seats:
                if one != other:
                    wins[at, one, other] += 0.5 if rank == behind else float(rank < behind)
    return wins


def bradley_terry(wins: Array) -> Array:
    """Return maximum-likelihood log strengths with mean 0: wins (…, n, n) give strengths (…, n)."""
    met = wins + wins.swapaxes(-1, -2)
    won = wins.sum(axis=-1)
    n = wins.shape[-1]
    found: Array = np.zeros(won.shape)
    # Entrants that never met anybody keep the mean.
    anchor = 1e-6 * np.eye(n)
    for _ in range(ROUNDS):
        expected: Array = 1 / (1 + np.exp(found[..., None, :] - found[..., :, None]))
        slope: Array = won - (met * expected).sum(axis=-1) - 1e-6 * found
        bends = met * expected * (1 - expected)
        curve = bends.sum(axis=-1)[..., None] * np.eye(n) - bends + anchor
        step: Array = cast(Any, np.linalg).solve(curve, slope[..., None])[..., 0]
        found = found + np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max(initial=0.0)) < 1e-7:
            break
    centred: Array = found - found.mean(axis=-1, keepdims=True)
    return centred


def strengths(
    names: Sequence[str], games: Sequence[Played], ladder: dict[str, float] | None = None
) -> Strengths:
    """Return strengths with 95 % intervals from a bootstrap over deals.

    Every deal, with all its seatings, gets a random weight in each replica (Rubin's Bayesian
    bootstrap), because games of one deal share their chance outcomes. Each pair that met gets one
    additional victory and defeat, so that no strength is infinite.
    """
    wins = wins_by_deal(len(names), games)
    met = (wins.sum(axis=0) + wins.sum(axis=0).T) > 0
    luck = np.random.default_rng(len(games))
    weights = luck.exponential(size=(REPLICAS, len(wins)))
    unseen = luck.exponential(size=(REPLICAS, len(names), len(names))) * met
    replicas = np.einsum("rd,dij->rij", weights, wins) + unseen
    centre = bradley_terry(wins.sum(axis=0) + met) * ELO
    spread = bradley_terry(replicas) * ELO
    known = [at for at, name in enumerate(names) if name in (ladder or {})]
    if known:
        fixed = float(np.mean([(ladder or {})[names[at]] for at in known]))
        shifts = fixed - centre[known].mean(), fixed - spread[:, known].mean(axis=1, keepdims=True)
    else:
        shifts = MIDDLE, np.full((REPLICAS, 1), MIDDLE)
    low, high = np.percentile(spread + shifts[1], (2.5, 97.5), axis=0)
    values = centre + shifts[0]
    return Strengths(
        [
            Interval(value, min(value, lower), max(value, upper))
            for value, lower, upper in zip(
                values.tolist(), low.tolist(), high.tolist(), strict=True
            )
        ],
        [
            [float((spread[:, one] > spread[:, other]).mean()) for other in range(len(names))]
            for one in range(len(names))
        ],
    )


def sequential_test(
    one: int, other: int, games: Sequence[Played], elo: tuple[float, float]
) -> Test:
    """Test if `one` is stronger than `other` by the higher of two Elo differences or by the lower.

    A generalized sequential probability ratio test (GSPRT) over whole deals, every seat taken in
    turn: pairs of games at a table of two.
    """
    n = 1 + max((max(game.pairing.entrants) for game in games), default=max(one, other))
    wins = wins_by_deal(max(n, one + 1, other + 1), games)
    forth, back = wins[:, one, other], wins[:, other, one]
    played = forth + back > 0
    shares = forth[played] / (forth + back)[played]
    bound = math.log((1 - ERROR) / ERROR)
    if not len(shares):
        return Test(one, other, 0, 0.0, bound)
    low, high = (1 / (1 + 10 ** (-points / 400)) for points in elo)
    mean = float(shares.mean())
    # One additional drawn deal keeps the variance of equal results above zero.
    spread = float(((shares - mean) ** 2).sum()) + mean**2 / 2 + (1 - mean) ** 2 / 2
    variance = spread / (len(shares) + 1)
    ratio = len(shares) * (high - low) * (2 * mean - low - high) / (2 * variance)
    return Test(one, other, len(shares), ratio, bound)


def decided_after(
    entrants: int, games: Sequence[Played], elo: tuple[float, float], whole: int
) -> int | None:
    """Return the number of deals after which the test separates the first entrant from all others,
    or None.

    Only deals whose `whole` games are all over count, in order, so that the order of arrival does
    not matter.
    """
    by_deal: dict[int, list[Played]] = {}
    for game in games:
        by_deal.setdefault(game.pairing.deal, []).append(game)
    so_far: list[Played] = []
    open_still = set(range(1, entrants))
    for deal in range(len(by_deal)):
        if len(by_deal.get(deal, ())) < whole:
            return None
        so_far += by_deal[deal]
        open_still = {
            other for other in open_still if sequential_test(0, other, so_far, elo).decided is None
        }
        if not open_still:
            return deal + 1
    return None
