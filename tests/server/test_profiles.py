"""Profiles: statistics from results, history, head-to-head, one's own games by urgency."""

from collections.abc import Callable
from datetime import date
from typing import Any

from sqlalchemy import update

from rondel.server.people.profiles import bests, next_levels, streak_of, win_rates
from rondel.server.storage import schema
from rondel.server.storage.engine import Database

from .playing import MINE, OPEN, Server, Visitor

Start = Callable[..., Server]


class Result:
    """Row of a result."""

    def __init__(self, table: str, seat: int, rank: int, **facts: Any):
        usual = {
            "table_id": table, "seat": seat, "rank": rank, "game": "finca", "players": 2,
            "pace": "days", "score": 10, "helped": False, "resigned": False, "bot": "",
            "identity": None, "ended": 1.0,
        }  # fmt: skip
        self.__dict__ |= usual | facts


def test_win_rates_are_by_game_players_pace_and_bot() -> None:
    own = [Result("a", 0, 1, identity="ana"), Result("b", 0, 2, identity="ana", players=3)]
    tables: dict[str, list[Any]] = {
        "a": [own[0], Result("a", 1, 2, bot="expert")],
        "b": [own[1], Result("b", 1, 1, bot="casual"), Result("b", 2, 3, bot="beginner")],
    }
    found = {(it.by, it.key): (it.games, it.wins) for it in win_rates(own, tables)}
    assert found == {
        ("game", "finca"): (2, 1), ("players", "2"): (1, 1), ("players", "3"): (1, 0),
        ("pace", "days"): (2, 1), ("bot", "expert"): (1, 1), ("bot", "casual"): (1, 0),
    }  # fmt: skip


def test_the_next_level_follows_the_strongest_that_was_beaten() -> None:
    own = [Result("a", 0, 1, identity="ana"), Result("b", 0, 1, identity="ana", helped=True)]
    tables: dict[str, list[Any]] = {
        "a": [own[0], Result("a", 1, 2, bot="casual")],
        "b": [own[1], Result("b", 1, 2, bot="expert")],
    }
    [found] = next_levels(own, tables)
    assert (found.beaten, found.next) == ("casual", "regular")
    assert next_levels([], {}) == []


def test_the_best_score_was_made_without_help() -> None:
    own = [Result("a", 0, 1, score=30), Result("b", 0, 1, score=50, helped=True)]
    assert [(it.table, it.score) for it in bests(own)] == [("a", 30)]


def test_a_streak_ends_with_a_day_that_was_missed() -> None:
    days = [date(2026, 3, day) for day in (1, 2, 3, 5, 6)]
    assert streak_of(days, date(2026, 3, 7)).current == 2
    assert streak_of(days, date(2026, 3, 7)).longest == 3
    assert streak_of(days, date(2026, 3, 8)).current == 0
    assert streak_of(days, date(2028, 1, 1)).days == []
    assert streak_of([], date(2026, 3, 8)).longest == 0


def test_history_and_head_to_head_show_others_public_games_only(server: Server) -> None:
    ana, ben, eve = (Visitor(server, name) for name in ("Ana", "Ben", "Eve"))
    finished: dict[str, str] = {}
    for visibility in ("public", "private"):
        made = ana.table(MINE, OPEN, visibility=visibility)
        token = made["links"]["seats"]["1"].rpartition("/")[2] if visibility == "private" else None
        ben.sit_down(made["id"], **({"token": token} if token else {}))
        ben.concede(made["id"])
        finished[visibility] = made["id"]
    path = f"/api/people/{ana.id}"
    own = ana.ok("GET", path + "/games")
    assert [it["table"] for it in own["games"]] == [finished["private"], finished["public"]]
    assert [it["name"] for it in own["games"][0]["seats"]] == ["Ana", "Ben"]
    assert [it["table"] for it in eve.ok("GET", path + "/games")["games"]] == [finished["public"]]
    for query, count in (
        ("game=finca", 2), ("game=milestones", 0), ("outcome=won", 2), ("outcome=lost", 0),
        (f"opponent={ben.id}", 2), (f"opponent={eve.id}", 0), ("pace=untimed", 2), ("before=1", 0),
    ):  # fmt: skip
        assert len(ana.ok("GET", f"{path}/games?{query}")["games"]) == count, query
    assert ana.ok("GET", f"{path}/against/{ben.id}") == {
        "games": 2, "ahead": 2, "behind": 0, "tied": 0,
    }  # fmt: skip
    assert eve.ok("GET", f"{path}/against/{ben.id}")["games"] == 1
    profile = ana.ok("GET", path)
    assert profile["games"] == 2 and profile["loss"] is None
    assert eve.ok("GET", path)["games"] == 1
    assert eve.refused("GET", "/api/people/nobody") == (404, "no-such-person")


def test_my_games_begin_with_my_turn_and_the_least_time(database: str, start_server: Start) -> None:
    server = start_server(database=database, bots=False)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    tables: list[str] = []
    for days in (7, 1, 3):
        pace = {"kind": "days", "days": days}
        table = ana.table(MINE, OPEN, visibility="public", pace=pace)["id"]
        ben.sit_down(table)
        tables.append(table)
    waiting = ana.table(MINE, OPEN)["id"]
    found = ana.ok("GET", "/api/me/games")
    assert {it["id"] for it in found["tables"]} == {*tables, waiting}
    assert found["tables"][-1]["id"] == waiting
    turns = [it["your_turn"] for it in found["tables"]]
    assert turns == sorted(turns, reverse=True) and found["turns"] == sum(turns)
    paces = [it["pace"]["days"] for it in found["tables"] if it["your_turn"]]
    assert paces == sorted(paces)
    store = Database(database)
    taken = update(schema.seats).where(schema.seats.c.guest == ana.id).values(guest=None)
    store.write_now(lambda connection: connection.execute(taken))
    assert ana.ok("GET", "/api/me/games")["tables"] == []
    store.close()
