"""Finding tables: open ones, running ones, finished ones, one's own."""

from typing import Literal

from sqlalchemy import Connection, or_, select, tuple_

from rondel.server.protocol.documents import TablePage
from rondel.server.storage import schema
from rondel.server.storage.rows import ROW, Row
from rondel.server.storage.tables import seats_of
from rondel.server.tables.view import table_info

TableFilter = Literal["open", "playing", "over", "mine"]
t, s = schema.tables, schema.seats


def find_tables(
    connection: Connection,
    show: TableFilter,
    guest: str | None,
    game: str | None,
    before: str | None,
    limit: int,
) -> TablePage:
    """Return a page of tables, newest first. `before` is the `next` of the page before."""
    query = ROW.order_by(t.c.made.desc(), t.c.id.desc()).limit(limit + 1)
    if show == "mine" and guest is None:
        # Compared with nobody, every bot's seat and every free one would be "mine".
        return TablePage([])
    if show == "mine":
        own = select(s.c.table_id).where(s.c.guest == guest)
        query = query.where(or_(t.c.id.in_(own), t.c.creator == guest))
    else:
        query = query.where(t.c.status == show, t.c.visibility == "public")
    if game is not None:
        query = query.where(t.c.game == game)
    if before is not None:
        query = query.where(tuple_(t.c.made, t.c.id) < read_place(before))
    rows = [Row(*found) for found in connection.execute(query)]
    more = len(rows) > limit
    rows = rows[:limit]
    seats = seats_of(connection, [row.id for row in rows])
    infos = [table_info(row, seats[row.id], guest) for row in rows]
    return TablePage(infos, f"{rows[-1].made!r}_{rows[-1].id}" if more else None)


def read_place(before: str) -> tuple[float, str]:
    """Return the place in the list that `next` names; an unreadable one is the end."""
    made, _, table = before.partition("_")
    try:
        return float(made), table
    except ValueError:
        return 0.0, ""
