"""The bots that can be seated."""

from rondel import bots
from rondel.bots import Bot, Guarded, UnknownBot

ANYTHING = "random"
"""The bot that stands in, and moves when another one cannot."""


def names() -> tuple[str, ...]:
    """The levels that can be seated, weakest first."""
    return bots.names()


def check(name: str) -> str:
    """The name again, if it is a level. Raises UnknownBot.

    `bots.find` knows more, such as programs of this machine: not for visitors.
    """
    if name not in names():
        raise UnknownBot(name, names())
    return name


def player(name: str) -> Bot:
    """A new bot of a level, for one seat of one match: where it fails, the match goes on.

    Raises UnknownBot.
    """
    return Guarded(bots.find(check(name)))
