"""Gathering puzzles: game after game, each written down as soon as it is looked through."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import msgspec

from rondel.core import RondelError
from rondel.match.files import writing
from rondel.puzzles.checking import check
from rondel.puzzles.deep import check_deeply
from rondel.puzzles.making import Settings, make
from rondel.puzzles.parallel import in_parallel
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


def gather(
    settings: Settings,
    count: int,
    file: Path,
    processes: int = 1,
    seconds: float | None = None,
) -> Iterator[int]:
    """Make so many puzzles and write them; yield how many there are after each game.

    If it is stopped, or if so many `seconds` are over, the file is not written; called again, it
    goes on from its journal. The number of processes does not change what is made. Raises
    OtherSettings, UnwritableFile.
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
    """Return the puzzles of one game that pass a check from other seeds.

    The check is deeper than the searches that found them; with `settings.deep` it is the deep one.
    """
    made = make(settings, number)
    if settings.deep:
        return [puzzle for puzzle in made if check_deeply(puzzle).is_sound]
    depths = tuple(times * settings.simulations for times in DEEPER)
    return [puzzle for puzzle in made if check(puzzle, depths).is_sound]


def _read_journal(journal: Path, settings: Settings) -> dict[int, list[Puzzle]]:
    """Return the puzzles found before by game; a line that was cut off is made again."""
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
