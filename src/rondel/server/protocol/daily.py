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
    """Table to replay: your own at once, those of others when the day is over."""


class Daily(Struct):
    """Deal of a day."""

    game: str
    day: str
    ends: float
    """End of the day, in seconds since 1970."""
    bots: list[str]
    """Levels of the bots you play against."""
    commitment: str
    next_commitment: str | None
    """Commitment of the next day's deal, while this day lasts."""
    secret: str | None
    """Secret that decided the deal, once the day is over."""
    table: str | None
    """Table where you play it, or have played it."""
    over: bool
    """True if you have."""
    played: int
    """How many have played it to its end."""
    results: list[DailyResult]
    """Best, and your own."""


class DailyBegun(Struct):
    """Table at which one plays the deal of the day."""

    table: str
