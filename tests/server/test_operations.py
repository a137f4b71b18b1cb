"""Log messages during outages, and the size of small files."""

import logging
import resource
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from rondel.cli.serve import reached_by_others
from rondel.i18n import Translator
from rondel.server.errors import RateLimited
from rondel.server.http.errors import refuse
from rondel.server.logs import OutageLog
from rondel.server.runtime.bot_watch import MISSING_AFTER, BotWatch
from rondel.server.settings import Settings
from rondel.server.storage.engine import Database, cause_of
from rondel.server.storage.health import BotQueue
from tests.waiting import TIMEOUT, wait_until

from .fork_server import fork_server
from .playing import Server, Visitor
from .processes import lines_of

Start = Callable[..., Server]


def test_an_outage_is_one_line_at_its_start_and_one_at_its_end(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    outage = OutageLog("the database", logging.getLogger("rondel.test"))
    outage.worked("write")
    for second in range(50):
        clock[0] = 100.0 + second
        outage.failed("the disk is full", "write")
        outage.worked("read")
        outage.worked("write")
    assert [record.getMessage() for record in caplog.records] == [
        "the database fails: the disk is full; one more line follows when it works again"
    ]
    clock[0] = 155.0
    outage.worked("write")
    outage.worked("write")
    assert caplog.records[1].getMessage() == "the database works again after 55 s and 50 failures"
    assert len(caplog.records) == 2


@pytest.mark.parametrize(
    ("told", "cause"),
    [
        ("database or disk is full", "the disk is full or broken"),
        ("disk I/O error", "the disk is full or broken"),
        (
            'connection failed: connection to server at "h", port 5 failed: Connection refused',
            "rea",
        ),
        ("the database system is shutting down", "it is being restarted"),
        ("something else", "it does not answer"),
    ],
)
def test_the_cause_of_an_outage_has_a_name(told: str, cause: str) -> None:
    assert cause in cause_of(told + "\nmore") and told in cause_of(told)


def test_a_full_disk_is_two_lines_in_the_log(tmp_path: Path, start_server: Start) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}")
    ana = Visitor(server)
    full = (file.with_name("x.db-wal").stat().st_size, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
    for number in range(30):
        assert ana.ask("PUT", "/api/me", {"name": f"Ana {number}"}).status_code == 503
    (line,) = lines_of(server, "rondel.database")
    assert "the disk is full" in line
    free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)

    def is_over() -> bool:
        ana.ask("PUT", "/api/me", {"name": f"Ana {time.monotonic()}"})
        return len(lines_of(server, "rondel.database")) == 2

    wait_until(is_over)
    assert "works again" in lines_of(server, "rondel.database")[1]
    assert "Traceback" not in server.log.read_text()


def test_bots_that_nobody_moves_are_reported_once(caplog: pytest.LogCaptureFixture) -> None:
    watch = BotWatch()
    for at in range(30):
        watch.update(BotQueue(2, 0), at)
        assert watch.is_missing == (at >= MISSING_AFTER)
    watch.update(BotQueue(1, 1), 31)
    watch.update(BotQueue(2, 0), 32)
    assert not watch.is_missing
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2 and told[0].startswith("2 tables wait for a bot and no process runs")


def test_retry_after_is_a_second_at_least() -> None:
    answer = refuse(None, RateLimited(0.01))  # type: ignore[arg-type]
    assert answer.headers["retry-after"] == "1"
    assert refuse(None, RateLimited(0)).headers["retry-after"] == "1"  # type: ignore[arg-type]


def test_a_refused_restore_leaves_no_file(tmp_path: Path) -> None:
    backup, new = tmp_path / "all.backup", tmp_path / "new.db"
    backup.write_text("no backup")
    done = fork_server().run(
        "restore", str(backup), "--database", f"sqlite:///{new}", seconds=TIMEOUT
    )
    assert done.returncode == 2 and sorted(tmp_path.iterdir()) == [backup]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({}, "Only this computer"),
        ({"proxies": "127.0.0.1"}, ""),
        ({"secure": True}, ""),
        ({"hosts": "games.example"}, ""),
        ({"address": "https://games.example"}, "Players connect to https://games.example/"),
        ({"host": "192.168.1.7"}, "Friends in the same network come by http://192.168.1.7"),
    ],
)
def test_the_sentence_about_other_people_is_true(
    settings: dict[str, object], sentence: str
) -> None:
    said = reached_by_others(Settings(**settings), Translator("en"))  # type: ignore[arg-type]
    assert said.startswith(sentence) and bool(said) == bool(sentence)


def test_the_write_ahead_log_stays_small(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.db'}")
    database.write_now(lambda c: c.execute(text("CREATE TABLE a (b BLOB)")))
    # A large transaction, and small ones after it.
    for size in (20_000_000, *[100] * 5):
        insert = text(f"INSERT INTO a VALUES (randomblob({size}))")
        with database.engine.begin() as connection:
            connection.execute(insert)
    assert (tmp_path / "x.db-wal").stat().st_size < 8_000_000
    database.close()
