"""Reviews as the database keeps them: asked for, claimed, told how far they are, written."""

import zlib
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, func, or_, select, update

from rondel.server.errors import TooMany
from rondel.server.storage import schema
from rondel.server.storage.quotas import lock_quota
from rondel.server.storage.rows import house_of, insert_into, now

WAITING, DONE, FAILED = "waiting", "done", "failed"
MOST_TRIES = 3
"""A review that has killed so many workers is given up."""
HOUR = 3600.0
AT_ONCE = 16
"""So many are looked at to find one that no other worker claims just now."""
r, g = schema.reviews, schema.guests
STATE = select(r.c.guest, r.c.status, r.c.sequence, r.c.worker, r.c.until, r.c.done, r.c.steps)


class Claimed(NamedTuple):
    """A review that a worker is to write."""

    table: str
    depth: str


def find_review(connection: Connection, table: str, depth: str) -> Any:
    """How far a review is, without the document."""
    return connection.execute(STATE.where(r.c.table_id == table, r.c.depth == depth)).first()


def read_document(connection: Connection, table: str, depth: str) -> bytes | None:
    """A review that is done, as JSON."""
    query = select(r.c.document).where(
        r.c.table_id == table, r.c.depth == depth, r.c.status == DONE
    )
    packed = connection.execute(query).scalar()
    return None if packed is None else zlib.decompress(packed)


def waiting_of(connection: Connection, guest: str) -> int:
    """How many reviews someone waits for."""
    query = select(func.count()).where(r.c.guest == guest, r.c.status == WAITING)
    return int(connection.execute(query).scalar_one())


def ask(
    connection: Connection,
    table: str,
    depth: str,
    guest: str,
    sequence: int,
    steps: int,
    most: int = 0,
) -> bool:
    """Ask for a review, unless it is there or asked for already; whether it is new.

    One of an earlier end of the game, or one that failed, is asked for anew. Raises TooMany if
    more than `most` of the guest's would wait; 0 for no limit.
    """
    lock_quota(connection, guest)
    same = (r.c.table_id == table, r.c.depth == depth)
    found = connection.execute(
        select(r.c.status, r.c.sequence).where(*same).with_for_update()
    ).first()
    if found is not None:
        if found.sequence == sequence and found.status != FAILED:
            return False
        connection.execute(delete(r).where(*same))
    asked = insert_into(connection, r).values(
        table_id=table, depth=depth, guest=guest, status=WAITING, sequence=sequence,
        asked=now(), worker="", until=0.0, tries=0, done=0, steps=steps,
    )  # fmt: skip
    # Whoever asks at the same moment finds nothing either.
    new = asked.on_conflict_do_nothing().returning(r.c.table_id)
    is_new = connection.execute(new).first() is not None
    if is_new and 0 < most < waiting_of(connection, guest):
        raise TooMany("reviews", most)
    return is_new


def claim(connection: Connection, worker: str, lease: float, depth: str) -> Claimed | None:
    """The next review of a depth that nobody writes: for the house that had fewest lately.

    On PostgreSQL what another worker claims just now is passed over.
    """
    free = (r.c.depth == depth, r.c.status == WAITING, r.c.until < now())
    hopeless = update(r).where(*free, r.c.tries >= MOST_TRIES).values(status=FAILED)
    connection.execute(hopeless)
    lately = or_(r.c.status == WAITING, and_(r.c.status == DONE, r.c.asked > now() - HOUR))
    turn = func.row_number().over(partition_by=house_of(r.c.guest), order_by=r.c.asked)
    lined_up = (
        select(r.c.table_id, r.c.asked, r.c.status, r.c.until, turn.label("turn"))
        .join(g, g.c.id == r.c.guest)
        .where(r.c.depth == depth, lately)
        .subquery()
    )
    order = (
        select(lined_up.c.table_id)
        .where(lined_up.c.status == WAITING, lined_up.c.until < now())
        .order_by(lined_up.c.turn, lined_up.c.asked)
        .limit(AT_ONCE)
    )
    for table in connection.execute(order).scalars().all():
        this = (r.c.table_id == table, *free)
        taken = select(r.c.tries).where(*this).with_for_update(skip_locked=True)
        tries = connection.execute(taken).scalar()
        if tries is None:
            continue
        held = {"worker": worker, "until": now() + lease, "tries": tries + 1, "done": 0}
        connection.execute(update(r).where(*this).values(**held))
        return Claimed(table, depth)
    return None


def is_any_waiting(connection: Connection, depth: str) -> bool:
    """Whether there is a review of a depth that nobody writes."""
    free = (r.c.status == WAITING, r.c.until < now(), r.c.depth == depth)
    return connection.execute(select(r.c.table_id).where(*free).limit(1)).scalar() is not None


def tell(connection: Connection, claimed: Claimed, worker: str, lease: float, done: int) -> bool:
    """Write how far a review is; whether it is still wanted, and of this worker."""
    mine = _mine(claimed, worker)
    told = connection.execute(update(r).where(*mine).values(until=now() + lease, done=done))
    return told.rowcount == 1


def finish(connection: Connection, claimed: Claimed, worker: str, document: bytes) -> bool:
    """Keep a review that is written; whether it was still wanted."""
    kept = {"status": DONE, "document": zlib.compress(document), "done": r.c.steps, "worker": ""}
    return connection.execute(update(r).where(*_mine(claimed, worker)).values(**kept)).rowcount == 1


def fail(connection: Connection, claimed: Claimed, worker: str) -> None:
    """Give a review up."""
    connection.execute(update(r).where(*_mine(claimed, worker)).values(status=FAILED, worker=""))


def let_go(connection: Connection, worker: str, depth: str, in_peace: bool) -> None:
    """What a worker had claimed is free again; if it goes in peace, that was no try."""
    mine = (r.c.worker == worker, r.c.depth == depth, r.c.status == WAITING)
    tries = r.c.tries - 1 if in_peace else r.c.tries
    freed = {"worker": "", "until": 0.0, "done": 0, "tries": tries}
    connection.execute(update(r).where(*mine).values(**freed))


def cancel(connection: Connection, table: str, depth: str, guest: str) -> bool:
    """Nobody wants it any more: only whoever asked can say so. Whether there was one."""
    asked = (r.c.table_id == table, r.c.depth == depth, r.c.guest == guest, r.c.status == WAITING)
    return connection.execute(delete(r).where(*asked)).rowcount == 1


def _mine(claimed: Claimed, worker: str) -> tuple[Any, ...]:
    return (
        r.c.table_id == claimed.table,
        r.c.depth == claimed.depth,
        r.c.worker == worker,
        r.c.status == WAITING,
    )
