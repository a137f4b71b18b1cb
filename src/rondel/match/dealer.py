"""Dealers, which make all random decisions of a match."""

import hashlib
import hmac
import random
import re
import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from rondel.core import Draw, Position, WrongArgument

Outcomes = Sequence[tuple[int, int]]
"""Step numbers with their integer weights."""


VERSIONS = (1, 2)
NEWEST = 2
MAX_SECRET = 64
"""Longest secret in bytes; a longer one could be made to fit the commitments of two versions."""
NONCE = re.compile("[0-9a-f]{32,64}")
NO_NONCE = "-"


def _at(outcomes: Outcomes, place: int) -> int:
    """Return the outcome at a place below the total weight."""
    for number, weight in outcomes:
        place -= weight
        if place < 0:
            return number
    raise ValueError("the place is beyond the total weight")


def write_nonces(nonces: Sequence[str]) -> str:
    """Return the nonces by seat as one line of text."""
    return " ".join(nonce or NO_NONCE for nonce in nonces)


def read_nonces(text: str, players: int) -> tuple[str, ...]:
    """Return the nonces by seat from one line of text, '' for none. Raise ValueError."""
    found = tuple("" if nonce == NO_NONCE else nonce for nonce in text.split())
    if len(found) != players or not all(is_nonce(nonce) for nonce in found if nonce):
        raise ValueError(text)
    return found


def is_nonce(text: str) -> bool:
    """Return True if a text is a valid nonce: 16 to 32 bytes in hexadecimal."""
    return NONCE.fullmatch(text) is not None


class Dealer(Protocol):
    """Interface of dealers, which choose the outcomes of chance."""

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Return the number of the outcome of step `at` of the match.

        Args:
            at: Number of steps before this one.
            outcomes: Step numbers with their weights.

        """
        ...


class SeededRandom:
    """Dealer with a fixed seed, for tests and simulations.

    Args:
        seed: Seed; equal seeds give equal outcomes.

    Examples:
        >>> seeded = rondel.SeededRandom(7)
        >>> rondel.Match("finca", dealer=seeded).log == rondel.Match("finca", seed=7).log
        True

    """

    def __init__(self, seed: int | str):
        self._random = random.Random(seed)

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw the next outcome of the seeded sequence.

        Args:
            at: Number of steps made before.
            outcomes: Step numbers of the outcomes with their weights.

        """
        return _at(outcomes, self._random.randrange(sum(weight for _, weight in outcomes)))


class SystemRandom:
    """Dealer that uses the operating system's random numbers, for real matches.

    Examples:
        >>> rondel.Match("finca", dealer=rondel.SystemRandom())
        <Match finca, 2 players, 32 steps, seat 0 to choose>

    """

    def deal(self, at: int, outcomes: Outcomes) -> int:
        """Draw an unpredictable outcome.

        Args:
            at: Number of steps made before.
            outcomes: Step numbers of the outcomes with their weights.

        """
        return _at(outcomes, secrets.randbelow(sum(weight for _, weight in outcomes)))


class VerifiableRandom:
    """Dealer whose outcomes can be verified after the match, because they are fixed before it.

    The commitment, a hash of a secret, is published at the start. Players may then add nonces. Once
    the secret is revealed, everyone can repeat all draws.

    In version 1 an outcome depends on the number of its step. In version 2 each kind of draw is a
    permutation of its bag, so the third tile of a village does not depend on the earlier course of
    the match. Draws that a game does not declare depend on the step's number in both versions.

    Examples:
        >>> dealer = rondel.VerifiableRandom()
        >>> len(dealer.commitment)
        64
        >>> match = rondel.Match("finca", dealer=dealer)

    """

    def __init__(
        self, secret: bytes | None = None, nonces: Sequence[str] = (), version: int = NEWEST
    ):
        if version not in VERSIONS:
            raise WrongArgument("version", version, " or ".join(map(str, VERSIONS)))
        if secret is not None and len(secret) > MAX_SECRET:
            raise WrongArgument("secret", "…", f"at most {MAX_SECRET} bytes")
        self.secret = secret or secrets.token_bytes(32)
        """Secret that determines all outcomes."""
        self.version = version
        """Version of the dealer."""
        self.nonces = tuple(nonces) if any(nonces) else ()
        """Players' nonces by seat; '' where a seat added none."""
        self._key = self.secret
        if self.nonces:
            mixed = write_nonces(self.nonces).encode()
            self._key = hmac.new(self.secret, mixed, hashlib.sha256).digest()
        self._shuffled: dict[tuple[str, Outcomes], list[int]] = {}

    @classmethod
    def bound_by(
        cls, commitment: str, secret: bytes, nonces: Sequence[str] = ()
    ) -> "VerifiableRandom | None":
        """Return the dealer that a commitment binds, or None if the secret does not fit.

        Args:
            commitment: Commitment that was published.
            secret: Secret of the dealer.
            nonces: Numbers that players contributed.

        Examples:
            >>> dealer = rondel.VerifiableRandom()
            >>> rondel.VerifiableRandom.bound_by(dealer.commitment, dealer.secret).version
            2

        """
        if not 0 < len(secret) <= MAX_SECRET:
            return None
        dealers = (cls(secret, nonces, version) for version in VERSIONS)
        return next((dealer for dealer in dealers if dealer.commitment == commitment), None)

    @property
    def commitment(self) -> str:
        """Return the commitment to the secret and the version, in hexadecimal."""
        if self.version == 1:
            return hashlib.sha256(self.secret).hexdigest()
        bound = f"rondel dealer {self.version}".encode()
        return hmac.new(self.secret, bound, hashlib.sha256).hexdigest()

    def deal(self, at: int, outcomes: Outcomes, draw: Draw | None = None) -> int:
        """Return the outcome that secret and nonces give to a declared draw, or to step `at`.

        Args:
            at: Number of steps made before.
            outcomes: Step numbers of the outcomes with their weights.
            draw: Declared draw, if the game has one.

        """
        if draw is None or self.version == 1:
            return _at(outcomes, self._below(sum(weight for _, weight in outcomes), str(at)))
        items = self._shuffle(draw.kind, draw.bag)
        left = Counter(items)
        left.subtract(items[place] for place in draw.drawn)
        if +left == Counter(dict(outcomes)):
            return items[draw.place]
        # The match began with another dealer, so the permutation does not match what is left.
        total = sum(weight for _, weight in outcomes)
        return _at(outcomes, self._below(total, f"{draw.kind}-left/{draw.place}/{at}"))

    def _shuffle(self, kind: str, bag: Outcomes) -> list[int]:
        """Return a bag's items in the order that secret and nonces give to a kind of draw."""
        if (kind, bag) not in self._shuffled:
            items = [number for number, count in bag for _ in range(count)]
            for last in range(len(items) - 1, 0, -1):
                other = self._below(last + 1, f"{kind}/{last}")
                items[last], items[other] = items[other], items[last]
            self._shuffled[kind, bag] = items
        return self._shuffled[kind, bag]

    def _below(self, total: int, purpose: str) -> int:
        """Return the number below `total` that secret and nonces give to a purpose."""
        # Rejection sampling: numbers from the largest multiple of `total` on are drawn again, which
        # keeps the odds exact.
        limit = (1 << 64) // total * total
        attempt = 0
        while True:
            message = f"{purpose}/{attempt}".encode()
            digest = hmac.new(self._key, message, hashlib.sha256).digest()
            place = int.from_bytes(digest[:8], "big")
            if place < limit:
                return place % total
            attempt += 1


def dealt_number(dealer: Dealer, position: Position, at: int) -> int:
    """Return the number of the outcome that a dealer gives to a position as step `at`."""
    if isinstance(dealer, VerifiableRandom):
        return dealer.deal(at, position.legal_steps, position.next_draw)
    return dealer.deal(at, position.legal_steps)
