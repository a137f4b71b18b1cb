"""Puzzles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rondel.server.protocol.documents import NarratedStep, PositionView


class PuzzleInfo(Struct):
    """Puzzle in a list."""

    id: str
    difficulty: Literal["easy", "medium", "hard"]


class PuzzleList(Struct):
    """Game's puzzles, easy ones first."""

    puzzles: list[PuzzleInfo]


class PuzzleStart(Struct):
    """Puzzle to solve."""

    id: str
    difficulty: Literal["easy", "medium", "hard"]
    seat: int
    """Seat whose turn is to be found."""
    moment: PositionView


class PuzzleTry(Struct):
    """Steps that may solve a puzzle, or a wish to see how."""

    steps: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=64)] = []
    give_up: bool = False


class PuzzleTried(Struct):
    """Result of trying steps on a puzzle."""

    moment: PositionView
    narration: list[NarratedStep]
    whole: bool
    """True if the turn is over."""
    solved: bool
    loss: float
    """Chance to win that the turn gives away, from 0 to 1."""
    themes: list[str] = []
    """Themes of the solution, once the turn is over or given up."""
    solution: list[str] = []
    """Turn to find, then too."""
    margin: float = 0.0
    """Chance to win that the second best turn loses, once the turn is over or given up."""
