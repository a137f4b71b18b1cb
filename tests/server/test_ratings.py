"""Ratings: which matches count, who gains and loses, and that results lead to the same again."""

import dataclasses
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import structs
from sqlalchemy import Connection, insert, select, update

from benchmarks.ratings import simulate
from rondel.arena.standings import ladder
from rondel.cli.ratings import ratings
from rondel.match.record import STEP_LIMIT
from rondel.server.people.rating_rules import (
    MAX_PAIR_MATCHES,
    MIN_MOVES,
    FinishedMatch,
    Player,
    Rating,
    first_rating,
    rate,
    rated_players,
    unrated_reason,
)
from rondel.server.people.ratings import leaderboard, rate_match, recompute_ratings
from rondel.server.protocol.events import KINDS, StepsData
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate
from tests.waiting import wait_until

from .playing import MINE, OPEN, Server, Visitor

r, a, t = schema.results, schema.ratings, schema.tables
ANA, BEN = Player("ana", "person", 1, ip_group="a"), Player("ben", "person", 2, ip_group="b")
EXPERT = Player("expert", "bot", 1)
LONG = 30
PLAYED = FinishedMatch("finca", "carts", LONG, [ANA, BEN])


def changed(match: FinishedMatch, **facts: Any) -> str:
    """Return the reason why a match is not rated once some facts about it are others."""
    return unrated_reason(structs.replace(match, **facts))


def ratings_of(*players: Player) -> dict[str, Rating]:
    """Return the first ratings of players."""
    return {str(it.subject): first_rating(it.kind, str(it.subject), "finca") for it in players}


def test_the_winner_gains_what_the_loser_loses() -> None:
    new = rate(PLAYED.players, rated_players(PLAYED), ratings_of(ANA, BEN))
    assert new["ana"].points > 1500 > new["ben"].points
    assert new["ana"].sigma < Rating().sigma and new["ana"].is_provisional


def test_all_places_count_among_four_and_a_tie_moves_nobody_apart() -> None:
    four = [Player(name, "person", rank) for name, rank in zip("abcd", (1, 2, 2, 4), strict=True)]
    new = rate(four, four, ratings_of(*four))
    assert new["b"].mu == pytest.approx(new["c"].mu)
    assert new["a"].mu > new["b"].mu > new["d"].mu


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"is_wanted": False}, "not-wanted"),
        ({"is_sandbox": True}, "sandbox"),
        ({"has_custom_map": True}, "map"),
        ({"is_helped": True}, "helped"),
        ({"is_taken_back": True}, "taken-back"),
        ({"reason": STEP_LIMIT}, "unfinished"),
        ({"players": [ANA, Player(None, "person", 2)]}, "unknown-player"),
        ({"players": [ANA, Player("ana", "person", 2)]}, "same-person"),
        ({"players": [ANA, Player("eve", "person", 2, ip_group="a")]}, "same-address"),
        ({"pair_matches": MAX_PAIR_MATCHES}, "too-often"),
        ({"players": [ANA]}, "alone"),
    ],
)
def test_a_match_that_proves_nothing_is_not_rated(facts: dict[str, Any], reason: str) -> None:
    assert unrated_reason(PLAYED) == ""
    assert changed(PLAYED, **facts) == reason
    assert rated_players(structs.replace(PLAYED, **facts)) == []


def test_addresses_that_are_not_known_prove_no_same_person() -> None:
    unknown = [structs.replace(ANA, ip_group=""), structs.replace(BEN, ip_group="")]
    assert changed(PLAYED, players=unknown) == ""


def test_whoever_abandons_a_match_loses_it() -> None:
    gone = structs.replace(BEN, resigned=True)
    match = structs.replace(PLAYED, reason="timed-out", players=[ANA, gone])
    new = rate(match.players, rated_players(match), ratings_of(ANA, BEN))
    assert new["ana"].mu > Rating().mu > new["ben"].mu


def test_a_match_given_up_early_costs_the_loser_and_brings_the_winner_nothing() -> None:
    gone = structs.replace(BEN, resigned=True)
    match = structs.replace(PLAYED, moves=2 * MIN_MOVES - 1, players=[ANA, gone])
    new = rate(match.players, rated_players(match), ratings_of(ANA, BEN))
    assert set(new) == {"ben"} and new["ben"].mu < Rating().mu


def test_no_bot_moves_a_persons_rating() -> None:
    match = structs.replace(PLAYED, players=[ANA, BEN, EXPERT])
    before = ratings_of(ANA, BEN, EXPERT)
    with_bot = rate(match.players, rated_players(match), before)
    without = rate(PLAYED.players, rated_players(PLAYED), before)
    assert {name: with_bot[name] for name in without} == without
    assert with_bot["expert"] != before["expert"]
    alone = [ANA, EXPERT]
    assert set(rate(alone, alone, before)) == {"expert"}


def test_a_bot_begins_where_the_ladder_has_it() -> None:
    for name, elo in ladder("finca").items():
        assert first_rating("bot", name, "finca").points == elo
        assert not first_rating("bot", name, "finca").is_provisional
    assert first_rating("bot", "club-bot", "finca") == Rating()
    assert first_rating("person", "expert", "finca") == Rating()


def test_a_bot_at_two_seats_of_a_match_is_not_rated() -> None:
    twice = [ANA, BEN, EXPERT, structs.replace(EXPERT, rank=4)]
    assert set(rate(twice, twice, ratings_of(*twice))) == {"ana", "ben"}


def test_ratings_order_players_and_bots_of_known_strength() -> None:
    found = simulate(games=4000, players=50, seed=3)
    assert found.spearman > 0.96
    assert found.ladder == sorted(ladder("finca"), key=ladder("finca").__getitem__)
    assert found.provisional == 0


@dataclasses.dataclass
class Store:
    """Database with people, and matches that have ended."""

    database: Database
    numbers: "itertools.count[int]" = dataclasses.field(default_factory=itertools.count)

    def finish(
        self, *seats: dict[str, Any], ended: float = 0.0, moves: int = LONG, **columns: Any
    ) -> str:
        """Write a finished match, its winner first, and rate it."""
        number = next(self.numbers)
        table = f"t{number}"
        row = {
            "id": table, "game": "finca", "rules": 1, "edition": "", "players": len(seats),
            "status": "over", "visibility": "public", "pace": "{}", "creator": "ana",
            "secret": b"", "commitment": "", "made": 0.0, "rated": True, **columns,
        }  # fmt: skip
        shared = {
            "table_id": table, "name": "", "bot": "", "identity": None, "game": "finca",
            "edition": "", "players": len(seats), "pace": "days", "reason": "carts", "score": 0,
            "resigned": False, "helped": False, "ended": ended or float(number * 86400),
        }  # fmt: skip
        rows = [
            {**shared, "seat": seat, "rank": seat + 1, **given} for seat, given in enumerate(seats)
        ]

        def write(connection: Connection) -> None:
            connection.execute(insert(t).values(row))
            connection.execute(insert(r), rows)
            if moves:
                move = {"table_id": table, "kind": KINDS[StepsData], "at": 0.0, "data": "{}"}
                made = [move | {"number": number} for number in range(moves)]
                connection.execute(insert(schema.events), made)
            rate_match(connection, table)

        self.database.write_now(write)
        return table

    def all(self, table: Any, *order: Any) -> list[dict[str, Any]]:
        """Return all rows of a table of the database."""
        return self.database.read_now(
            lambda c: [row._asdict() for row in c.execute(select(table).order_by(*order))]
        )


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = Database(database)
    migrate(store)
    people = [
        {"id": name, "name": name.title(), "made": 0.0, "kind": kind, "house": name}
        for name, kind in (("ana", "guest"), ("ben", "user"), ("cas", "guest"), ("hal", "bot"))
    ]
    store.write_now(lambda connection: connection.execute(insert(schema.guests), people))
    yield Store(store)
    store.close()


PERSON = {name: {"identity": name} for name in ("ana", "ben", "cas", "hal")}


def test_ratings_are_recomputed_from_results_to_the_same_numbers(store: Store) -> None:
    ana, ben, cas, hal = PERSON.values()
    for number in range(12):
        seats = [ana, ben, cas, hal, {"bot": "expert"}, {"bot": "casual"}]
        store.finish(*(seats[(number * step) % 6] for step in (1, 2, 3)), moves=2 * number)
        store.finish(ben, {**ana, "resigned": True}, moves=2 * number)
    store.finish(ana, ben, rated=False)
    ratings = store.all(a, a.c.subject)
    results = store.all(r, r.c.table_id, r.c.seat)
    assert {row["subject"] for row in ratings} >= {"ana", "ben", "cas", "hal", "expert"}
    assert {row["kind"] for row in ratings if row["subject"] == "hal"} == {"bot"}
    matches = store.database.write_now(recompute_ratings)
    assert matches == len({row["table_id"] for row in results if row["rating_number"]})
    assert store.all(a, a.c.subject) == ratings
    assert store.all(r, r.c.table_id, r.c.seat) == results


def test_the_command_recomputes_the_ratings(
    database: str, store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    store.finish(PERSON["ana"], PERSON["ben"])
    before = store.all(a, a.c.subject)
    store.database.write_now(lambda connection: connection.execute(update(a).values(mu=3.0)))
    ratings(database=database, language="en")
    assert capsys.readouterr().out == "Ratings computed from 1 matches.\n"
    assert store.all(a, a.c.subject) == before


def test_a_match_is_rated_once(store: Store) -> None:
    table = store.finish(PERSON["ana"], PERSON["ben"])
    before = store.all(a, a.c.subject)
    assert not store.database.write_now(lambda connection: rate_match(connection, table))
    assert store.all(a, a.c.subject) == before


def test_the_same_two_people_gain_from_few_matches_a_day(store: Store) -> None:
    for _ in range(MAX_PAIR_MATCHES + 2):
        store.finish(PERSON["ana"], PERSON["ben"], ended=1000.0)
    store.finish(PERSON["ana"], PERSON["cas"], ended=1000.0)
    store.finish(PERSON["ana"], PERSON["ben"], ended=1000.0 + 86400)
    reasons = [row["unrated"] for row in store.all(r, r.c.table_id, r.c.seat)]
    assert reasons.count("too-often") == 4
    assert {row["subject"]: row["games"] for row in store.all(a)} == {
        "ana": MAX_PAIR_MATCHES + 2, "ben": MAX_PAIR_MATCHES + 1, "cas": 1,
    }  # fmt: skip


def test_the_leaderboard_has_certain_people_bots_and_oneself(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.finish(PERSON["ana"], PERSON["ben"])
    store.finish(PERSON["ben"], PERSON["cas"])
    certain = update(a).where(a.c.subject.in_(("ana", "ben"))).values(sigma=1.0)
    store.database.write_now(lambda connection: connection.execute(certain))
    monkeypatch.setattr("rondel.server.people.ratings.ACTIVE_FOR", 1e12)
    found = store.database.read_now(lambda c: leaderboard(c, "finca", "days", "cas")).players
    people = [(it.place, it.name, it.you) for it in found if it.kind == "person"]
    assert sorted(people, key=str) == [(1, "Ana", False), (2, "Ben", False), (None, "Cas", True)]
    assert [it.id for it in reversed(found) if it.kind == "bot"] == list(ladder("finca"))
    assert [it.rating for it in found] == sorted((it.rating for it in found), reverse=True)
    for_ana = store.database.read_now(lambda c: leaderboard(c, "finca", "days", "ana")).players
    assert "cas" not in [it.id for it in for_ana], "provisional ratings are one's own to see"
    monkeypatch.undo()
    later = store.database.read_now(lambda c: leaderboard(c, "finca", "days", "cas")).players
    assert [it.name for it in later if it.kind == "person"] == ["Cas"], "nobody else is active"


Start = Callable[..., Server]


def test_a_match_that_asked_for_it_is_rated_soon_after_its_end(
    database: str, start_server: Start
) -> None:
    server = start_server(database=database, bots=False)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    stored = Database(database)
    separate = update(schema.guests).where(schema.guests.c.id == ben.id).values(house="elsewhere")
    stored.write_now(lambda connection: connection.execute(separate))
    made = ana.table(MINE, OPEN, visibility="public", rated=True)
    assert made["state"]["table"]["rated"]
    ben.sit_down(made["id"])
    ben.concede(made["id"])

    def rated() -> list[tuple[str, bool]]:
        query = select(r.c.identity, r.c.rated).where(r.c.rating_number.is_not(None))
        return stored.read_now(lambda c: [tuple(row) for row in c.execute(query)])

    wait_until(lambda: bool(rated()))
    # Given up before the first step: the loser alone is rated.
    assert sorted(rated()) == sorted([(ana.id, False), (ben.id, True)])
    board = ben.ok("GET", "/api/ratings/finca?pace=untimed")
    (own,) = [player for player in board["players"] if player["you"]]
    assert own["name"] == "Ben" and own["provisional"] and own["games"] == 1
    assert ana.refused("GET", "/api/ratings/chess") == (404, "unknown-game")
    again = ana.rematch(made["id"])
    assert ana.state(again)["table"]["rated"]
    stored.close()
