"""Game review: the loss of every turn, the luck of every chance step, and their balance."""

import sys
from types import ModuleType
from typing import Any

from rondel.review.document import (
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
from rondel.review.evaluator import WHOLE
from rondel.review.page import page
from rondel.review.reviewer import DEPTHS, Watch, review

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


class _Callable(ModuleType):
    """Callable module: `rondel.review(match)` reviews a match, `rondel.review` is this package."""

    def __call__(self, *args: Any, **kwargs: Any) -> Review:
        return review(*args, **kwargs)


sys.modules[__name__].__class__ = _Callable
