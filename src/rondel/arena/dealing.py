"""One deal for several seatings: the same luck, however differently the games go on."""

import math
from collections import Counter
from hashlib import blake2b

from rondel.contract import Edition
from rondel.match.dealer import Outcomes


class SharedDeal:
    """Luck that depends on the deal, the kind of draw and how many of that kind came before.

    Every outcome runs a race of its own whose time the deal fixes, heavier ones faster in
    proportion to their weight, and the first one home happens. So odds are exact, and two games of
    one deal draw the same as long as they have the same left to draw from: the third tile turned
    up is the same tile, whoever turned it up and when.
    """

    def __init__(self, deal: str, edition: Edition):
        self._deal = deal
        self._edition = edition
        self._drawn: Counter[str] = Counter()

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """The outcome that happens; `at` does not matter."""
        kind = type(self._edition.steps.step(outcomes[0][0])).__name__
        self._drawn[kind] += 1
        race = f"{self._deal}/{kind}/{self._drawn[kind]}"
        return min(outcomes, key=lambda outcome: _time(race, *outcome))[0]


def _time(race: str, number: int, weight: int) -> float:
    """When an outcome comes home: exponentially spread, at the rate of its weight."""
    digest = blake2b(f"{race}/{number}".encode(), digest_size=8).digest()
    share = (int.from_bytes(digest, "big") + 1) / (2**64 + 1)
    return -math.log(share) / weight
