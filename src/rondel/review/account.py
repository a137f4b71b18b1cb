"""The account of a game: what every turn gave away and what every chance step brought.

All chances are whole numbers out of WHOLE, so that sums are exact. docs/review.md tells how they
are found and what they mean.
"""

from typing import Literal

import msgspec

from rondel.contract import Phrase
from rondel.review.judge import WHOLE, Chances

Depth = Literal["quick", "full"]
Named = Literal["good", "inaccuracy", "mistake", "blunder"]

BOUNDS: tuple[tuple[Named, int], ...] = (
    ("blunder", WHOLE * 15 // 100),
    ("mistake", WHOLE * 7 // 100),
    ("inaccuracy", WHOLE * 3 // 100),
    ("good", 0),
)
"""From how much on a loss is called what."""
STROKE = WHOLE * 5 // 100
"""Luck of this much or more is a moment that mattered."""
MOST_MOMENTS = 12


def called(loss: int) -> Named:
    """What a loss is called."""
    return next(name for name, least in BOUNDS if loss >= least)


class ReviewLine(msgspec.Struct, frozen=True):
    """A way to play a turn, up to where chance or another seat is asked."""

    steps: tuple[str, ...]
    """In notation."""
    first: int
    """How many steps the match had before the first of them."""
    chances: Chances
    """What everybody's chances are after it."""
    told: tuple[Phrase, ...]
    """Those of its steps that the other way does not have, to be told."""


class ReviewPiece(msgspec.Struct, frozen=True):
    """A part of a turn without a word of chance in between, where something was lost."""

    played: ReviewLine
    best: ReviewLine
    loss: int
    points_lost: float
    """Expected points at the end that the seat gave away."""


class ReviewTurn(msgspec.Struct, frozen=True):
    """One whole turn of a seat: all its steps until another seat is asked."""

    seat: int
    first: int
    """How many steps the match had before it."""
    end: int
    """How many it had when the seat had chosen for the last time."""
    before: Chances
    after: Chances
    """Before luck speaks again."""
    change: Chances
    """What the seat's choices changed for everybody; luck in between is left out."""
    given: int
    """What the seat's choices cost it by the books, which is its own change turned round."""
    loss: int
    """By how much the best turn is better than this one, both judged alike; never below 0."""
    name: Named
    """What a loss like that is called."""
    is_sure: bool
    """Whether the looks from before and from after it agree."""
    played: ReviewLine
    best: ReviewLine | None = None
    """What would have been better, where something would."""
    reason: str = ""
    """Why it ended the match outside the rules, if it did: "conceded", "timed-out", "absent"."""
    pieces: tuple[ReviewPiece, ...] = ()
    """All parts in which something was lost; their losses add up to the turn's."""
    points_lost: float = 0.0
    """Expected points at the end that all of them gave away; below 0 where points were gained."""


class ReviewLuck(msgspec.Struct, frozen=True):
    """One chance step."""

    at: int
    """How many steps the match had before it."""
    step: str
    """In notation."""
    seat: int
    """Who had chosen last."""
    weight: int
    """The odds of this outcome: so many of `total`."""
    total: int
    luck: Chances
    """To everybody: the value after it less the mean over all that could have come."""
    told: tuple[Phrase, ...]


class ReviewMark(msgspec.Struct, frozen=True):
    """A point of the curve: everybody's chances after so many steps."""

    at: int
    chances: Chances


class ReviewSeat(msgspec.Struct, frozen=True):
    """One seat's books: start + luck - given + received = result."""

    start: int
    luck: int
    given: int
    """By its own turns."""
    received: int
    """By the turns of others."""
    result: int
    """Where the game is unfinished, what it is worth as it stands."""
    turns: int
    lost: int
    """The losses of its turns together."""
    inaccuracies: int
    mistakes: int
    blunders: int
    points_lost: float = 0.0
    """Expected points at the end that its turns gave away together."""


class ReviewMoment(msgspec.Struct, frozen=True):
    """One that mattered: a turn or a chance step, by its place in the review's list."""

    kind: Literal["turn", "luck"]
    index: int
    at: int
    size: int
    """The loss, or the luck of whom it touched most."""
    told: Phrase


class Review(msgspec.Struct, frozen=True):
    """The account of one game."""

    version: str
    """Of rondel."""
    game: str
    rules: int
    edition: str
    names: tuple[str, ...]
    depth: str
    simulations: int
    """Of the search that judges each position."""
    glance: int
    """Of the search that judges each thing that chance could have brought."""
    seed: int
    judge: Literal["network", "hints"]
    whole: int
    """What a sure win is in these numbers."""
    steps: int
    """Of the match that was reviewed."""
    is_over: bool
    reason: str
    """Why it ended; empty where it has not."""
    start: Chances
    """Once the table is dealt."""
    result: Chances
    seats: tuple[ReviewSeat, ...]
    turns: tuple[ReviewTurn, ...]
    luck: tuple[ReviewLuck, ...]
    curve: tuple[ReviewMark, ...]
    moments: tuple[ReviewMoment, ...]


def write_review(review: Review) -> bytes:
    """A review as JSON."""
    return msgspec.json.encode(review)


def read_review(text: bytes | str) -> Review:
    """The review that JSON tells. Raises msgspec.DecodeError."""
    return msgspec.json.decode(text, type=Review)
