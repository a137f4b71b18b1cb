"""File access: files are read and written completely, or an error is raised."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

from rondel.core import Edition, Game, UnreadableFile, UnwritableFile
from rondel.games import find
from rondel.match.dealer import VerifiableRandom
from rondel.match.match import Match
from rondel.match.record import read_record, write_record

File = str | PathLike[str]


def read_text(file: File) -> str:
    """Return the text of a file. Raise UnreadableFile."""
    try:
        return Path(file).read_text("utf-8")
    except OSError as error:
        raise UnreadableFile(file, error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise UnreadableFile(file, "UTF-8") from None
    except ValueError as error:
        raise UnreadableFile(repr(file), str(error)) from None


@contextmanager
def writing(file: File) -> Generator[None]:
    """Convert operating system errors to UnwritableFile."""
    try:
        yield
    except UnwritableFile:
        raise
    except OSError as error:
        raise UnwritableFile(file, error.strerror or str(error)) from None


def write_text(file: File, text: str) -> None:
    """Write a text file atomically. Raise UnwritableFile."""
    write_bytes(file, text.encode())


def write_bytes(file: File, content: bytes) -> None:
    """Write a binary file atomically. Raise UnwritableFile."""
    whole = Path(file)
    beside = whole.with_name(whole.name + ".new")
    with writing(file):
        beside.write_bytes(content)
        os.replace(beside, whole)


def read_edition(game: Game | str, file: File) -> Edition:
    """Return a custom edition, such as a map, from its file.

    Args:
        game: Game or its name.
        file: File of the edition.

    Raises:
        UnreadableFile: The file cannot be read.
        RondelError: The text is not an edition of this game.

    Examples:
        >>> rondel.read_edition("milestones", "nowhere.toml")
        Traceback (most recent call last):
        rondel.core.errors.UnreadableFile: ...

    """
    return find(game).read(read_text(file))


def secret_file(file: File) -> Path:
    """Return the path of the file that holds the dealer's secret until the match is over."""
    return Path(file).with_name(Path(file).name + ".secret")


def read_secret(file: File) -> bytes | None:
    """Return the secret stored beside a record, or None."""
    try:
        return bytes.fromhex(secret_file(file).read_text("ascii"))
    except (OSError, ValueError):
        return None


def save(match: Match[Any], file: File) -> None:
    """Save a match, and its dealer's secret beside it until the match is over."""
    write_text(file, write_record(match))
    secret = secret_file(file)
    if match.is_over:
        secret.unlink(missing_ok=True)
    elif isinstance(match.dealer, VerifiableRandom) and not secret.exists():
        write_text(secret, match.dealer.secret.hex() + "\n")
        secret.chmod(0o600)


def read(file: File) -> Match[Any]:
    """Return the match of a record file, ready to continue.

    Args:
        file: Record file.

    Raises:
        UnreadableFile: The file cannot be read.
        UnreadableRecord: A line is wrong; the error's `match` holds the steps before it.
        IncompatibleRecord: The record follows other rules.

    Examples:
        >>> rondel.Match("milestones", seed=7).save("evening.rondel")
        >>> rondel.read("evening.rondel")
        <Match milestones, 2 players, ...>

    """
    return read_record(read_text(file), read_secret(file))
