"""Sessions: who is let in by which token, what is written of it, and what revoking one closes."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from sqlalchemy import Connection, Table, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from rondel.server.errors import Unauthenticated
from rondel.server.identities import Identity
from rondel.server.people import sessions as people
from rondel.server.people.accounts import Accounts
from rondel.server.people.sessions import DAY, Session, Sessions
from rondel.server.signing import DATED_SINCE, YEAR, Signer, hashed
from rondel.server.storage import schema
from rondel.server.storage.engine import Database
from rondel.server.storage.migrate import config_of, migrate, migrating
from tests.waiting import TIMEOUT

from .playing import MINE, OPEN, Server, Visitor, events_until, until_closed
from .processes import new_database, start_process
from .sessions import guest_cookie, undated_cookie, with_cookie

Start = Callable[..., Server]
KEY = "a key that nobody has guessed yet"
s = schema.sessions


def sessions_of(store: Database) -> Sessions:
    """Return the sessions of a process that tells nobody."""
    return Sessions(store, Signer(KEY), lambda topic, number: None)


async def arrive(sessions: Sessions, kind: Any = "guest") -> tuple[Identity, str]:
    """Return a new identity and its token."""
    return await Accounts(sessions.database, sessions.signer, sessions).create("Ana", kind)


async def found(sessions: Sessions, token: str) -> Session:
    session = await sessions.find(token)
    assert session is not None
    return session


async def stay_away(sessions: Sessions, token: str, seconds: float) -> None:
    """Have a session be used so long ago, in the database and nowhere else."""
    query = update(s).where(s.c.id == hashed(token)).values(last_seen=time.time() - seconds)
    await sessions.database.write(lambda connection: connection.execute(query))


def count_of(store: Database) -> int:
    query = select(func.count()).select_from(s)
    return int(store.read_now(lambda connection: connection.execute(query).scalar_one()))


def rows_of(store: Database, table: Table) -> str:
    """Return all rows of a table as text."""
    return str(store.read_now(lambda connection: list(connection.execute(select(table)))))


def test_the_database_has_no_token(store: Database) -> None:
    async def arrive_as_all() -> None:
        sessions = sessions_of(store)
        for kind in ("guest", "bot", "user", "system"):
            identity, token = await arrive(sessions, kind)
            assert (await found(sessions_of(store), token)).identity == identity
            rows = rows_of(store, s) + rows_of(store, schema.guests)
            assert token not in rows and hashed(token) in rows

    asyncio.run(arrive_as_all())


def test_a_session_is_good_for_a_year_without_use_and_a_programs_for_ever(store: Database) -> None:
    async def stay() -> None:
        for kind, away, is_known in (
            ("guest", YEAR - 99, True),
            ("guest", YEAR + 99, False),
            ("bot", 9 * YEAR, True),
        ):
            sessions = sessions_of(store)
            _, token = await arrive(sessions, kind)
            await stay_away(sessions, token, away)
            assert (await sessions.find(token) is not None) == is_known
            # It is asked for again, from memory now.
            assert (await sessions.find(token) is not None) == is_known
            assert (sessions.known(token) is not None) == is_known

    asyncio.run(stay())


def test_use_is_written_once_a_day_at_most(store: Database) -> None:
    async def come() -> None:
        sessions = sessions_of(store)
        _, token = await arrive(sessions)
        session = await found(sessions, token)
        assert not await sessions.renew(session)
        await stay_away(sessions, token, DAY + 9)
        again = sessions_of(store)
        late = await found(again, token)
        assert await again.renew(late)
        assert not await again.renew(await found(again, token))
        assert (await found(sessions_of(store), token)).last_seen > time.time() - TIMEOUT

    asyncio.run(come())


def test_a_session_in_memory_reads_nothing(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def click() -> None:
        sessions = sessions_of(store)
        _, token = await arrive(sessions)
        await sessions.find(token)
        monkeypatch.setattr(store, "read", None)
        monkeypatch.setattr(store, "write", None)
        for _ in range(100):
            assert not await sessions.renew(await found(sessions, token))

    asyncio.run(click())


def test_memory_has_the_sessions_that_were_used_last(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "MAX_KNOWN", 2)

    async def come() -> None:
        sessions = sessions_of(store)
        tokens = [(await arrive(sessions))[1] for _ in range(3)]
        for token in (tokens[0], tokens[1], tokens[0], tokens[2]):
            await found(sessions, token)
        assert [sessions.known(token) is not None for token in tokens] == [True, False, True]

    asyncio.run(come())


def test_a_revoked_session_stays_revoked(store: Database) -> None:
    async def revoke() -> None:
        here, elsewhere = sessions_of(store), sessions_of(store)
        _, token = await arrive(here)
        session = await found(here, token)
        closed: list[str] = []
        with here.connected(session, lambda: closed.append("here")):
            await here.revoke(session)
            assert closed == ["here"]
        for sessions in (here, elsewhere):
            assert await sessions.find(token) is None and sessions.known(token) is None
        with pytest.raises(Unauthenticated), here.connected(session, lambda: None):
            pytest.fail("a connection began after its session had ended")
        with here.connected(None, lambda: None):
            pass

    asyncio.run(revoke())


def test_a_session_that_is_revoked_while_it_is_looked_up_is_not_remembered(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def race() -> None:
        here, elsewhere = sessions_of(store), sessions_of(store)
        _, token = await arrive(elsewhere)
        read = store.read

        async def read_early(work: Any) -> Any:
            answer = await read(work)
            await elsewhere.revoke(session)
            here.on_message(people.TOPIC + session.id)
            return answer

        session = await found(elsewhere, token)
        monkeypatch.setattr(here, "database", type("Slow", (), {"read": staticmethod(read_early)}))
        assert await here.find(token) is None and here.known(token) is None

    asyncio.run(race())


def test_a_message_that_was_lost_is_made_good_by_looking(store: Database) -> None:
    async def lose() -> None:
        here, elsewhere = sessions_of(store), sessions_of(store)
        _, token = await arrive(here)
        session = await found(here, token)
        closed = asyncio.Event()
        with here.connected(session, closed.set):
            await elsewhere.revoke(session)
            await here.catch_up()
            assert closed.is_set()
        assert here.known(token) is None

    asyncio.run(lose())


def test_a_new_name_is_known_to_every_process(store: Database) -> None:
    async def rename() -> None:
        elsewhere = sessions_of(store)
        here = Sessions(store, Signer(KEY), lambda topic, number: tell(topic))

        def tell(topic: str) -> None:
            assert elsewhere.on_message(topic)

        identity, token = await arrive(here)
        await found(elsewhere, token)
        await Accounts(store, here.signer, here).rename(identity, "Anna")
        for sessions in (here, elsewhere):
            assert (await found(sessions, token)).identity.name == "Anna"
        assert not here.on_message("table")

    asyncio.run(rename())


def test_a_signed_cookie_becomes_one_session_however_often_it_comes_at_once(
    store: Database,
) -> None:
    async def come() -> None:
        sessions = sessions_of(store)
        identity, _ = await arrive(sessions)
        cookie = guest_cookie(KEY, identity.id)
        before = count_of(store)
        both = [sessions, sessions_of(store)]
        all_found = await asyncio.gather(*[each.find(cookie) for each in both * 5])
        assert {session.identity for session in all_found if session} == {identity}
        assert None not in all_found and count_of(store) == before + 1
        # From now on it needs no signature.
        keyless = Sessions(store, Signer("another key"), lambda topic, number: None)
        assert (await found(keyless, cookie)).identity == identity

    asyncio.run(come())


def test_a_signed_cookie_is_good_for_a_year(
    store: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def come() -> None:
        sessions = sessions_of(store)
        identity, _ = await arrive(sessions)
        for cookie, is_known in (
            (guest_cookie(KEY, identity.id, time.time() - YEAR + 99), True),
            (guest_cookie(KEY, identity.id, time.time() - YEAR - 99), False),
            (guest_cookie(KEY, "nobodynobody23"), False),
        ):
            assert (await sessions.find(cookie) is not None) == is_known, cookie
        # Those without a date were issued before they had one.
        cookie, read = undated_cookie(KEY, identity.id), sessions.signer.read_cookie
        for later, is_known in ((YEAR - 9, True), (YEAR + 9, False)):
            monkeypatch.setattr(time, "time", lambda later=later: DATED_SINCE + later)
            assert (read(cookie) is not None) == is_known

    asyncio.run(come())


def test_no_signed_cookie_is_taken_once_a_session_of_its_guest_was_revoked(
    store: Database,
) -> None:
    async def come() -> None:
        sessions = sessions_of(store)
        identity, token = await arrive(sessions)
        old, older = guest_cookie(KEY, identity.id), undated_cookie(KEY, identity.id)
        await sessions.revoke(await found(sessions, old))
        assert await sessions.find(old) is None and await sessions.find(older) is None
        # Sessions that were not revoked go on.
        assert await sessions.find(token) is not None

    asyncio.run(come())


def test_forged_tokens_are_nobodys(store: Database) -> None:
    async def forge() -> None:
        sessions = sessions_of(store)
        ana, token = await arrive(sessions)
        ben, _ = await arrive(sessions)
        before = count_of(store)
        guest, issued, sign = guest_cookie(KEY, ana.id).split(".")
        forged = [
            *(token[:-1], token + "a", token.upper(), hashed(token), ana.id, "", "..."),
            *(f"{guest}.{int(issued) + 1}.{sign}", f"{guest}.{sign}", f"{ben.id}.{issued}.{sign}"),
            *(f"{guest}.-1.{sign}", f"{guest}..{sign}", f"{guest}.{issued}."),
            *(guest_cookie("another key", guest), undated_cookie("another key", guest)),
            *("x" * 100_000, "\x00" * 30, "é" * 30, "'; DROP TABLE sessions; --"),
        ]
        for each in forged:
            assert await sessions.find(each) is None, each[:80]
        assert count_of(store) == before

    asyncio.run(forge())


def test_a_token_that_the_browser_brings_is_never_given_to_a_new_guest(server: Server) -> None:
    planted = "rondel_" + "a" * 40
    for name in ("rondel_session", "rondel_guest"):
        eve = with_cookie(server, name, planted)
        eve.ok("PUT", "/api/me", {"name": "Eve"})
        given = eve.http.cookies.get("rondel_session", path="/", domain="127.0.0.1")
        assert given is not None and given != planted
        assert re.fullmatch("rondel_[a-z2-9]{40}", given)
        assert with_cookie(server, name, planted).ok("GET", "/api/me") is None


def test_whether_a_token_was_ever_good_is_told_to_nobody(server: Server) -> None:
    ana = Visitor(server)
    token = ana.http.cookies["rondel_session"]
    ana.ask("DELETE", "/api/me")
    answers = {
        (answer.status_code, answer.text)
        for value in (token, "rondel_" + "a" * 40, guest_cookie("x", ana.id), ana.id)
        for answer in [with_cookie(server, "rondel_session", value).ask("GET", "/api/me/stream")]
    }
    assert len(answers) == 1 and next(iter(answers))[0] == 401


def test_who_signs_out_is_nobody_and_keeps_no_cookie(server: Server) -> None:
    ana = Visitor(server)
    ana.http.cookies.set("rondel_guest", "x", domain="127.0.0.1", path="/")
    stolen = ana.http.cookies["rondel_session"]
    table = ana.table(MINE, OPEN)["id"]
    answer = ana.ask("DELETE", "/api/me")
    assert answer.status_code == 204 and not ana.http.cookies
    assert ana.ok("GET", "/api/me") is None
    assert ana.refused("DELETE", "/api/me") == (401, "unauthenticated")
    thief = with_cookie(server, "rondel_session", stolen)
    assert thief.ok("GET", "/api/me") is None
    assert thief.refused("GET", f"/api/tables/{table}") == (404, "no-such-table")
    program = Visitor.program(server, "Probot")
    assert program.ask("DELETE", "/api/me").status_code == 204
    assert program.ok("GET", "/api/me") is None


def test_a_cookie_is_renewed_for_browsers_and_never_made_of_a_programs_token(
    server: Server,
) -> None:
    ana, program = Visitor(server), Visitor.program(server, "Probot")
    assert "set-cookie" not in ana.ask("GET", "/api/me").headers
    assert "set-cookie" not in program.ask("GET", "/api/me").headers


def test_a_signed_cookie_is_read_and_left_alone(database: str, start_server: Start) -> None:
    server = start_server(database=database, secret=KEY, bots=False)
    ana = Visitor(server)
    table = ana.table(MINE, OPEN)["id"]
    cookie = guest_cookie(KEY, ana.id)
    back = with_cookie(server, "rondel_guest", cookie)
    assert back.state(table)["table"]["seats"][0]["you"]
    assert back.ok("GET", "/api/me")["id"] == ana.id
    assert back.http.cookies["rondel_guest"] == back.http.cookies["rondel_session"] == cookie
    assert "set-cookie" not in back.ask("GET", "/api/me").headers


@pytest.fixture(scope="module", params=["one process", "redis"])
def processes(
    request: pytest.FixtureRequest, postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """One server on SQLite, or two that exchange messages by Redis."""
    folder = tmp_path_factory.mktemp("processes")
    settings: dict[str, Any] = {"database": new_database(postgres), "bots": False}
    if request.param == "redis":
        settings["redis"] = request.getfixturevalue("redis_url")
    if request.param == "one process":
        settings["database"] = f"sqlite:///{folder / 'x.db'}"
    first = start_process(folder / "log-1", **settings)
    second = (
        first if request.param == "one process" else start_process(folder / "log-2", **settings)
    )
    yield first, second
    first.stop()
    second.stop()


def test_a_revoked_sessions_streams_are_closed_in_every_process(
    processes: tuple[Server, Server],
) -> None:
    ana = Visitor(processes[0])
    ben = Visitor(processes[0], "Ben")
    token = ana.http.cookies["rondel_session"]
    table = ana.table(MINE, MINE, visibility="public")["id"]
    far = [with_cookie(processes[1], "rondel_session", token) for _ in range(2)]
    with ExitStack() as stack:
        sockets = [stack.enter_context(each.socket(table)) for each in (ana, *far)]
        spared = stack.enter_context(ben.socket(table))
        paths = [f"/api/tables/{table}/stream", f"/api/tables/{table}/sse", "/api/me/stream"]
        streams = [
            stack.enter_context(each.http.stream("GET", path))
            for each in (ana, far[0])
            for path in paths
        ]
        lines = [stream.iter_raw() for stream in streams]
        for line in lines:
            assert next(line)
        for socket in (*sockets, spared):
            events_until(socket, "started")
        assert ana.ask("DELETE", "/api/me").status_code == 204
        for socket in sockets:
            until_closed(socket)
            assert (socket.close_code, socket.close_reason) == (4001, "unauthenticated")
        for line in lines:
            with suppress(httpx.RemoteProtocolError):
                list(line)
        spared.send('{"kind": "ping", "id": 7}')
        events_until(spared, "beat")
    for each in far:
        assert each.refused("GET", "/api/me/stream") == (401, "unauthenticated")
        assert each.ok("GET", "/api/me") is None


def test_a_revoked_session_ends_within_a_second_elsewhere(
    processes: tuple[Server, Server],
) -> None:
    seconds: list[float] = []
    for _ in range(5):
        ana = Visitor(processes[0])
        far = with_cookie(processes[1], "rondel_session", ana.http.cookies["rondel_session"])
        assert far.ok("GET", "/api/me")["id"] == ana.id
        ana.ask("DELETE", "/api/me")
        began = time.monotonic()
        while far.ok("GET", "/api/me") is not None:
            assert time.monotonic() < began + TIMEOUT
        seconds.append(time.monotonic() - began)
    print([round(each, 3) for each in seconds])
    # Without the message it lasts as long as the session; a busy machine may be slow once.
    assert sorted(seconds)[2] < TIMEOUT / 2


def test_a_clicks_session_is_read_from_memory(start_server: Start, tmp_path: Path) -> None:
    server = start_server(database=f"sqlite:///{tmp_path / 'x.db'}", bots=False)
    ana = Visitor(server)
    asked = "/api/me"
    ana.ok("GET", asked)
    before = reads_of(ana)
    for _ in range(200):
        ana.ok("GET", asked)
    # Only what the server does by itself.
    assert reads_of(ana) - before < 20


def reads_of(visitor: Visitor) -> int:
    """Return how often the server has read its database, and written to it."""
    counted = re.findall(r"^rondel_database_seconds_count\{.*\} ([0-9.]+)", visitor.metrics(), re.M)
    assert counted
    return int(sum(map(float, counted)))


def test_tokens_of_programs_and_kinds_outlive_the_migration(database: str) -> None:
    store = Database(database)
    token = "rondel_" + "a" * 40
    old = {"id": "ana", "name": "Ana", "made": 1.0, "house": "", "is_bot": False, "token": None}
    bot = old | {"id": "bot", "name": "Probot", "is_bot": True, "token": hashed(token)}
    with store.engine.execution_options(writes=True).begin() as connection:
        command.upgrade(config_of(connection), "0009")
        for row in (old, bot):
            names = "id, name, made, house, is_bot, token_hash"
            values = ":id, :name, :made, :house, :is_bot, :token"
            connection.execute(text(f"INSERT INTO guests ({names}) VALUES ({values})"), row)
    migrate(store)

    async def come_back() -> None:
        sessions = sessions_of(store)
        program = await found(sessions, token)
        assert program.identity == Identity("bot", "Probot", "bot")
        guest = await found(sessions, guest_cookie(KEY, "ana"))
        assert guest.identity == Identity("ana", "Ana", "guest")

    asyncio.run(come_back())
    with migrating(store) as connection:
        command.downgrade(config_of(connection), "0009")
        kept = connection.execute(text("SELECT id, is_bot, token_hash FROM guests ORDER BY id"))
        assert [tuple(row) for row in kept] == [("ana", 0, None), ("bot", 1, bot["token"])]
    migrate(store)
    asyncio.run(come_back())
    store.close()


def test_references_are_checked_again_after_a_migration(store: Database) -> None:
    def refer(connection: Connection) -> None:
        row = {"id": "x", "identity": "nobody", "created": 0.0, "last_seen": 0.0}
        connection.execute(insert(s).values(row))

    async def write() -> None:
        await store.write(refer)

    with pytest.raises(IntegrityError):
        asyncio.run(write())
