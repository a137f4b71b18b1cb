"""Documents for the administrators of a server."""

from typing import Annotated

from msgspec import Meta, Struct

from rondel.server.logs import LoggedProblem


class AdminLink(Struct):
    """Secret of a sign-in link."""

    token: str


class DatabaseStatus(Struct):
    """Database of a server."""

    kind: str
    """sqlite or postgresql"""
    version: str
    revision: str
    """Revision of its tables."""
    bytes: int
    disk_free: int | None
    """Free bytes where an SQLite file is stored."""


class TaskCount(Struct):
    """Number of tasks of a kind in a state."""

    kind: str
    status: str
    """waiting, claimed, answered, done or dead"""
    count: int


class DeadTask(Struct):
    """Task that was given up after its last attempt."""

    kind: str
    key: str
    error: str
    attempts: int
    finished: float


class Queue(Struct):
    """Work that waits for somebody to do it."""

    bots_waiting: int
    """Tables whose bot nobody moves yet."""
    bots_claimed: int
    """Tables whose bot some process moves."""
    tasks: list[TaskCount]
    oldest: dict[str, float]
    """Age in seconds of the oldest task of each kind that is due and not claimed."""
    dead: list[DeadTask]
    """Latest dead tasks, newest first."""


Limit = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Quotas(Struct, frozen=True, forbid_unknown_fields=True):
    """Quotas and retention of a server; 0 for none."""

    tables_per_person: Limit = 0
    """Unfinished tables that one person may have created, sandboxes left out."""
    tables_per_address: Limit = 0
    """Unfinished tables that all guests of one address may have created."""
    storage_mb: Limit = 0
    """Size of the database from which no table is created."""
    keep_days: Limit = 0
    """Days after which abandoned tables, sandboxes and unused guests are deleted."""
    keep_finished_days: Limit = 0
    """Days after which finished matches are deleted, with their results."""


class PruneRequest(Struct):
    """Tables and guests to delete."""

    days: Annotated[int, Meta(ge=1, le=100_000)] = 365
    """Age in days."""
    finished: bool = False
    """True to delete finished matches and their results too."""


class Pruned(Struct):
    """Numbers of tables and guests that were deleted, or would be."""

    tables: int
    guests: int
    at: float = 0.0
    """Time of the end."""


class ProcessStatus(Struct):
    """Server or worker process as it reported itself last."""

    name: str
    kind: str
    """server or worker"""
    version: str
    commit: str
    started: float
    seen: float
    """Time of the report."""
    memory: int
    """Resident bytes; 0 where the system does not tell."""
    processor: float
    """Share of one core that the process used since its report before."""
    load: float
    """Load average of its machine over a minute; 0 where the system does not tell."""
    cores: int
    tables: int
    """Tables in memory."""
    connections: int
    """Open streams and WebSockets."""
    requests: float
    """Requests per second since its report before."""
    failures: int
    """Answers with a status from 500 since its start."""
    problems: list[LoggedProblem]
    """Its latest warnings and errors, newest first."""


class AdminStatus(Struct):
    """State of a server with all its processes."""

    at: float
    """Seconds since 1970."""
    version: str
    commit: str
    database: DatabaseStatus
    tables: dict[str, int]
    """Number of tables by status: open, playing, over, aborted."""
    people: int
    """Number of guests, accounts and programs."""
    queue: Queue
    processes: list[ProcessStatus]
    """Processes that reported within the past day, servers first."""
    quotas: Quotas
    pruned: Pruned | None
    """Outcome of the last deletion by age."""
