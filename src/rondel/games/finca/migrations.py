"""Migration of states from earlier versions of the rules."""

from typing import Any

from rondel.core import Edition


def no_circles(fields: dict[str, Any], edition: Edition) -> int:
    """Return 0: version 1 did not count turns without progress, so the count begins now."""
    return 0
