"""Documents about ratings."""

from typing import Literal

from msgspec import Struct

PaceClass = Literal["live", "days", "untimed"]


class RatedPlayer(Struct):
    """Person's or a bot's rating in one game and one pace."""

    place: int | None
    """Place among people; None for bots and for ratings that are provisional."""
    id: str
    """Id of a person or a program, or the name of a bot."""
    name: str
    kind: Literal["person", "bot"]
    rating: int
    deviation: int
    """Standard deviation of the rating."""
    provisional: bool
    """True while the deviation is above 110."""
    games: int
    wins: int
    you: bool = False


class Leaderboard(Struct):
    """Strongest players of a game and a pace, with the host's bots and yourself."""

    game: str
    pace: PaceClass
    players: list[RatedPlayer]
