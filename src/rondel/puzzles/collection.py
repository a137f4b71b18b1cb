"""Generation of many puzzles, with a journal of finished games that allows resuming."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rondel.core import RondelError
from rondel.match.files import writing
from rondel.puzzles.deep import check_deeply
from rondel.puzzles.generation import Settings, make
from rondel.puzzles.parallel import in_parallel
from rondel.puzzles.puzzle import Puzzle, write_puzzles
from rondel.puzzles.verification import check

DEEPER = (2, 10)
"""Depths of the check, as multiples of the simulations of the generation."""


class OtherSettings(RondelError):
    """Error for a journal with other settings."""

    code = "other-settings"

    def __init__(self, file: Path):
        super().__init__(f"{file} was begun with other settings", file=str(file))


class _Game(msgspec.Struct, frozen=True):
    """Line of the journal: the puzzles of one game."""

    number: int
    puzzles: list[Puzzle]


def journal_of(file: Path) -> Path:
    """Return the path of the journal beside the output file."""
    return file.with_name(file.name + ".making")


def collect(
    settings: Settings,
    count: int,
    file: Path,
    processes: int = 1,
    seconds: float | None = None,
) -> Iterator[int]:
    """Generate puzzles and write them to a file; yield their number after each game.

    If it is interrupted or out of time, the file is not written; the next call continues from the
    journal. The number of processes does not change the puzzles.

    Args:
        settings: Settings of the generation.
        count: Number of puzzles.
        file: Output file.
        processes: Number of processes.
        seconds: Time limit.

    Raises:
        OtherSettings: The journal has other settings.
        UnwritableFile: The file or the journal may not be written.

    """
    journal = journal_of(file)
    games = _read_journal(journal, settings)
    with writing(journal):
        if not journal.exists():
            journal.write_bytes(msgspec.json.encode(settings) + b"\n")
    yield len(_first(games))
    tasks = ((settings, number) for number in itertools.count() if number not in games)
    if len(_first(games)) < count:
        for game in _played(tasks, processes, seconds):
            with writing(journal), journal.open("ab") as opened:
                opened.write(msgspec.json.encode(game) + b"\n")
            games[game.number] = game.puzzles
            found = _first(games)
            yield len(found)
            if len(found) >= count:
                break
        else:
            return
    write_puzzles(file, settings.head, _first(games)[:count])
    journal.unlink()


def _played(
    tasks: Iterator[tuple[Settings, int]], processes: int, seconds: float | None
) -> Iterator[_Game]:
    if processes == 1 and seconds is None:
        return map(_game, tasks)
    return in_parallel(_game, tasks, processes, seconds)


def _game(task: tuple[Settings, int]) -> _Game:
    return _Game(task[1], sound(*task))


def _first(games: dict[int, list[Puzzle]]) -> list[Puzzle]:
    """Return the puzzles of all games up to the first one that is missing."""
    found: dict[str, Puzzle] = {}
    for number in range(len(games)):
        if number not in games:
            break
        found |= {puzzle.id: puzzle for puzzle in games[number]}
    return list(found.values())


def sound(settings: Settings, number: int) -> list[Puzzle]:
    """Return the puzzles of one game that pass the (deep) check."""
    made = make(settings, number)
    if settings.deep:
        return [puzzle for puzzle in made if check_deeply(puzzle).is_sound]
    depths = tuple(times * settings.simulations for times in DEEPER)
    return [puzzle for puzzle in made if check(puzzle, depths).is_sound]


def _read_journal(journal: Path, settings: Settings) -> dict[int, list[Puzzle]]:
    """Return the puzzles in the journal by game. An incomplete last line is dropped."""
    if not journal.exists():
        return {}
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
    return {game.number: game.puzzles for game in games}
