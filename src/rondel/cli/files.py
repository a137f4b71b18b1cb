"""Record files on disk: read and written whole, or refused."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from rondel.cli.refusals import FileExists, UnreadableFile, UnwritableFile
from rondel.contract import Edition, Game, UnreadableRecord
from rondel.match import Match, Provable, read_record, write_record

SUFFIX = ".rondel"


def read_text(file: Path) -> str:
    """The text of a file. Raises UnreadableFile."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        raise UnreadableFile(file, error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise UnreadableFile(file, "UTF-8") from None


@contextmanager
def writing(file: Path) -> Iterator[None]:
    """Whatever goes wrong with the file is a refusal. Raises UnwritableFile."""
    try:
        yield
    except OSError as error:
        raise UnwritableFile(file, error.strerror or str(error)) from None


def write_text(file: Path, text: str) -> None:
    """Write a file so that it is never half written. Raises UnwritableFile."""
    beside = file.with_name(file.name + ".new")
    with writing(file):
        beside.write_text(text, "utf-8")
        os.replace(beside, file)


def read_edition(game: Game, named: str) -> Edition:
    """An edition by its name, or from its file where the game has custom ones."""
    if game.read_edition is not None and named and Path(named).exists():
        return game.read_edition(read_text(Path(named)))
    return game.edition(named)


def new_file(game: str) -> Path:
    """A record's usual name: the game and the moment."""
    return Path(f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}{SUFFIX}")


def check_new(file: Path) -> Path:
    """A file that does not exist yet. Raises FileExists."""
    if file.exists():
        raise FileExists(file)
    return file


def secret_file(file: Path) -> Path:
    """Where the dealer's secret waits beside a record until the match is over."""
    return file.with_name(file.name + ".secret")


def read_secret(file: Path) -> bytes | None:
    """The secret beside a record, if there is one."""
    try:
        return bytes.fromhex(secret_file(file).read_text("ascii"))
    except (OSError, ValueError):
        return None


def save(match: Match, file: Path) -> None:
    """Write a match down, and its dealer's secret beside it until the match is over."""
    write_text(file, write_record(match))
    secret = secret_file(file)
    if match.over is not None:
        secret.unlink(missing_ok=True)
    elif isinstance(match.dealer, Provable) and not secret.exists():
        write_text(secret, match.dealer.secret.hex() + "\n")
        secret.chmod(0o600)


def load(file: Path) -> tuple[Match, UnreadableRecord | None]:
    """The match of a record, or as much as can be read of it and what stopped the reading."""
    text = read_text(file)
    try:
        return read_record(text, read_secret(file)), None
    except UnreadableRecord as error:
        if error.match is None:
            raise
        return error.match, error
