"""Documents about a person's games and how they fared."""

from typing import Literal

from msgspec import Struct

from rondel.server.protocol.documents import TableInfo
from rondel.server.protocol.ratings import PaceClass

Outcome = Literal["won", "lost"]


class OwnRating(Struct):
    """Rating in one game and one pace."""

    game: str
    pace: PaceClass
    rating: int
    deviation: int
    provisional: bool
    games: int
    wins: int


class WinRate(Struct):
    """Games and wins of one group, such as those with three players."""

    by: Literal["game", "players", "pace", "bot"]
    key: str
    """Name of the game, number of players, kind of pace, or level of the strongest bot."""
    games: int
    wins: int
    """Shared victories count as fractions of a win, rounded down in all."""


class Best(Struct):
    """Highest score in a game with a number of players."""

    game: str
    players: int
    score: int
    table: str
    ended: float


class DailyStreak(Struct):
    """Deals of the day that were played to the end."""

    current: int
    """Days in a row up to today or yesterday."""
    longest: int
    days: list[str]
    """Dates of the past year, in order."""


class CurvePoint(Struct):
    """Rating after a match."""

    game: str
    pace: PaceClass
    ended: float
    rating: int


class NextLevel(Struct):
    """Bot level to try after beating another one."""

    game: str
    beaten: str
    next: str


class Profile(Struct):
    """Person's statistics; others see those of public tables."""

    id: str
    name: str
    since: float
    games: int
    ratings: list[OwnRating]
    rates: list[WinRate]
    bests: list[Best]
    daily: DailyStreak
    curve: list[CurvePoint]
    loss: float | None
    """Mean loss of a turn in the latest reviewed games, in hundredths of a win; None without."""
    reviewed: int
    next_levels: list[NextLevel]


class PlayedSeat(Struct):
    """Seat of a finished game."""

    name: str
    id: str | None
    """Id of the person, if a person played."""
    bot: str
    score: int
    rank: int


class PlayedGame(Struct):
    """Finished game of a person."""

    table: str
    game: str
    pace: PaceClass
    reason: str
    ended: float
    seat: int
    rated: bool
    rating: int | None
    """Rating after it, if it changed."""
    seats: list[PlayedSeat]


class History(Struct):
    """Finished games, latest first; `next` fetches more."""

    games: list[PlayedGame]
    next: float | None = None


class HeadToHead(Struct):
    """Two people's games with each other."""

    games: int
    ahead: int
    """Games in which the first finished before the other."""
    behind: int
    tied: int


class MyGames(Struct):
    """Unfinished games: those where it is your turn first, by the time that is left."""

    tables: list[TableInfo]
    turns: int
    """Number of tables where it is your turn."""
