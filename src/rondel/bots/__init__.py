"""Players that know no particular game: random, greedy, tree search, and foreign engines."""

from rondel.bots.bot import Bot, UnknownBot
from rondel.bots.levels import LEVELS, Level
from rondel.bots.naming import find, names

__all__ = ["LEVELS", "Bot", "Level", "UnknownBot", "find", "names"]
