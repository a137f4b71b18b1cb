"""Operation by a host: keys, backups, health, metrics, and private files."""

import gzip
import json
import random
import resource
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.exceptions import NotFoundException
from litestar.testing import RequestFactory

from rondel.server.addresses import InvalidAddress, metrics_address
from rondel.server.http import health as operate
from rondel.server.settings import Settings, ShortSecret, read_settings
from rondel.server.signing import Signer
from tests.waiting import TIMEOUT, wait_until

from .fork_server import fork_server
from .playing import BOT, MINE, OPEN, Server, Visitor, hot_seat
from .sessions import guest_cookie, with_cookie

Start = Callable[..., Server]
OLD, NEW = "an old key of forty letters or not quite", "a new key that nobody has guessed yet"


def rondel(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return the command, as a host types it."""
    return fork_server().run(*arguments, seconds=TIMEOUT, **environment)


def test_a_short_secret_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RONDEL_SECRET", "x" * 31)
    with pytest.raises(ShortSecret):
        read_settings()
    monkeypatch.setenv("RONDEL_SECRET", "x" * 32)
    assert read_settings().secret
    monkeypatch.setenv("RONDEL_OLD_SECRETS", f"{OLD}, short")
    with pytest.raises(ShortSecret):
        read_settings()
    said = rondel("serve", "--language", "en", RONDEL_SECRET="hunter2", RONDEL_OLD_SECRETS="")
    assert said.returncode == 2 and "Traceback" not in said.stderr
    assert said.stderr.rstrip().endswith("[short-secret]") and "hunter2" not in said.stderr


def test_what_an_old_key_has_signed_is_good_while_it_is_named() -> None:
    old, both, new = Signer(OLD), Signer(NEW, [OLD]), Signer(NEW)
    cookie = guest_cookie(OLD, "ana")
    assert both.read_cookie(cookie) == "ana"
    assert new.read_cookie(cookie) is None
    assert both.opens_seat(old.seat("t", 1, 0), "t", 1, 0)
    assert not both.opens_seat(old.seat("t", 1, 0), "t", 1, 1)
    watch = old.watch("t", 0)
    assert both.opens_watch(watch, "t", 0) and not new.opens_watch(watch, "t", 0)
    assert not both.opens_watch(watch, "t", 1)


def test_a_new_key_keeps_everyone_in(tmp_path: Path, start_server: Start) -> None:
    database = f"sqlite:///{tmp_path / 'x.db'}"
    server = start_server(database=database, secret=OLD)
    ana, eve = Visitor(server), Visitor(server, "Eve")
    made = ana.table(MINE, OPEN)
    link = ana.ok("GET", f"/api/tables/{made['id']}/links")["seats"]["1"]
    cookie = ana.http.cookies["rondel_session"]
    server.stop()
    again = start_server(database=database, secret=NEW, old_secrets=OLD)
    assert with_cookie(again, "rondel_session", cookie).ok("GET", "/api/me")["id"] == ana.id
    signed = guest_cookie(OLD, eve.id)
    assert with_cookie(again, "rondel_guest", signed).ok("GET", "/api/me")["id"] == eve.id
    ben = Visitor(again, "Ben")
    token = link.rpartition("/")[2]
    ben.act(made["id"], "join", token=token)
    again.stop()
    last = start_server(database=database, secret=NEW)
    # Those with a session need no key.
    for name, value, known in (
        ("rondel_session", cookie, ana.id),
        ("rondel_guest", signed, eve.id),
        ("rondel_guest", guest_cookie(NEW, ben.id), ben.id),
    ):
        assert with_cookie(last, name, value).ok("GET", "/api/me")["id"] == known
    unknown = with_cookie(last, "rondel_guest", guest_cookie(OLD, ana.id))
    assert unknown.ok("GET", "/api/me") is None
    # A cookie of another key stays in the browser, whatever name is said.
    unknown.ok("PUT", "/api/me", {"name": "Ana"})
    assert unknown.http.cookies["rondel_guest"] == guest_cookie(OLD, ana.id)


def test_the_database_file_is_its_owners_alone(tmp_path: Path, start_server: Start) -> None:
    file = tmp_path / "x.db"
    file.touch(0o644)
    ana = Visitor(start_server(database=f"sqlite:///{file}", bots=False))
    ana.table(MINE, MINE)
    for kept in (file, file.with_name("x.db-wal"), file.with_name("x.db-shm")):
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600, kept


def test_health_is_writing_too(tmp_path: Path, start_server: Start) -> None:
    file = tmp_path / "x.db"
    server = start_server(database=f"sqlite:///{file}", bots=False)
    ana = Visitor(server)
    assert ana.ok("GET", "/healthz")["status"] == "ok"
    full = (file.with_name("x.db-wal").stat().st_size, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, full)
    wait_until(lambda: ana.ask("GET", "/healthz").status_code == 503, 20)
    assert ana.ok("GET", "/api/me")["id"] == ana.id
    free = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, free)
    wait_until(lambda: ana.ask("GET", "/healthz").status_code == 200, 20)


def measured(server: Server) -> dict[str, float]:
    lines = Visitor(server, None).metrics().splitlines()
    told = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in told}


def test_metrics_tell_of_waiting_bots_the_database_and_the_disk(
    database: str, start_server: Start
) -> None:
    server = start_server(database=database, bots=False)
    ana = Visitor(server)
    assert measured(server)["rondel_bots_waiting"] == 0
    for _ in range(3):
        ana.table(BOT, BOT)
    wait_until(lambda: measured(server)["rondel_bots_waiting"] == 3)
    found = measured(server)
    assert found["rondel_database_bytes"] > 10_000
    assert ("rondel_disk_free_bytes" in found) and (
        found["rondel_disk_free_bytes"] > 0 or not database.startswith("sqlite")
    )
    for what in ("read", "write"):
        assert found[f'rondel_database_seconds_count{{what="{what}"}}'] > 0


def test_metrics_have_an_address_of_their_own(sqlite_server: Server) -> None:
    page = httpx.get(sqlite_server.url + "/metrics", timeout=TIMEOUT)
    assert page.status_code == 404 and "rondel_" not in page.text
    assert "rondel_requests_total" in Visitor(sqlite_server, None).metrics()
    elsewhere = sqlite_server.metrics_url.replace("/metrics", "/api/me")
    assert httpx.get(elsewhere, timeout=TIMEOUT).status_code == 404


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("", None),
        ("9100", ("127.0.0.1", 9100)),
        ("0.0.0.0:1", ("0.0.0.0", 1)),
        ("[::1]:2", ("::1", 2)),
    ],
)
def test_metrics_are_served_on_this_machine_alone_unless_an_address_says_otherwise(
    given: str, address: tuple[str, int] | None
) -> None:
    assert metrics_address(Settings(metrics=given)) == address


@pytest.mark.parametrize("given", ["here", "127.0.0.1", "127.0.0.1:", ":99999"])
def test_an_address_for_metrics_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(InvalidAddress):
        metrics_address(Settings(metrics=given))


def played_out(server: Server) -> tuple[Visitor, str]:
    ana, table = hot_seat(server)
    luck = random.Random(4)
    for _ in range(12):
        ana.step(table, luck)
    return ana, table


@pytest.mark.parametrize("there", ["sqlite", "postgres"])
def test_a_backup_goes_into_either_kind_of_database(
    database: str, there: str, tmp_path: Path, start_server: Start,
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    server = start_server(database=database)
    ana, table = played_out(server)
    file = tmp_path / "all.backup"
    done = rondel("backup", str(file), "--database", database, "--language", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert rondel("backup", str(file), "--database", database).returncode == 2
    before = ana.state(table)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    if there == "postgres":
        other = request.getfixturevalue("postgres_database")
    done = rondel("restore", str(file), "--database", other, "--language", "en")
    assert (done.returncode, done.stderr) == (0, "")
    again = rondel("restore", str(file), "--database", other)
    assert again.returncode == 2 and "[database-not-empty]" in again.stderr
    back = Visitor(start_server(database=other), None)
    back.http.cookies.update(ana.http.cookies)
    after = back.state(table)
    assert (after["moment"], after["commitment"]) == (before["moment"], before["commitment"])
    back.step(table, random.Random(1))


def test_a_backup_into_a_folder_has_a_date_and_replaces_the_oldest(
    tmp_path: Path, sqlite_server: Server
) -> None:
    folder, old = tmp_path / "backups", "rondel-20200101T000000Z.backup"
    folder.mkdir()
    (folder / old).touch()
    source = f"sqlite:///{sqlite_server.log.parent / 'rondel.db'}"
    done = rondel("backup", str(folder), "--keep", "1", "--database", source)
    assert (done.returncode, done.stderr) == (0, "")
    (kept,) = folder.iterdir()
    assert kept.name != old and kept.stat().st_size > 100


@pytest.mark.parametrize("begun", [False, True])
def test_a_database_that_no_server_has_used_is_not_backed_up(tmp_path: Path, begun: bool) -> None:
    source, file = tmp_path / "typo.db", tmp_path / "all.backup"
    if begun:
        source.touch()
    done = rondel("backup", str(file), "--database", f"sqlite:///{source}", "--language", "en")
    assert done.returncode == 2 and done.stderr.rstrip().endswith("[database-missing]")
    assert not file.exists() and source.exists() == begun


@pytest.mark.parametrize("harm", ["cut", "row", "text", "deep", "newer"])
def test_a_damaged_backup_leaves_nothing_behind(
    tmp_path: Path, sqlite_server: Server, harm: str
) -> None:
    source = sqlite_server.log.parent / "rondel.db"
    played_out(sqlite_server)
    file, new = tmp_path / "all.backup", tmp_path / "new.db"
    assert rondel("backup", str(file), "--database", f"sqlite:///{source}").returncode == 0
    lines = gzip.decompress(file.read_bytes()).decode().splitlines()
    if harm == "newer":
        lines[0] = json.dumps(json.loads(lines[0]) | {"revision": "9999"})
    row = max(index for index, line in enumerate(lines) if line.startswith("["))
    less = lines[:row] + lines[row + 1 :]
    deep = [lines[0], "[" * 20_000]
    harmed = {"cut": lines[:-1], "row": less, "text": ["hello"], "deep": deep}.get(harm, lines)
    file.write_bytes(gzip.compress(("\n".join(harmed) + "\n").encode()))
    done = rondel("restore", str(file), "--database", f"sqlite:///{new}", "--language", "en")
    assert done.returncode == 2 and done.stderr.rstrip().endswith("[unreadable-backup]")
    file.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode()))
    if harm != "newer":
        assert rondel("restore", str(file), "--database", f"sqlite:///{new}").returncode == 0


def test_without_the_built_client_the_page_says_how_to_build_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(operate, "STATIC", tmp_path)
    answer: Any = operate.client.fn(RequestFactory().get("/t/abc"), "/t/abc")
    assert answer.status_code == 503 and "make web" in answer.content
    with pytest.raises(NotFoundException):
        operate.client.fn(RequestFactory().get("/assets/x.js"), "/assets/x.js")
