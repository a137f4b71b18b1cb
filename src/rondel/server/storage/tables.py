"""Statements about tables besides the journal."""

from collections import defaultdict

from sqlalchemy import Connection, func, select

from rondel.server.storage import schema
from rondel.server.storage.rows import SEAT, SeatRow, insert_into
from rondel.server.storage.tasks import bot_task, renew_task


def admit_watcher(connection: Connection, row: dict[str, str], link: int) -> bool:
    """Let a guest watch; return False if the link is not the latest any more.

    Several windows of one visitor may do this at the same moment.
    """
    t = schema.tables
    is_good = select(t.c.id).where(t.c.id == row["table_id"], t.c.watch_link == link)
    if connection.execute(is_good.with_for_update()).scalar() is None:
        return False
    add = insert_into(connection, schema.watchers).values(row)
    connection.execute(add.on_conflict_do_nothing())
    return True


def want_bot(connection: Connection, table: str, number: int, forgotten_after: float) -> bool:
    """Note that a bot's move is wanted; return False if the table has moved on."""
    t = schema.tables
    query = select(t.c.creator).where(
        t.c.id == table, t.c.status == "playing", t.c.last_event == number
    )
    creator = connection.execute(query).scalar()
    if creator is not None:
        renew_task(connection, bot_task(table, creator, forgotten_after))
    return creator is not None


def last_events(connection: Connection, tables: list[str]) -> list[tuple[str, int]]:
    """Return the numbers of the latest events of tables."""
    found: list[tuple[str, int]] = []
    t = schema.tables
    for start in range(0, len(tables), 500):
        some = select(t.c.id, t.c.last_event).where(t.c.id.in_(tables[start : start + 500]))
        found += [(table, number) for table, number in connection.execute(some)]
    return found


def latest_turns(connection: Connection, guests: list[str]) -> dict[str, float]:
    """Return when the guests who are to move somewhere became so last."""
    t, s = schema.tables, schema.seats
    next_seats = (t.c.id == s.c.table_id, t.c.to_move == s.c.seat, t.c.status == "playing")
    latest = select(s.c.guest, func.max(t.c.turn_began)).where(*next_seats).group_by(s.c.guest)
    found: dict[str, float] = {}
    for start in range(0, len(guests), 500):
        some = latest.where(s.c.guest.in_(guests[start : start + 500]))
        found |= {row[0]: row[1] for row in connection.execute(some)}
    return found


def seats_of(connection: Connection, tables: list[str]) -> dict[str, list[SeatRow]]:
    """Return the seats of some tables."""
    found: defaultdict[str, list[SeatRow]] = defaultdict(list)
    s = schema.seats
    query = SEAT.add_columns(s.c.table_id).where(s.c.table_id.in_(tables)).order_by(s.c.seat)
    for *seat, table in connection.execute(query):
        found[table].append(SeatRow(*seat))
    return found
