"""What a game is: its steps, the one question, positions, and the checked door."""

from rondel.contract.errors import (
    FalseDeal,
    IllegalStep,
    IncompatibleRecord,
    NothingToUndo,
    NotYourTurn,
    RondelError,
    StaleStep,
    UnknownEdition,
    UnknownGame,
    UnreadableRecord,
    UnreadableStep,
    UnsoundPosition,
    WrongPlayers,
)
from rondel.contract.game import Edition, Game, Maps
from rondel.contract.phrase import Phrase, Player
from rondel.contract.position import Position, read_position
from rondel.contract.steps import Named, Numbering, Step
from rondel.contract.turn import Chance, Choose, Over, Turn

__all__ = [
    "Chance",
    "Choose",
    "Edition",
    "FalseDeal",
    "Game",
    "IllegalStep",
    "IncompatibleRecord",
    "Maps",
    "Named",
    "NotYourTurn",
    "NothingToUndo",
    "Numbering",
    "Over",
    "Phrase",
    "Player",
    "Position",
    "RondelError",
    "StaleStep",
    "Step",
    "Turn",
    "UnknownEdition",
    "UnknownGame",
    "UnreadableRecord",
    "UnreadableStep",
    "UnsoundPosition",
    "WrongPlayers",
    "read_position",
]
