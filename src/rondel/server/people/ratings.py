"""Ratings in the database: changed by each rated match, and recomputable from the results."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, count, groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, select, text, update

from rondel.arena.standings import ladder
from rondel.server.people.rating_rules import (
    MAX_DEVIATION,
    POINTS_PER_MU,
    FinishedMatch,
    Kind,
    Player,
    Rating,
    first_rating,
    rate,
    rated_players,
    unrated_reason,
)
from rondel.server.protocol.events import KINDS, StepsData
from rondel.server.protocol.ratings import Leaderboard, PaceClass, RatedPlayer
from rondel.server.storage import schema
from rondel.server.storage.rows import insert_into, now

DAY = 24 * 3600.0
ACTIVE_FOR = 180 * DAY
"""Seconds after their last match for which people are on the leaderboard."""
MAX_LISTED = 200
LOCK = text("SELECT pg_advisory_xact_lock(7244904)")
r, t, e = schema.results, schema.tables, schema.events
g, a = schema.guests, schema.ratings
Key = tuple[str, str, str]
"""Subject, game and pace of a rating."""


class Rated(NamedTuple):
    """Rating with its numbers of matches."""

    kind: Kind
    rating: Rating
    games: int = 0
    wins: int = 0
    last: float = 0.0


def lock_ratings(connection: Connection) -> None:
    """Let one transaction at a time change ratings, until it ends.

    SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(LOCK)


def rate_match(connection: Connection, table: str) -> bool:
    """Change the ratings of a finished match's players, once; return whether any has changed."""
    lock_ratings(connection)
    rows = _result_rows(connection, r.c.table_id == table)
    if not rows or rows[0].rating_number is not None or rows[0].unrated:
        return False
    match = _read_match(connection, rows)
    reason, rated = unrated_reason(match), rated_players(match)
    here = r.c.table_id == table
    if reason:
        connection.execute(update(r).where(here).values(unrated=reason))
        return False
    found = _read_ratings(connection, rows, match.players)
    number = int(connection.execute(select(func.max(r.c.rating_number))).scalar() or 0) + 1
    connection.execute(update(r).where(here).values(rating_number=number))
    new = _apply(found, rows, match.players, rated)
    for row, player in zip(rows, match.players, strict=True):
        if player.subject in new and player in rated:
            mu, sigma = new[player.subject].rating
            seat = update(r).where(here, r.c.seat == row.seat)
            connection.execute(seat.values(rated=True, mu=mu, sigma=sigma))
    _write_ratings(connection, rows[0].game, rows[0].pace, new)
    return bool(new)


def recompute_ratings(connection: Connection) -> int:
    """Recompute all ratings from the results, in the order in which they were rated.

    Return the number of matches.
    """
    lock_ratings(connection)
    connection.execute(delete(a))
    ratings: dict[Key, Rated] = {}
    matches = 0
    rows = _result_rows(connection, r.c.rating_number.is_not(None))
    for _, group in groupby(rows, key=lambda row: row.rating_number):
        match = list(group)
        players = [_player(row) for row in match]
        rated = [player for row, player in zip(match, players, strict=True) if row.rated]
        new = _apply(ratings, match, players, rated)
        ratings |= {(who, match[0].game, match[0].pace): rating for who, rating in new.items()}
        for row, player in zip(match, players, strict=True):
            if row.rated and player.subject in new:
                mu, sigma = new[player.subject].rating
                here = (r.c.table_id == row.table_id, r.c.seat == row.seat)
                connection.execute(update(r).where(*here).values(mu=mu, sigma=sigma))
        matches += 1
    by_class: defaultdict[tuple[str, str], dict[str, Rated]] = defaultdict(dict)
    for (subject, game, pace), rating in ratings.items():
        by_class[game, pace][subject] = rating
    for (game, pace), found in by_class.items():
        _write_ratings(connection, game, pace, found)
    return matches


def leaderboard(
    connection: Connection, game: str, pace: PaceClass, viewer: str | None = None
) -> Leaderboard:
    """Return the people whose ratings are certain, the bots, and the viewer, strongest first."""
    ratings = _read_certain(connection, game, pace, viewer)
    for name in ladder(game):
        ratings.setdefault(name, (name, Rated("bot", first_rating("bot", name, game))))
    order = sorted(ratings.items(), key=lambda item: (-item[1][1].rating.mu, item[0]))
    places = count(1)
    players = [
        RatedPlayer(
            place=next(places) if kind == "person" and not rating.is_provisional else None,
            id=subject,
            name=name,
            kind=kind,
            rating=rating.points,
            deviation=rating.deviation,
            provisional=rating.is_provisional,
            games=games,
            wins=wins,
            you=subject == viewer,
        )
        for subject, (name, (kind, rating, games, wins, _)) in order
    ]
    return Leaderboard(game, pace, players)


def _read_certain(
    connection: Connection, game: str, pace: str, viewer: str | None
) -> dict[str, tuple[str, Rated]]:
    """Return names and ratings of the strongest who are not provisional, and of the viewer."""
    is_certain = POINTS_PER_MU * a.c.sigma <= MAX_DEVIATION
    is_active = (a.c.kind == "bot") | (a.c.last > now() - ACTIVE_FOR)
    query = (
        select(a, g.c.name)
        .outerjoin(g, g.c.id == a.c.subject)
        .where(a.c.game == game, a.c.pace == pace)
        .where((is_certain & is_active) | (a.c.subject == (viewer or "")))
        .order_by(a.c.mu.desc(), a.c.subject)
        .limit(MAX_LISTED)
    )
    return {
        row.subject: (
            row.name or row.subject,
            Rated(row.kind, Rating(row.mu, row.sigma), row.games, row.wins, row.last),
        )
        for row in connection.execute(query)
    }


def _result_rows(connection: Connection, where: Any) -> list[Any]:
    """Return rows of results in the order of their ratings, each with its guest's kind."""
    query = (
        select(r, g.c.kind.label("guest_kind"), g.c.house)
        .outerjoin(g, g.c.id == r.c.identity)
        .where(where)
        .order_by(r.c.rating_number, r.c.table_id, r.c.seat)
    )
    return list(connection.execute(query))


def _player(row: Any) -> Player:
    is_bot = row.identity is None and bool(row.bot)
    kind: Kind = "bot" if is_bot or row.guest_kind == "bot" else "person"
    subject = row.bot if is_bot else row.identity
    return Player(subject, kind, row.rank, row.resigned, row.house or "")


def _read_match(connection: Connection, rows: Sequence[Any]) -> FinishedMatch:
    first = rows[0]
    table = connection.execute(select(t).where(t.c.id == first.table_id)).one()
    players = [_player(row) for row in rows]
    people = sorted({str(player.subject) for player in players if player.kind == "person"})
    return FinishedMatch(
        game=first.game,
        reason=first.reason,
        moves=_moves(connection, first.table_id),
        players=players,
        is_wanted=table.rated,
        is_sandbox=table.sandbox,
        is_helped=first.helped,
        is_taken_back=table.taken_back > 0,
        has_custom_map=bool(table.edition_source),
        pair_matches=max(
            (_pair_matches(connection, first, pair) for pair in combinations(people, 2)), default=0
        ),
    )


def _moves(connection: Connection, table: str) -> int:
    """Return how often players have made steps at a table."""
    moves = select(func.count()).where(e.c.table_id == table, e.c.kind == KINDS[StepsData])
    return int(connection.execute(moves).scalar_one())


def _pair_matches(connection: Connection, row: Any, pair: Iterable[str]) -> int:
    """Return how many rated matches two people had with each other within a day."""
    other = r.alias()
    one, two = pair
    query = (
        select(func.count())
        .select_from(r)
        .join(other, other.c.table_id == r.c.table_id)
        .where(r.c.identity == one, other.c.identity == two, r.c.game == row.game)
        .where(r.c.rating_number.is_not(None), r.c.ended > row.ended - DAY)
    )
    return int(connection.execute(query).scalar_one())


def _read_ratings(
    connection: Connection, rows: Sequence[Any], players: Sequence[Player]
) -> dict[Key, Rated]:
    game, pace = rows[0].game, rows[0].pace
    subjects = [player.subject for player in players]
    query = select(a).where(a.c.game == game, a.c.pace == pace, a.c.subject.in_(subjects))
    return {
        (row.subject, game, pace): Rated(
            row.kind, Rating(row.mu, row.sigma), row.games, row.wins, row.last
        )
        for row in connection.execute(query)
    }


def _apply(
    ratings: dict[Key, Rated], rows: Sequence[Any], players: Sequence[Player], rated: list[Player]
) -> dict[str, Rated]:
    """Return the ratings that a match changes, by subject."""
    game, pace = rows[0].game, rows[0].pace
    before = {
        subject: ratings.get((subject, game, pace))
        or Rated(player.kind, first_rating(player.kind, subject, game))
        for player in players
        if (subject := player.subject) is not None
    }
    new = rate(players, rated, {subject: one.rating for subject, one in before.items()})
    wins = {player.subject: player.rank == 1 for player in players}
    return {
        subject: Rated(
            before[subject].kind,
            rating,
            before[subject].games + 1,
            before[subject].wins + wins[subject],
            rows[0].ended,
        )
        for subject, rating in new.items()
    }


def _write_ratings(connection: Connection, game: str, pace: str, ratings: dict[str, Rated]) -> None:
    for subject, one in ratings.items():
        values = {
            "kind": one.kind,
            "mu": one.rating.mu,
            "sigma": one.rating.sigma,
            "games": one.games,
            "wins": one.wins,
            "last": one.last,
        }
        add = insert_into(connection, a).values(subject=subject, game=game, pace=pace, **values)
        connection.execute(
            add.on_conflict_do_update(index_elements=["subject", "game", "pace"], set_=values)
        )
