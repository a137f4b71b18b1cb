"""Daily challenge."""

from msgspec import Struct


class DailyResult(Struct):
    """Player's result in a daily challenge."""

    place: int
    name: str
    points: int
    margin: int
    """Points ahead of the best other, or behind."""
    resigned: bool
    you: bool
    table: str | None
    """Where the game can be replayed: one's own at once, all others when the day is over."""


class Daily(Struct):
    """Deal of a day."""

    game: str
    day: str
    ends: float
    """When the day is over, in seconds since 1970."""
    bots: list[str]
    """Who plays against you."""
    commitment: str
    next_commitment: str | None
    """That of the day after, while this one goes on."""
    secret: str | None
    """What decided the luck, once the day is over."""
    table: str | None
    """Where you play it, or have played it."""
    over: bool
    """True if you have."""
    played: int
    """How many have played it to its end."""
    results: list[DailyResult]
    """Best, and your own."""


class DailyBegun(Struct):
    """Table at which one plays the deal of the day."""

    table: str
