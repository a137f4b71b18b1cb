"""Gathering puzzles: game after game, each written down as soon as it is looked through."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from rondel.contract import RondelError
from rondel.match.files import writing
from rondel.puzzles.checking import check
from rondel.puzzles.making import Settings, make
from rondel.puzzles.puzzle import Puzzle, write_puzzles

DEEPER = (2, 10)
"""How many times as deeply a puzzle is checked as it was confirmed."""


class OtherSettings(RondelError):
    """What was begun was to become something else."""

    code = "other-settings"

    def __init__(self, file: Path):
        super().__init__(f"{file} was begun with other settings", file=str(file))


class _Game(msgspec.Struct, frozen=True):
    """A line of the journal: a game that was looked through."""

    number: int
    puzzles: list[Puzzle]


def journal_of(file: Path) -> Path:
    """Where what was found so far is kept beside the file to come."""
    return file.with_name(file.name + ".making")


def gather(settings: Settings, count: int, file: Path) -> Iterator[int]:
    """Make so many puzzles and write them; tells how many there are, again and again.

    Whoever stops it and calls it again goes on where it was. Raises OtherSettings, UnwritableFile.
    """
    journal = journal_of(file)
    found, number = _read_journal(journal, settings)
    with writing(journal):
        if not journal.exists():
            journal.write_bytes(msgspec.json.encode(settings) + b"\n")
    yield len(found)
    while len(found) < count:
        made = sound(settings, number)
        with writing(journal), journal.open("ab") as opened:
            opened.write(msgspec.json.encode(_Game(number, made)) + b"\n")
        found |= {puzzle.id: puzzle for puzzle in made}
        number += 1
        yield len(found)
    write_puzzles(file, settings.head, list(found.values())[:count])
    journal.unlink()


def sound(settings: Settings, number: int) -> list[Puzzle]:
    """The puzzles of one game that a much deeper search, from other seeds, finds no fault with."""
    depths = tuple(times * settings.simulations for times in DEEPER)
    return [puzzle for puzzle in make(settings, number) if check(puzzle, depths).is_sound]


def _read_journal(journal: Path, settings: Settings) -> tuple[dict[str, Puzzle], int]:
    """What was found before, and the number of the next game; a line cut off is made again."""
    found: dict[str, Puzzle] = {}
    if not journal.exists():
        return found, 0
    with writing(journal):
        whole, _, rest = journal.read_bytes().rpartition(b"\n")
        if rest:
            journal.write_bytes(whole + b"\n")
    first, *lines = whole.split(b"\n")
    try:
        if msgspec.json.decode(first, type=Settings) != settings:
            raise OtherSettings(journal)
        games = [msgspec.json.decode(line, type=_Game) for line in lines]
    except msgspec.DecodeError:
        raise OtherSettings(journal) from None
    for game in games:
        found |= {puzzle.id: puzzle for puzzle in game.puzzles}
    return found, games[-1].number + 1 if games else 0
