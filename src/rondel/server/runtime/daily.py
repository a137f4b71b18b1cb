"""Daily challenge: one deal a day, played once by each person, with a common leaderboard."""

import time
from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial

from msgspec import Struct
from sqlalchemy import Connection, func, select

from rondel.match import VerifiableRandom
from rondel.server.errors import NoSuchDay, TooMany
from rondel.server.protocol.daily import Daily, DailyResult
from rondel.server.runtime.making import begun, new_row, offered, start_if_full
from rondel.server.runtime.registry import TableRegistry
from rondel.server.storage import schema
from rondel.server.storage.days import PLAYERS, DealRow, ends, read_deal, today
from rondel.server.storage.quotas import lock_quota
from rondel.server.storage.rows import SeatRow, insert_into, now

BOT = "regular"
"""Bot that plays against everybody; it answers in milliseconds."""
SHOWN = 50
"""Number of results shown."""
MAX_ENTRIES = 20_000
"""Maximum number of results that are compared."""
FRESH = 5.0
"""Seconds for which a table of results is cached."""
d, e, r, t = schema.deals, schema.entries, schema.results, schema.tables


class Entry(Struct):
    """Somebody's game with a deal, once it is over."""

    guest: str
    table: str
    name: str
    points: int
    margin: int
    resigned: bool
    place: int = 0


Results = dict[tuple[str, str], tuple[float, list[Entry]]]


class Deals:
    """Daily challenges and their results."""

    def __init__(self, tables: TableRegistry):
        self.tables = tables
        self._results: Results = {}

    async def see(self, game: str, day: str | None, guest: str | None) -> Daily:
        """Return a daily challenge as a guest may see it. Raises UnknownGame or NoSuchDay."""
        name = offered(self.tables, game).name
        wanted, present = read_day(day), today()
        if wanted > present:
            raise NoSuchDay(str(day))
        is_today = wanted == present
        deal = await (self._deal(name, wanted) if is_today else self._kept(name, wanted))
        following = await self._deal(name, wanted + timedelta(days=1)) if is_today else None
        entries = await self._entries(name, wanted)
        own = await self.tables.database.read(
            partial(entry_of, day=wanted, game=name, guest=guest or "")
        )
        mine = [entry for entry in entries if entry.guest == guest]
        if own is not None and is_today and not mine and await self._has_ended(own):
            self._results.pop((name, wanted.isoformat()), None)
            entries = await self._entries(name, wanted)
            mine = [entry for entry in entries if entry.guest == guest]
        return Daily(
            game=name,
            day=wanted.isoformat(),
            ends=ends(wanted),
            bots=[BOT] * (PLAYERS - 1),
            commitment=deal.commitment,
            next_commitment=following.commitment if following else None,
            secret=None if is_today else deal.secret.hex(),
            table=own,
            over=bool(mine),
            played=len(entries),
            results=[
                told(entry, guest, is_today)
                for entry in [*entries[:SHOWN], *(one for one in mine if one.place > SHOWN)]
            ],
        )

    async def _has_ended(self, table: str) -> bool:
        """Return whether a game is over, so that its player's result is looked up."""
        query = select(t.c.status).where(t.c.id == table)
        return await self.tables.database.read(lambda c: c.execute(query).scalar()) == "over"

    async def _deal(self, game: str, day: date) -> DealRow:
        """Return the deal of a day that has not ended; make it at the first request."""
        found = await self.tables.database.read(partial(read_deal, game=game, day=day))
        if found is None:
            found = await self.tables.database.write(partial(make_deal, game=game, day=day))
        return found

    async def _kept(self, game: str, day: date) -> DealRow:
        """Return the deal of an earlier day. Raises NoSuchDay."""
        found = await self.tables.database.read(partial(read_deal, game=game, day=day))
        if found is None:
            raise NoSuchDay(day.isoformat())
        return found

    async def _entries(self, game: str, day: date) -> list[Entry]:
        """How everybody fared, best first; for a moment as it was known before."""
        key = game, day.isoformat()
        known = self._results.get(key)
        if known is not None and time.monotonic() < known[0] + FRESH:
            return known[1]
        found = await self.tables.database.read(partial(read_entries, game=game, day=day))
        if len(self._results) > 64:
            self._results.clear()
        self._results[key] = time.monotonic(), found
        return found

    async def begin(
        self, game: str, guest: str, name: str, house: str, program: bool = False
    ) -> str:
        """Sit down to the deal of this day, once; the table. Raises UnknownGame and TooMany."""
        found = offered(self.tables, game)
        day = today()
        deal = await self._deal(found.name, day)
        row = new_row(
            found, found.edition(""), PLAYERS, guest,
            secret=deal.secret, commitment=deal.commitment, daily=day.isoformat(),
        )  # fmt: skip
        own = day.toordinal() % PLAYERS
        places = [
            SeatRow(number, "person", "", guest, name, "", False, 0, program=program)
            if number == own
            else SeatRow(number, "bot", BOT, None, BOT, "", False, 0)
            for number in range(PLAYERS)
        ]
        write_table = begun(self.tables, row, places, start_if_full)
        entry = {"day": row.daily, "game": row.game, "guest": guest}
        entry |= {"table_id": row.id, "house": self.tables.keys.house(house)}
        most = self.tables.settings.daily_per_address

        def write(connection: Connection) -> str | None:
            """Write table and entry; return None if the guest has an entry already."""
            before = entry_of(connection, day, found.name, guest)
            if before is not None:
                return before
            lock_quota(connection, entry["house"])
            if most and entries_of_house(connection, entry) >= most:
                raise TooMany("deals of the day", most)
            add = insert_into(connection, e).values(entry).on_conflict_do_nothing()
            if connection.execute(add.returning(e.c.guest)).first() is None:
                return None
            write_table(connection)
            return row.id

        table = await self.tables.database.write(write)
        self.tables.call_workers()
        known = partial(entry_of, day=day, game=found.name, guest=guest)
        return table or await self.tables.database.read(known) or row.id


def read_day(text: str | None) -> date:
    """Return a written day, or the present one. Raises NoSuchDay."""
    if text is None:
        return today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NoSuchDay(text) from None


def make_deal(connection: Connection, game: str, day: date) -> DealRow:
    """Insert a deal and return it, or return the one that another process has inserted."""
    dealer = VerifiableRandom()
    row = {"day": day.isoformat(), "game": game, "made": now()}
    row |= {"secret": dealer.secret, "commitment": dealer.commitment}
    connection.execute(insert_into(connection, d).values(row).on_conflict_do_nothing())
    found = read_deal(connection, game, day)
    assert found is not None
    return found


def entry_of(connection: Connection, day: date, game: str, guest: str) -> str | None:
    """Return the table where a guest plays a deal, if there is one."""
    here = (e.c.day == day.isoformat(), e.c.game == game, e.c.guest == guest)
    found: str | None = connection.execute(select(e.c.table_id).where(*here)).scalar()
    return found


def entries_of_house(connection: Connection, entry: dict[str, str]) -> int:
    """How many of one address play a deal."""
    here = (e.c.day == entry["day"], e.c.game == entry["game"], e.c.house == entry["house"])
    return int(connection.execute(select(func.count()).select_from(e).where(*here)).scalar() or 0)


def read_entries(connection: Connection, game: str, day: date) -> list[Entry]:
    """Return the finished games of a deal that ended within its day, best first."""
    others = r.alias()
    best = (
        select(func.max(others.c.score))
        .where(others.c.table_id == r.c.table_id, others.c.seat != r.c.seat)
        .scalar_subquery()
    )
    query = (
        select(e.c.guest, r.c.table_id, r.c.name, r.c.score, r.c.score - best, r.c.resigned)
        .join(r, (r.c.table_id == e.c.table_id) & (r.c.identity == e.c.guest))
        .where(e.c.day == day.isoformat(), e.c.game == game, r.c.ended < ends(day))
        .limit(MAX_ENTRIES)
    )
    return placed([Entry(*row) for row in connection.execute(query)])


def placed(entries: Sequence[Entry]) -> list[Entry]:
    """Return games in order: by margin, then by points; players who resigned come last."""
    order = sorted(entries, key=standing)
    for at, entry in enumerate(order):
        is_even = at and standing(order[at - 1]) == standing(entry)
        entry.place = order[at - 1].place if is_even else at + 1
    return order


def standing(entry: Entry) -> tuple[bool, int, int]:
    """Return the sort key of an entry, the best first."""
    return entry.resigned, -entry.margin, -entry.points


def told(entry: Entry, guest: str | None, is_today: bool) -> DailyResult:
    """Return an entry as a guest may see it."""
    is_own = entry.guest == guest
    return DailyResult(
        place=entry.place,
        name=entry.name,
        points=entry.points,
        margin=entry.margin,
        resigned=entry.resigned,
        you=is_own,
        table=entry.table if is_own or not is_today else None,
    )
