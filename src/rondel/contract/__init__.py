"""What a game is: its steps, the one question, positions, and the checked door."""

from rondel.contract.errors import (
    FalseDeal,
    FileExists,
    GameOver,
    IllegalStep,
    IncompatibleRecord,
    MissingExtra,
    NothingToUndo,
    NotYourTurn,
    RondelError,
    StaleStep,
    UnknownEdition,
    UnknownGame,
    UnreadableFile,
    UnreadableRecord,
    UnreadableStep,
    UnsoundPosition,
    UnwritableFile,
    WrongArgument,
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
    "FileExists",
    "Game",
    "GameOver",
    "IllegalStep",
    "IncompatibleRecord",
    "Maps",
    "MissingExtra",
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
    "UnreadableFile",
    "UnreadableRecord",
    "UnreadableStep",
    "UnsoundPosition",
    "UnwritableFile",
    "WrongArgument",
    "WrongPlayers",
    "read_position",
]
