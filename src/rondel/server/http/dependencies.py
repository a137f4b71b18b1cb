"""Values that handlers receive by the names of their parameters."""

from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import Provide
from litestar.params import Parameter

from rondel.server.http.auth import authenticate, identify, require_identity
from rondel.server.http.rate_limits import ip_group_of_request
from rondel.server.people.sessions import Session
from rondel.server.runtime.registry import TableRegistry
from rondel.server.tables.state import LiveTable

Asked = Request[Any, Any, Any]
GameName = Annotated[str, Parameter(max_length=40, description="A game's name.")]
TableId = Annotated[str, Parameter(max_length=20, description="A table's id.")]


def provide_from_state(name: str) -> Provide:
    """Return the provider of one of the server's parts."""

    def provide(state: State) -> Any:
        return state[name]

    return Provide(provide, sync_to_thread=False)


async def provide_session(request: Asked, state: State) -> Session | None:
    """Return the session of a request, if it has a valid one."""
    return await authenticate(request, state)


async def provide_guest(session: Session | None) -> str | None:
    """Return the id of a request's identity, if it has one."""
    return None if session is None else session.identity.id


async def provide_ip_group(request: Asked) -> str:
    """Return the IP group that a request counts for."""
    return ip_group_of_request(request)


async def provide_live(table_id: TableId, guest: str | None, tables: TableRegistry) -> LiveTable:
    """Return the table of a path, if its visitor may see it. Raises NoSuchTable."""
    return await tables.open(table_id, guest)


DEPENDENCIES = {
    name: provide_from_state(name)
    for name in (
        "tables",
        "pulse",
        "accounts",
        "codes",
        "passkeys",
        "sessions",
        "deals",
        "limits",
        "sites",
        "config",
        "channels",
    )
} | {
    "session": Provide(provide_session),
    "person": Provide(require_identity),
    "visitor": Provide(identify),
    "guest": Provide(provide_guest),
    "ip_group": Provide(provide_ip_group),
    "live": Provide(provide_live),
}
