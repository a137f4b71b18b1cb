"""Reviews on a server: requested by those who may see a finished game, written by one worker."""

import random
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec
import pytest
from alembic import command
from sqlalchemy import delete, insert, text, update

import rondel
from rondel.games import find
from rondel.match import Match, SeededRandom, write_record
from rondel.reviews import WHOLE, write_review
from rondel.server.errors import TooMany
from rondel.server.storage import reviews, schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import config_of, migrate
from rondel.server.storage.tasks import claim_tasks, finish_task
from tests.waiting import TIMEOUT, wait_until

from .migrating import insert_before
from .playing import BOT, MINE, OPEN, Server, Visitor, hot_seat

LONG = 3600.0


def given_up(ana: Visitor, steps: int = 6, visibility: str = "public") -> str:
    """Return a game of Ana's against herself that is soon given up."""
    table: str = ana.table(MINE, MINE, visibility=visibility)["id"]
    for number in range(steps):
        ana.play(table, f"place {number}", seat=number % 2)
    ana.act(table, "resign", seat=0)
    return table


def path(table: str) -> str:
    return f"/api/tables/{table}/review"


def review_of(visitor: Visitor, table: str, depth: str = "quick") -> Any:
    """Return the review, once it is there."""
    found: dict[str, Any] = {}

    def is_done() -> bool:
        found.update(visitor.ok("GET", f"{path(table)}?depth={depth}"))
        assert found["status"] != "failed"
        return bool(found["status"] == "done")

    wait_until(is_done, 2 * TIMEOUT)
    return found["review"]


def test_a_finished_game_is_reviewed_for_whoever_may_see_it(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    table = given_up(ana)
    nothing = ana.ok("GET", path(table))
    assert (nothing["status"], nothing["review"]) == ("none", None)
    asked = ben.ok("POST", path(table), {})
    assert asked["status"] in ("waiting", "working", "done") and asked["mine"]
    review = review_of(ana, table)
    for seat in review["seats"]:
        sums = seat["start"] + seat["luck"] - seat["given"] + seat["received"]
        assert sums == seat["result"]
    assert review["result"] == [0, WHOLE] and review["reason"] == "conceded"
    assert [turn["seat"] for turn in review["turns"]] == [0, 1, 0, 1, 0, 1, 0]
    again = ana.ok("POST", path(table), {})
    assert again["status"] == "done" and not again["mine"] and again["review"] == review
    assert again["done"] == again["steps"] == review["steps"]
    assert Visitor(server, None).ok("GET", path(table))["review"] == review
    record = ana.ask("GET", f"/api/tables/{table}/record").text
    assert msgspec.json.decode(write_review(rondel.review(record))) == review


def test_a_game_that_goes_on_is_not_reviewed(server: Server) -> None:
    ana, table = hot_seat(server)
    assert ana.refused("POST", path(table), {}) == (409, "invalid-state")
    assert ana.refused("GET", path(table)) == (409, "invalid-state")
    assert ana.refused("POST", path(given_up(ana)), {"depth": "deepest"})[0] == 400
    assert Visitor(server, None).refused("POST", path(given_up(ana)), {}) == (
        401,
        "unauthenticated",
    )


def test_the_review_of_a_private_game_stays_private(server: Server) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    table = given_up(ana, visibility="private")
    ana.ok("POST", path(table), {})
    for method in ("GET", "POST", "DELETE"):
        body: dict[str, Any] | None = {} if method == "POST" else None
        assert eve.refused(method, path(table), body) == (404, "no-such-table")
    assert review_of(ana, table)["names"]


def test_reviews_wait_for_a_worker_are_limited_and_can_be_stopped(
    database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=database, bots=False, reviews_waiting=2, reviews_per_hour=4)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    tables = [given_up(ana, steps=2) for _ in range(3)]
    for table in tables[:2]:
        assert ana.ok("POST", path(table), {})["status"] == "waiting"
        assert ana.ok("POST", path(table), {})["status"] == "waiting"
    assert ana.refused("POST", path(tables[2]), {}) == (429, "too-many")
    ben.ok("DELETE", path(tables[0]))
    assert ana.ok("GET", path(tables[0]))["status"] == "waiting"
    assert ana.ok("DELETE", path(tables[0]))["status"] == "none"
    assert ana.ok("POST", path(tables[2]), {})["status"] == "waiting"
    ana.ok("DELETE", path(tables[2]))
    assert ana.refused("POST", path(tables[2]), {}) == (429, "rate-limited")
    start_server(program="worker", database=database)
    assert review_of(ana, tables[1])["turns"]


def test_the_review_of_a_worker_that_is_killed_is_written_by_another(
    postgres_database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=postgres_database, bots=False)
    ana = Visitor(server)
    table = given_up(ana, steps=10)
    worker = start_server(program="worker", database=postgres_database, bot_lease=2.0)
    ana.ok("POST", path(table), {"depth": "full"})
    wait_until(lambda: ana.ok("GET", path(table) + "?depth=full")["status"] != "waiting", TIMEOUT)
    assert ana.ok("GET", path(table) + "?depth=full")["status"] == "working"
    worker.kill()
    start_server(program="worker", database=postgres_database, bot_lease=2.0)
    assert len(review_of(ana, table, "full")["turns"]) == 11


def test_a_hundred_reviews_asked_for_at_once_wait_for_a_games_bots(
    postgres_database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=postgres_database, reviews_waiting=100)
    ana = Visitor(server)
    record = ana.ask("GET", f"/api/tables/{given_up(ana, steps=10)}/record").text
    tables = [ana.ok("POST", "/api/records", {"record": record})["id"] for _ in range(50)]
    asked = [(table, depth) for depth in ("full", "quick") for table in tables]
    for table, depth in asked:
        ana.ok("POST", path(table), {"depth": depth})
    bot = {"kind": "bot", "bot": "expert"}
    game = ana.table(bot, bot)["id"]
    wait_until(lambda: ana.state(game)["table"]["status"] == "over", 3 * TIMEOUT)
    seen = [ana.ok("GET", f"{path(table)}?depth={depth}")["status"] for table, depth in asked]
    assert "failed" not in seen
    # Were bots to wait for reviews, all would be done by now.
    assert seen.count("waiting") >= 50, seen


def test_another_way_of_a_finished_game_is_shown_and_played_on_against_bots(
    server: Server,
) -> None:
    ana = Visitor(server)
    table = given_up(ana)
    start = len(ana.ask("GET", f"/api/tables/{table}/record").text.partition("\n\n")[2].split("\n"))
    first = start - 1 - 6
    what_if = f"/api/tables/{table}/what-if"
    shown = ana.ok("POST", what_if, {"steps": first, "then": ["place 11"]})
    assert shown["moment"]["steps"] == first + 1 and shown["moment"]["turn"]["seat"] == 1
    assert shown["narration"][0]["text"] == "place 11"
    wrong = {"steps": first, "then": ["move 1"]}
    assert ana.refused("POST", what_if, wrong) == (422, "illegal-step")
    assert ana.refused("POST", what_if, {"steps": 999, "then": ["place 1"]}) == (
        409,
        "invalid-state",
    )
    going_on = ana.table(MINE, MINE)["id"]
    path_there = f"/api/tables/{going_on}/what-if"
    assert ana.refused("POST", path_there, {"steps": 32, "then": ["place 1"]}) == (
        409,
        "invalid-state",
    )
    branch = {"steps": first + 1, "bot": "casual", "seat": 0}
    made = ana.ok("POST", f"/api/tables/{table}/branch", branch)
    seats = made["state"]["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["person", "bot"]
    wait_until(lambda: ana.state(made["id"])["moment"]["steps"] == first + 2, TIMEOUT)
    wrong = {"steps": first, "bot": "nobody", "seat": 0}
    assert ana.refused("POST", f"/api/tables/{table}/branch", wrong)[1] == "unknown-bot"
    wrong = {"steps": first, "bot": "casual", "seat": 7}
    assert ana.refused("POST", f"/api/tables/{table}/branch", wrong)[1] == "seat-taken"


def test_hints_are_given_against_bots_alone_and_the_game_is_marked(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    alone = ana.table(MINE, BOT)["id"]
    hint = ana.ok("POST", f"/api/tables/{alone}/hint")
    assert 0 < hint["chance"] < hint["whole"] == WHOLE and hint["told"]
    assert hint["themes"] == ["placing"]
    options = [option["text"] for option in hint["options"]]
    actions = ana.state(alone)["moment"]["turn"]["actions"]
    assert options[0] == hint["steps"][0] and len(options) == len(actions)
    assert ana.state(alone)["table"]["helped"] == hint["helped"] == 1
    ana.play(alone, *hint["steps"])
    assert ben.refused("POST", f"/api/tables/{alone}/hint") == (404, "no-such-table")
    made = ana.table(MINE, OPEN)
    token = made["links"]["seats"]["1"].split("/")[-1]
    assert ana.refused("POST", f"/api/tables/{made['id']}/hint") == (409, "invalid-state")
    ben.act(made["id"], "join", token=token)
    assert ana.refused("POST", f"/api/tables/{made['id']}/hint") == (409, "invalid-state")
    sandbox = ana.table(MINE, MINE)["id"]
    assert ana.ok("POST", f"/api/tables/{sandbox}/hint")["steps"]
    over = given_up(ana)
    assert ana.refused("POST", f"/api/tables/{over}/hint") == (409, "invalid-state")


TABLE = {
    "game": "finca", "rules": 1, "edition": "", "players": 2, "status": "over",
    "visibility": "public", "pace": "{}", "secret": b"", "commitment": "", "made": 0.0,
}  # fmt: skip


@pytest.fixture
def store(database: str) -> Iterator[Database]:
    """Yield a database in which games of two guests wait to be reviewed."""
    store = Database(database)
    migrate(store)
    with store.engine.begin() as connection:
        for guest in ("ana", "ben"):
            connection.execute(insert(schema.guests).values(id=guest, name=guest, made=0.0))
        for number in range(6):
            guest = "ben" if number == 5 else "ana"
            table = {"id": f"t{number}", "creator": guest}
            connection.execute(insert(schema.tables).values(**TABLE, **table))
            reviews.ask(connection, f"t{number}", "quick", guest, 0, 100, "")
    yield store
    store.close()


def claim(store: Database, worker: str, lease: float = LONG, depth: str = "quick") -> Any:
    """Claim the next review for a worker."""
    kind = reviews.review_kind(depth)
    claiming = partial(claim_tasks, kind=kind, worker=worker, lease=lease)
    return next(iter(store.write_now(claiming)), None)


def test_reviews_are_claimed_in_turns_between_people(store: Database) -> None:
    assert claim(store, "w", depth="full") is None
    order = [claim(store, "w").key for _ in range(6)]
    # Ben, who came last, waits for one of Ana's.
    assert order == ["t0", "t5", "t1", "t2", "t3", "t4"]
    assert claim(store, "z") is None


def test_turns_are_taken_between_houses_however_many_people_one_has(store: Database) -> None:
    g, k = schema.guests, schema.tasks
    crowd = [f"c{number}" for number in range(3)]
    with store.engine.begin() as connection:
        for guest in crowd:
            row = {"id": guest, "name": guest, "made": 0.0, "house": "theirs"}
            connection.execute(insert(g).values(row))
        for number, guest in enumerate(crowd):
            connection.execute(update(k).where(k.c.key == f"t{number}").values(owner=guest))
        connection.execute(delete(k).where(k.c.key.in_(("t3", "t4"))))
    # Ben, who came last and from another house, waits for one of them and not for all.
    assert [claim(store, "w").key for _ in range(4)] == ["t0", "t5", "t1", "t2"]


def test_a_quick_look_does_not_wait_for_a_deep_one(
    database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=database)
    ana, ben = Visitor(server), Visitor(server, "Ben")
    match, luck = Match(find("finca"), list("ABCD"), dealer=SeededRandom(1)), random.Random(1)
    while not match.position.is_over:
        match.play(luck.choice(match.position.legal_steps)[0])
    deep = ana.ok("POST", "/api/records", {"record": write_record(match)})["id"]
    ana.ok("POST", path(deep), {"depth": "full"})
    wait_until(lambda: ana.ok("GET", f"{path(deep)}?depth=full")["status"] == "working", TIMEOUT)
    soon = given_up(ben, steps=2)
    ben.ok("POST", path(soon), {})
    assert review_of(ben, soon)["turns"]
    assert ana.ok("GET", f"{path(deep)}?depth=full")["status"] == "working"


def finish(store: Database, task: Any, worker: str) -> bool:
    """Keep a review."""
    keep = partial(reviews.insert_review, task=task, depth="quick", document=b"{}")
    return store.write_now(partial(finish_task, task=task, worker=worker, write=keep))


def state_of(store: Database, table: str) -> tuple[str, int]:
    """Return the status of a review and how far it is."""
    found = store.read_now(partial(reviews.find_review, table=table, depth="quick"))
    assert found is not None
    return found.status, found.done


def test_what_a_silent_worker_held_goes_to_another_and_only_that_one_may_finish(
    store: Database,
) -> None:
    late, heir = claim(store, "gone", -1.0), claim(store, "new")
    assert late.key == heir.key == "t0" and state_of(store, "t0") == ("working", 0)
    assert not finish(store, late, "gone")
    read = partial(reviews.read_document, table="t0", depth="quick")
    assert store.read_now(read) is None
    assert finish(store, heir, "new") and not finish(store, heir, "new")
    assert store.read_now(read) == b"{}" and state_of(store, "t0") == ("done", 100)


def ask(store: Database, sequence: int = 0, **more: Any) -> bool:
    """Ask for the quick review of Ana's first table."""
    known: dict[str, Any] = {"table": "t0", "depth": "quick", "guest": "ana", "steps": 100}
    known["record"] = ""
    return store.write_now(partial(reviews.ask, sequence=sequence, **known, **more))


def test_a_review_that_kills_its_workers_is_given_up_and_may_be_asked_for_again(
    store: Database,
) -> None:
    for worker in "abc":
        assert claim(store, worker, -1.0).key == "t0"
    assert claim(store, "d").key == "t1" and state_of(store, "t0") == ("failed", 0)
    assert ask(store) and not ask(store)


def test_a_review_of_an_earlier_end_gives_way_to_one_of_the_latest(store: Database) -> None:
    assert finish(store, claim(store, "w"), "w")
    assert not ask(store) and ask(store, 7)
    assert state_of(store, "t0") == ("waiting", 0)
    with pytest.raises(TooMany):
        ask(store, 8, most=4)
    assert state_of(store, "t0") == ("waiting", 0)


def test_a_review_is_stopped_only_by_the_guest_who_asked_for_it(store: Database) -> None:
    cancel = partial(reviews.cancel, table="t0", depth="quick")
    task = claim(store, "w")
    assert not store.write_now(partial(cancel, guest="ben"))
    assert store.write_now(partial(cancel, guest="ana"))
    assert not finish(store, task, "w")
    assert store.read_now(partial(reviews.find_review, table="t0", depth="quick")) is None


def test_reviews_that_waited_before_there_were_tasks_are_written(database: str) -> None:
    store = Database(database)
    with store.engine.execution_options(writes=True).begin() as connection:
        command.upgrade(config_of(connection), "0009")
        guest = "INSERT INTO guests (id, name, made, is_bot) VALUES ('ana', 'Ana', 0, false)"
        connection.execute(text(guest))
        insert_before(connection, "tables", **TABLE, id="t0", creator="ana")
        old = text(
            "INSERT INTO reviews (table_id, depth, guest, status, sequence, asked, worker, until,"
            " tries, done, steps, document) VALUES ('t0', :depth, 'ana', :status, 7, 5.0, 'w', 9.0,"
            " 2, 3, 100, :document)"
        )
        for depth, status in (("quick", "waiting"), ("full", "done"), ("old", "failed")):
            document = zlib.compress(b"[1]") if status == "done" else None
            connection.execute(old, {"depth": depth, "status": status, "document": document})
    migrate(store)
    find, read = reviews.find_review, reviews.read_document
    found = {
        d: store.read_now(partial(find, table="t0", depth=d)) for d in ("quick", "full", "old")
    }
    assert found == {
        "quick": ("ana", "waiting", 7, 0, 100),
        "full": ("ana", "done", 7, 100, 100),
        "old": ("ana", "failed", 7, 0, 100),
    }
    assert store.read_now(partial(read, table="t0", depth="full")) == b"[1]"
    task = claim(store, "w")
    assert task.attempt == 3 and finish(store, task, "w")
    store.close()
