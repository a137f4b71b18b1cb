"""Dealers: the only owners of randomness."""

import hashlib
import hmac
import random
import re
import secrets
from collections.abc import Sequence
from typing import Protocol

Outcomes = Sequence[tuple[int, int]]
"""Step numbers with their whole-number weights."""


NONCE = re.compile("[0-9a-f]{32,64}")
NO_NONCE = "-"


def _at(outcomes: Outcomes, place: int) -> int:
    """The outcome that covers a place below the total weight."""
    for number, weight in outcomes:
        place -= weight
        if place < 0:
            return number
    raise ValueError("the place is beyond the total weight")


def write_nonces(nonces: Sequence[str]) -> str:
    """Nonces by seat as one line of text."""
    return " ".join(nonce or NO_NONCE for nonce in nonces)


def read_nonces(text: str, players: int) -> tuple[str, ...]:
    """Nonces by seat from one line of text, '' for none. Raises ValueError."""
    found = tuple("" if nonce == NO_NONCE else nonce for nonce in text.split())
    if len(found) != players or not all(is_nonce(nonce) for nonce in found if nonce):
        raise ValueError(text)
    return found


def is_nonce(text: str) -> bool:
    """Whether a text can be a nonce: 16 to 32 bytes in hexadecimal."""
    return NONCE.fullmatch(text) is not None


class Dealer(Protocol):
    """Whoever decides what chance brings."""

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """The number of the outcome that happens as step `at` of the match."""
        ...


class Seeded:
    """The same luck every time, for tests and simulations.

    Examples:
        >>> rondel.Match("finca", dealer=rondel.Seeded(7)).log == rondel.Match("finca", seed=7).log
        True

    """

    def __init__(self, seed: int | str):
        self._random = random.Random(seed)

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw the next outcome of the seed's sequence."""
        return _at(outcomes, self._random.randrange(sum(weight for _, weight in outcomes)))


class System:
    """Luck from the operating system, for real matches.

    Examples:
        >>> rondel.Match("finca", dealer=rondel.System())
        <Match finca, 2 players, 32 steps, seat 0 to choose>

    """

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw an outcome nobody can foresee."""
        return _at(outcomes, secrets.randbelow(sum(weight for _, weight in outcomes)))


class Provable:
    """Luck that can be checked afterwards: it was fixed before the first step.

    The commitment, SHA-256 of a secret, is shown at the start. Players may then add nonces of their
    own. Each outcome follows from HMAC of all that and the step's number. Once the secret is
    revealed, anyone can draw them again.

    Examples:
        >>> dealer = rondel.Provable()
        >>> len(dealer.commitment)
        64
        >>> match = rondel.Match("finca", dealer=dealer)

    """

    def __init__(self, secret: bytes | None = None, nonces: Sequence[str] = ()):
        self.secret = secret or secrets.token_bytes(32)
        self.nonces = tuple(nonces) if any(nonces) else ()
        """What the players added, by seat; '' where a seat added nothing."""
        self._key = self.secret
        if self.nonces:
            mixed = write_nonces(self.nonces).encode()
            self._key = hmac.new(self.secret, mixed, hashlib.sha256).digest()

    @property
    def commitment(self) -> str:
        """What binds the dealer before the game, in hexadecimal."""
        return hashlib.sha256(self.secret).hexdigest()

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw the outcome that secret and nonces give to step `at`."""
        total = sum(weight for _, weight in outcomes)
        # Numbers at and above the largest multiple of `total` are drawn again, to be exactly fair.
        limit = (1 << 64) // total * total
        attempt = 0
        while True:
            message = f"{at}/{attempt}".encode()
            digest = hmac.new(self._key, message, hashlib.sha256).digest()
            place = int.from_bytes(digest[:8], "big")
            if place < limit:
                return _at(outcomes, place % total)
            attempt += 1
