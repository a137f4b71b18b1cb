"""The bots that can be seated."""

import random
from typing import Protocol

from rondel import bots
from rondel.contract import Position
from rondel.server.errors import UnknownBot


class Chooser(Protocol):
    """Whoever chooses a step."""

    def choose(self, position: Position) -> int:
        """The number of the step it makes."""
        ...


class Anything:
    """Chooses any step, each as likely as the others."""

    def choose(self, position: Position) -> int:
        """The number of a step."""
        return random.choice(position.options)[0]


def names() -> list[str]:
    """The levels that can be seated, weakest first."""
    known = getattr(bots, "names", None)
    return list(known()) if known else ["random"]


def chooser(name: str) -> Chooser:
    """The bot of a level. Raises UnknownBot."""
    if name not in names():
        raise UnknownBot(name, names())
    found: Chooser = bots.find(name) if hasattr(bots, "find") else Anything()
    return found
