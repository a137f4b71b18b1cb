"""Making tables: new ones, rematches, and sandboxes from records."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import Connection, case, func, insert, or_, select

from rondel.core import Edition, Game, UnknownEdition, UnknownGame
from rondel.games import find
from rondel.match import Match, VerifiableRandom
from rondel.server.errors import InvalidName, InvalidState, NameTaken, RateLimited, TooMany
from rondel.server.http.rate_limits import GROUP_FACTOR, HOUR
from rondel.server.names import MAX_LETTERS, is_mistaken, readable
from rondel.server.protocol.documents import Days, NewTable, Pace, Untimed, WantedSeat
from rondel.server.protocol.events import RematchData, StartedData
from rondel.server.runtime.actor import Checks, Plan
from rondel.server.runtime.registry import TableRegistry
from rondel.server.signing import new_name
from rondel.server.storage import schema
from rondel.server.storage.journal import entry_of, write_entries
from rondel.server.storage.quotas import check_quotas, lock_quota_of
from rondel.server.storage.rows import Row, SeatRow, now
from rondel.server.tables import bots
from rondel.server.tables.clocks import DAY
from rondel.server.tables.evolve import Decision
from rondel.server.tables.play import deal, result_of, settled
from rondel.server.tables.state import LiveTable, edition_of, new_table, write

Beside = Callable[[Connection], None]
Write = Callable[[Connection], bool]
TIMEOUT = 600
"""Seconds that one waits for a player who went away, unless a table says otherwise."""


def new_seat(
    number: int, wanted: WantedSeat, guest: str, name: str, program: bool = False
) -> SeatRow:
    """Return a seat as requested. Raises UnknownBot or InvalidName."""
    chosen = readable(wanted.name) if wanted.name else ""
    if wanted.kind == "bot":
        level = bots.check(wanted.bot or bots.ANYTHING)
        return SeatRow(number, "bot", level, None, chosen or level, "", False, 0)
    if wanted.mine:
        own = chosen or name
        return SeatRow(number, "person", "", guest, own, "", False, 0, program=program)
    return SeatRow(number, "person", "", None, chosen, "", False, 0)


def check_strong(connection: Connection, guest: str, most: int) -> None:
    """Raise TooMany if a guest, or their house, has too many seats of strong bots.

    Called after the seats are written, in the same transaction.
    """
    if most:
        house = lock_quota_of(connection, guest)
        own, all_seats = strong_seats(connection, guest, house)
        if own > most or all_seats > most * GROUP_FACTOR:
            raise TooMany("strong-bots", most)


def check_made(connection: Connection, guest: str, most: int) -> None:
    """Raise RateLimited if a guest, or their house, has made too many tables of late.

    Called after the new table is written, in the same transaction.
    """
    if most:
        house = lock_quota_of(connection, guest)
        own, all_tables, first = made_lately(connection, guest, house)
        if own > most or all_tables > most * GROUP_FACTOR:
            raise RateLimited(first + HOUR - now())


def checking_strong(tables: TableRegistry, guest: str, levels: Iterable[str]) -> Beside | None:
    """Return the check of a transaction that gives seats to bots of these levels, if any needs."""
    if not any(map(bots.is_strong, levels)):
        return None
    return partial(check_strong, guest=guest, most=tables.settings.strong_seats)


def strong_checks(tables: TableRegistry) -> Checks:
    """Return what checks that no seat too many is given to a strong bot."""

    def checks(before: LiveTable, after: LiveTable) -> Beside | None:
        pairs = zip(before.seats, after.seats, strict=True)
        levels = [
            level
            for old, new in pairs
            for level in {new.bot, new.substitute} - {old.bot, old.substitute}
        ]
        return checking_strong(tables, after.row.creator, levels)

    return checks


def followed(write: Write, *checks: Beside | None) -> Write:
    """Return a write that checks quotas afterwards: nothing of it remains if one is exceeded."""

    def write_and_check(connection: Connection) -> bool:
        answer = write(connection)
        for check in checks:
            if check is not None:
                check(connection)
        return answer

    return write_and_check


def made_lately(connection: Connection, guest: str, house: str) -> tuple[int, int, float]:
    """How many tables a guest has made within the hour, and their house, and when the first."""
    t, g = schema.tables, schema.guests
    own = t.c.creator == guest
    query = (
        select(func.count(case((own, 1))), func.count(), func.min(t.c.made))
        .select_from(t)
        .join(g, g.c.id == t.c.creator)
        .where(t.c.made > now() - HOUR, t.c.sandbox.is_(False))
        .where(or_(own, g.c.house == house) if house else own)
    )
    found = connection.execute(query).one()
    return int(found[0]), int(found[1]), float(found[2] or now())


def strong_seats(connection: Connection, guest: str, house: str) -> tuple[int, int]:
    """How many seats of strong bots a guest's unfinished tables have, and those of their house."""
    t, s, g = schema.tables, schema.seats, schema.guests
    quick = ("", *bots.QUICK)
    own = t.c.creator == guest
    query = (
        select(func.count(case((own, 1))), func.count())
        .select_from(s)
        .join(t, t.c.id == s.c.table_id)
        .join(g, g.c.id == t.c.creator)
        .where(t.c.status.in_(("open", "playing")))
        .where(or_(s.c.bot.not_in(quick), s.c.substitute.not_in(quick)))
        .where(or_(own, g.c.house == house) if house else own)
    )
    found = connection.execute(query).one()
    return int(found[0]), int(found[1])


def check_names(wanted: Sequence[WantedSeat], seats: Sequence[SeatRow]) -> None:
    """Raise NameTaken if a name that was chosen could be taken for another's."""
    for choice, seat in zip(wanted, seats, strict=True):
        others = [
            other.name
            for other in seats
            if other is not seat and (other.guest is None or other.guest != seat.guest)
        ]
        if choice.name and is_mistaken(choice.name, others):
            raise NameTaken(choice.name)


def new_row(game: Game, edition: Edition, players: int, creator: str, **more: Any) -> Row:
    """Return the row of a new table, with its own dealer's secret."""
    dealer = VerifiableRandom()
    fields: dict[str, Any] = {
        "id": new_name(),
        "game": game.name,
        "rules": game.version,
        "edition": edition.name,
        "edition_source": edition.source,
        "players": players,
        "status": "open",
        "visibility": "private",
        "pace": write(Untimed()),
        "chat_for_watchers": True,
        "creator": creator,
        "secret": dealer.secret,
        "commitment": dealer.commitment,
        "sandbox": False,
        "made": now(),
        "started": None,
        "ended": None,
        "last_event": 1,
        "sequence": 0,
        "steps": 0,
        "to_move": None,
        "turn_began": None,
        "deadline": None,
        "clock": "[]",
        "undo_request": "",
        "result": "",
        "rematch": None,
        "rematch_of": None,
    }
    return Row(**(fields | more))


def insert_table(connection: Connection, row: Row, seats: Sequence[SeatRow]) -> None:
    """Write a new table, its seats and its first event."""
    row.aborted_before = 0 if row.sandbox or row.daily else aborted_lately(connection, row)
    connection.execute(insert(schema.tables).values(msgspec.structs.asdict(row)))
    places = [{"table_id": row.id, **msgspec.structs.asdict(seat)} for seat in seats]
    connection.execute(insert(schema.seats), places)
    check_quotas(connection, row)
    data: dict[str, Any] = {"game": row.game, "edition": row.edition}
    data["commitment"] = row.commitment
    if row.aborted_before:
        data["aborted_before"] = row.aborted_before
    created = {"table_id": row.id, "number": 1, "kind": "created", "at": row.made}
    connection.execute(insert(schema.events).values({**created, "data": write(data), "key": None}))


def aborted_lately(connection: Connection, row: Row) -> int:
    """Return how many matches with others a table's creator has aborted after their deal.

    Those of the same game within the hour count, so that rejected deals are visible to all.
    """
    t, s = schema.tables, schema.seats
    others = (s.c.table_id == t.c.id, s.c.kind == "person", s.c.guest != row.creator)
    query = (
        select(func.count())
        .select_from(t)
        .where(t.c.creator == row.creator, t.c.game == row.game, t.c.status == "aborted")
        .where(t.c.started.is_not(None), t.c.ended > row.made - HOUR)
        .where(select(s.c.seat).where(*others).exists())
    )
    return int(connection.execute(query).scalar_one())


async def make(
    tables: TableRegistry,
    wanted: NewTable,
    guest: str,
    name: str,
    house: str = "",
    program: bool = False,
) -> LiveTable:
    """Create a table; start the match if no player is missing."""
    game = offered(tables, wanted.game)
    game.check_players(len(wanted.seats))
    if wanted.map:
        edition = await tables.backroom.do(house or guest, edition_wanted, game, wanted)
    else:
        edition = edition_wanted(game, wanted)
    row = new_row(
        game,
        edition,
        len(wanted.seats),
        guest,
        visibility=wanted.visibility,
        pace=write(wanted.pace),
        chat_for_watchers=wanted.chat_for_watchers,
        absence_timeout=absence_timeout_of(wanted.pace, wanted.absence_timeout),
        rated=wanted.rated and not wanted.map,
    )
    seats = [
        new_seat(number, seat, guest, name, program) for number, seat in enumerate(wanted.seats)
    ]
    check_names(wanted.seats, seats)
    if wanted.wait:
        row.waits = write([seat.seat for seat in seats if seat.guest == guest])
    made = partial(check_made, guest=guest, most=tables.settings.tables_per_hour)
    strong = checking_strong(tables, guest, [seat.bot for seat in seats])
    return await opened(
        tables, row, followed(begun(tables, row, seats, start_if_full), made, strong)
    )


def absence_timeout_of(pace: Pace, wanted: int | None) -> int:
    """Seconds after which the others may act for a player who stays away.

    Days are given to be away in, so there it is never less than a turn has.
    """
    if isinstance(pace, Days):
        return max(wanted or 0, round(pace.days * DAY))
    return wanted or TIMEOUT


def edition_wanted(game: Game, wanted: NewTable) -> Edition:
    """Return the edition for a table: one of the game's own, or a map that was sent."""
    if wanted.map and game.read_edition is not None:
        return game.read_edition(wanted.map)
    # Some games read a file where they know no such edition: not for visitors.
    if wanted.map or wanted.edition not in ("", *game.editions):
        raise UnknownEdition(wanted.edition, game.editions)
    return game.edition(wanted.edition)


def offered(tables: TableRegistry, name: str) -> Game:
    """Return a game that this server offers. Raises UnknownGame."""
    if name not in tables.settings.games:
        raise UnknownGame(name, tables.settings.games)
    return find(name)


async def opened(tables: TableRegistry, row: Row, write: Callable[[Connection], bool]) -> LiveTable:
    """Return a new table, once it is written."""
    if await tables.database.write(write):
        tables.call_workers()
    return await tables.open(row.id, everyone=True)


def begun(
    tables: TableRegistry, row: Row, seats: Sequence[SeatRow], plan: Plan
) -> Callable[[Connection], bool]:
    """Return a function that writes a new table and tells whether a bot is to move."""
    before = new_table(row, seats)
    decision = plan(before)
    forgotten_after = tables.settings.forgotten_after

    def write_all(connection: Connection) -> bool:
        insert_table(connection, row, seats)
        if decision.events:
            entry = entry_of(before, decision, forgotten_after=forgotten_after)
            write_entries(connection, [entry])
        return bool(decision.table.bot_to_move)

    return write_all


def start_if_full(live: LiveTable) -> Decision:
    """Return the events of a start, unless someone is missing."""
    return settled(Decision(live, now()))


async def rematch(tables: TableRegistry, live: LiveTable) -> LiveTable:
    """Create a table with the same players, each one seat further.

    A match has one rematch. It begins when all persons are ready. Raises InvalidState and TooMany.
    """
    if live.row.status not in ("over", "aborted"):
        raise InvalidState(live.row.status, "over")
    if live.row.rematch is not None:
        return await tables.open(live.row.rematch, everyone=True)
    old = live.row
    kept: dict[str, Any] = {"visibility": old.visibility, "pace": old.pace, "rematch_of": old.id}
    kept |= {"chat_for_watchers": old.chat_for_watchers, "absence_timeout": old.absence_timeout}
    kept["rated"] = old.rated
    row = new_row(live.game, edition_of(old), old.players, old.creator, **kept)
    rotated = [live.seats[-1], *live.seats[:-1]]
    seats = [
        SeatRow(
            number, seat.kind, seat.bot, seat.guest, seat.name, "", False, 0, program=seat.program
        )
        for number, seat in enumerate(rotated)
    ]
    row.waits = write([seat.seat for seat in seats if seat.guest is not None])
    strong = checking_strong(tables, old.creator, [seat.bot for seat in seats])
    beside = followed(begun(tables, row, seats, start_if_full), strong)

    def plan(current: LiveTable) -> Decision:
        if current.row.rematch is not None:
            return Decision(current, now())
        return Decision(current, now()).add(RematchData(row.id))

    decision = await tables.change(old.id, plan, lambda before, after: beside)
    tables.call_workers()
    return await tables.open(decision.table.row.rematch or row.id, everyone=True)


async def sandbox(
    tables: TableRegistry,
    match: Match,
    guest: str,
    house: str = "",
    levels: Mapping[int, str] | None = None,
) -> LiveTable:
    """Create a sandbox that continues or replays a match for one guest at all seats without a bot.

    A new dealer decides chance from here on, so a sandbox proves nothing about its deal. Raises
    UnknownBot and TooMany.
    """
    row = new_row(match.game, match.edition, len(match.names), guest, sandbox=True)
    seats = [
        SeatRow(number, "person", "", guest, name_in_record(name, number), "", False, 0)
        for number, name in enumerate(match.names)
    ]
    known = {seat: bots.check(bot) for seat, bot in (levels or {}).items()}
    for seat, level in known.items():
        place = seats[seat]
        place.kind, place.bot, place.guest, place.name = "bot", level, None, level
    plan = partial(continued, match=match)
    written = await tables.backroom.do(house or guest, begun, tables, row, seats, plan)
    return await opened(
        tables, row, followed(written, checking_strong(tables, guest, known.values()))
    )


def name_in_record(name: str, seat: int) -> str:
    """Return the name of a record's seat: its number, if the name is not readable."""
    try:
        return readable(name[:MAX_LETTERS])
    except InvalidName:
        return str(seat + 1)


def continued(live: LiveTable, match: Match) -> Decision:
    """Return the start in the middle of a match, or at the end that someone's giving up made."""
    numbers = list(match.log)
    step_authors = [before.seat for before, _, _ in match]
    position, given_up = match.position, match.given_up
    if given_up is None:
        position = deal(live.dealer, numbers, position, 0)
    step_authors += [None] * (len(numbers) - len(step_authors))
    text = live.edition.steps.text
    data = StartedData(
        steps=[text(number) for number in numbers],
        length=len(numbers),
        to_move=position.seat,
        commitment=live.row.commitment,
        step_authors=step_authors,
    )
    decision = Decision(live, now()).add(data)
    if given_up is not None:
        decision.add(result_of(decision.table, given_up.reason, given_up.ranks))
    elif position.is_over:
        decision.add(result_of(decision.table))
    return decision
