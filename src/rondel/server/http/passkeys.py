"""Endpoints for passkeys and recovery codes."""

from typing import Any

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import State

from rondel.server.errors import NoSuchDevice
from rondel.server.http.auth import Asking
from rondel.server.http.devices import device_of
from rondel.server.http.rate_limits import Limits
from rondel.server.http.sign_in import begin, check_guest, check_person, finish
from rondel.server.http.sites import Sites, host_of
from rondel.server.identities import Identity
from rondel.server.people.codes import Codes, count_recovery, grouped
from rondel.server.people.passkeys import Passkeys, Site
from rondel.server.people.sessions import Session, Sessions
from rondel.server.protocol.accounts import Me
from rondel.server.protocol.sign_in import (
    NewPasskey,
    Passkey,
    PasskeyOptions,
    PasskeySignIn,
    RecoveryCodes,
    SignInWays,
)
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import Settings

Asked = Request[Any, Any, State]


def site_of(request: Asking, sites: Sites) -> Site:
    """Return the site that a request was sent to."""
    return Site(*sites.relying_party(host_of(request.scope), request.scope["scheme"]))


@get("/api/me/sign-in", operation_id="sign_in_ways")
async def sign_in_ways(person: Identity, passkeys: Passkeys, tables: TableRegistry) -> SignInWays:
    """Return the ways you can sign in without a device that is signed in."""
    found = [
        Passkey(row.id, row.device, row.created, row.last_used)
        for row in await passkeys.list(person.id)
    ]
    left = await tables.database.read(lambda c: count_recovery(c, person.id))
    return SignInWays(found, left)


@post("/api/me/passkeys/options", operation_id="passkey_options", status_code=200)
async def passkey_options(
    request: Asked, person: Identity, passkeys: Passkeys, sites: Sites, limits: Limits
) -> PasskeyOptions:
    """Return what a browser needs to make a passkey."""
    check_person(person)
    limits.new_code(person)
    return PasskeyOptions(await passkeys.options_to_add(site_of(request, sites), person))


@post("/api/me/passkeys", operation_id="add_passkey", status_code=204)
async def add_passkey(
    data: NewPasskey,
    request: Asked,
    person: Identity,
    passkeys: Passkeys,
    sessions: Sessions,
    sites: Sites,
) -> None:
    """Keep a passkey that your browser has made."""
    check_person(person)
    device = device_of(request.headers.get("user-agent", ""))
    await passkeys.add(site_of(request, sites), person, data.credential, device)
    sessions.forget(person.id)


@delete("/api/me/passkeys/{passkey:str}", operation_id="remove_passkey")
async def remove_passkey(passkey: str, person: Identity, passkeys: Passkeys) -> None:
    """Delete one of your passkeys."""
    if not await passkeys.remove(person.id, passkey):
        raise NoSuchDevice


@post("/api/me/recovery-codes", operation_id="make_recovery_codes", status_code=200)
async def make_recovery_codes(
    person: Identity, codes: Codes, sessions: Sessions, limits: Limits
) -> RecoveryCodes:
    """Make codes to sign in by if you have lost all devices; earlier ones end."""
    check_person(person)
    limits.new_code(person)
    found = await codes.issue_recovery(person.id)
    sessions.forget(person.id)
    return RecoveryCodes([grouped(code) for code in found])


@post("/api/sign-in/passkey/options", operation_id="passkey_sign_in_options", status_code=200)
async def passkey_sign_in_options(
    request: Asked, passkeys: Passkeys, sites: Sites, limits: Limits
) -> PasskeyOptions:
    """Return what a browser needs to use a passkey. It is the same for everybody."""
    limits.sign_in(request)
    return PasskeyOptions(await passkeys.options_to_sign_in(site_of(request, sites)))


@post("/api/sign-in/passkey", operation_id="sign_in_by_passkey", status_code=200)
async def sign_in_by_passkey(
    data: PasskeySignIn,
    request: Asked,
    session: Session | None,
    passkeys: Passkeys,
    sessions: Sessions,
    tables: TableRegistry,
    sites: Sites,
    config: Settings,
    limits: Limits,
) -> Response[Me]:
    """Sign in by a passkey: a new session begins, and this device's earlier one ends."""
    limits.sign_in(request)
    who = await passkeys.sign_in(site_of(request, sites), data.credential)
    guest = await check_guest(tables, session, who.id, data.merge)
    answer = await begin(request, session, who, sessions, config)
    await finish(tables, sessions, guest, who)
    return answer


router = Router(
    "/",
    route_handlers=[
        sign_in_ways,
        passkey_options,
        add_passkey,
        remove_passkey,
        make_recovery_codes,
        passkey_sign_in_options,
        sign_in_by_passkey,
    ],
    tags=["people"],
)
