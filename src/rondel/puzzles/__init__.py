"""Puzzles: positions where one turn stands clearly above all others."""

from rondel.puzzles.cards import card
from rondel.puzzles.making import Settings, make
from rondel.puzzles.puzzle import (
    NoSuchPuzzle,
    Puzzle,
    Verdict,
    find_puzzle,
    judge,
    position_of,
    read_puzzles,
    shipped,
    write_puzzles,
)
from rondel.puzzles.turns import Turn, turns

__all__ = [
    "NoSuchPuzzle",
    "Puzzle",
    "Settings",
    "Turn",
    "Verdict",
    "card",
    "find_puzzle",
    "judge",
    "make",
    "position_of",
    "read_puzzles",
    "shipped",
    "turns",
    "write_puzzles",
]
