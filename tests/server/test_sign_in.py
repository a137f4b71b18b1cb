"""Continuing on another device by a one-time code, and the devices that are signed in."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select, update

from rondel.server.errors import BadCode
from rondel.server.people.codes import CODE_LENGTH, TRANSFER, Codes, grouped, typed
from rondel.server.signing import ALPHABET, hashed
from rondel.server.storage import schema
from rondel.server.storage.engine import Database

from .playing import MINE, OPEN, Server, Visitor, events_until, until_closed
from .sessions import token_of, with_cookie

FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
Start = Callable[..., Server]
k = schema.codes


def continued(server: Server, owner: Visitor, **more: object) -> Visitor:
    """Return an owner on another device."""
    phone = Visitor(server, None)
    phone.http.headers["user-agent"] = FIREFOX
    code = owner.ok("POST", "/api/me/code")["code"]
    phone.id = phone.ok("POST", "/api/sign-in", {"code": code, **more})["id"]
    return phone


def test_a_guest_continues_on_another_device(server: Server) -> None:
    ana = Visitor(server)
    table = ana.table(MINE, OPEN)["id"]
    phone = continued(server, ana)
    assert phone.id == ana.id and token_of(phone) != token_of(ana)
    assert phone.state(table)["table"]["seats"][0]["you"]
    assert ana.ok("GET", "/api/me")["id"] == ana.id


def test_a_code_is_read_as_people_type_it(server: Server) -> None:
    ana, phone = Visitor(server), Visitor(server, None)
    code = ana.ok("POST", "/api/me/code")["code"]
    assert len(code.split("-")) == 3
    loose = f"  {code.upper().replace('-', ' ')} "
    assert phone.ok("POST", "/api/sign-in/look", {"code": loose}) == {"name": "Ana"}
    assert phone.ok("POST", "/api/sign-in", {"code": loose})["id"] == ana.id


def test_a_code_is_good_once_and_until_the_next(server: Server) -> None:
    ana = Visitor(server)
    first, second = (ana.ok("POST", "/api/me/code")["code"] for _ in range(2))
    phone = Visitor(server, None)
    bad = (403, "bad-code")
    assert phone.refused("POST", "/api/sign-in", {"code": first}) == bad
    phone.ok("POST", "/api/sign-in", {"code": second})
    for path in ("/api/sign-in", "/api/sign-in/look"):
        assert Visitor(server, None).refused("POST", path, {"code": second}) == bad


def test_of_many_who_use_a_code_at_once_one_signs_in(server: Server) -> None:
    code = Visitor(server).ok("POST", "/api/me/code")["code"]
    thieves = [Visitor(server, None) for _ in range(8)]

    def try_code(thief: Visitor) -> int:
        return thief.ask("POST", "/api/sign-in", {"code": code}).status_code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(try_code, thieves))
    assert sorted(answers) == [200] + [403] * 7


def test_a_code_that_is_too_old_or_for_something_else_opens_nothing(store: Database) -> None:
    async def try_all() -> None:
        codes = Codes(store)
        old = await codes.issue(TRANSFER, None, "x")
        assert (await codes.look([TRANSFER], old)).data == "x"
        with pytest.raises(BadCode):
            await codes.look(["passkey"], old)
        aged = update(k).where(k.c.id == hashed(old)).values(expires=time.time() - 1)
        await store.write(lambda connection: connection.execute(aged))
        for ask in (codes.look, codes.use):
            with pytest.raises(BadCode):
                await ask([TRANSFER], old)
        await codes.issue(TRANSFER, None)
        rows = await store.read(lambda connection: connection.execute(select(k)).all())
        # The old one was deleted when the next was made.
        assert len(rows) == 1

    asyncio.run(try_all())


def test_the_database_has_no_code_in_clear(store: Database) -> None:
    async def issue() -> None:
        code = await Codes(store).issue(TRANSFER, None)
        assert len(code) == CODE_LENGTH and set(code) <= set(ALPHABET)
        assert typed(grouped(code).upper()) == code
        rows = await store.read(lambda connection: str(connection.execute(select(k)).all()))
        assert code not in rows and hashed(code) in rows

    asyncio.run(issue())


def test_tries_to_sign_in_are_limited_by_address(start_server: Start, database: str) -> None:
    server = start_server(database=database, sign_ins_per_hour=3, bots=False)
    thief = Visitor(server, None)
    answers = [thief.refused("POST", "/api/sign-in", {"code": "a" * 12}) for _ in range(5)]
    assert answers == [(403, "bad-code")] * 3 + [(429, "rate-limited")] * 2
    ana = Visitor(server)
    for _ in range(20):
        ana.ok("POST", "/api/me/code")
    assert ana.refused("POST", "/api/me/code") == (429, "rate-limited")


def test_signing_in_begins_a_new_session_and_ends_the_devices_earlier_one(server: Server) -> None:
    ana, ben = Visitor(server), Visitor(server, "Ben")
    planted = token_of(ben)
    code = ana.ok("POST", "/api/me/code")["code"]
    ben.ok("POST", "/api/sign-in", {"code": code})
    assert ben.ok("GET", "/api/me")["id"] == ana.id and token_of(ben) != planted
    thief = with_cookie(server, "rondel_session", planted)
    assert thief.ok("GET", "/api/me") is None


def test_devices_are_listed_and_signed_out(server: Server) -> None:
    ana = Visitor(server)
    phone = continued(server, ana)
    table = ana.table(MINE, MINE)["id"]
    listed = ana.ok("GET", "/api/me/devices")
    assert {(it["device"], it["current"]) for it in listed} == {
        ("", True),
        ("Firefox, Android", False),
    }
    assert token_of(phone) not in str(listed) and hashed(token_of(phone)) not in str(listed)
    other = next(it["id"] for it in listed if not it["current"])
    with phone.socket(table) as socket:
        events_until(socket, "snapshot")
        assert ana.ask("DELETE", f"/api/me/devices/{other}").status_code == 204
        until_closed(socket)
    assert phone.ok("GET", "/api/me") is None
    assert ana.refused("DELETE", f"/api/me/devices/{other}") == (404, "no-such-device")
    assert len(ana.ok("GET", "/api/me/devices")) == 1


def test_all_other_devices_are_signed_out_at_once(server: Server) -> None:
    ana = Visitor(server)
    phones = [continued(server, ana) for _ in range(3)]
    assert ana.ask("DELETE", "/api/me/devices").status_code == 204
    assert [phone.ok("GET", "/api/me") for phone in phones] == [None] * 3
    assert ana.ok("GET", "/api/me")["id"] == ana.id


def test_nobody_signs_out_anothers_device(server: Server) -> None:
    ana, eve = Visitor(server), Visitor(server, "Eve")
    device = ana.ok("GET", "/api/me/devices")[0]["id"]
    assert eve.refused("DELETE", f"/api/me/devices/{device}") == (404, "no-such-device")
    nobody = Visitor(server, None)
    for method, path in (
        ("POST", "/api/me/code"),
        ("GET", "/api/me/devices"),
        ("DELETE", "/api/me/devices"),
        ("DELETE", f"/api/me/devices/{device}"),
    ):
        assert nobody.refused(method, path) == (401, "unauthenticated")
    program = Visitor.program(server, "Probot")
    assert program.refused("POST", "/api/me/code") == (403, "not-for-programs")
