"""Game-independent bots: random, greedy, tree search, external engines and custom bots."""

from rondel.bots.bot import Bot, Chooser, Failure, UnknownBot, failures
from rondel.bots.guarded import Guarded
from rondel.bots.levels import LEVELS, Level
from rondel.bots.naming import Wanted, find, names, offer, options
from rondel.bots.options import Option
from rondel.bots.own import name_of

__all__ = [
    "LEVELS",
    "Bot",
    "Chooser",
    "Failure",
    "Guarded",
    "Level",
    "Option",
    "UnknownBot",
    "Wanted",
    "failures",
    "find",
    "name_of",
    "names",
    "offer",
    "options",
]
