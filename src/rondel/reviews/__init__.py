"""Game review: the loss of every turn, the luck of every chance step, and their balance."""

from rondel.reviews.document import (
    BOUNDS,
    Review,
    ReviewLine,
    ReviewLuck,
    ReviewMark,
    ReviewMoment,
    ReviewSeat,
    ReviewTurn,
    read_review,
    write_review,
)
from rondel.reviews.evaluator import WHOLE
from rondel.reviews.page import page
from rondel.reviews.reviewer import DEPTHS, Watch, review

__all__ = [
    "BOUNDS",
    "DEPTHS",
    "WHOLE",
    "Review",
    "ReviewLine",
    "ReviewLuck",
    "ReviewMark",
    "ReviewMoment",
    "ReviewSeat",
    "ReviewTurn",
    "Watch",
    "page",
    "read_review",
    "review",
    "write_review",
]
