"""Rating rules: the matches that count, and how their results change the players' ratings.

People are rated against people alone, so that no bot can distort their scale. Bots begin where the
arena's ladder has them and are rated against everybody at the table.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from openskill.models import BradleyTerryFull

from rondel.arena.standings import ladder
from rondel.match.record import STEP_LIMIT

Kind = Literal["person", "bot"]
MODEL = BradleyTerryFull(tau=0.05)
POINTS_PER_MU = 30.0
"""Makes a difference of 400 points odds of about ten to one."""
MEAN_POINTS = 1500.0
BOT_SIGMA = 2.0
"""Uncertainty of a bot whose strength the arena has measured."""
MAX_DEVIATION = 110.0
"""Deviation in points from which on a rating is provisional."""
MAX_PAIR_MATCHES = 5
"""Rated matches of the same two people in one game within a day."""
MIN_MOVES = 5
"""Moves per player before which a match that was given up raises nobody's rating."""


class Rating(NamedTuple):
    """Player's strength, as a normal distribution."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def points(self) -> int:
        """Return the mean as it is shown."""
        return round(MEAN_POINTS + POINTS_PER_MU * (self.mu - MODEL.mu))

    @property
    def deviation(self) -> int:
        """Return the standard deviation in points."""
        return round(POINTS_PER_MU * self.sigma)

    @property
    def is_provisional(self) -> bool:
        """Return whether the rating is too uncertain for the leaderboard."""
        return POINTS_PER_MU * self.sigma > MAX_DEVIATION


class Player(Struct, frozen=True):
    """Seat of a finished match."""

    subject: str | None
    """Id of an identity or the name of a bot; None for a person whom nobody knows."""
    kind: Kind
    rank: int
    resigned: bool = False
    ip_group: str = ""


class FinishedMatch(Struct, frozen=True):
    """Facts about a finished match on which its rating depends."""

    game: str
    reason: str
    moves: int
    """How often players have made steps."""
    players: Sequence[Player]
    is_wanted: bool = True
    """True if its table asked for a rating."""
    is_sandbox: bool = False
    is_helped: bool = False
    """True if someone had a hint, or a bot for their seat."""
    is_taken_back: bool = False
    """True if more than steps of a player's own were taken back."""
    has_custom_map: bool = False
    pair_matches: int = 0
    """Most rated matches that two of its people had with each other within a day."""


def unrated_reason(match: FinishedMatch) -> str:
    """Return the reason why a match changes no rating, or ''."""
    people = [player for player in match.players if player.kind == "person"]
    groups = [player.ip_group for player in people if player.ip_group]
    reasons = {
        "not-wanted": not match.is_wanted,
        "sandbox": match.is_sandbox,
        "map": match.has_custom_map,
        "helped": match.is_helped,
        "taken-back": match.is_taken_back,
        "unfinished": match.reason == STEP_LIMIT,
        "unknown-player": any(player.subject is None for player in people),
        "same-person": len({player.subject for player in people}) < len(people),
        "same-address": len(set(groups)) < len(groups),
        "too-often": match.pair_matches >= MAX_PAIR_MATCHES,
        "alone": len(match.players) < 2,
    }
    return next((reason for reason, is_so in reasons.items() if is_so), "")


def rated_players(match: FinishedMatch) -> list[Player]:
    """Return the players whose ratings a match may change.

    A match that was given up early only costs those who gave up: losses that were arranged would
    else raise somebody's rating in a minute.
    """
    if unrated_reason(match):
        return []
    is_early = match.moves < MIN_MOVES * len(match.players)
    gave_up = [player for player in match.players if player.resigned]
    return gave_up if gave_up and is_early else list(match.players)


def rate(
    players: Sequence[Player], rated: Iterable[Player], ratings: Mapping[str, Rating]
) -> dict[str, Rating]:
    """Return the new ratings of those who are rated, by subject.

    Bots that have several seats are not rated.
    """
    people = [player for player in players if player.kind == "person"]
    of_people, of_all = _updated(people, ratings), _updated(players, ratings)
    seats = Counter(player.subject for player in players)
    found = {
        str(player.subject): (of_people if player.kind == "person" else of_all).get(player.subject)
        for player in rated
        if seats[player.subject] == 1
    }
    return {subject: rating for subject, rating in found.items() if rating is not None}


def _updated(players: Sequence[Player], ratings: Mapping[str, Rating]) -> dict[str | None, Rating]:
    if len(players) < 2:
        return {}
    before = [ratings[str(player.subject)] for player in players]
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = MODEL.rate(teams, ranks=[float(player.rank) for player in players])
    return {
        player.subject: Rating(new.mu, new.sigma)
        for player, [new] in zip(players, after, strict=True)
    }


def first_rating(kind: Kind, subject: str, game: str) -> Rating:
    """Return the rating of someone without a rated match."""
    elo = ladder(game).get(subject) if kind == "bot" else None
    if elo is None:
        return Rating()
    return Rating(MODEL.mu + (elo - MEAN_POINTS) / POINTS_PER_MU, BOT_SIGMA)
