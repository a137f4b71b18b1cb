"""Game-independent bots: random, greedy, tree search, external engines and custom bots."""

from rondel.bots.bot import Bot, Chooser, Failure, UnknownBot, failures
from rondel.bots.custom import name_of
from rondel.bots.fallback import FallbackBot
from rondel.bots.levels import LEVELS, Level
from rondel.bots.naming import BotSpec, find, names, offer, options
from rondel.bots.options import Option

__all__ = [
    "LEVELS",
    "Bot",
    "BotSpec",
    "Chooser",
    "Failure",
    "FallbackBot",
    "Level",
    "Option",
    "UnknownBot",
    "failures",
    "find",
    "name_of",
    "names",
    "offer",
    "options",
]
