"""Puzzles: positions in which one turn is clearly better than all others."""

from rondel.puzzles.cards import card
from rondel.puzzles.generation import Settings, make
from rondel.puzzles.puzzle import (
    NoSuchPuzzle,
    Puzzle,
    Verdict,
    check_answer,
    find_puzzle,
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
    "check_answer",
    "find_puzzle",
    "make",
    "position_of",
    "read_puzzles",
    "shipped",
    "turns",
    "write_puzzles",
]
