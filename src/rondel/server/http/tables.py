"""Creating, listing and showing tables."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import Parameter

from rondel.server.http.dependencies import TableId
from rondel.server.http.lobby import TableFilter, find_tables
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.protocol.documents import (
    Invitation,
    Links,
    Made,
    NewTable,
    TablePage,
    TableState,
)
from rondel.server.runtime.making import make
from rondel.server.runtime.registry import TableRegistry
from rondel.server.tables.links import is_watch_token, links_of, seat_of_token
from rondel.server.tables.permissions import check_creator, check_not_daily
from rondel.server.tables.state import LiveTable
from rondel.server.tables.view import state_of, table_info


@post("/api/tables", operation_id="make_table")
async def make_table(
    data: NewTable, person: Identity, ip_group: str, tables: TableRegistry, limits: Limits
) -> Made:
    """Make a table. It starts as soon as nobody is missing."""
    limits.hourly("tables", ip_group, person)
    live = await make(tables, data, person.id, person.name, ip_group, person.is_bot)
    return Made(live.row.id, links_of(live, tables.keys), state_of(live, person.id, tables.hub))


@get("/api/tables", operation_id="find_tables")
async def list_tables(
    guest: str | None,
    tables: TableRegistry,
    show: TableFilter = "open",
    game: Annotated[str | None, Parameter(max_length=40)] = None,
    before: Annotated[str | None, Parameter(max_length=60)] = None,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 50,
) -> TablePage:
    """Tables to join (`open`), to watch (`playing`), finished ones (`over`), or all of `mine`."""
    return await tables.database.read(lambda c: find_tables(c, show, guest, game, before, limit))


@get("/api/tables/{table_id:str}", operation_id="see_table")
async def see_table(live: LiveTable, guest: str | None, tables: TableRegistry) -> TableState:
    """Return a table as it stands."""
    return state_of(live, guest, tables.hub)


@get("/api/tables/{table_id:str}/links", operation_id="table_links")
async def table_links(live: LiveTable, person: Identity, tables: TableRegistry) -> Links:
    """Return the secret links of a table to its creator."""
    check_creator(live, person.id)
    check_not_daily(live)
    return links_of(live, tables.keys)


@get("/api/tables/{table_id:str}/invitation", operation_id="see_invitation")
async def see_invitation(
    table_id: TableId,
    token: Annotated[str, Parameter(max_length=100)],
    guest: str | None,
    tables: TableRegistry,
) -> Invitation:
    """Return what a secret link opens: the game, the host, and the dealer's commitment."""
    live = await tables.open(table_id, everyone=True)
    seat = None
    if not is_watch_token(live, token, tables.keys):
        seat = seat_of_token(live, token, tables.keys, guest)
    hosts = [place.name for place in live.seats if place.guest == live.row.creator]
    info = table_info(live.row, live.seats, None, tables.hub.present(table_id))
    return Invitation(info, seat, hosts[0] if hosts else "", live.row.commitment)


router = Router(
    "/",
    route_handlers=[make_table, list_tables, see_table, table_links, see_invitation],
    tags=["tables"],
)
