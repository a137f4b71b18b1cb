"""Endpoints for administrators, all of which need their role."""

from functools import partial
from typing import Any

from litestar import Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from rondel.server.errors import AdminsOnly, Unauthenticated
from rondel.server.http.accounts import me_of
from rondel.server.http.auth import authenticate, cookie_of
from rondel.server.identities import Identity
from rondel.server.people.accounts import Accounts
from rondel.server.people.roles import Role, has_role, use_link
from rondel.server.people.sessions import Sessions
from rondel.server.protocol.accounts import Me
from rondel.server.protocol.admin import AdminLink, AdminStatus
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.status import status_of
from rondel.server.settings import Settings

NAME = "Admin"
"""Name of an administrator who had none."""


async def require_role(connection: ASGIConnection[Any, Any, Any, Any], role: Role) -> None:
    """Raise Unauthenticated or AdminsOnly unless the sender of a request has a role.

    The role is read from the database, so that it ends everywhere as soon as it is taken away.
    """
    state: State = connection.app.state
    session = await authenticate(connection, state)
    if session is None:
        raise Unauthenticated
    check = partial(has_role, identity=session.identity.id, role=role)
    if not await state.tables.database.read(check):
        raise AdminsOnly(role)


async def require_admin(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    """Guard routes for administrators. Raises Unauthenticated and AdminsOnly."""
    await require_role(connection, "admin")


async def require_moderator(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    """Guard routes for moderators and administrators. Raises Unauthenticated and AdminsOnly."""
    await require_role(connection, "moderator")


@post("/api/admin/session", operation_id="sign_in_as_admin")
async def sign_in(
    data: AdminLink,
    request: Request[Any, Any, State],
    visitor: Identity | None,
    accounts: Accounts,
    sessions: Sessions,
    config: Settings,
) -> Response[Me]:
    """Use the link that `rondel admin link` prints: you are an administrator from now on.

    Your other sessions end.
    """
    work = partial(use_link, token=data.token, visitor=visitor, name=NAME)
    found = await accounts.database.write(work)
    for key in found.ended:
        sessions.end(key)
    return Response(me_of(found.identity), cookies=[cookie_of(found.token, config.secure)])


@get("/status", operation_id="admin_status")
async def status(tables: TableRegistry) -> AdminStatus:
    """Return versions, database, queue and tables of this server."""
    return await status_of(tables.database)


admin = Router("/api/admin", route_handlers=[status], guards=[require_admin], tags=["admin"])
router = Router("/", route_handlers=[sign_in, admin], tags=["admin"])
