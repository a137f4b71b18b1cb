"""Common random numbers: one deal for several seatings, however differently the games continue."""

import math
from collections import Counter
from hashlib import blake2b

from rondel.core import Edition
from rondel.match.dealer import Outcomes


class SharedDeal:
    """Dealer whose outcomes depend on the deal, the kind of draw and the number of earlier draws of
    that kind.

    The exponential-clocks method: the deal fixes an exponential arrival time for every outcome, at
    a rate equal to its weight, and the earliest outcome is drawn. So the odds are exact, and two
    games of one deal draw equally while the same items are left: the third tile turned up is the
    same tile, no matter who turned it up and when.
    """

    def __init__(self, deal: str, edition: Edition):
        self._deal = deal
        self._edition = edition
        self._drawn: Counter[str] = Counter()

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Return the outcome with the earliest time; `at` is ignored."""
        kind = type(self._edition.steps.step(outcomes[0][0])).__name__
        self._drawn[kind] += 1
        race = f"{self._deal}/{kind}/{self._drawn[kind]}"
        return min(outcomes, key=lambda outcome: _time(race, *outcome))[0]


def _time(race: str, number: int, weight: int) -> float:
    """Return the outcome's exponential arrival time, at the rate of its weight."""
    digest = blake2b(f"{race}/{number}".encode(), digest_size=8).digest()
    share = (int.from_bytes(digest, "big") + 1) / (2**64 + 1)
    return -math.log(share) / weight
