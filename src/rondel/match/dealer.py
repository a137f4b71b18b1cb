"""Dealers: the only owners of randomness."""

import hashlib
import hmac
import random
import secrets
from collections.abc import Sequence
from typing import Protocol

Outcomes = Sequence[tuple[int, int]]
"""Step numbers with their whole-number weights."""


def _at(outcomes: Outcomes, place: int) -> int:
    """The outcome that covers a place below the total weight."""
    for number, weight in outcomes:
        place -= weight
        if place < 0:
            return number
    raise ValueError("the place is beyond the total weight")


class Dealer(Protocol):
    """Whoever decides what chance brings."""

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """The number of the outcome that happens as step `at` of the match."""
        ...


class Seeded:
    """The same luck every time, for tests and simulations."""

    def __init__(self, seed: int | str):
        self._random = random.Random(seed)

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw the next outcome of the seed's sequence."""
        return _at(outcomes, self._random.randrange(sum(weight for _, weight in outcomes)))


class System:
    """Luck from the operating system, for real matches."""

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw an outcome nobody can foresee."""
        return _at(outcomes, secrets.randbelow(sum(weight for _, weight in outcomes)))


class Provable:
    """Luck that can be checked afterwards: it was fixed before the first step.

    The commitment, SHA-256 of a secret, is shown at the start. Each outcome follows from HMAC of
    the secret and the step's number. Once the secret is revealed, anyone can draw them again.
    """

    def __init__(self, secret: bytes | None = None):
        self.secret = secret or secrets.token_bytes(32)

    @property
    def commitment(self) -> str:
        """What binds the dealer before the game, in hexadecimal."""
        return hashlib.sha256(self.secret).hexdigest()

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw the outcome the secret gives to step `at`."""
        total = sum(weight for _, weight in outcomes)
        # Numbers at and above the largest multiple of `total` are drawn again, to be exactly fair.
        limit = (1 << 64) // total * total
        attempt = 0
        while True:
            message = f"{at}/{attempt}".encode()
            digest = hmac.new(self.secret, message, hashlib.sha256).digest()
            place = int.from_bytes(digest[:8], "big")
            if place < limit:
                return _at(outcomes, place % total)
            attempt += 1
