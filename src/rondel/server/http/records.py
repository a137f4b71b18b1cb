"""Import and export of games."""

from collections.abc import AsyncIterator, Mapping
from functools import partial
from itertools import chain
from typing import Annotated, Literal

import msgspec
from litestar import Router, get, post
from litestar.params import Parameter
from litestar.response import Response, Stream
from sqlalchemy import Connection, or_, select

from rondel.match import Match, read_record, verify, write_record
from rondel.server.errors import InvalidState, SeatTaken
from rondel.server.http.dependencies import Asked
from rondel.server.http.rate_limits import Limits
from rondel.server.identities import Identity
from rondel.server.protocol.documents import Branch, Deal, Import, Made
from rondel.server.runtime.making import offered, sandbox
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage import schema
from rondel.server.storage.days import is_sealed
from rondel.server.tables import permissions
from rondel.server.tables.links import links_of
from rondel.server.tables.reading import read_live
from rondel.server.tables.state import MAX_STEPS, LiveTable
from rondel.server.tables.view import is_revealed, state_of

t, s = schema.tables, schema.seats
PAGE = 10


@get("/api/tables/{table_id:str}/record", operation_id="record", media_type="text/plain")
async def record(live: LiveTable, ip_group: str, tables: TableRegistry) -> Response[str]:
    """Return the match as a record file."""
    permissions.check_record(live)
    name = f'attachment; filename="{live.row.game}-{live.row.id}.rondel"'
    text = await tables.backroom.do(ip_group, record_of, live)
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


def record_of(live: LiveTable) -> str:
    """Return a table's match as a record."""
    return write_record(live.match())


@get("/api/tables/{table_id:str}/deal", operation_id="deal")
async def deal(live: LiveTable, ip_group: str, tables: TableRegistry) -> Deal:
    """Return the dealer's commitment; once the match is over, its secret and whether all fits."""
    row = live.row
    if not is_revealed(row) or row.sandbox:
        return Deal(row.commitment, None, None)
    fair = await tables.backroom.do(ip_group, is_fair, live)
    return Deal(row.commitment, row.secret.hex(), fair)


def is_fair(live: LiveTable) -> bool:
    """Return whether every outcome is the one the secret gives."""
    return verify(record_of(live))[1]


@post("/api/records", operation_id="import_record")
async def import_record(
    data: Import, person: Identity, ip_group: str, tables: TableRegistry, limits: Limits
) -> Made:
    """Bring a record: to replay if it is over, or to continue as a hot-seat sandbox."""
    limits.hourly("imports", ip_group, person)
    match = await tables.backroom.do(ip_group, read_record, data.record, most_steps=MAX_STEPS)
    offered(tables, match.game.name)
    if data.steps is not None:
        match.given_up = None  # It is to go on.
    return await as_sandbox(tables, match, data.steps, person, ip_group)


@post("/api/tables/{table_id:str}/branch", operation_id="branch")
async def branch(
    live: LiveTable,
    data: Branch,
    person: Identity,
    ip_group: str,
    tables: TableRegistry,
    limits: Limits,
) -> Made:
    """Create a sandbox from an earlier position of a table, alone or against bots."""
    permissions.check_branch(live, person.id)
    limits.hourly("imports", ip_group, person)
    match = await tables.backroom.do(ip_group, live.match)
    match.given_up = None
    return await as_sandbox(tables, match, data.steps, person, ip_group, levels(live, data))


def levels(live: LiveTable, wanted: Branch) -> dict[int, str]:
    """Return the bots of a sandbox by their seats. Raises SeatTaken."""
    if wanted.bot and wanted.seat >= len(live.seats):
        raise SeatTaken(wanted.seat)
    if wanted.bot:
        return {place.seat: wanted.bot for place in live.seats if place.seat != wanted.seat}
    kept = {place.seat: place.bot for place in live.seats if place.kind == "bot"}
    # Where nobody but bots sits, nobody would be asked.
    return kept if wanted.keep and len(kept) < len(live.seats) else {}


async def as_sandbox(
    tables: TableRegistry,
    match: Match,
    steps: int | None,
    person: Identity,
    ip_group: str,
    bots: Mapping[int, str] | None = None,
) -> Made:
    """Create a sandbox of a match's first steps. Raises MatchRunning and DailyChallenge."""
    if steps is not None and steps > len(match):
        raise InvalidState(f"{len(match)} steps long", f"at least {steps}")
    while steps is not None and len(match) > steps:
        match.pop()
    history = chain((before for before, _, _ in match), (match.position,))
    await tables.backroom.do(ip_group, tables.matches.check, history)
    live = await sandbox(tables, match, person.id, ip_group, bots)
    return Made(live.row.id, links_of(live, tables.keys), state_of(live, person.id, tables.hub))


@get("/api/records", operation_id="export_records", media_type="application/x-ndjson")
async def export_records(
    request: Asked,
    tables: TableRegistry,
    visitor: Identity | None,
    ip_group: str,
    limits: Limits,
    whose: Annotated[Literal["public", "mine"], Parameter()] = "public",
) -> Stream:
    """Stream all public finished games, or all of your own, as one JSON document per line."""
    guest = visitor.id if visitor else None
    limits.hourly("exports", ip_group, visitor)
    limits.check_streams(request, visitor)
    lines = exported(tables, whose, guest, ip_group)
    return Stream(limits.counted(request, visitor, lines), media_type="application/x-ndjson")


async def exported(
    tables: TableRegistry, whose: str, guest: str | None, ip_group: str
) -> AsyncIterator[bytes]:
    """Yield one line for each game, read page by page and in turns with other exports."""
    last = ""
    read = tables.database.read_now
    while page := await tables.copying.do(
        ip_group, read, partial(records_after, whose=whose, guest=guest, last=last)
    ):
        for table, game, text in page:
            yield msgspec.json.encode({"table": table, "game": game, "record": text}) + b"\n"
        last = page[-1][0]


def records_after(
    connection: Connection, whose: str, guest: str | None, last: str
) -> list[tuple[str, str, str]]:
    """Return the next page of games after a table's id."""
    query = select(t.c.id).where(t.c.id > last).order_by(t.c.id).limit(PAGE)
    if whose == "mine" and guest is None:
        return []
    if whose == "mine":
        own = select(s.c.table_id).where(s.c.guest == guest)
        query = query.where(or_(t.c.id.in_(own), t.c.creator == guest))
        query = query.where(t.c.started.is_not(None))
    else:
        public = (t.c.status == "over", t.c.visibility == "public", t.c.sandbox.is_(False))
        query = query.where(*public)
    found: list[tuple[str, str, str]] = []
    for table in list(connection.execute(query).scalars()):
        live = read_live(connection, table)
        is_going_on = live is not None and live.row.status == "playing" and is_sealed(live.row)
        if live is not None and not is_going_on:
            found.append((table, live.row.game, write_record(live.match())))
    return found


router = Router(
    "/", route_handlers=[record, deal, import_record, branch, export_records], tags=["records"]
)
