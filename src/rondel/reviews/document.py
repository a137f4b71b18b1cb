"""Data model of a review: the loss of every turn and the luck of every chance step.

All probabilities are integers out of WHOLE, so that sums are exact. docs/review.md defines the
quantities.
"""

from typing import Literal

import msgspec

from rondel.core import Message
from rondel.reviews.evaluator import WHOLE, Chances

Depth = Literal["quick", "full"]
"""Depth of a review."""
LossClass = Literal["good", "inaccuracy", "mistake", "blunder"]
"""Class of a turn by its loss."""

BOUNDS: tuple[tuple[LossClass, int], ...] = (
    ("blunder", WHOLE * 15 // 100),
    ("mistake", WHOLE * 7 // 100),
    ("inaccuracy", WHOLE * 3 // 100),
    ("good", 0),
)
"""Smallest loss of each class of mistake."""
STROKE = WHOLE * 5 // 100
"""Luck from which a chance step counts as a key moment."""
MAX_MOMENTS = 12


def loss_class(loss: int) -> LossClass:
    """Return the class of a loss."""
    return next(name for name, least in BOUNDS if loss >= least)


class ReviewLine(msgspec.Struct, frozen=True):
    """Line of play for a turn, up to the next chance step or turn of another seat."""

    steps: tuple[str, ...]
    """Steps in notation."""
    first: int
    """Number of steps that the match had before the line."""
    chances: Chances
    """Win probabilities of all seats after the line."""
    told: tuple[Message, ...]
    """Narration of the steps that the other line lacks."""


class ReviewPiece(msgspec.Struct, frozen=True):
    """Part of a turn between chance steps, in which something was lost."""

    played: ReviewLine
    """Steps that were played."""
    best: ReviewLine
    """Best steps."""
    loss: int
    """Loss of the part."""
    points_lost: float
    """Expected final points that the seat lost."""


class ReviewTurn(msgspec.Struct, frozen=True):
    """Complete turn of a seat: all its steps until another seat is to move."""

    seat: int
    """Seat of the turn."""
    first: int
    """Number of steps that the match had before the turn."""
    end: int
    """Number of steps that the match had after the seat's last choice."""
    before: Chances
    """Win probabilities before the turn."""
    after: Chances
    """Win probabilities after the turn, before the next chance step."""
    change: Chances
    """Change of all win probabilities by the seat's choices, without chance steps in between."""
    given: int
    """Cost of the seat's choices in the balance: its own change, negated."""
    loss: int
    """Difference to the best turn, both evaluated alike; never negative."""
    name: LossClass
    """Class of the loss."""
    is_sure: bool
    """True if the evaluations before and after the turn agree."""
    played: ReviewLine
    """Steps that were played."""
    best: ReviewLine | None = None
    """Best line, if there is a better one."""
    reason: str = ""
    """Reason for an end outside the rules: "conceded", "timed-out" or "absent"; otherwise empty."""
    pieces: tuple[ReviewPiece, ...] = ()
    """Parts with a loss; their losses sum to the turn's."""
    points_lost: float = 0.0
    """Expected final points lost in all parts; negative if points were gained."""


class ReviewLuck(msgspec.Struct, frozen=True):
    """Chance step."""

    at: int
    """Number of steps that the match had before it."""
    step: str
    """Outcome in notation."""
    seat: int
    """Seat that chose last."""
    weight: int
    """Odds of the outcome: this many out of `total`."""
    total: int
    """Sum of the weights of all outcomes."""
    luck: Chances
    """Luck of every seat: the value after the outcome minus the mean over all outcomes."""
    told: tuple[Message, ...]
    """Narration of the step."""


class ReviewMark(msgspec.Struct, frozen=True):
    """Point of the curve: all win probabilities after a number of steps."""

    at: int
    """Number of steps."""
    chances: Chances
    """Win probabilities of all seats."""


class ReviewSeat(msgspec.Struct, frozen=True):
    """Balance of a seat: start + luck - given + received = result."""

    start: int
    """Value after the deal."""
    luck: int
    """Sum of the luck of all chance steps."""
    given: int
    """Lost by its own turns."""
    received: int
    """Gained from other seats' turns."""
    result: int
    """Result of the game, or the current value of an unfinished one."""
    turns: int
    """Number of turns."""
    lost: int
    """Sum of the losses of its turns."""
    inaccuracies: int
    """Number of inaccuracies."""
    mistakes: int
    """Number of mistakes."""
    blunders: int
    """Number of blunders."""
    points_lost: float = 0.0
    """Sum of the expected final points lost by its turns."""


class ReviewMoment(msgspec.Struct, frozen=True):
    """Key moment: a turn or a chance step, by its index in the review's list."""

    kind: Literal["turn", "luck"]
    """List that holds the moment: turns or luck."""
    index: int
    """Index in that list."""
    at: int
    """Number of steps that the match had before it."""
    size: int
    """Size of the loss, or of the luck of the seat that it affected most."""
    told: Message
    """Description of the moment."""


class Review(msgspec.Struct, frozen=True):
    """Review of a game."""

    version: str
    """Version of rondel."""
    game: str
    """Name of the game."""
    rules: int
    """Version of the rules."""
    edition: str
    """Name of the edition."""
    names: tuple[str, ...]
    """Names of the players by seat."""
    depth: str
    """Depth of the review."""
    simulations: int
    """Simulations per position."""
    glance: int
    """Simulations per chance outcome."""
    seed: int
    """Seed of the searches."""
    judge: Literal["network", "hints"]
    """Evaluator: the network or the heuristics."""
    whole: int
    """Value of a certain win in these numbers."""
    steps: int
    """Number of steps of the reviewed match."""
    is_over: bool
    """True if the match is finished."""
    reason: str
    """Reason for the end; empty if the match is unfinished."""
    start: Chances
    """Win probabilities after the first deal."""
    result: Chances
    """Result of the match, or its current value."""
    seats: tuple[ReviewSeat, ...]
    """Balance of each seat."""
    turns: tuple[ReviewTurn, ...]
    """Turns of the match."""
    luck: tuple[ReviewLuck, ...]
    """Chance steps of the match."""
    curve: tuple[ReviewMark, ...]
    """Points of the curve."""
    moments: tuple[ReviewMoment, ...]
    """Key moments."""


def write_review(review: Review) -> bytes:
    """Return a review as JSON.

    Args:
        review: Review to write.

    """
    return msgspec.json.encode(review)


def read_review(text: bytes | str) -> Review:
    """Return the review of a JSON text.

    Args:
        text: JSON text.

    Raises:
        msgspec.DecodeError: The text is not a review.

    """
    return msgspec.json.decode(text, type=Review)
