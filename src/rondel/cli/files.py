"""Record files of the command line: their names, and reading as much as possible."""

from datetime import datetime
from pathlib import Path

from rondel.core import Edition, FileExists, Game, UnreadableRecord
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
    """Return an edition by its name, or from its file if the game has custom ones."""
    if game.read_edition is not None and named and Path(named).exists():
        return game.read(read_text(named))
    return game.edition(named)


def new_file(game: str) -> Path:
    """Return a record's default name: the game and the time."""
    return Path(f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}{SUFFIX}")


def check_new(file: Path) -> Path:
    """Return the path of a new file. Raise FileExists if it exists."""
    if file.exists():
        raise FileExists(file)
    return file


def load(file: Path) -> tuple[Match, UnreadableRecord | None]:
    """Return the match of a record as far as it can be read, and the error that stopped the
    reading.
    """
    try:
        return read(file), None
    except UnreadableRecord as error:
        if error.match is None:
            raise
        return error.match, error
