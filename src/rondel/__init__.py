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

_ROOMS = {
    "bots": "Bot UnknownBot",
    "bots.analysis": "Analysis Judge analyse",
    "bots.networks": "chances",
    "contract": """
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
    "porch": "bot edition simulate",
    "review": "Review",
    "words": "Words",
}

if TYPE_CHECKING:
    from rondel.bots import Bot as Bot
    from rondel.bots import UnknownBot as UnknownBot
    from rondel.bots.analysis import Analysis as Analysis
    from rondel.bots.analysis import Judge as Judge
    from rondel.bots.analysis import analyse as analyse
    from rondel.bots.networks import chances as chances
    from rondel.contract import Chance as Chance
    from rondel.contract import Choose as Choose
    from rondel.contract import Edition as Edition
    from rondel.contract import FalseDeal as FalseDeal
    from rondel.contract import FileExists as FileExists
    from rondel.contract import Game as Game
    from rondel.contract import GameOver as GameOver
    from rondel.contract import IllegalStep as IllegalStep
    from rondel.contract import IncompatibleRecord as IncompatibleRecord
    from rondel.contract import MissingExtra as MissingExtra
    from rondel.contract import NoPicture as NoPicture
    from rondel.contract import NotDrawable as NotDrawable
    from rondel.contract import NothingToUndo as NothingToUndo
    from rondel.contract import NotYourTurn as NotYourTurn
    from rondel.contract import Over as Over
    from rondel.contract import Position as Position
    from rondel.contract import RondelError as RondelError
    from rondel.contract import StaleStep as StaleStep
    from rondel.contract import Step as Step
    from rondel.contract import Turn as Turn
    from rondel.contract import UnknownEdition as UnknownEdition
    from rondel.contract import UnknownGame as UnknownGame
    from rondel.contract import UnreadableFile as UnreadableFile
    from rondel.contract import UnreadableRecord as UnreadableRecord
    from rondel.contract import UnreadableStep as UnreadableStep
    from rondel.contract import UnsoundPosition as UnsoundPosition
    from rondel.contract import UnwritableFile as UnwritableFile
    from rondel.contract import WrongArgument as WrongArgument
    from rondel.contract import WrongPlayers as WrongPlayers
    from rondel.contract import read_position as read_position
    from rondel.games import find
    from rondel.match import Match as Match
    from rondel.match import SeededRandom as SeededRandom
    from rondel.match import SystemRandom as SystemRandom
    from rondel.match import VerifiableRandom as VerifiableRandom
    from rondel.match import read as read
    from rondel.match import read_edition as read_edition
    from rondel.match import read_record as read_record
    from rondel.match import verify as verify
    from rondel.match import write_record as write_record
    from rondel.porch import bot as bot
    from rondel.porch import edition as edition
    from rondel.porch import simulate as simulate
    from rondel.review import Review as Review
    from rondel.review.reviewing import review as review
    from rondel.words import Words as Words

    game = find

    def games() -> tuple[str, ...]:
        """Return the names of all installed games."""
        ...

else:
    _FROM = {name: (f"rondel.{room}", name) for room in _ROOMS for name in _ROOMS[room].split()}
    _FROM["game"] = "rondel.games", "find"
    # Callable modules: `games` lists its games, `review` reviews a match.
    _ROOMS_THAT_ANSWER = ("games", "review")
    __all__ = sorted([*_FROM, *_ROOMS_THAT_ANSWER])

    def __getattr__(name):
        """Import a public name on first use and keep it."""
        if name in _ROOMS_THAT_ANSWER:
            return import_module(f"rondel.{name}")
        if name not in _FROM:
            raise AttributeError(f"rondel has no {name!r}; it has {', '.join(__all__)}")
        room, there = _FROM[name]
        found = globals()[name] = getattr(import_module(room), there)
        return found

    def __dir__():
        return sorted({*globals(), *__all__})
