"""Documents for the administrators of a server."""

from msgspec import Struct

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
