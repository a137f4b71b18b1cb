"""Values that handlers receive by the names of their parameters."""

from typing import Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import Provide

from rondel.server.http.auth import authenticate, identify, require_identity
from rondel.server.people.sessions import Session


def provide_from_state(name: str) -> Provide:
    """Return the provider of one of the server's parts."""

    def provide(state: State) -> Any:
        return state[name]

    return Provide(provide, sync_to_thread=False)


async def provide_session(request: Request[Any, Any, Any], state: State) -> Session | None:
    """Return the session of a request, if it has a valid one."""
    return await authenticate(request, state)


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
}
