"""New signing key for several servers, in two rolls."""

from collections.abc import Callable
from pathlib import Path

from tests.ports import free_port
from tests.waiting import TIMEOUT

from .fork_server import fork_server
from .playing import MINE, OPEN, Server, Visitor, carry
from .sessions import guest_cookie, with_cookie

OLD, NEW = "an old key of forty letters or not quite", "a new key that nobody has guessed yet"
Start = Callable[..., Server]


def test_two_rolls_change_the_key_of_two_servers_and_cost_nobody_a_seat(
    postgres_database: str, redis_url: str, start_server: Start
) -> None:
    rolls = [(OLD, ""), (OLD, NEW), (NEW, OLD)]
    settings = {"database": postgres_database, "redis": redis_url, "bots": False}
    servers = [start_server(**settings, secret=OLD, port=free_port()) for _ in range(2)]
    ana = Visitor(servers[0])
    links = list[str]()
    tables = list[str]()
    for secret, old_secrets in rolls:
        for number, server in enumerate(servers):
            server.stop()
            servers[number] = start_server(**settings, secret=secret, old_secrets=old_secrets)
            # One has the new settings and the other still the old ones.
            for one, other in (servers, reversed(servers)):
                there = carry(ana, one)
                assert there.ok("GET", "/api/me")["id"] == ana.id
                table = there.table(MINE, OPEN)["id"]
                link = there.ok("GET", f"/api/tables/{table}/links")["seats"]["1"]
                Visitor(other, "Ben").join(table, link.rpartition("/")[2])
                tables.append(table)
                links.append(carry(ana, other).state(table)["table"]["id"])
            signed = guest_cookie(OLD, ana.id)
            assert with_cookie(one, "rondel_guest", signed).ok("GET", "/api/me")["id"] == ana.id
    assert links == tables


def test_a_key_that_the_others_do_not_know_is_refused(
    postgres_database: str, redis_url: str, start_server: Start, tmp_path: Path
) -> None:
    several = {"database": postgres_database, "redis": redis_url, "bots": False}
    start_server(**several, secret=OLD)
    wanted = {"RONDEL_DATABASE": postgres_database, "RONDEL_PORT": str(free_port())}
    wanted["RONDEL_REDIS"] = redis_url
    wanted |= {"RONDEL_SECRET": NEW, "RONDEL_OLD_SECRETS": OLD}
    for command in ("serve", "check"):
        done = fork_server().run(command, "--language", "en", seconds=TIMEOUT, **wanted)
        assert done.returncode == 2 and "Traceback" not in done.stderr
        assert "start them first with it in RONDEL_OLD_SECRETS" in done.stdout + done.stderr
    # Somebody has read the old key: it is dropped at once.
    start_server(**several, secret=NEW)
    # One server alone changes its key in one step.
    for secret, old in ((OLD, ""), (NEW, OLD)):
        database = f"sqlite:///{tmp_path / 'x.db'}"
        start_server(database=database, bots=False, secret=secret, old_secrets=old).stop()
