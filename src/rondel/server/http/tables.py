"""Doors for making, finding and sitting at tables."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import Parameter

from rondel.server.errors import (
    BadLink,
    InvalidState,
    NoSuchTable,
    NotYourSeat,
    NotYourTable,
    SeatTaken,
    StillThere,
)
from rondel.server.http.lobby import TableFilter, find_tables
from rondel.server.http.rate_limits import Limits, household
from rondel.server.identities import Identity
from rondel.server.names import readable, told_apart
from rondel.server.protocol.documents import (
    Again,
    AtSeat,
    Fill,
    Invitation,
    Join,
    Links,
    Made,
    NewTable,
    Ready,
    RenameSeat,
    RenewLink,
    StandIn,
    StandInConsent,
    TablePage,
    TableState,
    ThatSeat,
)
from rondel.server.runtime.making import make, rematch, strong_checks
from rondel.server.runtime.registry import TableRegistry
from rondel.server.signing import Signer
from rondel.server.storage.rows import now
from rondel.server.tables import bots, permissions
from rondel.server.tables import seats as seating
from rondel.server.tables import undo as undoing
from rondel.server.tables.daily import check_alone
from rondel.server.tables.decision import Decision
from rondel.server.tables.events import Event
from rondel.server.tables.state import LiveTable
from rondel.server.tables.view import state_of, table_info

Asked = Request[Any, Any, Any]
SeatPlan = Callable[[LiveTable, int, float], list[Event]]
TableId = Annotated[str, Parameter(max_length=20, description="A table's id.")]


def links_of(live: LiveTable, keys: Signer) -> Links:
    """The secret links of a table, as paths of this server."""
    table = live.row.id
    seats = {
        place.seat: f"/t/{table}/{keys.seat(table, place.seat, place.link)}"
        for place in live.seats
        if place.kind == "person"
    }
    return Links(seats, f"/t/{table}/{keys.watch(table, live.row.watch_link)}")


@post("/api/tables", operation_id="make_table")
async def make_table(
    request: Asked, data: NewTable, person: Identity, tables: TableRegistry, limits: Limits
) -> Made:
    """Make a table. It starts as soon as nobody is missing."""
    limits.new_table(household(request), person)
    live = await make(tables, data, person.id, person.name, household(request), person.is_bot)
    return Made(live.row.id, links_of(live, tables.keys), state_of(live, person.id, tables.hub))


@get("/api/tables", operation_id="find_tables")
async def list_tables(
    visitor: Identity | None,
    tables: TableRegistry,
    show: TableFilter = "open",
    game: Annotated[str | None, Parameter(max_length=40)] = None,
    before: Annotated[str | None, Parameter(max_length=60)] = None,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 50,
) -> TablePage:
    """Tables to join (`open`), to watch (`playing`), finished ones (`over`), or all of `mine`."""
    guest = visitor.id if visitor else None
    return await tables.database.read(lambda c: find_tables(c, show, guest, game, before, limit))


@get("/api/tables/{table_id:str}", operation_id="see_table")
async def see_table(
    table_id: TableId, visitor: Identity | None, tables: TableRegistry
) -> TableState:
    """A table as it stands."""
    guest = visitor.id if visitor else None
    return state_of(await tables.open(table_id, guest), guest, tables.hub)


@get("/api/tables/{table_id:str}/links", operation_id="table_links")
async def table_links(table_id: TableId, person: Identity, tables: TableRegistry) -> Links:
    """The secret links, as often as needed, for whoever created the table."""
    live = await tables.open(table_id, person.id)
    if live.row.creator != person.id:
        raise NotYourTable
    check_alone(live)
    return links_of(live, tables.keys)


@get("/api/tables/{table_id:str}/invitation", operation_id="see_invitation")
async def see_invitation(
    table_id: TableId,
    token: Annotated[str, Parameter(max_length=100)],
    visitor: Identity | None,
    tables: TableRegistry,
) -> Invitation:
    """What a secret link leads to: the game, who invites, and the dealer's commitment."""
    live = await tables.open(table_id, everyone=True)
    seat = None
    if not tables.keys.opens_watch(token, table_id, live.row.watch_link):
        with hiding(live, visitor):
            seat = seat_of_token(live, token, tables.keys)
    hosts = [place.name for place in live.seats if place.guest == live.row.creator]
    info = table_info(live.row, live.seats, None, tables.hub.present(table_id))
    return Invitation(info, seat, hosts[0] if hosts else "", live.row.commitment)


@post("/api/tables/{table_id:str}/join", operation_id="join_table", status_code=200)
async def join_table(
    table_id: TableId, data: Join, person: Identity, tables: TableRegistry, limits: Limits
) -> TableState:
    """Sit down by a secret link or at an open seat; a watch link lets one look."""
    limits.change(person.id)
    live = await tables.open(table_id, everyone=True)
    link, by_link = live.row.watch_link, data.token is not None
    if data.token is not None and tables.keys.opens_watch(data.token, table_id, link):
        await tables.admit(live, person.id, link)
        return state_of(live, person.id, tables.hub)
    with hiding(live, person):
        asked = seat_asked(live, data, person, tables.keys)
    await check_given_up(tables, live, person, asked)
    given = readable(data.name) if data.name else None

    def plan(live: LiveTable) -> list[Event]:
        # Again, since the link may have been renewed meanwhile.
        with hiding(live, person):
            where = seat_asked(live, data, person, tables.keys)
        # Who chose no name for this table is told apart; who chose one is told that it is taken.
        name = given or told_apart(person.name, seating.names_beside(live, person.id, where))
        return seating.joined(
            live, person.id, where, name, now(), data.nonce or "", by_link, person.is_bot
        )

    live, _ = await tables.change(table_id, plan)
    return state_of(live, person.id, tables.hub)


async def check_given_up(
    tables: TableRegistry, live: LiveTable, person: Identity, seat: int
) -> None:
    """Raise SeatTaken if a seat is being handed over while its player is there after all."""
    place = live.seats[seat] if seat < len(live.seats) else None
    if place is not None and place.handing and place.guest != person.id:
        if await tables.seen(live, seat) is None:
            raise SeatTaken(seat)


@contextmanager
def hiding(live: LiveTable, person: Identity | None) -> Generator[None]:
    """Answer a bad link as if there were no table, unless the visitor may see it anyway."""
    try:
        yield
    except BadLink:
        if not live.may_see(person.id if person else None):
            raise NoSuchTable(live.row.id) from None
        raise


def seat_asked(live: LiveTable, data: Join, person: Identity, keys: Signer) -> int:
    """The seat someone who may have it asks for. Raises BadLink and SeatTaken."""
    if data.token is not None:
        return seat_of_token(live, data.token, keys)
    for place in live.seats:
        if place.is_open and place.left_by == person.id and data.seat in (None, place.seat):
            return place.seat
    is_closed = not live.may_see(person.id) or live.row.visibility == "private"
    if is_closed and live.row.creator != person.id:
        raise BadLink
    return first_open(live) if data.seat is None else data.seat


def seat_of_token(live: LiveTable, token: str, keys: Signer) -> int:
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
    table_id: TableId, data: AtSeat, person: Identity, tables: TableRegistry
) -> TableState:
    """Stand up. During a match you may come back until someone else sits there."""
    return await at_seat(tables, table_id, person, data.seat, seating.left)


@post("/api/tables/{table_id:str}/rename", operation_id="rename_seat", status_code=200)
async def rename_seat(
    table_id: TableId, data: RenameSeat, person: Identity, tables: TableRegistry, limits: Limits
) -> TableState:
    """A new name at this table."""
    limits.change(person.id)
    name = readable(data.name)
    return await at_seat(
        tables,
        table_id,
        person,
        data.seat,
        lambda live, seat, at: seating.renamed(live, seat, name, at),
    )


@post("/api/tables/{table_id:str}/concede", operation_id="concede", status_code=200)
async def concede(
    table_id: TableId, data: AtSeat, person: Identity, tables: TableRegistry
) -> TableState:
    """Give up. With two or more others still playing, a bot plays on for you."""
    return await at_seat(tables, table_id, person, data.seat, seating.conceded)


async def at_seat(
    tables: TableRegistry, table: str, person: Identity, seat: int | None, plan: SeatPlan
) -> TableState:
    """Do something that only a seat's holder may do."""
    await tables.open(table, person.id)
    live, _ = await tables.change(
        table, lambda live: plan(live, permissions.check_seat(live, person.id, seat), now())
    )
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/ready", operation_id="ready", status_code=200)
async def ready(
    table_id: TableId, data: Ready, person: Identity, tables: TableRegistry
) -> TableState:
    """Say that you are ready to begin. A nonce, given once, is added to the luck."""
    await tables.open(table_id, person.id)
    live, _ = await tables.change(
        table_id, lambda live: seating.readied(live, person.id, data.seat, data.nonce or "", now())
    )
    return state_of(live, person.id, tables.hub)


async def as_creator(
    tables: TableRegistry,
    table: str,
    person: Identity,
    plan: Callable[[LiveTable, float], list[Event]],
) -> LiveTable:
    """Do something that only whoever created the table may do. Raises NotYourTable."""
    live = await tables.open(table, person.id)
    if live.row.creator != person.id:
        raise NotYourTable
    checks = strong_checks(tables)
    live, _ = await tables.change(table, lambda live: plan(live, now()), checks)
    return live


@post("/api/tables/{table_id:str}/abort", operation_id="abort_table", status_code=200)
async def abort_table(table_id: TableId, person: Identity, tables: TableRegistry) -> TableState:
    """End a match before the first move: for whoever created it."""
    live = await as_creator(tables, table_id, person, seating.aborted)
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/remove", operation_id="remove_person", status_code=200)
async def remove_person(
    table_id: TableId, data: ThatSeat, person: Identity, tables: TableRegistry
) -> TableState:
    """Remove a person before the start: for whoever created the table. A new link readmits."""
    live = await as_creator(
        tables, table_id, person, lambda live, at: seating.removed(live, data.seat, at)
    )
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/fill", operation_id="fill_seat", status_code=200)
async def fill_seat(
    table_id: TableId, data: Fill, person: Identity, tables: TableRegistry, limits: Limits
) -> TableState:
    """Seat a bot where nobody sits yet, or free its seat again: for whoever created the table."""
    limits.change(person.id)
    bot = bots.check(data.bot or bots.ANYTHING) if data.bot is not None else ""

    live = await as_creator(
        tables, table_id, person, lambda live, at: seating.filled(live, data.seat, bot, at)
    )
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/links/renew", operation_id="renew_link", status_code=200)
async def renew_link(
    table_id: TableId, data: RenewLink, person: Identity, tables: TableRegistry, limits: Limits
) -> Links:
    """Make a link anew, so that the old one opens nothing: for whoever created the table.

    With a new watch link, those who watched by the old one do so no more.
    """
    limits.change(person.id)
    live = await as_creator(
        tables, table_id, person, lambda live, at: seating.link_renewed(live, data.seat, at)
    )
    return links_of(live, tables.keys)


@post("/api/tables/{table_id:str}/hand-over", operation_id="hand_over", status_code=200)
async def hand_over(
    table_id: TableId, data: ThatSeat, person: Identity, tables: TableRegistry, limits: Limits
) -> Links:
    """A new link that gives a seat back to its player who lost the cookie.

    For whoever created the table, once nobody has been at the seat for the table's patience.
    """
    limits.change(person.id)
    live = await tables.open(table_id, person.id)
    if live.row.creator != person.id:
        raise NotYourTable
    if data.seat >= len(live.seats) or live.seats[data.seat].kind != "person":
        raise NotYourSeat(data.seat)
    seen = await tables.seen(live, data.seat)
    if seen is None or seen + live.row.patience > now():
        raise StillThere(data.seat, None if seen is None else seen + live.row.patience)
    live = await as_creator(
        tables, table_id, person, lambda live, at: seating.handed_over(live, data.seat, at)
    )
    return links_of(live, tables.keys)


async def check_fair_play(request: Asked, tables: TableRegistry, live: LiveTable) -> None:
    """Raise MatchRunning or DealOfTheDay if help at a table would help someone cheat."""
    history = live.positions()
    await tables.backroom.do(household(request), tables.matches.check, history)


@post("/api/tables/{table_id:str}/stand-in", operation_id="stand_in", status_code=200)
async def stand_in(
    request: Asked,
    table_id: TableId,
    data: StandIn,
    person: Identity,
    tables: TableRegistry,
    limits: Limits,
) -> TableState:
    """Let a bot play for a seat, or give the seat back to its person, who alone may ask for that.

    One's own seat; a seat whose player has left or agreed to it; or that of whoever is asked and
    has been away for longer than the table's patience, except where a turn has days. Unless the
    seat's player is absent, all other persons who play are asked first, and answer as for undo.
    """
    limits.change(person.id)
    live = await tables.open(table_id, person.id)
    if data.seat >= len(live.seats):
        raise NotYourSeat(data.seat)
    if data.bot is None:
        return await at_seat(tables, table_id, person, data.seat, seating.given_back)
    bot = bots.check(data.bot or bots.ANYTHING)
    if live.row.sandbox:
        await check_fair_play(request, tables, live)
    seen = await tables.seen(live, data.seat)

    def stood_in(live: LiveTable) -> list[Event]:
        at = now()
        seating.check_replaceable(live, person.id, data.seat, seen, at)
        waits = seating.people_to_ask(live, person.id, data.seat, seen, at)
        if waits:
            return undoing.bot_asked(live, data.seat, bot, waits, at)
        return seating.substitute(Decision(live, at), data.seat, bot)

    live, _ = await tables.change(table_id, stood_in, strong_checks(tables))
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/stand-in/consent", operation_id="consent", status_code=200)
async def consent(
    table_id: TableId, data: StandInConsent, person: Identity, tables: TableRegistry, limits: Limits
) -> TableState:
    """Let the others have a bot play for you while you are away, or no more."""
    limits.change(person.id)
    return await at_seat(
        tables,
        table_id,
        person,
        data.seat,
        lambda live, seat, at: seating.consented(live, seat, data.yes, at),
    )


@post("/api/tables/{table_id:str}/claim", operation_id="claim", status_code=200)
async def claim(
    table_id: TableId, data: ThatSeat, person: Identity, tables: TableRegistry
) -> TableState:
    """Claim the win over a player who is asked and stays away, in a match without a clock."""
    live = await tables.open(table_id, person.id)
    if data.seat >= len(live.seats):
        raise NotYourSeat(data.seat)
    seen = await tables.seen(live, data.seat)
    live, _ = await tables.change(
        table_id, lambda live: seating.claimed(live, person.id, data.seat, seen, now())
    )
    return state_of(live, person.id, tables.hub)


@post("/api/tables/{table_id:str}/rematch", operation_id="rematch", status_code=201)
async def make_rematch(
    request: Asked,
    table_id: TableId,
    person: Identity,
    tables: TableRegistry,
    limits: Limits,
    data: Again | None = None,
) -> Made:
    """The same people again, everyone one seat further: to ask for it, or to agree.

    It begins when everyone who is asked has agreed, here or by `ready` at the new table.
    """
    live = await tables.open(table_id, person.id)
    if live.row.creator != person.id and not live.seats_of(person.id):
        raise NotYourTable
    if live.row.sandbox:
        raise InvalidState("sandbox", "match")
    limits.new_table(household(request), person)
    new = await rematch(tables, live)
    if new.row.status == "open" and new.seats_of(person.id) and not (data and data.wait):
        new, _ = await tables.change(
            new.row.id, lambda live: seating.readied(live, person.id, None, "", now())
        )
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
        see_invitation,
        ready,
        abort_table,
        remove_person,
        fill_seat,
        renew_link,
        hand_over,
        stand_in,
        consent,
        claim,
        make_rematch,
    ],
    tags=["tables"],
)
