"""Reports, and what moderators do about them."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from rondel.server.storage import schema
from rondel.server.storage.engine import Database

from .playing import MINE, OPEN, Server, Visitor, events_until
from .sessions import token_of, with_cookie
from .test_merging import everything, sign_in

Start = Callable[..., Server]
g = schema.guests


class Host:
    """Server with a moderator, an administrator and a table where somebody was rude."""

    def __init__(self, server: Server, url: str):
        self.server, self.url = server, url
        self.mod, self.admin = Visitor(server, "Mod"), Visitor(server, "Admin")
        self.ana, self.eve = Visitor(server), Visitor(server, "Eve")
        for who, role in ((self.mod, "moderator"), (self.admin, "admin")):
            self.write(who.id, role=role)
        self.table = self.ana.table(MINE, OPEN, visibility="public")["id"]
        self.eve.sit_down(self.table, seat=1)
        self.number = self.eve.command(self.table, "chat", text="rude xyzzy")["event"]

    def write(self, identity: str, **values: Any) -> None:
        store = Database(self.url)
        query = update(g).where(g.c.id == identity).values(values)
        store.write_now(lambda connection: connection.execute(query))
        store.close()

    def act(self, who: Visitor, on: Visitor, **body: Any) -> tuple[int, str]:
        return who.outcome("POST", f"/api/moderation/people/{on.id}", body)


@pytest.fixture
def host(start_server: Start, database: str) -> Host:
    return Host(start_server(database=database, bots=False), database)


def test_a_remark_is_reported_read_removed_and_the_report_closed(host: Host) -> None:
    body = {"table": host.table, "event": host.number, "text": "rude"}
    assert host.ana.ask("POST", "/api/reports", body).status_code == 204
    [report] = host.mod.ok("GET", "/api/moderation/reports")
    assert (report["subject"], report["name"]) == (host.eve.id, "Eve")
    assert report["remark"] == "rude xyzzy" and report["reporter"] == host.ana.id
    path = f"/api/moderation/tables/{host.table}/remarks/{host.number}/remove"
    with host.ana.socket(host.table) as socket:
        events_until(socket, "snapshot")
        assert host.mod.ask("POST", path, {"reason": "rude"}).status_code == 204
        removed = events_until(socket, "remarks-removed")[-1]
        assert removed["data"]["numbers"] == [host.number]
    with host.ana.socket(host.table) as socket:
        assert events_until(socket, "snapshot")[-1]["chat"][0]["data"]["text"] == ""
    close = f"/api/moderation/reports/{report['id']}/close"
    assert host.mod.ask("POST", close).status_code == 204
    assert host.mod.refused("POST", close) == (404, "no-such-report")
    assert host.mod.ok("GET", "/api/moderation/reports") == []
    acts = host.mod.ok("GET", "/api/moderation/acts")
    assert {it["act"] for it in acts} == {"remove-remark", "close-report"}
    assert all(it["moderator"] == host.mod.id for it in acts)
    host.server.stop()
    assert "xyzzy" not in everything(host.url)


def test_nobody_reports_what_they_cannot_see_or_what_is_not_there(host: Host) -> None:
    private = host.ana.table(MINE, OPEN)["id"]
    for body, answer in (
        ({"table": private, "text": "x"}, (404, "no-such-table")),
        ({"table": host.table, "event": 1, "text": "x"}, (404, "no-such-report")),
        ({"table": host.table, "seat": 2, "text": "x"}, (404, "no-such-report")),
        ({"table": host.table, "text": ""}, (400, "bad-request")),
    ):
        assert host.eve.refused("POST", "/api/reports", body) == answer
    for _ in range(20):
        host.eve.ask("POST", "/api/reports", {"table": host.table, "seat": 0, "text": "x"})
    body = {"table": host.table, "text": "x"}
    assert host.eve.refused("POST", "/api/reports", body) == (429, "rate-limited")


def test_who_is_muted_is_told_and_plays_on(host: Host) -> None:
    with host.eve.socket(host.table) as socket:
        events_until(socket, "snapshot")
        assert host.act(host.mod, host.eve, act="mute", hours=1)[0] == 204
        socket.send('{"kind": "chat", "id": 1, "text": "more"}')
        error = events_until(socket, "refused")[-1]["error"]
        assert error["code"] == "muted" and error["fields"]["until"] > time.time()
    assert host.eve.try_command(host.table, "chat", text="more") == (403, "muted")
    host.eve.state(host.table)
    host.eve.allow_bot(host.table)
    # Another account does not help: the mute comes along.
    other = Visitor(host.server, "Other")
    sign_in(other, host.eve)
    assert other.try_command(host.table, "chat", text="more") == (403, "muted")
    host.eve.id = other.id
    assert host.act(host.mod, host.eve, act="restore")[0] == 204
    other.command(host.table, "chat", text="sorry")


def test_who_is_suspended_is_out_everywhere_and_cannot_sign_in(host: Host) -> None:
    code = host.eve.ok("POST", "/api/me/recovery-codes")["codes"][0]
    token = token_of(host.eve)
    assert host.act(host.mod, host.eve, act="suspend", hours=1)[0] == 204
    assert with_cookie(host.server, "rondel_session", token).ok("GET", "/api/me") is None
    again = Visitor(host.server, None)
    assert again.refused("POST", "/api/sign-in", {"code": code}) == (403, "suspended")
    assert host.act(host.mod, host.eve, act="restore")[0] == 204
    assert again.ok("POST", "/api/sign-in", {"code": code})["id"] == host.eve.id


def test_a_name_is_changed_and_people_are_found(host: Host) -> None:
    assert host.act(host.mod, host.eve, act="rename", name="Player")[0] == 204
    assert host.eve.ok("GET", "/api/me")["name"] == "Player"
    [found] = host.mod.ok("GET", "/api/moderation/people?name=play")
    assert (found["id"], found["role"]) == (host.eve.id, "")
    assert host.mod.ok("GET", "/api/moderation/people?name=%25") == []


def test_moderators_act_on_people_of_lower_rank_only(host: Host) -> None:
    nobody = (404, "no-such-identity")
    for who, on in ((host.mod, host.admin), (host.mod, host.mod), (host.admin, host.admin)):
        assert host.act(who, on, act="suspend") == nobody
    assert host.act(host.mod, host.eve, act="make-moderator") == nobody
    assert host.act(host.admin, host.eve, act="make-moderator")[0] == 204
    assert host.act(host.mod, host.eve, act="mute") == nobody
    assert host.act(host.admin, host.eve, act="end-role")[0] == 204
    assert host.act(host.mod, host.eve, act="mute")[0] == 204


def test_nobody_else_moderates(host: Host) -> None:
    for method, path, body in (
        ("GET", "/api/moderation/reports", None),
        ("GET", "/api/moderation/people?name=a", None),
        ("GET", "/api/moderation/acts", None),
        ("POST", f"/api/moderation/people/{host.ana.id}", {"act": "mute"}),
        ("POST", f"/api/moderation/tables/{host.table}/remarks/{host.number}/remove", {}),
        ("POST", "/api/moderation/reports/x/close", None),
    ):
        assert host.eve.refused(method, path, body) == (403, "admins-only"), path
        assert Visitor(host.server, None).refused(method, path, body)[0] == 401, path
