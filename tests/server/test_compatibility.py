"""Databases that earlier versions of the rules filled: every match opens, and goes on."""

import gzip
import json
import lzma
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rondel.core import read_position
from rondel.match import read_record
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import migrate, server_key
from tests.compatibility.make import PACKED
from tests.compatibility.past import Missing, check_complete
from tests.waiting import wait_until

from .playing import Server, Visitor
from .sessions import guest_cookie, undated_cookie
from .stored import check_all_results

KEPT = Path(__file__).parent.parent / "compatibility"
FOLDERS = sorted(path for path in KEPT.glob("version*") if path.is_dir())


def unpacked(folder: Path, name: str) -> bytes:
    return lzma.decompress((folder / name).read_bytes())


def open_kept(folder: Path, kind: str, database: str) -> None:
    """Bring a kept database of a kind into a new one."""
    if kind == "sqlite":
        Path(database.removeprefix("sqlite:///")).write_bytes(unpacked(folder, PACKED[1]))
    else:
        psql = ["psql", "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", database]
        script = unpacked(folder, PACKED[2])
        subprocess.run(psql, input=script, check=True, capture_output=True, timeout=120)


def come_back(visitor: Visitor, then: dict[str, str], database: str) -> None:
    """Give a visitor a cookie of today for one of then, which is good for a year."""
    store = Database(database)
    key = server_key(store)
    store.close()
    for name, cookie in then.items():
        guest = cookie.partition(".")[0]
        assert cookie == undated_cookie(key, guest)
        visitor.http.cookies.set(name, guest_cookie(key, guest))


@pytest.fixture
def kept(
    kind: str, database: str, start_server: Callable[..., Server]
) -> tuple[Visitor, dict[str, Any]]:
    """Return a present server with the tables of version 1, and the facts stored about them."""
    open_kept(FOLDERS[0], kind, database)
    then = json.loads(unpacked(FOLDERS[0], PACKED[3]))[kind]
    ana = Visitor(start_server(database=database, offer=""), name=None)
    come_back(ana, then["cookies"], database)
    return ana, then["tables"]


def texts(turn: dict[str, Any]) -> set[str]:
    return {action["text"] for action in turn.get("actions", ())}


def test_every_kept_match_opens_as_it_was_and_goes_on(kept: tuple[Visitor, dict[str, Any]]) -> None:
    ana, tables = kept
    luck = random.Random(3)
    newer: set[Any] = set()
    for table, then in tables.items():
        state = ana.state(table)
        assert ana.ask("GET", f"/api/tables/{table}/record").text == then["record"]
        for field in ("status", "result", "steps", "edition"):
            assert state["table"].get(field) == then["table"].get(field), (table, field)
        turn = state["moment"]["turn"]
        assert texts(then["turn"]) <= texts(turn)
        if then["table"]["status"] == "over":
            assert state["table"]["result"]
            continue
        added = sorted(texts(turn) - texts(then["turn"]))
        newer.update(step.split()[0] for step in added)
        for step in added[:1]:
            ana.play(table, step, seat=turn["seat"])
        for _ in range(3):
            if ana.state(table)["table"]["status"] == "playing":
                ana.step(table, luck)
        record = ana.ask("GET", f"/api/tables/{table}/record").text
        assert not added or "rules: 2\n" in record
    assert newer == {"stop", "sack"}


@dataclass
class Stored:
    """Kept database that is opened again, and what was seen of it then."""

    then: dict[str, Any]
    database: str
    start: Callable[..., Server]

    def open(self, **settings: Any) -> None:
        """Start a server of today, to which everybody comes back."""
        self.opened_at = time.time()
        self.server = self.start(database=self.database, offer="", **settings)
        self.people = {"": Visitor(self.server, name=None)}
        for name, cookies in self.then["cookies"].items():
            self.people[name] = Visitor(self.server, name=None)
            come_back(self.people[name], cookies, self.database)
        for name, token in self.then["tokens"].items():
            self.people[name] = Visitor(self.server, name=None)
            self.people[name].http.headers["Authorization"] = f"Bearer {token}"

    def labelled(self, label: str) -> str:
        """Return the table of a label."""
        tables: dict[str, Any] = self.then["tables"]
        return next(table for table, then in tables.items() if then["label"] == label)

    def facts(self, label: str) -> dict[str, Any]:
        """Return the facts of a table as they are now, to somebody who may see it."""
        table = self.labelled(label)
        found = self.people[self.then["tables"][table]["who"]].facts(table)
        assert found is not None
        return found

    def seated(self, label: str, seat: int) -> Visitor:
        """Return the visitor who held a seat when the database was kept."""
        kept = self.then["tables"][self.labelled(label)]["facts"]
        return next(
            self.people[name]
            for name, facts in kept.items()
            if facts and seat in facts["your_seats"]
        )


@pytest.fixture(params=["database", "backup"])
def stored(
    request: pytest.FixtureRequest,
    kind: str,
    database: str,
    tmp_path: Path,
    start_server: Callable[..., Server],
) -> Stored:
    """Return the newest kept data, as a database of each kind or from a backup."""
    told = json.loads(unpacked(FOLDERS[-1], PACKED[3]))
    if request.param == "database":
        open_kept(FOLDERS[-1], kind, database)
        return Stored(told[kind], database, start_server)
    file = tmp_path / "backup.gz"
    file.write_bytes(gzip.compress(unpacked(FOLDERS[-1], PACKED[4]), 1))
    command = [sys.executable, "-m", "rondel", "restore", str(file), "--database", database]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return Stored(told["sqlite"], database, start_server)


CHANGING = ("clock", "legal")
"""Facts that are compared by themselves."""
STOPPING = 30
"""Seconds, at most, from the last look at the clocks to the last sign of the server of then."""


def check_facts(then: dict[str, Any], now: dict[str, Any], stopped: float) -> None:
    """Compare what was said of a table with what is said now, `stopped` seconds after the start."""
    changing: tuple[str, ...] = CHANGING
    if then["daily"]:
        # Its day is over by now, so its secret is told.
        changing = (*CHANGING, "secret")
        assert then["secret"] is None
    assert {x: y for x, y in now.items() if x not in changing} == {
        x: y for x, y in then.items() if x not in changing
    }
    assert set(then["legal"]) <= set(now["legal"])
    before, clock = then["clock"], now["clock"]
    assert clock["running"] == before["running"]
    assert (clock["deadline"] is None) == (before["deadline"] is None)
    for seat, seconds in enumerate(before["seconds"]):
        passed = stopped + STOPPING if seat == clock["running"] else 0
        gained = STOPPING if seat == clock["running"] else 0
        assert seconds - passed <= clock["seconds"][seat] <= seconds + gained


def check_record(then: str | None, now: str | None, helped: int) -> None:
    """Compare a record with the one of then, which did not count the hints a player took."""
    line = f"helped: {helped}\n"
    assert now is not None
    assert (line in now) is (helped > 0)
    assert now.replace(line, "", 1) == then


def test_all_that_was_stored_is_told_again(stored: Stored) -> None:
    stored.open(bots=False)
    for table, then in stored.then["tables"].items():
        for name, facts in then["facts"].items():
            now = stored.people[name].facts(table)
            if facts is None and not then["facts"][then["who"]]["daily"]:
                assert now is None, then["label"]
            elif facts is not None:
                assert now is not None, (then["label"], name)
                check_facts(facts, now, time.time() - stored.opened_at)
        viewer = stored.people[then["who"]]
        assert viewer.event_facts(table) == then["events"]
        is_daily = bool(then["facts"][then["who"]]["daily"])
        for depth, review in then["reviews"].items():
            now = viewer.review(table, depth)
            assert now["status"] == review["status"].replace("working", "waiting")
            for name in ("steps", "mine", "review"):
                assert now[name] == review[name], (then["label"], depth, name)
        if is_daily:
            continue
        helped = then["facts"][then["who"]]["helped"]
        check_record(then["record"], viewer.record(table), helped)
        assert viewer.deal(table) == then["deal"]
        assert then["record"] is not None
        position = read_record(then["record"]).position
        kept = read_position(position.game, then["position"], position.edition)
        assert kept == position


def test_the_deal_of_an_earlier_day_is_told_as_it_was(stored: Stored) -> None:
    stored.open(bots=False)
    day = stored.then["day"]
    is_over = datetime.now(UTC).date().isoformat() > day
    for game, viewers in stored.then["daily"].items():
        for name, then in viewers.items():
            now = stored.people[name].daily(game, day)
            assert by_name(now["results"]) == by_name(then["results"])
            for what in ("commitment", "table", "over", "played"):
                assert now[what] == then[what], (game, name, what)
            if is_over:
                assert sha256(bytes.fromhex(now["secret"])).hexdigest() == now["commitment"]


def by_name(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return results in an order of their own: equal ones have none."""
    return sorted(results, key=lambda result: (result["place"], result["name"]))


def test_stored_matches_have_their_results_as_rows(stored: Stored) -> None:
    store = Database(stored.database)
    migrate(store)
    store.close()
    assert check_all_results(stored.database) > 3


def test_matches_that_were_stored_go_on(stored: Stored) -> None:
    stored.open(bots=False)
    luck = random.Random(4)
    went_on: set[tuple[str, str]] = set()
    for table, then in stored.then["tables"].items():
        facts = stored.facts(then["label"])
        seat = facts["turn"]["seat"] if facts["status"] == "playing" else None
        if seat is None or facts["seats"][seat]["bot"] or facts["seats"][seat]["open"]:
            continue
        stored.seated(then["label"], seat).step(table, luck)
        assert stored.facts(then["label"])["steps"] > facts["steps"]
        went_on.add((facts["game"], facts["pace"]["kind"]))
    assert {game for game, _ in went_on} == {"finca", "milestones"}
    assert {pace for _, pace in went_on} == {"untimed", "live", "days"}


def test_what_waited_for_somebody_still_does(stored: Stored) -> None:
    stored.open(bots=False)
    asked = stored.facts("undo-pending")
    table = stored.labelled("undo-pending")
    (waits,) = asked["undo"]["waits"]
    stored.seated("undo-pending", waits).answer_undo(table, True)
    answered = stored.facts("undo-pending")
    assert answered["undo"] is None and answered["taken_back"] == asked["taken_back"] + 1
    assert answered["steps"] < asked["steps"]
    # Steps that are sent again are made once.
    keyed = stored.then["keyed"]
    sender, table = stored.people[keyed["who"]], stored.labelled("program")
    assert sender.step_with_key(table, **keyed["step"]) == keyed["event"]
    assert stored.facts("program")["last_event"] == keyed["event"]
    # An open table still knows who was removed, which links are good and what was added to luck.
    table = stored.labelled("open")
    dee, eve = stored.people["Dee"], Visitor(stored.server, "Eve")
    assert not dee.may_join(table, 2)
    eve.join(table, stored.then["watch link"])
    eve.join(table, stored.then["seat link"])
    stored.people["Ana"].ready(table)
    started = stored.facts("open")
    assert started["status"] == "playing" and "b" * 32 in started["nonces"]
    table = stored.labelled("rematch-open")
    stored.people["Ben"].ready(table)
    assert stored.facts("rematch-open")["status"] == "playing"
    # A seat that is being handed over goes to whoever has its link.
    table = stored.labelled("handing-over")
    eve.join(table, stored.then["handing-over"])
    now = eve.facts(table)
    assert now and now["your_seats"] == [1]
    eve.chat(table, "Here I am.")
    assert eve.event_facts(table)[-1]["data"]["text"] == "Here I am."


def test_bots_that_were_asked_move(stored: Stored) -> None:
    stored.open()
    table = stored.labelled("asked-bot")
    before = stored.then["tables"][table]["facts"]["Ana"]["steps"]
    wait_until(lambda: stored.facts("asked-bot")["steps"] > before)


def test_making_the_stored_data_names_the_kinds_that_are_missing(
    start_server: Callable[..., Server], database: str
) -> None:
    start_server(database=database).stop()
    with pytest.raises(Missing) as missing:
        check_complete(database)
    for kind in ("rows of results", "event 'rematch'", "seat change 'handing-over'"):
        assert kind in str(missing.value)
