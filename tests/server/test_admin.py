"""Administrators of a server: how one becomes one, and what the server tells nobody else."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from rondel.server.people.roles import make_link
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from tests.waiting import TIMEOUT, wait_until

from .fork_server import fork_server
from .playing import BOT, MINE, OPEN, Server, Visitor
from .processes import start_process

STATUS = "/api/admin/status"
SESSION = "/api/admin/session"
QUOTAS, PRUNE = "/api/admin/quotas", "/api/admin/prune"
t = schema.tables
Start = Callable[..., Server]


def run(*arguments: str, status: int = 0) -> str:
    """Run a command; return what it prints."""
    done = fork_server().run(*arguments, "--language", "en", seconds=TIMEOUT)
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def token_of_link(database: str) -> str:
    """Return the secret of a new sign-in link."""
    return run("admin", "link", "--database", database).strip().rpartition("#")[2]


def sign_in(visitor: Visitor, database: str) -> Any:
    """Make a visitor an administrator."""
    return visitor.ok("POST", SESSION, {"token": token_of_link(database)})


def test_only_administrators_see_the_state_of_a_server(database: str, start_server: Start) -> None:
    server = start_server(database=database)
    ana, ben, nobody = Visitor(server), Visitor(server, "Ben"), Visitor(server, None)
    assert nobody.refused("GET", STATUS) == (401, "unauthenticated")
    assert ana.refused("GET", STATUS) == (403, "admins-only")
    before = ana.http.cookies["rondel_session"]
    token = token_of_link(database)
    for wrong in ("", "x", token[:-1], token.upper()):
        assert ben.refused("POST", SESSION, {"token": wrong}) == (403, "expired-link")
    assert ana.ok("POST", SESSION, {"token": token})["id"] == ana.id
    assert ben.refused("POST", SESSION, {"token": token}) == (403, "expired-link")
    over = ana.table(BOT, BOT)["id"]
    ana.table(MINE, OPEN)
    wait_until(lambda: ana.state(over)["table"]["status"] == "over")
    found = ana.ok("GET", STATUS)
    assert found["tables"] == {"open": 1, "over": 1} and found["people"] == 2
    assert found["database"]["kind"] == database.partition(":")[0]
    assert found["database"]["bytes"] > 10_000
    assert ben.refused("GET", STATUS) == (403, "admins-only")
    # Nobody who knew the session before has the role.
    thief = Visitor(server, None)
    thief.http.cookies["rondel_session"] = before
    assert thief.refused("GET", STATUS) == (401, "unauthenticated")
    printed = run("admin", "status", "--database", database)
    assert "1 open, 0 playing, 1 finished" in printed and "revision" in printed
    assert f"admin\t{ana.id}\tAna" in run("admin", "roles", "--database", database)
    run("admin", "revoke", ana.id, "--database", database)
    assert ana.refused("GET", STATUS) == (403, "admins-only")
    wrong = run("admin", "revoke", "nobody", "--database", database, status=2)
    assert "[nobody-there]" in wrong


def test_every_process_reports_itself_with_its_latest_problems(
    kind: str, request: pytest.FixtureRequest, database: str, start_server: Start, tmp_path: Path
) -> None:
    settings: dict[str, Any] = {"database": database, "own_hosts": "x"}
    if kind == "postgres":
        settings["redis"] = request.getfixturevalue("redis_url")
    servers = [start_server(**settings) for _ in range(1 if kind == "sqlite" else 2)]
    worker = start_process(tmp_path / "worker.log", "worker", **settings)
    admin = Visitor(servers[0])
    sign_in(admin, database)
    kinds = ["server"] * len(servers) + ["worker"]

    def processes() -> list[Any]:
        return list(admin.ok("GET", STATUS)["processes"])

    wait_until(lambda: [process["kind"] for process in processes()] == kinds)
    for process in processes():
        assert process["memory"] > 1_000_000 and process["cores"] >= 1
        problems = [problem["message"] for problem in process["problems"]]
        assert any("RONDEL_OWN_HOSTS is no setting" in message for message in problems)
    worker.stop()
    wait_until(lambda: [process["kind"] for process in processes()] == kinds[:-1])
    # A process that was killed stays with the time of its last report.
    servers[-1].kill()
    if len(servers) > 1:
        assert [process["kind"] for process in processes()] == kinds[:-1]


def test_quotas_hold_at_once_in_all_processes(
    kind: str, request: pytest.FixtureRequest, database: str, start_server: Start
) -> None:
    settings: dict[str, Any] = {"database": database, "bots": False}
    if kind == "postgres":
        settings["redis"] = request.getfixturevalue("redis_url")
    servers = [start_server(**settings) for _ in range(1 if kind == "sqlite" else 2)]
    admin, ana, ben = Visitor(servers[0]), Visitor(servers[-1]), Visitor(servers[-1], "Ben")
    sign_in(admin, database)
    over = ana.table(MINE, MINE)["id"]
    for quotas in ({"tables_per_person": -1}, {"storage_mb": "much"}, {"no_such_quota": 1}):
        assert admin.refused("PUT", QUOTAS, quotas) == (400, "bad-request"), quotas
    assert ana.refused("PUT", QUOTAS, {}) == (403, "admins-only")
    admin.ok("PUT", QUOTAS, {"tables_per_person": 2, "tables_per_address": 3})
    assert ana.try_table(MINE, OPEN) == (201, "")
    assert ana.try_table(MINE, OPEN) == (429, "too-many")
    # A finished match is no longer counted, and guests of one address share a quota.
    ana.command(over, "resign", seat=0)
    assert ana.try_table(MINE, OPEN) == (201, "")
    assert ben.try_table(MINE, OPEN) == (201, "")
    assert ben.try_table(MINE, OPEN) == (429, "too-many")
    admin.ok("PUT", QUOTAS, {"storage_mb": 1})
    stored = admin.ok("GET", STATUS)
    assert stored["quotas"]["storage_mb"] == 1 and stored["quotas"]["tables_per_person"] == 0
    refused = (507, "storage-full") if kind == "postgres" else (201, "")
    assert ben.try_table(MINE, OPEN) == refused
    printed = run("admin", "quotas", "--storage-mb", "0", "--database", database)
    assert "storage_mb = 0" in printed and ben.try_table(MINE, OPEN) == (201, "")


def test_administrators_delete_by_age_while_a_server_runs(
    database: str, start_server: Start
) -> None:
    server = start_server(database=database)
    admin, ana = Visitor(server), Visitor(server, "Ana")
    sign_in(admin, database)
    over, abandoned = ana.table(BOT, BOT)["id"], ana.table(MINE, OPEN)["id"]
    wait_until(lambda: ana.state(over)["table"]["status"] == "over")
    store = Database(database)
    store.write_now(lambda c: c.execute(update(schema.events).values(at=0)))
    store.write_now(lambda c: c.execute(update(t).values(made=0)))
    store.write_now(lambda c: c.execute(update(t).where(t.c.status == "over").values(ended=0)))
    assert ana.refused("POST", PRUNE, {"days": 9}) == (403, "admins-only")
    for wrong in ({"days": 0}, {"days": "x"}, {"days": 10**9}):
        assert admin.refused("POST", PRUNE, wrong) == (400, "bad-request"), wrong
    found = admin.ok("GET", PRUNE + "?days=9&finished=true")
    assert (found["tables"], found["guests"]) == (2, 0)
    admin.ok("POST", PRUNE, {"days": 9})
    wait_until(lambda: admin.ok("GET", STATUS)["pruned"] is not None)
    pruned = admin.ok("GET", STATUS)["pruned"]
    assert (pruned["tables"], pruned["guests"]) == (1, 0)
    assert abandoned not in [table["id"] for table in ana.mine()]
    # The same may be asked for again.
    abandoned = ana.table(MINE, OPEN)["id"]
    store.write_now(lambda c: c.execute(update(schema.events).values(at=0)))
    store.write_now(lambda c: c.execute(update(t).values(made=0)))
    time.sleep(1)
    admin.ok("POST", PRUNE, {"days": 9})
    wait_until(lambda: abandoned not in [table["id"] for table in ana.mine()])
    # Retention does the same without being asked.
    admin.ok("PUT", QUOTAS, {"keep_finished_days": 9})
    wait_until(lambda: admin.ok("GET", STATUS)["tables"] == {})
    store.close()


def test_a_link_makes_an_administrator_of_a_visitor_without_name(
    database: str, start_server: Start
) -> None:
    server = start_server(database=database)
    visitor = Visitor(server, None)
    assert sign_in(visitor, database)["name"] == "Admin"
    assert visitor.ok("GET", STATUS)["tables"] == {}


def test_a_link_serves_one_of_many_who_use_it_at_once(database: str, start_server: Start) -> None:
    server = start_server(database=database)
    visitors = [Visitor(server) for _ in range(8)]
    store = Database(database)
    token = store.write_now(make_link)
    with ThreadPoolExecutor(8) as pool:
        asks = [pool.submit(one.outcome, "POST", SESSION, {"token": token}) for one in visitors]
        statuses = sorted(ask.result(TIMEOUT)[0] for ask in asks)
    assert statuses == [201] + [403] * 7
    late = store.write_now(make_link)
    store.write_now(lambda c: c.execute(update(schema.admin_links).values(expires=0)))
    store.close()
    assert visitors[0].refused("POST", SESSION, {"token": late}) == (403, "expired-link")
