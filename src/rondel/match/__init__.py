"""Matches: log of steps, dealers, undo and record files."""

from rondel.match.dealer import Dealer, Provable, Seeded, System
from rondel.match.files import read, read_edition
from rondel.match.match import Match
from rondel.match.record import read_record, verify, write_record

__all__ = [
    "Dealer",
    "Match",
    "Provable",
    "Seeded",
    "System",
    "read",
    "read_edition",
    "read_record",
    "verify",
    "write_record",
]
