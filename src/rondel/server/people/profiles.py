"""Statistics of a person's finished games, computed from the results."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, and_, or_, select

from rondel.arena.standings import ladder
from rondel.server.errors import NoSuchPerson
from rondel.server.people.rating_rules import Rating
from rondel.server.protocol.profiles import (
    Best,
    CurvePoint,
    DailyStreak,
    HeadToHead,
    History,
    MyGames,
    NextLevel,
    OwnRating,
    PlayedGame,
    PlayedSeat,
    Profile,
    WinRate,
)
from rondel.server.storage import schema
from rondel.server.storage.days import today
from rondel.server.storage.reviews import read_document
from rondel.server.storage.rows import ROW, Row
from rondel.server.storage.tables import seats_of
from rondel.server.tables.view import table_info

MAX_RESULTS = 5000
"""Latest results on which statistics depend."""
MAX_REVIEWS = 20
MAX_MINE = 100
PAGE = 30
YEAR = timedelta(days=365)
r, t, g = schema.results, schema.tables, schema.guests
a, s, e = schema.ratings, schema.seats, schema.entries


class SeatLoss(Struct):
    """Part of a review that statistics need."""

    turns: int
    lost: int


class Losses(Struct):
    """Losses of all seats in a review."""

    seats: list[SeatLoss]


read_losses = msgspec.json.Decoder(Losses).decode


def read_profile(connection: Connection, identity: str, viewer: str | None) -> Profile:
    """Return a person's statistics. Raises NoSuchPerson."""
    who = connection.execute(select(g.c.name, g.c.made).where(g.c.id == identity)).first()
    if who is None:
        raise NoSuchPerson(identity)
    own = connection.execute(
        _own_results(identity, viewer).order_by(r.c.ended.desc()).limit(MAX_RESULTS)
    ).all()
    tables = _with_others(connection, [row.table_id for row in own])
    ratings = connection.execute(select(a).where(a.c.subject == identity)).all()
    loss, reviewed = _mean_loss(connection, own)
    return Profile(
        id=identity,
        name=who.name,
        since=who.made,
        games=len(own),
        ratings=[_own_rating(row) for row in ratings],
        rates=win_rates(own, tables),
        bests=bests(own),
        daily=_daily(connection, identity),
        curve=[
            CurvePoint(row.game, row.pace, row.ended, Rating(row.mu, row.sigma).points)
            for row in reversed(own)
            if row.mu is not None
        ],
        loss=loss,
        reviewed=reviewed,
        next_levels=next_levels(own, tables),
    )


def read_history(
    connection: Connection,
    identity: str,
    viewer: str | None,
    game: str | None = None,
    pace: str | None = None,
    opponent: str | None = None,
    outcome: str | None = None,
    before: float | None = None,
) -> History:
    """Return a page of a person's finished games."""
    query = _own_results(identity, viewer).order_by(r.c.ended.desc()).limit(PAGE + 1)
    if game is not None:
        query = query.where(r.c.game == game)
    if pace is not None:
        query = query.where(r.c.pace == pace)
    if outcome is not None:
        query = query.where(r.c.rank == 1 if outcome == "won" else r.c.rank > 1)
    if opponent is not None:
        other = r.alias()
        met = select(other.c.table_id).where(
            or_(
                other.c.identity == opponent,
                and_(other.c.bot == opponent, other.c.identity.is_(None)),
            )
        )
        query = query.where(r.c.table_id.in_(met))
    if before is not None:
        query = query.where(r.c.ended < before)
    rows = connection.execute(query).all()
    page = rows[:PAGE]
    tables = _with_others(connection, [row.table_id for row in page])
    games = [
        PlayedGame(
            table=row.table_id,
            game=row.game,
            pace=row.pace,
            reason=row.reason,
            ended=row.ended,
            seat=row.seat,
            rated=row.rated,
            rating=None if row.mu is None else Rating(row.mu, row.sigma).points,
            seats=[
                PlayedSeat(seat.name, seat.identity, seat.bot, seat.score, seat.rank)
                for seat in tables[row.table_id]
            ],
        )
        for row in page
    ]
    return History(games, page[-1].ended if len(rows) > PAGE else None)


def read_head_to_head(
    connection: Connection, identity: str, other: str, viewer: str | None
) -> HeadToHead:
    """Return how two people fared in their games with each other."""
    theirs = r.alias()
    query = (
        _own_results(identity, viewer)
        .add_columns(theirs.c.rank.label("other_rank"))
        .join(theirs, theirs.c.table_id == r.c.table_id)
        .where(theirs.c.identity == other)
    )
    pairs = [(row.rank, row.other_rank) for row in connection.execute(query)]
    return HeadToHead(
        games=len(pairs),
        ahead=sum(own < their for own, their in pairs),
        behind=sum(own > their for own, their in pairs),
        tied=sum(own == their for own, their in pairs),
    )


def read_my_games(connection: Connection, identity: str) -> MyGames:
    """Return a person's unfinished games, most urgent first."""
    mine = select(s.c.table_id).where(s.c.guest == identity)
    query = ROW.where(t.c.id.in_(mine), t.c.status.in_(("open", "playing")))
    rows = [
        Row(*row) for row in connection.execute(query.order_by(t.c.made.desc()).limit(MAX_MINE))
    ]
    seats = seats_of(connection, [row.id for row in rows])
    infos = [(row, table_info(row, seats[row.id], identity)) for row in rows]
    order = sorted(
        infos,
        key=lambda it: (
            not it[1].your_turn,
            it[0].status != "playing",
            it[0].deadline if it[0].deadline is not None else float("inf"),
            -(it[0].turn_began or it[0].made),
        ),
    )
    return MyGames([info for _, info in order], sum(info.your_turn for _, info in order))


def win_rates(own: Sequence[Any], tables: dict[str, list[Any]]) -> list[WinRate]:
    """Return games and wins by game, number of players, pace and strongest bot."""
    found: defaultdict[tuple[Any, str], list[float]] = defaultdict(list)
    for row in own:
        others = [seat for seat in tables[row.table_id] if seat.seat != row.seat]
        winners = sum(seat.rank == 1 for seat in tables[row.table_id])
        won = 1 / winners if row.rank == 1 else 0.0
        keys: list[tuple[Any, str]] = [
            ("game", row.game),
            ("players", str(row.players)),
            ("pace", row.pace),
        ]
        if bot := strongest_bot(row.game, others):
            keys.append(("bot", bot))
        for key in keys:
            found[key].append(won)
    return [
        WinRate(by, key, len(wins), int(sum(wins) + 1e-9))
        for (by, key), wins in sorted(found.items())
    ]


def strongest_bot(game: str, seats: Iterable[Any]) -> str:
    """Return the strongest level among the seats that bots had from the beginning, or ''."""
    order = list(ladder(game))
    levels = [seat.bot for seat in seats if seat.bot in order and seat.identity is None]
    return max(levels, key=order.index, default="")


def bests(own: Sequence[Any]) -> list[Best]:
    """Return the highest score in each game with each number of players."""
    found: dict[tuple[str, int], Any] = {}
    for row in own:
        key = row.game, row.players
        if not row.helped and (key not in found or row.score > found[key].score):
            found[key] = row
    return [
        Best(game, players, row.score, row.table_id, row.ended)
        for (game, players), row in sorted(found.items())
    ]


def next_levels(own: Sequence[Any], tables: dict[str, list[Any]]) -> list[NextLevel]:
    """Return the level after the strongest that was beaten without help, by game."""
    beaten: dict[str, str] = {}
    for row in own:
        order = list(ladder(row.game))
        others = [seat for seat in tables[row.table_id] if seat.seat != row.seat]
        level = strongest_bot(row.game, others)
        if level and row.rank == 1 and not row.helped and not row.resigned:
            before = beaten.get(row.game, level)
            beaten[row.game] = max(before, level, key=order.index)
    return [
        NextLevel(game, level, order[order.index(level) + 1])
        for game, level in sorted(beaten.items())
        if (order := list(ladder(game)))[-1] != level
    ]


def streak_of(days: Sequence[date], present: date) -> DailyStreak:
    """Return the streak of days that were played, in order."""
    longest = run = 0
    before: date | None = None
    for day in days:
        run = run + 1 if before is not None and day - before == timedelta(days=1) else 1
        longest, before = max(longest, run), day
    is_current = before is not None and present - before <= timedelta(days=1)
    recent = [day.isoformat() for day in days if day > present - YEAR]
    return DailyStreak(run if is_current else 0, longest, recent)


def _own_results(identity: str, viewer: str | None) -> Any:
    query = select(r).where(r.c.identity == identity)
    if viewer == identity:
        return query
    return query.join(t, t.c.id == r.c.table_id).where(t.c.visibility == "public")


def _with_others(connection: Connection, tables: Sequence[str]) -> dict[str, list[Any]]:
    """Return all results of tables by table, in the order of the seats."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for start in range(0, len(tables), 500):
        some = select(r).where(r.c.table_id.in_(tables[start : start + 500]))
        for row in connection.execute(some.order_by(r.c.table_id, r.c.seat)):
            found[row.table_id].append(row)
    return found


def _own_rating(row: Any) -> OwnRating:
    rating = Rating(row.mu, row.sigma)
    return OwnRating(
        row.game, row.pace, rating.points, rating.deviation, rating.is_provisional, row.games,
        row.wins,
    )  # fmt: skip


def _daily(connection: Connection, identity: str) -> DailyStreak:
    played = (
        select(e.c.day)
        .join(r, and_(r.c.table_id == e.c.table_id, r.c.identity == e.c.guest))
        .where(e.c.guest == identity)
        .distinct()
        .order_by(e.c.day)
    )
    days = [date.fromisoformat(day) for day in connection.execute(played).scalars()]
    return streak_of(days, today())


def _mean_loss(connection: Connection, own: Sequence[Any]) -> tuple[float | None, int]:
    """Return the mean loss of a turn in the latest reviewed games, and their number."""
    rv = schema.reviews
    tables = [row.table_id for row in own[:200]]
    known = select(rv.c.table_id, rv.c.depth).where(rv.c.table_id.in_(tables))
    depths: dict[str, str] = dict(sorted((row[0], row[1]) for row in connection.execute(known)))
    turns = lost = reviewed = 0
    for row in own:
        if reviewed == MAX_REVIEWS or row.table_id not in depths:
            continue
        text = read_document(connection, row.table_id, depths[row.table_id])
        number: int = row.seat
        seat = read_losses(text).seats[number] if text is not None else SeatLoss(0, 0)
        turns, lost, reviewed = turns + seat.turns, lost + seat.lost, reviewed + 1
    return (lost / turns if turns else None), reviewed
