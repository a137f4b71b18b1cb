"""Quotas hold when requests arrive at the same moment, at one process or at several."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rondel.match import Match, write_record

from .playing import MINE, OPEN, Server, Visitor, carry
from .processes import new_database, start_process

AT_ONCE = 16
CHAMPION = {"kind": "bot", "bot": "champion"}
STRONG, TABLES, REVIEWS, ENTRIES = 6, 5, 2, 3


@pytest.fixture(scope="module")
def pair(
    kind: str,
    redis_url: str,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[list[Server]]:
    """Two processes that share a database and move no bots."""
    folder: Path = tmp_path_factory.mktemp("quotas")
    database = f"sqlite:///{folder / 'x.db'}"
    if kind == "postgres":
        database = new_database(request.getfixturevalue("postgres"))
    limits: dict[str, Any] = {
        "strong_seats": STRONG,
        "tables_per_hour": TABLES,
        "reviews_waiting": REVIEWS,
        "daily_per_address": ENTRIES,
    }
    started = [
        start_process(
            folder / f"log-{number}", database=database, bots=False, redis=redis_url, **limits
        )
        for number in range(2)
    ]
    yield started
    for server in started:
        server.stop()


def at_once(asks: Sequence[Callable[[], tuple[int, str]]]) -> list[tuple[int, str]]:
    """Send requests in parallel; return their statuses and codes."""
    with ThreadPoolExecutor(len(asks)) as pool:
        return [done.result(60) for done in [pool.submit(ask) for ask in asks]]


def everywhere(visitor: Visitor, pair: list[Server]) -> list[Visitor]:
    """Return a person as often as they ask at once, at the processes by turns."""
    return [carry(visitor, pair[number % 2]) for number in range(AT_ONCE)]


def count_of(answers: list[tuple[int, str]], code: str) -> int:
    """Return how many succeeded; all others were refused with this code."""
    assert {found for status, found in answers if status >= 300} == {code}, answers
    return sum(status < 300 for status, _ in answers)


def test_strong_bots_seats_are_counted_where_they_are_written(pair: list[Server]) -> None:
    ana = Visitor(pair[0])
    seats: list[dict[str, Any]] = [MINE, OPEN, OPEN, CHAMPION]
    tables = [ana.table(MINE, OPEN, OPEN, OPEN)["id"] for _ in range(4)]
    asks = [
        partial(me.fill, tables[at % 4], 1 + at // 4, "champion")
        for at, me in enumerate(everywhere(ana, pair)[:12])
    ]
    asks += [partial(me.try_table, *seats) for me in everywhere(ana, pair)[12:]]
    answers = at_once(asks)
    assert {code for status, code in answers if status >= 300} <= {"too-many", "rate-limited"}
    strong = [
        seat
        for table in ana.mine()
        for seat in table["seats"]
        if seat["kind"] == "bot" and seat["bot"] == "champion"
    ]
    assert len(strong) == STRONG


def test_tables_of_an_hour_are_counted_where_they_are_written(pair: list[Server]) -> None:
    ana = Visitor(pair[0])
    asks = [partial(me.try_table, MINE, OPEN) for me in everywhere(ana, pair)]
    assert count_of(at_once(asks), "rate-limited") == TABLES == len(ana.mine())


def test_waiting_reviews_are_counted_where_they_are_written(pair: list[Server]) -> None:
    ana = Visitor(pair[0])
    match = Match("finca", seed=1)
    match.give_up("conceded", [1, 2])
    tables = [ana.bring(write_record(match)) for _ in range(8)]
    asks = [
        partial(me.ask_review, table)
        for me, table in zip(everywhere(ana, pair), tables, strict=False)
    ]
    assert count_of(at_once(asks), "too-many") == REVIEWS


def test_daily_entries_of_an_address_are_counted_where_they_are_written(
    pair: list[Server],
) -> None:
    people = [Visitor(pair[number % 2], f"Guest {number}") for number in range(AT_ONCE)]
    asks = [partial(me.begin_daily, "finca") for me in people]
    assert count_of(at_once(asks), "too-many") == ENTRIES
