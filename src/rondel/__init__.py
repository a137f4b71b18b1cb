"""Rondel: play, host, simulate, teach and master rondel games.

import rondel

    match = rondel.Match("finca", ["Anna", "Béla"], seed=7)
    match.play(match.actions[0])
    match.save("evening.rondel")

This module is the public API. Each name is imported on first use, so importing it is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

_NAMES = {
    "bots": "Bot UnknownBot",
    "bots.analysis": "Analysis Evaluator analyse",
    "bots.networks": "chances",
    "core": """
        Chance Choose Edition FalseDeal FileExists Game GameOver IllegalStep
        IncompatibleRecord MissingExtra NoPicture NotDrawable NothingToUndo
        NotYourTurn Over
        Position RondelError StaleStep Step Turn UnknownEdition UnknownGame
        UnreadableFile UnreadableRecord UnreadableStep UnsoundPosition
        UnwritableFile WrongArgument WrongPlayers read_position
    """,
    "match": """
        Match VerifiableRandom SeededRandom SystemRandom read read_edition read_record verify
        write_record
    """,
    "api": "bot edition simulate",
    "reviews": "Review review",
    "i18n": "Translator",
}

if TYPE_CHECKING:
    from rondel.api import bot as bot
    from rondel.api import edition as edition
    from rondel.api import simulate as simulate
    from rondel.bots import Bot as Bot
    from rondel.bots import UnknownBot as UnknownBot
    from rondel.bots.analysis import Analysis as Analysis
    from rondel.bots.analysis import Evaluator as Evaluator
    from rondel.bots.analysis import analyse as analyse
    from rondel.bots.networks import chances as chances
    from rondel.core import Chance as Chance
    from rondel.core import Choose as Choose
    from rondel.core import Edition as Edition
    from rondel.core import FalseDeal as FalseDeal
    from rondel.core import FileExists as FileExists
    from rondel.core import Game as Game
    from rondel.core import GameOver as GameOver
    from rondel.core import IllegalStep as IllegalStep
    from rondel.core import IncompatibleRecord as IncompatibleRecord
    from rondel.core import MissingExtra as MissingExtra
    from rondel.core import NoPicture as NoPicture
    from rondel.core import NotDrawable as NotDrawable
    from rondel.core import NothingToUndo as NothingToUndo
    from rondel.core import NotYourTurn as NotYourTurn
    from rondel.core import Over as Over
    from rondel.core import Position as Position
    from rondel.core import RondelError as RondelError
    from rondel.core import StaleStep as StaleStep
    from rondel.core import Step as Step
    from rondel.core import Turn as Turn
    from rondel.core import UnknownEdition as UnknownEdition
    from rondel.core import UnknownGame as UnknownGame
    from rondel.core import UnreadableFile as UnreadableFile
    from rondel.core import UnreadableRecord as UnreadableRecord
    from rondel.core import UnreadableStep as UnreadableStep
    from rondel.core import UnsoundPosition as UnsoundPosition
    from rondel.core import UnwritableFile as UnwritableFile
    from rondel.core import WrongArgument as WrongArgument
    from rondel.core import WrongPlayers as WrongPlayers
    from rondel.core import read_position as read_position
    from rondel.games import find, names
    from rondel.i18n import Translator as Translator
    from rondel.match import Match as Match
    from rondel.match import SeededRandom as SeededRandom
    from rondel.match import SystemRandom as SystemRandom
    from rondel.match import VerifiableRandom as VerifiableRandom
    from rondel.match import read as read
    from rondel.match import read_edition as read_edition
    from rondel.match import read_record as read_record
    from rondel.match import verify as verify
    from rondel.match import write_record as write_record
    from rondel.reviews import Review as Review
    from rondel.reviews import review as review

    game = find
    game_names = names

else:
    _FROM = {
        name: (f"rondel.{package}", name) for package in _NAMES for name in _NAMES[package].split()
    }
    _FROM |= {"game": ("rondel.games", "find"), "game_names": ("rondel.games", "names")}
    __all__ = sorted(_FROM)

    def __getattr__(name):
        """Import a public name on first use and keep it."""
        if name not in _FROM:
            raise AttributeError(f"rondel has no {name!r}; it has {', '.join(__all__)}")
        # Importing the games registers their lookup by name.
        import_module("rondel.games")
        package, there = _FROM[name]
        found = globals()[name] = getattr(import_module(package), there)
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
