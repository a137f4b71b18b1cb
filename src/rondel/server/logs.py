"""Logs for machines: one JSON document per line, with table and sequence number where known."""

import logging
import sys
import threading
import time
from collections import deque
from pathlib import Path

import msgspec
from websockets.exceptions import WebSocketException

from rondel.server.errors import shortened

MAX_LETTERS = 8000
"""Maximum length of a message or traceback."""
MAX_RECENT = 20
"""Warnings and errors kept in memory."""
MAX_RECENT_LETTERS = 300
NO_TEXT = "Invalid UTF-8 sequence"
"""Beginning of uvicorn's line on a text message that is no text."""
LIFE = ("uvicorn", "lifespan")
"""Folders of uvicorn that tell how the server starts and ends; others name visitors' addresses."""
NO_HANDSHAKE = "ASGI callable returned without completing handshake"
"""Beginning of uvicorn's line on a WebSocket that was refused by HTTP, as it may be."""
QUIET = 2.0
"""Seconds without failure after which an outage is over."""
KNOWN = ("table", "sequence", "seat", "code")


class Lines(logging.Formatter):
    """Log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": shortened(record.getMessage(), MAX_LETTERS),
        }
        line |= {name: getattr(record, name) for name in KNOWN if hasattr(record, name)}
        if record.exc_info:
            # Where it happened stands at the end.
            line["problem"] = self.formatException(record.exc_info)[-MAX_LETTERS:]
        return msgspec.json.encode(line).decode()


class LoggedProblem(msgspec.Struct):
    """Warning or an error of the log."""

    at: float
    level: str
    source: str
    message: str


class RecentProblems(logging.Handler):
    """Keeps the latest warnings and errors of this process in memory."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self._latest: deque[LoggedProblem] = deque(maxlen=MAX_RECENT)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record: the message, and the exception without its traceback."""
        try:
            message = record.getMessage()
        except (TypeError, ValueError):
            self.handleError(record)
            return
        if record.exc_info and record.exc_info[1] is not None:
            message += f": {record.exc_info[1]!r}"
        level = record.levelname.lower()
        text = str(shortened(message, MAX_RECENT_LETTERS))
        self._latest.append(LoggedProblem(record.created, level, record.name, text))

    @property
    def latest(self) -> list[LoggedProblem]:
        """Return what is kept, newest first."""
        return list(reversed(self._latest))


RECENT = RecentProblems()
"""Warnings and errors of this process."""


def names_no_visitor(record: logging.LogRecord) -> bool:
    """Keep of uvicorn's lines its warnings, and how it starts and ends; 0.0.0.0 is no address."""
    if record.levelno >= logging.WARNING:
        return not str(record.msg).startswith(NO_HANDSHAKE)
    is_life = Path(record.pathname).parent.name in LIFE
    return is_life and not str(record.msg).startswith("Uvicorn running on")


def without_peers_traceback(record: logging.LogRecord) -> bool:
    """Keep one line alone of what a peer got wrong: a traceback shows nothing of ours."""
    problem = record.exc_info[1] if record.exc_info else None
    if isinstance(problem, WebSocketException) or record.getMessage().startswith(NO_TEXT):
        record.msg, record.args = f"{record.getMessage()}: {problem}", None
        record.exc_info = None
    return True


class OutageLog:
    """Logs one line when an outage starts, with its cause, and one when it is over.

    A part that works, such as reading, does not end the outage of another, such as writing.
    """

    def __init__(self, what: str, logger: logging.Logger):
        self._what = what
        self._logger = logger
        self._lock = threading.Lock()
        self.failing: dict[str, float] = {}
        """Time of the latest failure of each part."""
        self._began = 0.0
        self._count = 0

    def failed(self, cause: str, part: str = "") -> None:
        """Count a failure of a part; the first one is logged."""
        with self._lock:
            if not self.failing:
                self._began, self._count = time.monotonic(), 0
                self._logger.warning(
                    "%s fails: %s; one more line follows when it works again", self._what, cause
                )
            self.failing[part] = time.monotonic()
            self._count += 1

    def is_failing(self, part: str = "") -> bool:
        """Return whether the outage of a part lasts."""
        return part in self.failing

    def worked(self, part: str = "") -> None:
        """End the outage of a part that has not failed for a while; the last one is logged."""
        if part not in self.failing:
            return
        with self._lock:
            at = time.monotonic()
            if at - self.failing.get(part, at) < QUIET:
                return
            del self.failing[part]
            if not self.failing:
                self._logger.warning(
                    "%s works again after %.0f s and %d failures",
                    self._what,
                    at - self._began,
                    self._count,
                )


def set_up(level: str) -> None:
    """Send every log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler, RECENT], force=True)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.addFilter(names_no_visitor)
    uvicorn.addFilter(without_peers_traceback)
    logging.getLogger("alembic").setLevel(logging.WARNING)
