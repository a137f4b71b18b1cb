"""Endpoint for all commands to a table."""

from typing import Any

from litestar import Router, post
from litestar.connection import ASGIConnection
from litestar.types import Scope

from rondel.server.http.auth import known_identity
from rondel.server.http.dependencies import TableId
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.protocol.commands import Command
from rondel.server.protocol.documents import CommandResult
from rondel.server.runtime.commands import Author, execute, may_step
from rondel.server.runtime.registry import TableRegistry
from rondel.server.tables.view import state_of

PREFIX, SUFFIX = "/api/tables/", "/commands"


def is_command_of_mover(limits: Limits, scope: Scope) -> bool:
    """Return whether a request is a command of the player to move that other limits let pass."""
    path = scope["path"]
    if not (path.startswith(PREFIX) and path.endswith(SUFFIX)):
        return False
    connection = ASGIConnection[Any, Any, Any, Any](scope)
    table = path.removeprefix(PREFIX).removesuffix(SUFFIX)
    live = connection.app.state.tables.peek(table)
    return may_step(limits, live, known_identity(connection))


@post("/api/tables/{table_id:str}/commands", operation_id="send_command", status_code=200)
async def send_command(
    table_id: TableId,
    data: Command,
    person: Identity,
    ip_group: str,
    tables: TableRegistry,
    limits: Limits,
) -> CommandResult:
    """Send a command: make steps, take back, chat, take or leave a seat, resign and so on.

    Nothing is changed if it is refused. Steps that come too late bring the table's present state.
    """
    author = Author(person, ip_group)
    actor = await tables.actor(table_id)
    live, event = await execute(tables, limits, actor, data, author)
    state = state_of(live, person.id, tables.hub)
    return CommandResult(None if event is None else event.number, state)


router = Router("/", route_handlers=[send_command], tags=["commands"])
