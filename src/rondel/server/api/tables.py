"""Doors for making, finding and sitting at tables."""

from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import Parameter

from rondel.server.api.lobby import Wanted, find_tables
from rondel.server.documents import (
    AtSeat,
    Join,
    Links,
    Made,
    NewTable,
    RenameSeat,
    StandIn,
    TablePage,
    TableState,
)
from rondel.server.door.limits import Limits, household
from rondel.server.door.people import Person
from rondel.server.errors import BadLink, NotNow, NotYourSeat, NotYourTable, SeatTaken
from rondel.server.keys import Keys
from rondel.server.live.making import check_strong, make, rematch
from rondel.server.live.tables import Tables
from rondel.server.names import readable, told_apart
from rondel.server.table import bots, seating
from rondel.server.table.table import Change, LiveTable
from rondel.server.table.views import state_of

Asked = Request[Any, Any, Any]
TableId = Annotated[str, Parameter(max_length=20, description="A table's id.")]


def links_of(live: LiveTable, keys: Keys) -> Links:
    """The secret links of a table, as paths of this server."""
    table = live.row.id
    seats = {
        place.seat: f"/t/{table}/{keys.seat(table, place.seat, place.link)}"
        for place in live.seats
        if place.kind == "person"
    }
    return Links(seats, f"/t/{table}/{keys.watch(table)}")


@post("/api/tables", operation_id="make_table")
async def make_table(
    request: Asked, data: NewTable, person: Person, tables: Tables, limits: Limits
) -> Made:
    """Make a table. It starts as soon as nobody is missing."""
    limits.new_table(request, person)
    live = await make(tables, data, person.id, person.name, household(request))
    return Made(live.row.id, links_of(live, tables.keys), state_of(live, person.id, tables.hub))


@get("/api/tables", operation_id="find_tables")
async def list_tables(
    visitor: Person | None,
    tables: Tables,
    show: Wanted = "open",
    game: Annotated[str | None, Parameter(max_length=40)] = None,
    before: Annotated[str | None, Parameter(max_length=60)] = None,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 50,
) -> TablePage:
    """Tables to join (`open`), to watch (`playing`), finished ones (`over`), or all of `mine`."""
    guest = visitor.id if visitor else None
    return await tables.database.read(lambda c: find_tables(c, show, guest, game, before, limit))


@get("/api/tables/{table_id:str}", operation_id="see_table")
async def see_table(table_id: TableId, visitor: Person | None, tables: Tables) -> TableState:
    """A table as it stands."""
    guest = visitor.id if visitor else None
    return state_of(await tables.open(table_id, guest), guest, tables.hub)


@get("/api/tables/{table_id:str}/links", operation_id="table_links")
async def table_links(table_id: TableId, person: Person, tables: Tables) -> Links:
    """The secret links, as often as needed, for whoever created the table."""
    live = await tables.open(table_id, person.id)
    if live.row.creator != person.id:
        raise NotYourTable
    return links_of(live, tables.keys)


@post("/api/tables/{table_id:str}/join", operation_id="join_table", status_code=200)
async def join_table(table_id: TableId, data: Join, person: Person, tables: Tables) -> TableState:
    """Sit down by a secret link or at an open seat; a watch link lets one look."""
    live = await tables.open(table_id, everyone=True)
    seat = data.seat
    if data.token is not None:
        if tables.keys.opens_watch(data.token, table_id):
            await tables.admit(live, person.id)
            return state_of(live, person.id, tables.hub)
        seat = seat_of_token(live, data.token, tables.keys)
    elif not live.may_see(person.id) or live.row.visibility == "private":
        if live.row.creator != person.id:
            raise BadLink
    if seat is None:
        seat = first_open(live)
    where = seat
    given = readable(data.name) if data.name else None

    def plan(live: LiveTable) -> Change:
        # Who chose no name for this table is told apart; who chose one is told that it is taken.
        name = given or told_apart(person.name, seating.names_beside(live, person.id, where))
        return seating.joined(live, person.id, where, name)

    live, _ = await tables.change(table_id, plan)
    return state_of(live, person.id, tables.hub)


def seat_of_token(live: LiveTable, token: str, keys: Keys) -> int:
    """The seat a link opens. Raises BadLink."""
    for place in live.seats:
        opens = keys.opens_seat(token, live.row.id, place.seat, place.link)
        if place.kind == "person" and opens:
            return place.seat
    raise BadLink


def first_open(live: LiveTable) -> int:
    """The first seat a person may take. Raises SeatTaken."""
    for place in live.seats:
        if place.is_open:
            return place.seat
    raise SeatTaken(0)


@post("/api/tables/{table_id:str}/leave", operation_id="leave_table", status_code=200)
async def leave_table(
    table_id: TableId, data: AtSeat, person: Person, tables: Tables
) -> TableState:
    """Stand up. Your seat's link lets you come back."""
    return await at_seat(tables, table_id, person, data.seat, seating.left)


@post("/api/tables/{table_id:str}/rename", operation_id="rename_seat", status_code=200)
async def rename_seat(
    table_id: TableId, data: RenameSeat, person: Person, tables: Tables
) -> TableState:
    """A new name at this table."""
    name = readable(data.name)
    plan = lambda live, seat: seating.renamed(live, seat, name)  # noqa: E731
    return await at_seat(tables, table_id, person, data.seat, plan)


@post("/api/tables/{table_id:str}/concede", operation_id="concede", status_code=200)
async def concede(table_id: TableId, data: AtSeat, person: Person, tables: Tables) -> TableState:
    """Give up. With two or more others still playing, a bot plays on for you."""
    return await at_seat(tables, table_id, person, data.seat, seating.conceded)


async def at_seat(
    tables: Tables, table: str, person: Person, seat: int | None, plan: seating.SeatPlan
) -> TableState:
    """Do something that only a seat's holder may do."""
    await tables.open(table, person.id)
    live, _ = await tables.change(
        table, lambda live: plan(live, seating.check_seat(live, person.id, seat))
    )
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/abort", operation_id="abort_table", status_code=200)
async def abort_table(table_id: TableId, person: Person, tables: Tables) -> TableState:
    """End a match before the first move: its creator, or anyone seated."""
    live = await tables.open(table_id, person.id)
    if live.row.creator != person.id and not live.seats_of(person.id):
        raise NotYourTable
    live, _ = await tables.change(table_id, seating.aborted)
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/stand-in", operation_id="stand_in", status_code=200)
async def stand_in(table_id: TableId, data: StandIn, person: Person, tables: Tables) -> TableState:
    """Let a bot play for a seat, or give the seat back to its person.

    One's own seat, any seat of a table one created, or a seat nobody holds or whose person is gone.
    """
    live = await tables.open(table_id, person.id)
    if data.seat >= len(live.seats):
        raise NotYourSeat(data.seat)
    check_may_stand_in(tables, live, person, data.seat)
    if data.bot is None:
        live, _ = await tables.change(table_id, lambda live: seating.given_back(live, data.seat))
    else:
        bot = bots.check(data.bot or bots.ANYTHING)
        await check_strong(tables, live.row.creator, int(bot in bots.STRONG))
        live, _ = await tables.change(table_id, lambda live: seating.stood_in(live, data.seat, bot))
    return state_of(live, person.id, tables.hub)


def check_may_stand_in(tables: Tables, live: LiveTable, person: Person, seat: int) -> None:
    """Raise NotYourSeat unless the person may decide who plays for a seat."""
    holder = live.seats[seat].guest
    if person.id in (holder, live.row.creator):
        return
    is_abandoned = holder is None or not tables.hub.present(live.row.id)[holder]
    if not live.seats_of(person.id) or not is_abandoned:
        raise NotYourSeat(seat)


@post("/api/tables/{table_id:str}/rematch", operation_id="rematch", status_code=201)
async def make_rematch(
    request: Asked, table_id: TableId, person: Person, tables: Tables, limits: Limits
) -> Made:
    """The same people again, everyone one seat further."""
    live = await tables.open(table_id, person.id)
    if live.row.creator != person.id and not live.seats_of(person.id):
        raise NotYourTable
    if live.row.sandbox:
        raise NotNow("sandbox", "match")
    limits.new_table(request, person)
    new = await rematch(tables, live)
    links = links_of(new, tables.keys) if new.row.creator == person.id else Links({}, "")
    return Made(new.row.id, links, state_of(new, person.id, tables.hub))


router = Router(
    "/",
    route_handlers=[
        make_table,
        list_tables,
        see_table,
        table_links,
        join_table,
        leave_table,
        rename_seat,
        concede,
        abort_table,
        stand_in,
        make_rematch,
    ],
    tags=["tables"],
)
