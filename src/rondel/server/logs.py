"""Logs for machines: one JSON document per line, with table and sequence number where known."""

import logging
import sys

import msgspec

from rondel.server.errors import shortened

MOST_LETTERS = 8000
"""Of one message, or of what led to a failure."""
KNOWN = ("table", "sequence", "seat", "code")


class Lines(logging.Formatter):
    """A log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": shortened(record.getMessage(), MOST_LETTERS),
        }
        line |= {name: getattr(record, name) for name in KNOWN if hasattr(record, name)}
        if record.exc_info:
            # Where it happened stands at the end.
            line["problem"] = self.formatException(record.exc_info)[-MOST_LETTERS:]
        return msgspec.json.encode(line).decode()


def is_no_address(record: logging.LogRecord) -> bool:
    """Whether a line does not name the address listened at: 0.0.0.0 is none to go to."""
    return not str(record.msg).startswith("Uvicorn running on")


def set_up(level: str) -> None:
    """Send every log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    logging.getLogger("uvicorn.error").addFilter(is_no_address)
    logging.getLogger("alembic").setLevel(logging.WARNING)
