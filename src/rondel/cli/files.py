"""Record files of the command line: their names, and as much of them as can be read."""

from datetime import datetime
from pathlib import Path

from rondel.contract import Edition, FileExists, Game, UnreadableRecord
from rondel.match import Match
from rondel.match.files import read, read_text, save, write_bytes, write_text, writing

__all__ = [
    "SUFFIX",
    "check_new",
    "load",
    "new_file",
    "read_edition",
    "read_text",
    "save",
    "write_bytes",
    "write_text",
    "writing",
]

SUFFIX = ".rondel"


def read_edition(game: Game, named: str) -> Edition:
    """An edition by its name, or from its file where the game has custom ones."""
    if game.read_edition is not None and named and Path(named).exists():
        return game.read(read_text(named))
    return game.edition(named)


def new_file(game: str) -> Path:
    """A record's usual name: the game and the moment."""
    return Path(f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}{SUFFIX}")


def check_new(file: Path) -> Path:
    """A file that does not exist yet. Raises FileExists."""
    if file.exists():
        raise FileExists(file)
    return file


def load(file: Path) -> tuple[Match, UnreadableRecord | None]:
    """The match of a record, or as much as can be read of it and what stopped the reading."""
    try:
        return read(file), None
    except UnreadableRecord as error:
        if error.match is None:
            raise
        return error.match, error
