"""Finca's table as a typed document for boards and clients."""

from typing import Any

from rondel.contract import Position


def view(position: Position) -> Any:
    """Everything a board needs."""
    raise NotImplementedError
