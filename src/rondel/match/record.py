"""Record files: a match as plain text, one step per line."""

from rondel.match.match import Match


def write_record(match: Match) -> str: ...
def read_record(text: str) -> Match: ...
