"""Reviews of finished games: asked for, written by a task, kept as documents."""

import zlib
from typing import Literal, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from rondel.reviews import DEPTHS
from rondel.server.errors import TooMany
from rondel.server.storage import schema
from rondel.server.storage.quotas import lock_quota
from rondel.server.storage.rows import now
from rondel.server.storage.tasks import (
    DEAD,
    WAITING,
    ClaimedTask,
    NewTask,
    delete_tasks,
    find_task,
    insert_task,
    read_payload,
)

MAX_ATTEMPTS = 3
"""Review that has failed, or killed its worker, so often is given up."""
Status = Literal["waiting", "working", "done", "failed"]
r, k = schema.reviews, schema.tasks


class ReviewProgress(NamedTuple):
    """How far a review is."""

    guest: str
    """Identity that requested it."""
    status: Status
    sequence: int
    """Event that ended the game."""
    done: int
    steps: int


def review_kind(depth: str) -> str:
    """Return the kind of tasks that write reviews of a depth."""
    return f"{depth}-review"


KINDS = [review_kind(depth) for depth in DEPTHS]


def find_review(connection: Connection, table: str, depth: str) -> ReviewProgress | None:
    """Return how far a review is, without the document."""
    query = select(r.c.guest, r.c.sequence, r.c.steps)
    found = connection.execute(query.where(r.c.table_id == table, r.c.depth == depth)).first()
    if found is not None:
        return ReviewProgress(found.guest, "done", found.sequence, found.steps, found.steps)
    task = find_task(connection, review_kind(depth), table)
    if task is None:
        return None
    is_held = task.claimed_until > now()
    status: Status = "failed" if task.status == DEAD else "working" if is_held else "waiting"
    asked = read_payload(task.payload)
    return ReviewProgress(task.owner, status, asked["sequence"], task.progress, asked["steps"])


def read_document(connection: Connection, table: str, depth: str) -> bytes | None:
    """Return a review that is written, as JSON."""
    query = select(r.c.document).where(r.c.table_id == table, r.c.depth == depth)
    packed = connection.execute(query).scalar()
    return None if packed is None else zlib.decompress(packed)


def waiting_of(connection: Connection, guest: str) -> int:
    """Return how many reviews a guest waits for."""
    waiting = (k.c.owner == guest, k.c.kind.in_(KINDS), k.c.status == WAITING)
    return int(connection.execute(select(func.count()).where(*waiting)).scalar_one())


def ask(
    connection: Connection,
    table: str,
    depth: str,
    guest: str,
    sequence: int,
    steps: int,
    record: str,
    most: int = 0,
) -> bool:
    """Request a review unless one exists or is requested; return whether the request is new.

    A failed review, or one of an earlier end of the game, is requested again. Raises TooMany if
    more than `most` of the guest's would wait; 0 for no limit.
    """
    lock_quota(connection, guest)
    found = find_review(connection, table, depth)
    if found is not None:
        if found.sequence == sequence and found.status != "failed":
            return False
        connection.execute(delete(r).where(r.c.table_id == table, r.c.depth == depth))
        delete_tasks(connection, review_kind(depth), [table])
    asked = {"sequence": sequence, "steps": steps, "record": record}
    task = NewTask(review_kind(depth), table, asked, guest, table, max_attempts=MAX_ATTEMPTS)
    is_new = insert_task(connection, task)
    if is_new and 0 < most < waiting_of(connection, guest):
        raise TooMany("reviews", most)
    return is_new


def insert_review(connection: Connection, task: ClaimedTask, depth: str, document: bytes) -> None:
    """Keep the review that a task has asked for."""
    kept = {
        "table_id": task.key, "depth": depth, "guest": task.owner, "requested": now(),
        "sequence": task.payload["sequence"], "steps": task.payload["steps"],
        "document": zlib.compress(document),
    }  # fmt: skip
    connection.execute(insert(r).values(kept))


def cancel(connection: Connection, table: str, depth: str, guest: str) -> bool:
    """Stop a review that its guest does not want any more; return whether there was one."""
    same = (k.c.kind == review_kind(depth), k.c.key == table)
    asked = (*same, k.c.owner == guest, k.c.status == WAITING)
    return connection.execute(delete(k).where(*asked)).rowcount == 1
