"""Old tables and guests are deleted while a server runs, and nothing else is."""

import time
from collections.abc import Callable

from sqlalchemy import case, func, select, update

from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from tests.waiting import TIMEOUT, wait_until

from .fork_server import fork_server
from .playing import BOT, MINE, OPEN, Server, Visitor

DAY = 86400.0
LEAVE = {"kind": "leave", "key": "k"}
t, e, g, s = schema.tables, schema.events, schema.guests, schema.sessions


def test_old_tables_and_guests_go_and_everything_else_stays(
    database: str, start_server: Callable[..., Server]
) -> None:
    server = start_server(database=database)
    ana, ben, eve = Visitor(server), Visitor(server, "Ben"), Visitor(server, "Eve")
    over = ana.table(BOT, BOT)["id"]
    abandoned, fresh = ana.table(MINE, OPEN)["id"], ana.table(MINE, MINE)["id"]
    lonely = eve.table(MINE, OPEN)["id"]
    wait_until(lambda: ana.state(over)["table"]["status"] == "over")
    sandbox = ana.branch(over, 0)
    store = Database(database)
    past = time.time() - 400 * DAY
    old = [over, abandoned, lonely, sandbox]
    store.write_now(lambda c: c.execute(update(e).where(e.c.table_id.in_(old)).values(at=past)))
    aged = {"made": past, "ended": case((t.c.ended.is_not(None), past))}
    store.write_now(lambda c: c.execute(update(t).where(t.c.id.in_(old)).values(aged)))
    store.write_now(lambda c: c.execute(update(g).values(made=past)))
    gone = s.c.identity.in_([ben.id, eve.id])
    store.write_now(lambda c: c.execute(update(s).where(gone).values(last_seen=past)))

    def prune(*options: str) -> str:
        done = fork_server().run(
            "prune", "--database", database, "--language", "en", *options, seconds=TIMEOUT
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout

    def ids() -> set[str]:
        return set(store.read_now(lambda c: c.execute(select(t.c.id)).scalars().all()))

    before = ids()
    assert prune("--dry-run") == "Would be deleted: 3 tables, 1 guests.\n" and ids() == before
    # Eve has nothing left once her table has gone.
    assert prune() == "Deleted: 3 tables, 2 guests.\n"
    assert ids() == {over, fresh}
    assert prune() == "Deleted: 0 tables, 0 guests.\n"
    # The server had them in memory.
    assert ana.chat(fresh, "hello")
    for table in (abandoned, lonely):
        assert ana.outcome("GET", f"/api/tables/{table}/events")[0] < 500
        assert 400 <= ana.outcome("POST", f"/api/tables/{table}/commands", LEAVE)[0] < 500
    assert prune("--finished") == "Deleted: 1 tables, 0 guests.\n" and ids() == {fresh}
    orphans = select(func.count()).where(e.c.table_id.not_in(select(t.c.id)))
    assert store.read_now(lambda c: c.execute(orphans).scalar()) == 0
    store.close()
