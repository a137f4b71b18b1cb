"""How strong entrants are on one scale: Bradley–Terry, with what the deals leave uncertain."""

import math
from collections.abc import Sequence
from typing import Any, cast

import msgspec
import numpy as np

from rondel.arena.intervals import Interval
from rondel.arena.playing import Played
from rondel.kernel.record import Cells

ELO = 400 / math.log(10)
"""Points of the scale for one unit of log strength: 400 points are odds of ten to one."""
MIDDLE = 1500.0
"""The mean of entrants of whom nobody stands on the ladder."""
REPLICAS = 1000
ROUNDS = 60
"""Newton steps; a dozen are enough unless somebody always won."""
ERROR = 0.05
"""How likely an early end may be wrong, either way."""


class Strengths(msgspec.Struct, frozen=True):
    """Every entrant's strength in Elo, and how sure it is who is stronger than whom."""

    elo: list[Interval]
    surer: list[list[float]]
    """How likely each entrant is stronger than each other one."""


class Test(msgspec.Struct, frozen=True):
    """What the sequential test says of two entrants so far."""

    one: int
    other: int
    deals: int
    ratio: float
    """The logarithm of how much likelier the higher strength is than the lower one."""
    bound: float
    """Where it is decided: above it, or below its negative."""

    @property
    def decided(self) -> bool | None:
        """Whether it is the higher strength; None while that is open."""
        return None if abs(self.ratio) < self.bound else self.ratio > 0


def wins_by_deal(entrants: int, games: Sequence[Played]) -> Cells:
    """For each deal, how often each entrant finished ahead of each other one; ties count half."""
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


def bradley_terry(wins: Cells) -> Cells:
    """Log strengths, in the mean 0, that make these wins likeliest: (…, n, n) gives (…, n)."""
    met = wins + wins.swapaxes(-1, -2)
    won = wins.sum(axis=-1)
    n = wins.shape[-1]
    found: Cells = np.zeros(won.shape)
    # Whoever never met anybody stays in the middle.
    anchor = 1e-6 * np.eye(n)
    for _ in range(ROUNDS):
        expected: Cells = 1 / (1 + np.exp(found[..., None, :] - found[..., :, None]))
        slope: Cells = won - (met * expected).sum(axis=-1) - 1e-6 * found
        bends = met * expected * (1 - expected)
        curve = bends.sum(axis=-1)[..., None] * np.eye(n) - bends + anchor
        step: Cells = cast(Any, np.linalg).solve(curve, slope[..., None])[..., 0]
        found = found + np.clip(step, -1.0, 1.0)
        if float(np.abs(step).max(initial=0.0)) < 1e-7:
            break
    centred: Cells = found - found.mean(axis=-1, keepdims=True)
    return centred


def strengths(
    names: Sequence[str], games: Sequence[Played], ladder: dict[str, float] | None = None
) -> Strengths:
    """Strengths with 95 % intervals, from a bootstrap over deals.

    Every deal, with all its seatings, weighs a random amount in each replica (Rubin's Bayesian
    bootstrap), so luck that games of a deal share is not counted twice. Each pair that met has one
    victory and one defeat more than were seen: nobody is infinitely strong.
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
    """Is `one` stronger than `other` by the higher of two amounts, rather than by the lower?

    A generalised sequential probability ratio test whose observations are whole deals, every seat
    taken in turn: pairs of games at a table of two.
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
    # One deal more, half won and half lost, keeps the spread of equal results from being nothing.
    spread = float(((shares - mean) ** 2).sum()) + mean**2 / 2 + (1 - mean) ** 2 / 2
    variance = spread / (len(shares) + 1)
    ratio = len(shares) * (high - low) * (2 * mean - low - high) / (2 * variance)
    return Test(one, other, len(shares), ratio, bound)


def decided_after(
    entrants: int, games: Sequence[Played], elo: tuple[float, float], whole: int
) -> int | None:
    """The number of deals after which the first entrant is told from all others, if it is.

    Only deals of which all `whole` games are over count, in their order, so that it does not matter
    which games came in first.
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
