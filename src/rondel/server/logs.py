"""Logs for machines: one JSON document per line, with table and sequence number where known."""

import logging
import sys
from pathlib import Path

import msgspec
from websockets.exceptions import WebSocketException

from rondel.server.errors import shortened

MAX_LETTERS = 8000
"""Of one message, or of what led to a failure."""
NO_TEXT = "Invalid UTF-8 sequence"
"""The beginning of uvicorn's line on a text message that is no text."""
LIFE = ("uvicorn", "lifespan")
"""Folders of uvicorn that tell how the server starts and ends; others name visitors' addresses."""
NO_HANDSHAKE = "ASGI callable returned without completing handshake"
"""The beginning of uvicorn's line on a WebSocket that was refused by HTTP, as it may be."""
KNOWN = ("table", "sequence", "seat", "code")


class Lines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
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


def set_up(level: str) -> None:
    """Send every log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    uvicorn = logging.getLogger("uvicorn.error")
    uvicorn.addFilter(names_no_visitor)
    uvicorn.addFilter(without_peers_traceback)
    logging.getLogger("alembic").setLevel(logging.WARNING)
