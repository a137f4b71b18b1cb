"""Notices: written together with their event, one task for each channel."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct, structs
from sqlalchemy import (
    Connection,
    Float,
    Integer,
    String,
    Text,
    and_,
    bindparam,
    case,
    literal,
    null,
    or_,
    select,
    update,
)

from rondel.server.storage import schema
from rondel.server.storage.rows import ROW, SEAT, Row, SeatRow, insert_into, now
from rondel.server.storage.tasks import NOTIFY, WAITING, NewTask, insert_tasks

NoticeKind = Literal["turn", "time", "undo", "over", "invited", "test", "confirm"]
MAX_ATTEMPTS = 9
"""Tries of one notice by one channel, over some ten hours."""
MAX_FAILURES = 60
"""Failures without a success after which a channel is dropped."""
c, k = schema.channels, schema.tasks
t, s, g = schema.tables, schema.seats, schema.guests
settings, per_table = schema.notice_settings, schema.table_notices
encode = msgspec.json.encode
read_strings = msgspec.json.Decoder(list[str]).decode


class NewNotice(Struct, frozen=True):
    """Fact to tell a person."""

    kind: NoticeKind
    table: str
    number: int
    """Number of the event; for a turn, of the event with which it began."""
    seat: int
    identity: str
    run_at: float = 0.0
    at: float = 0.0
    """Time of the event."""

    @property
    def key(self) -> str:
        """Beginning of its id, the same however often it is sent."""
        return f"{self.table}.{self.number}.{self.kind}.{self.seat}"


class Channel(Struct, frozen=True):
    """Way to reach a person."""

    id: str
    identity: str
    kind: Literal["push", "mail", "webhook"]
    address: str
    """JSON of a push subscription or a webhook, or a mail address."""
    table_id: str | None
    kinds: str
    digest: bool
    confirmed: bool
    created: float
    failures: int = 0
    last_error: str = ""
    digested: str = ""
    """Date of its latest digest."""
    dropped: float | None = None


class Preferences(Struct, frozen=True):
    """Person's wishes for all notices."""

    language: str = "en"
    timezone: str = "UTC"
    quiet_from: int | None = None
    """Minutes since midnight."""
    quiet_until: int | None = None


class Sending(NamedTuple):
    """Facts on which the sending of a notice depends, as they are now."""

    channel: Channel
    preferences: Preferences
    row: Row | None
    seats: list[SeatRow]
    is_muted: bool
    """True if the person wants no notice of this table by this channel."""


CHANNEL = select(*(c.c[field.name] for field in structs.fields(Channel)))
OF_OWNER = and_(c.c.identity == bindparam("owner"), c.c.table_id.is_(None))
TASK_COLUMNS: dict[str, Any] = {
    "kind": literal(NOTIFY),
    "key": bindparam("notice", type_=String) + "." + c.c.id,
    "table_id": bindparam("table", type_=String),
    "owner": c.c.identity,
    "payload": bindparam("payload", type_=Text),
    "run_at": bindparam("due", type_=Float),
    "expires": null(),
    "claimed_by": literal(""),
    "claimed_until": literal(0.0, Float),
    "attempts": literal(0, Integer),
    "max_attempts": literal(MAX_ATTEMPTS, Integer),
    "progress": literal(0, Integer),
    "status": literal(WAITING),
    "result": literal(""),
    "last_error": literal(""),
    "created": bindparam("at", type_=Float),
}
WANTED = select(*TASK_COLUMNS.values()).where(
    c.c.dropped.is_(None),
    c.c.confirmed,
    or_(OF_OWNER, c.c.table_id == bindparam("table", type_=String)),
)


def insert_notices(connection: Connection, notices: Sequence[NewNotice]) -> None:
    """Insert a task for each notice and each channel of its person or its table."""
    rows = [
        {
            "notice": it.key,
            "table": it.table,
            "owner": it.identity,
            "payload": encode(it).decode(),
            "due": it.run_at,
            "at": now(),
        }
        for it in notices
    ]
    add = insert_into(connection, k).from_select(list(TASK_COLUMNS), WANTED)
    connection.execute(add.on_conflict_do_nothing(), rows)


def insert_own_notice(connection: Connection, channel: str, kind: NoticeKind, owner: str) -> None:
    """Insert the task of a notice by one channel that its owner asked for."""
    at = now()
    notice = NewNotice(kind, "", int(at), 0, owner, 0.0, at)
    task = NewTask(NOTIFY, f"{kind}.{int(at)}.{channel}", structs.asdict(notice), owner)
    insert_tasks(connection, [task])


def read_sending(connection: Connection, channel: str, notice: NewNotice) -> Sending | None:
    """Return the present facts about a notice; None for a channel that is gone."""
    found = connection.execute(CHANNEL.where(c.c.id == channel, c.c.dropped.is_(None))).first()
    if found is None:
        return None
    row = connection.execute(ROW.where(t.c.id == notice.table)).first()
    seats = SEAT.where(s.c.table_id == notice.table).order_by(s.c.seat)
    way = Channel(*found)
    here = (per_table.c.table_id == notice.table, per_table.c.identity == way.identity)
    wanted = connection.execute(select(per_table.c.channels).where(*here)).scalar()
    return Sending(
        way,
        read_preferences(connection, way.identity),
        None if row is None else Row(*row),
        [SeatRow(*seat) for seat in connection.execute(seats)],
        wanted is not None and way.table_id is None and channel not in read_strings(wanted),
    )


def read_preferences(connection: Connection, identity: str) -> Preferences:
    """Return a person's wishes, or the usual ones."""
    columns = [settings.c[field.name] for field in structs.fields(Preferences)]
    found = connection.execute(select(*columns).where(settings.c.identity == identity)).first()
    return Preferences() if found is None else Preferences(*found)


def read_turns(connection: Connection, identity: str) -> list[tuple[str, str, float | None]]:
    """Return the tables where it is a person's turn: id, game and deadline, by time left."""
    query = (
        select(t.c.id, t.c.game, t.c.deadline)
        .join(s, and_(s.c.table_id == t.c.id, s.c.seat == t.c.to_move))
        .where(s.c.guest == identity, s.c.substitute == "", t.c.status == "playing")
        .order_by(t.c.deadline.is_(None), t.c.deadline, t.c.turn_began)
        .limit(50)
    )
    return [(row[0], row[1], row[2]) for row in connection.execute(query)]


def note_success(connection: Connection, channel: str, digested: str = "") -> None:
    """Write that a channel works, and the date of its digest."""
    values = {"failures": 0, "last_error": ""} | ({"digested": digested} if digested else {})
    connection.execute(update(c).where(c.c.id == channel).values(values))


def note_failure(connection: Connection, channel: str, error: str, is_final: bool) -> None:
    """Write that a channel has failed; drop one that is gone, or has failed for long."""
    failures = c.c.failures + 1
    is_dropped = or_(literal(is_final), failures >= MAX_FAILURES)
    dropped = case((is_dropped, literal(now(), Float)), else_=null())
    values = {"failures": failures, "last_error": error[:300], "dropped": dropped}
    connection.execute(update(c).where(c.c.id == channel).values(values))
