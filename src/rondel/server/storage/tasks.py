"""Tasks: work that the database keeps until a worker has done it.

A task is inserted by the transaction that makes it necessary (a transactional outbox). One worker
at a time holds it, by a lease. A task that fails is tried again after a pause that grows; after its
last try it is dead and stays for the host to look at.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    case,
    delete,
    func,
    or_,
    select,
    update,
)

from rondel.server.storage import schema
from rondel.server.storage.rows import house_of, insert_into, now

log = logging.getLogger("rondel.tasks")
WAITING, ANSWERED, DONE, DEAD = "waiting", "answered", "done", "dead"
"""Statuses of a task; an answered one has a result that a server must apply."""
HOUR = 3600.0
DAY = 24 * HOUR
DONE_TTL = 2 * HOUR
DEAD_TTL = 30 * DAY
FIRST_PAUSE = 1.0
PAUSE_FACTOR = 4.0
MAX_PAUSE = HOUR
MAX_ATTEMPTS = 5
ENDLESS = 1_000_000
"""Attempts for what is never given up."""
SPARE = 16
"""Candidates beyond those wanted, since other workers may be claiming some of them."""
LOST = "its worker stopped without a word"
STRONG_MOVE, QUICK_MOVE = MOVE_KINDS = ("strong-move", "quick-move")
"""Kinds of tasks that ask a worker for a bot's move; quick bots wait for none that thinks."""
BOT = "bot"
"""Kind of tasks that move a table's bots until a person is to move; their keys are the tables'."""
NOTIFY = "notify"
"""Kind of tasks that send a notice by one channel."""
RATE = "rate"
"""Kind of tasks that rate a finished match."""
k, g = schema.tasks, schema.guests
encode = msgspec.json.encode
read_payload = msgspec.json.decode


class NewTask(NamedTuple):
    """Task to insert. Its key is unique among the tasks of its kind."""

    kind: str
    key: str
    payload: Any = None
    owner: str | None = None
    """Guest on whose behalf it is done; tasks are shared out fairly by their address groups."""
    table: str | None = None
    run_at: float = 0.0
    expires: float | None = None
    """Time after which the task is obsolete."""
    max_attempts: int = MAX_ATTEMPTS


class ClaimedTask(NamedTuple):
    """Task held by a worker."""

    kind: str
    key: str
    attempt: int
    table: str
    owner: str
    group: str
    expires: float | None
    payload: Any
    result: Any
    created: float


def insert_tasks(connection: Connection, tasks: Iterable[NewTask]) -> None:
    """Insert tasks into the caller's transaction, except those that are there already."""
    if rows := [_row(task) for task in tasks]:
        connection.execute(insert_into(connection, k).on_conflict_do_nothing(), rows)


def insert_task(connection: Connection, task: NewTask) -> bool:
    """Insert a task; return whether it is new."""
    add = insert_into(connection, k).values(_row(task)).on_conflict_do_nothing()
    return connection.execute(add.returning(k.c.key)).first() is not None


def renew_task(connection: Connection, task: NewTask) -> None:
    """Insert a task, or have one that is there expire later."""
    add = insert_into(connection, k).values(_row(task))
    there = [k.c.kind, k.c.key]
    connection.execute(
        add.on_conflict_do_update(index_elements=there, set_={"expires": task.expires})
    )


def bot_task(table: str, creator: str, forgotten_after: float) -> NewTask:
    """Return the task of moving a table's bots; 0 for a table that is never forgotten."""
    expires = now() + forgotten_after if forgotten_after else None
    return NewTask(BOT, table, None, creator, table, expires=expires, max_attempts=ENDLESS)


def find_task(connection: Connection, kind: str, key: str) -> Any:
    """Return the row of a task, or None."""
    return connection.execute(select(k).where(k.c.kind == kind, k.c.key == key)).first()


def delete_tasks(connection: Connection, kind: str, keys: Sequence[str]) -> int:
    """Delete tasks, held or not; return how many there were."""
    return connection.execute(delete(k).where(k.c.kind == kind, k.c.key.in_(keys))).rowcount


def answer_kind(kind: str) -> str:
    """Return the name by which those who wait for answers of a kind are woken."""
    return f"{kind}-answer"


def take_answers(connection: Connection, kind: str, keys: Sequence[str]) -> dict[str, Any]:
    """Delete tasks that are answered; return their results by their keys."""
    mine = (k.c.kind == kind, k.c.status == ANSWERED, k.c.key.in_(keys))
    found = connection.execute(delete(k).where(*mine).returning(k.c.key, k.c.result))
    return {key: read_payload(result) for key, result in found}


def due_kinds(connection: Connection) -> list[str]:
    """Return the kinds of which a task may be claimed now, or an answer taken."""
    is_open = k.c.status.in_((WAITING, ANSWERED))
    found = select(k.c.kind, k.c.status).where(is_open, *_is_due(now())).distinct()
    return [
        kind if status == WAITING else answer_kind(kind)
        for kind, status in connection.execute(found)
    ]


def claim_tasks(
    connection: Connection,
    kind: str,
    worker: str,
    lease: float,
    most: int = 1,
    most_each: int = 0,
    status: str = WAITING,
) -> list[ClaimedTask]:
    """Hold up to `most` tasks of a kind for `lease` seconds.

    The address group that had fewest within the last hour comes first; of one group no more than
    `most_each` are held or claimed, 0 for any number. On PostgreSQL tasks that another worker
    claims at the same moment are skipped.
    """
    at = now()
    same = (k.c.kind == kind, k.c.status == status, *_is_due(at))
    _bury(connection, same)
    group = func.coalesce(house_of(k.c.owner), "")
    turn = func.row_number().over(partition_by=group, order_by=k.c.created)
    recent = or_(k.c.status == status, and_(k.c.status == DONE, k.c.created > at - HOUR))
    lined_up = (
        select(k, group.label("ip_group"), turn.label("turn"))
        .outerjoin(g, g.c.id == k.c.owner)
        .where(k.c.kind == kind, recent)
        .subquery()
    )
    of = lined_up.c
    free = (
        of.status == status,
        *_is_due(at, lined_up),
        *([of.turn <= most_each] if most_each else []),
    )
    order = select(of.key, of.ip_group).where(*free).order_by(of.turn, of.created)
    groups = {row.key: row.ip_group for row in connection.execute(order.limit(most + SPARE))}
    if not groups:
        return []
    place = case({key: place for place, key in enumerate(groups)}, value=k.c.key)
    lock = select(k).where(*same, k.c.key.in_(groups)).order_by(place).limit(most)
    claimed = connection.execute(lock.with_for_update(skip_locked=True)).all()
    held = {"claimed_by": worker, "claimed_until": at + lease, "attempts": k.c.attempts + 1}
    mine = (k.c.kind == kind, k.c.key.in_([row.key for row in claimed]))
    connection.execute(update(k).where(*mine).values(**held, progress=0))
    return [_claimed(row, groups[row.key]) for row in claimed]


def extend_lease(
    connection: Connection, task: ClaimedTask, worker: str, lease: float, progress: int = 0
) -> bool:
    """Hold a task longer; return False if the worker has lost it, or nobody wants it any more."""
    is_held, at = _is_held(task, worker), now()
    connection.execute(delete(k).where(*is_held, k.c.expires < at))
    kept = update(k).where(*is_held).values(claimed_until=at + lease, progress=progress)
    return connection.execute(kept).rowcount == 1


def finish_task(
    connection: Connection,
    task: ClaimedTask,
    worker: str,
    result: Any = None,
    write: Callable[[Connection], Any] | None = None,
) -> bool:
    """Mark a task done, or answered with a result, and write what belongs to it.

    Return False, and write nothing, if the worker has lost the task.
    """
    values: dict[str, Any] = {"status": DONE, "finished": now()}
    if result is not None:
        values = {"status": ANSWERED, "result": encode(result).decode(), "attempts": 0}
    freed = {"claimed_by": "", "claimed_until": 0.0}
    done = update(k).where(*_is_held(task, worker)).values(**values, **freed)
    is_held = connection.execute(done).rowcount == 1
    if is_held and write is not None:
        write(connection)
    return is_held


def fail_task(connection: Connection, task: ClaimedTask, worker: str, error: str) -> None:
    """Have a task tried again after a pause; after its last attempt it is dead."""
    pause = min(MAX_PAUSE, FIRST_PAUSE * PAUSE_FACTOR ** min(task.attempt - 1, MAX_ATTEMPTS * 2))
    freed = {"claimed_by": "", "claimed_until": 0.0, "run_at": now() + pause, "last_error": error}
    held = _is_held(task, worker)
    connection.execute(update(k).where(*held).values(**freed))
    _bury(connection, (k.c.kind == task.kind, k.c.key == task.key))


def postpone_task(connection: Connection, task: ClaimedTask, worker: str, seconds: float) -> None:
    """Free a task that is to be carried out later; that was no attempt."""
    freed = {"claimed_by": "", "claimed_until": 0.0, "run_at": now() + seconds}
    held = _is_held(task, worker)
    connection.execute(update(k).where(*held).values(**freed, attempts=k.c.attempts - 1))


def release_tasks(connection: Connection, kind: str, worker: str, is_attempt: bool) -> None:
    """Free all that a worker holds of a kind; unless it failed, that was no attempt."""
    held = (k.c.kind == kind, k.c.claimed_by == worker, k.c.status.in_((WAITING, ANSWERED)))
    attempts = k.c.attempts if is_attempt else k.c.attempts - 1
    freed = {"claimed_by": "", "claimed_until": 0.0, "progress": 0, "attempts": attempts}
    connection.execute(update(k).where(*held).values(**freed))


def has_old_tasks(connection: Connection) -> bool:
    """Return whether there is a task to delete."""
    return connection.execute(select(k.c.key).where(_is_old(now())).limit(1)).first() is not None


def clean_tasks(connection: Connection) -> None:
    """Delete tasks that were done or dead for long, and those that nobody wants any more."""
    connection.execute(delete(k).where(_is_old(now())))


def _is_old(at: float) -> ColumnElement[bool]:
    return or_(
        and_(k.c.status == DONE, k.c.finished < at - DONE_TTL),
        and_(k.c.status == DEAD, k.c.finished < at - DEAD_TTL),
        and_(k.c.status.in_((WAITING, ANSWERED)), k.c.expires < at),
    )


def dead_tasks(connection: Connection, most: int = 100) -> list[Any]:
    """Return the rows of the latest tasks that were given up."""
    latest = select(k).where(k.c.status == DEAD).order_by(k.c.finished.desc()).limit(most)
    return list(connection.execute(latest))


def count_tasks(connection: Connection) -> dict[tuple[str, str], int]:
    """Return how many tasks there are by kind and status; those that are held are 'claimed'."""
    status = case((k.c.claimed_until > now(), "claimed"), else_=k.c.status)
    found = select(k.c.kind, status, func.count()).group_by(k.c.kind, status)
    return {(kind, status): count for kind, status, count in connection.execute(found)}


def _row(task: NewTask) -> dict[str, Any]:
    return {
        "kind": task.kind, "key": task.key, "table_id": task.table, "owner": task.owner,
        "payload": encode(task.payload).decode(), "run_at": task.run_at, "expires": task.expires,
        "max_attempts": task.max_attempts, "status": WAITING, "created": now(),
    }  # fmt: skip


def _claimed(row: Any, group: str) -> ClaimedTask:
    payload = read_payload(row.payload)
    result = read_payload(row.result) if row.result else None
    return ClaimedTask(
        row.kind, row.key, row.attempts + 1, row.table_id or "", row.owner or "", group,
        row.expires, payload, result, row.created,
    )  # fmt: skip


def _is_due(at: float, tasks: Any = k) -> tuple[ColumnElement[bool], ...]:
    of = tasks.c
    return of.run_at <= at, of.claimed_until < at, or_(of.expires.is_(None), of.expires > at)


def _is_held(task: ClaimedTask, worker: str) -> tuple[ColumnElement[bool], ...]:
    # A key may be inserted anew while the task before it is held.
    same = (k.c.kind == task.kind, k.c.key == task.key, k.c.created == task.created)
    is_open = k.c.attempts == task.attempt
    return *same, is_open, k.c.claimed_by == worker, k.c.status.in_((WAITING, ANSWERED))


def _bury(connection: Connection, where: tuple[ColumnElement[bool], ...]) -> None:
    """Give up those tasks that have no attempt left."""
    error = func.coalesce(func.nullif(k.c.last_error, ""), LOST)
    freed = {"status": DEAD, "finished": now(), "claimed_by": "", "last_error": error}
    spent = update(k).where(*where, k.c.attempts >= k.c.max_attempts).values(**freed)
    for row in connection.execute(spent.returning(k.c.kind, k.c.key, k.c.last_error)):
        log.error("the task %s %s is given up: %s", *row)
