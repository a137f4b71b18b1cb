"""Players that know no particular game: random, greedy, tree search, and foreign engines."""

from rondel.bots.bot import Bot, Failure, UnknownBot, failures
from rondel.bots.guarded import Guarded
from rondel.bots.levels import LEVELS, Level
from rondel.bots.naming import find, names

__all__ = [
    "LEVELS",
    "Bot",
    "Failure",
    "Guarded",
    "Level",
    "UnknownBot",
    "failures",
    "find",
    "names",
]
