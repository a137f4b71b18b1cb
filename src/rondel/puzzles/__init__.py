"""Puzzles: positions where one turn stands clearly above all others."""

from rondel.puzzles.making import Settings, make
from rondel.puzzles.puzzle import (
    Puzzle,
    Verdict,
    judge,
    position_of,
    read_puzzles,
    shipped,
    write_puzzles,
)
from rondel.puzzles.turns import Turn, turns

__all__ = [
    "Puzzle",
    "Settings",
    "Turn",
    "Verdict",
    "judge",
    "make",
    "position_of",
    "read_puzzles",
    "shipped",
    "turns",
    "write_puzzles",
]
