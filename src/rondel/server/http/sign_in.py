"""Endpoints to continue on another device, and for the devices that are signed in."""

from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, Router, delete, get, post
from litestar.datastructures import State
from litestar.params import Parameter

from rondel.server.errors import NoSuchDevice, NotForPrograms, Unauthenticated
from rondel.server.http.auth import cookie_of, without_cookies
from rondel.server.http.devices import device_of
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.people.codes import LIFETIMES, SIGN_IN, TRANSFER, Codes, grouped, typed
from rondel.server.people.deletion import forget, read_all
from rondel.server.people.merging import check_mergeable, merge
from rondel.server.people.sessions import Session, Sessions
from rondel.server.protocol.accounts import Me
from rondel.server.protocol.sign_in import (
    CodeOwner,
    Deletion,
    Device,
    GivenCode,
    SignIn,
    TransferCode,
)
from rondel.server.runtime.registry import TableRegistry
from rondel.server.settings import Settings
from rondel.server.storage.people import check_suspended
from rondel.server.storage.rows import now

Asked = Request[Any, Any, State]
ID_LENGTH = 16
"""Characters of a session's hash that name it to its owner."""
DeviceId = Annotated[str, Parameter(max_length=ID_LENGTH, description="A device's id.")]


@post("/api/me/code", operation_id="make_code", status_code=200)
async def make_code(person: Identity, codes: Codes, limits: Limits) -> TransferCode:
    """Make a code that continues your identity on another device; an earlier one ends."""
    check_person(person)
    limits.new_code(person)
    code = await codes.issue(TRANSFER, person.id)
    return TransferCode(grouped(code), now() + LIFETIMES[TRANSFER])


@post("/api/sign-in/look", operation_id="look_at_code", status_code=200)
async def look_at_code(data: GivenCode, request: Asked, codes: Codes, limits: Limits) -> CodeOwner:
    """Return whom a code signs in, so that nobody becomes somebody else unasked."""
    limits.sign_in(request)
    return CodeOwner((await codes.look(SIGN_IN, typed(data.code))).name)


@post("/api/sign-in", operation_id="sign_in", status_code=200)
async def sign_in(
    data: SignIn,
    request: Asked,
    session: Session | None,
    codes: Codes,
    sessions: Sessions,
    tables: TableRegistry,
    config: Settings,
    limits: Limits,
) -> Response[Me]:
    """Sign in by a code: a new session begins, and this device's earlier one ends."""
    limits.sign_in(request)
    text = typed(data.code)
    into = str((await codes.look(SIGN_IN, text)).identity)
    guest = await check_guest(tables, session, into, data.merge)
    code = await codes.use(SIGN_IN, text)
    who = Identity(str(code.identity), code.name)
    answer = await begin(request, session, who, sessions, config)
    await finish(tables, sessions, guest, who)
    return answer


async def check_guest(
    tables: TableRegistry, session: Session | None, into: str, merge: bool
) -> str | None:
    """Return the guest whose games are to come along, if any.

    Raises CannotMerge, and Suspended for an account that nobody may sign in to.
    """
    await tables.database.read(partial(check_suspended, identity=into))
    if session is None or not merge or session.identity.id == into:
        return None
    guest = session.identity.id
    await tables.database.read(partial(check_mergeable, guest=guest, identity=into))
    return guest


async def finish(
    tables: TableRegistry, sessions: Sessions, guest: str | None, who: Identity
) -> None:
    """Take a guest's games along, if there is one."""
    if guest is not None:
        await merge(tables, sessions, guest, who)


async def begin(
    request: Asked, before: Session | None, who: Identity, sessions: Sessions, config: Settings
) -> Response[Me]:
    """Begin a session of an identity in place of a browser's earlier one."""
    token = await sessions.begin(who.id, device_of(request.headers.get("user-agent", "")))
    if before is not None and not before.identity.is_bot:
        await sessions.revoke(before)
    me = Me(who.id, who.name, who.is_bot)
    return Response(me, cookies=[cookie_of(token, config.secure)])


@get("/api/me/devices", operation_id="devices")
async def devices(session: Session | None, sessions: Sessions) -> list[Device]:
    """Return where you are signed in, the device used last first."""
    if session is None:
        raise Unauthenticated
    return [
        Device(it.id[:ID_LENGTH], it.device, it.last_seen, it.id == session.id)
        for it in await sessions.list(session.identity.id)
    ]


@delete("/api/me/devices/{device:str}", operation_id="sign_out_device")
async def sign_out_device(device: DeviceId, person: Identity, sessions: Sessions) -> None:
    """Sign out one of your devices: its streams are closed everywhere."""
    found = [it.id for it in await sessions.list(person.id) if it.id[:ID_LENGTH] == device]
    if not found:
        raise NoSuchDevice
    await sessions.revoke_all(found)


@delete("/api/me/devices", operation_id="sign_out_others")
async def sign_out_others(session: Session | None, sessions: Sessions) -> None:
    """Sign out all your devices but this one."""
    if session is None:
        raise Unauthenticated
    others = await sessions.list(session.identity.id)
    await sessions.revoke_all([it.id for it in others if it.id != session.id])


def check_person(identity: Identity) -> None:
    """Raise NotForPrograms for a program."""
    if identity.is_bot:
        raise NotForPrograms


@get("/api/me/data", operation_id="my_data")
async def my_data(
    person: Identity, ip_group: str, tables: TableRegistry, limits: Limits
) -> dict[str, list[dict[str, Any]]]:
    """Return all that the server keeps about you, by the tables of its database."""
    limits.hourly("exports", ip_group, person)
    return await tables.database.read(partial(read_all, identity=person.id))


@post("/api/me/delete", operation_id="delete_me", status_code=204)
async def delete_me(
    data: Deletion, person: Identity, sessions: Sessions, tables: TableRegistry
) -> Response[None]:
    """Delete your data: your names and remarks go from all tables, the games stay.

    Nobody can undo this.
    """
    await forget(tables, sessions, person.id)
    return without_cookies()


router = Router(
    "/",
    route_handlers=[
        make_code,
        look_at_code,
        sign_in,
        devices,
        sign_out_device,
        sign_out_others,
        my_data,
        delete_me,
    ],
    tags=["people"],
)
