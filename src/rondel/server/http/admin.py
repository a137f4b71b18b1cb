"""Endpoints for administrators, all of which need their role."""

import logging
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, Router, get, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter

from rondel.server.errors import AdminsOnly, Unauthenticated
from rondel.server.http.accounts import me_of
from rondel.server.http.auth import authenticate, cookie_of
from rondel.server.identities import Identity
from rondel.server.people.accounts import Accounts
from rondel.server.people.roles import Role, has_role, use_link
from rondel.server.people.sessions import Sessions
from rondel.server.protocol.accounts import Me
from rondel.server.protocol.admin import AdminLink, AdminStatus, Pruned, PruneRequest, Quotas
from rondel.server.runtime.pruning import DAY, PRUNE, insert_retention_tasks, prune_task
from rondel.server.runtime.registry import TableRegistry
from rondel.server.runtime.status import status_of
from rondel.server.settings import Settings
from rondel.server.storage.prune import count_old
from rondel.server.storage.quotas import write_quotas
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import insert_tasks

log = logging.getLogger("rondel.admin")
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


@put("/quotas", operation_id="set_quotas")
async def set_quotas(data: Quotas, tables: TableRegistry, person: Identity) -> Quotas:
    """Set the quotas and the retention; all processes follow them at once."""
    await tables.database.write(partial(write_quotas, quotas=data))
    log.info("%s set the quotas: %s", person.id, data)
    await tables.database.write(insert_retention_tasks)
    tables.tasks.announce(PRUNE)
    return data


@get("/prune", operation_id="count_old")
async def count(
    tables: TableRegistry, days: Annotated[int, Parameter(ge=1, le=100_000)], finished: bool = False
) -> Pruned:
    """Count the tables and guests that a deletion by age would take."""
    before = now() - days * DAY
    return await tables.database.read(partial(count_old, before=before, is_finished=finished))


@post("/prune", operation_id="delete_old", status_code=202)
async def delete_old(data: PruneRequest, tables: TableRegistry, person: Identity) -> PruneRequest:
    """Delete old tables and unused guests in the background; the status has the outcome."""
    await tables.database.write(partial(insert_tasks, tasks=[prune_task(data)]))
    log.info("%s deletes by age: %s", person.id, data)
    tables.tasks.announce(PRUNE)
    return data


admin = Router(
    "/api/admin",
    route_handlers=[status, set_quotas, count, delete_old],
    guards=[require_admin],
    tags=["admin"],
)
router = Router("/", route_handlers=[sign_in, admin], tags=["admin"])
