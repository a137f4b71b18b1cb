"""Permissions of every kind of identity at every kind of table, without a server."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace as replace_seat

from rondel.core import RondelError
from rondel.games import find
from rondel.server.runtime.making import new_row
from rondel.server.storage.days import today
from rondel.server.storage.rows import Row, SeatRow
from rondel.server.tables import permissions

GAME = find("finca")
TODAY, YESTERDAY = (today() - timedelta(days=days) for days in (0, 1))
IDENTITIES = (None, "stranger", "creator", "player", "watcher", "leaver")
"""Nobody, and one of each kind of identity. The creator sits at no seat."""


@dataclass(frozen=True)
class Rows:
    """Rows of a table."""

    row: Row
    seats: list[SeatRow] = field(default_factory=list[SeatRow])
    watchers: frozenset[str] = frozenset({"watcher"})


def table(**facts: Any) -> Rows:
    """Return a table with a player, a bot and a seat that somebody has left."""
    seats = [
        SeatRow(0, "person", "", "player", "Ana", "", False, 0),
        SeatRow(1, "bot", "random", None, "random", "", False, 0),
        SeatRow(2, "person", "", None, "", "", False, 0, left_by="leaver"),
    ]
    facts = {"status": "playing", "to_move": 0, **facts}
    return Rows(new_row(GAME, GAME.edition(""), 3, "creator", **facts), seats)


def outcome(check: Callable[..., object], *args: object) -> object:
    """Return what a check returns, or the code of its refusal."""
    try:
        return check(*args)
    except RondelError as error:
        return error.code


TABLES = {
    "public": table(visibility="public"),
    "public without chat": table(visibility="public", chat_for_watchers=False),
    "private": table(),
    "private without chat": table(chat_for_watchers=False),
    "sandbox": table(sandbox=True),
    "daily challenge": table(daily=TODAY.isoformat()),
    "daily challenge that is over": table(daily=TODAY.isoformat(), status="over"),
    "daily challenge of an earlier day": table(daily=YESTERDAY.isoformat(), status="over"),
    "unfinished one of an earlier day": table(daily=YESTERDAY.isoformat()),
}
EVERYBODY = set(IDENTITIES)
KNOWN = {"creator", "player", "watcher"}
SEEN_BY = dict.fromkeys(TABLES, KNOWN) | {
    "public": EVERYBODY,
    "public without chat": EVERYBODY,
    "daily challenge of an earlier day": EVERYBODY,
}


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_is_seen_by_those_it_is_for(kind: str) -> None:
    assert {who for who in IDENTITIES if permissions.may_see(TABLES[kind], who)} == SEEN_BY[kind]
    for who in IDENTITIES:
        wanted = None if who in SEEN_BY[kind] else "no-such-table"
        assert outcome(permissions.check_see, TABLES[kind], who) == wanted, who


@pytest.mark.parametrize("kind", TABLES)
def test_the_creator_and_players_speak_and_watchers_where_the_table_allows_it(kind: str) -> None:
    speakers = {"creator", "player"} if "without chat" in kind else EVERYBODY
    for who in filter(None, IDENTITIES):
        wanted = None if who in speakers else "chat-forbidden"
        assert outcome(permissions.check_speak, TABLES[kind], who) == wanted, who


@pytest.mark.parametrize("kind", TABLES)
def test_a_seat_is_acted_for_by_its_player_alone(kind: str) -> None:
    for who in filter(None, IDENTITIES):
        for seat in (None, 0, 1, 2, 3):
            is_own = who == "player" and seat in (None, 0)
            wanted = 0 if is_own else "not-your-seat"
            assert outcome(permissions.check_seat, TABLES[kind], who, seat) == wanted, (who, seat)


@pytest.mark.parametrize("kind", TABLES)
def test_a_table_is_managed_by_its_creator_alone(kind: str) -> None:
    for who in filter(None, IDENTITIES):
        wanted = None if who == "creator" else "not-your-table"
        assert outcome(permissions.check_creator, TABLES[kind], who) == wanted, who


@pytest.mark.parametrize("kind", TABLES)
def test_a_rematch_is_created_by_players_and_the_creator(kind: str) -> None:
    for who in filter(None, IDENTITIES):
        wanted = None if who in ("creator", "player") else "not-your-table"
        if wanted is None and kind == "sandbox":
            wanted = "invalid-state"
        assert outcome(permissions.check_rematch, TABLES[kind], who) == wanted, who


def test_a_player_of_several_seats_means_the_one_to_move_or_else_the_first() -> None:
    seats = [SeatRow(seat, "person", "", "player", "Ana", "", False, 0) for seat in range(3)]
    for to_move, status, wanted in ((2, "playing", 2), (None, "playing", 0), (2, "over", 0)):
        found = replace(table(to_move=to_move, status=status), seats=seats)
        assert permissions.check_seat(found, "player", None) == wanted


def test_nobody_plays_where_a_bot_does() -> None:
    for values, code in (
        ({}, None),
        ({"substitute": "random"}, "invalid-state"),
        ({"resigned": True}, "invalid-state"),
    ):
        seat = SeatRow(0, "person", "", "player", "Ana", "", False, 0)
        for name, value in values.items():
            setattr(seat, name, value)
        found = replace(table(), seats=[seat])
        assert outcome(permissions.check_own_play, found, 0) == code


@pytest.mark.parametrize("kind", TABLES)
def test_nothing_is_known_of_a_daily_challenge_before_its_day_is_over(kind: str) -> None:
    is_sealed = kind in ("daily challenge", "daily challenge that is over")
    found = TABLES[kind]
    wanted = "daily-challenge" if is_sealed else None
    assert outcome(permissions.check_unsealed, found) == wanted
    is_record_closed = is_sealed and found.row.status == "playing"
    assert outcome(permissions.check_record, found) == (wanted if is_record_closed else None)
    for who in filter(None, IDENTITIES):
        refusal = wanted if who in SEEN_BY[kind] else "no-such-table"
        assert outcome(permissions.check_branch, found, who) == refusal, who
    is_daily = "daily-challenge" if found.row.daily else None
    assert outcome(permissions.check_not_daily, found) == is_daily


@pytest.mark.parametrize("kind", TABLES)
def test_a_hint_is_given_to_the_player_to_move_who_plays_against_bots_alone(kind: str) -> None:
    alone = replace(TABLES[kind], seats=TABLES[kind].seats[:2])
    for who in filter(None, IDENTITIES):
        if alone.row.status == "over":
            wanted: object = "invalid-state"
        elif alone.row.daily:
            wanted = "daily-challenge"
        else:
            wanted = 0 if who == "player" else "invalid-state"
        assert outcome(permissions.check_hint, alone, who) == wanted, who


def test_a_hint_is_given_to_nobody_else() -> None:
    mine = SeatRow(0, "person", "", "player", "Ana", "", False, 0)
    bot = SeatRow(1, "bot", "random", None, "random", "", False, 0)
    for seats, to_move, code in (
        ([mine, bot], 1, "not-your-turn"),
        ([mine, bot], None, "not-your-turn"),
        ([mine, replace_seat(bot, kind="person", guest="another")], 0, "invalid-state"),
        ([replace_seat(mine, substitute="random"), bot], 0, "not-your-turn"),
    ):
        found = replace(table(to_move=to_move), seats=seats)
        assert outcome(permissions.check_hint, found, "player") == code
