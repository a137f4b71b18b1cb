"""Reviews and hints."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rondel.core import Message
from rondel.reviews import Review
from rondel.server.protocol.documents import Count, Notation

Depth = Literal["quick", "full"]


class AskReview(Struct):
    """Review that is asked for."""

    depth: Depth = "quick"


class WhatIf(Struct):
    """Another way that a finished game could have gone."""

    steps: Count
    """Number of steps of the game before these."""
    then: Annotated[list[Notation], Meta(min_length=1, max_length=64)]
    """Steps of the seat that is asked then, before chance says anything."""


class HintedOption(Struct):
    """One thing you could do now, and your chance to win after it."""

    text: str
    chance: int


class Hint(Struct):
    """Advice of a strong player, with the value of every option."""

    whole: int
    """Number that stands for a certain win."""
    chance: int
    """Yours, if you play on well."""
    steps: list[str]
    """Best turn, up to where chance or another is asked."""
    told: list[Message]
    options: list[HintedOption]
    """Best first."""
    helped: int
    """How many hints this table has had, with this one."""
    themes: list[str] = []
    """Themes of the best turn, the most telling first."""


class ReviewState(Struct):
    """How far the review of a finished game is."""

    table: str
    depth: str
    status: Literal["none", "waiting", "working", "done", "failed"]
    """`none` where nobody has asked for it."""
    done: int
    """Number of steps that are evaluated."""
    steps: int
    mine: bool
    """True if it was you who asked; then you can also stop it."""
    review: Review | None = None
    """Once it is done."""
