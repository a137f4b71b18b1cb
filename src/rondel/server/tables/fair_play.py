"""Matches between people: which those are, and the positions nobody may have analysed meanwhile."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from rondel.core import Position
from rondel.server.tables.state import LiveTable

ROUNDS = 2
"""Number of last rounds of a running match whose positions are not analysed."""


def fingerprint(position: Position) -> bytes:
    """Return what two positions share exactly if their states are the same.

    Names, records, the order of steps that led there and what is printed on a map play no part:
    a map that differs in one number would make advice for another just as useful.
    """
    found = blake2b(position.game.name.encode(), digest_size=16)
    found.update(position.state.tobytes())
    return found.digest()


def first_of_rounds(makers: Sequence[int | None], players: int) -> int:
    """Return how many steps stood before the last rounds of a match.

    `makers` names the seat of each step, None where chance spoke.
    """
    turns, last = 0, None
    for at in range(len(makers) - 1, -1, -1):
        if makers[at] not in (None, last):
            turns, last = turns + 1, makers[at]
            if turns > ROUNDS * players:
                return at + 1
    return 0


def recent_fingerprints(live: LiveTable) -> frozenset[bytes]:
    """Return the fingerprints of a match's last rounds, of positions where a seat is asked."""
    first = first_of_rounds(live.step_authors, live.row.players)
    positions = walked(live.position_at(first), live.log[first:])
    return frozenset(fingerprint(found) for found in positions if found.seat is not None)


def walked(position: Position, numbers: Sequence[int]) -> Iterator[Position]:
    """Yield a position and those that steps, checked when they were made, lead to."""
    yield position
    for number in numbers:
        position = position.after_unchecked(number)
        yield position
