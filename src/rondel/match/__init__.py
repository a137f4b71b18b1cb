"""Matches: log of steps, dealers, undo and record files."""

from rondel.match.dealer import Dealer, SeededRandom, SystemRandom, VerifiableRandom
from rondel.match.files import read, read_edition
from rondel.match.match import Match
from rondel.match.record import read_record, verify, write_record

__all__ = [
    "Dealer",
    "Match",
    "SeededRandom",
    "SystemRandom",
    "VerifiableRandom",
    "read",
    "read_edition",
    "read_record",
    "verify",
    "write_record",
]
