"""Puzzles: a position, the turn to find, and the losses of other turns; files and answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from rondel.bots.networks import chances
from rondel.core import (
    Game,
    Position,
    RondelError,
    UnreadableFile,
    WrongArgument,
    read_position,
)
from rondel.games import find
from rondel.match.files import File, read_text, write_text
from rondel.match.play import play_steps

FORMAT = 1
FILE = "puzzles.jsonl"
MAX_STEPS = 64
"""Limit of steps in a turn."""

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")


class Rival(msgspec.Struct, frozen=True):
    """One of the next best turns, with its loss of win probability."""

    steps: list[str]
    """Steps in notation."""
    loss: float
    """Loss of win probability."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """Position in which one turn is clearly better than all others."""

    id: str
    """Hash of the position."""
    game: str
    """Name of the game."""
    players: int
    """Number of players."""
    difficulty: Difficulty
    """Difficulty, measured with bot levels."""
    themes: list[str]
    """Themes of the solution, the most specific first."""
    solution: list[str]
    """Steps of the solution in notation."""
    chance: float
    """Win probability after the solution, from 0 to 1."""
    rivals: list[Rival]
    """Next best turns, best first."""
    table: dict[str, Any]
    """Position, as `Position.write` writes it."""
    source: str = ""
    """Origin: seed, number of the game, and number of steps."""

    @property
    def margin(self) -> float:
        """Return the loss of the next best turn."""
        return self.rivals[0].loss


class Head(msgspec.Struct, frozen=True):
    """First line of a file: the game of its puzzles, and how they were searched."""

    rondel_puzzles: int
    """Version of the file format."""
    game: str
    """Name of the game."""
    rules: int
    """Version of the rules."""
    margin: float
    """Minimum loss of every rival."""
    simulations: int
    """Simulations of the deepest search."""
    seeds: int
    """Number of seeds of that search."""


class NoSuchPuzzle(RondelError):
    """Error for an unknown puzzle."""

    code = "no-such-puzzle"

    def __init__(self, puzzle: str):
        super().__init__(f"there is no puzzle {puzzle!r}", puzzle=puzzle)


@dataclass(frozen=True)
class Verdict:
    """Result of an answer to a puzzle."""

    after: Position
    """Position after the steps."""
    is_complete: bool
    """True if the turn is complete."""
    solved: bool
    """True if the answer is the solution."""
    loss: float
    """Loss of win probability; 0 for the solution and for an incomplete turn."""


def position_of(puzzle: Puzzle) -> Position:
    """Return the position to solve.

    Args:
        puzzle: Puzzle to solve.

    Raises:
        UnsoundPosition: The position is impossible.

    """
    return read_position(find(puzzle.game), msgspec.json.encode(puzzle.table))


def check_answer(puzzle: Puzzle, steps: Sequence[str], margin: float = 0.0) -> Verdict:
    """Check an answer to a puzzle, without any search.

    Another order of steps with the same result is a solution too. The loss of a rival is stored
    with the puzzle; the network estimates the loss of other turns, at least `margin`.

    Args:
        puzzle: Puzzle to solve.
        steps: Steps of the answer, in notation.
        margin: Minimum loss of turns that are neither the solution nor a rival.

    Raises:
        UnreadableStep: A step is not in the game's notation.
        NotYourTurn: A step comes after the end of the turn.
        IllegalStep: A step is illegal.

    Examples:
        >>> from rondel.puzzles import check_answer, shipped
        >>> puzzle = next(iter(shipped("finca").values()))
        >>> check_answer(puzzle, puzzle.solution).solved
        True
        >>> check_answer(puzzle, puzzle.rivals[0].steps).loss >= 0.06
        True

    """
    if len(steps) > MAX_STEPS:
        raise WrongArgument("steps", len(steps), f"at most {MAX_STEPS}")
    start = position_of(puzzle)
    after = after_steps(start, steps)
    if after.seat == start.seat:
        return Verdict(after, False, False, 0.0)
    best = after_steps(start, puzzle.solution)
    if after == best:
        return Verdict(after, True, True, 0.0)
    for rival in puzzle.rivals:
        if after == after_steps(start, rival.steps):
            return Verdict(after, True, False, rival.loss)
    seat = start.seat or 0
    values, hoped = chances(after), chances(best)
    loss = hoped[seat] - values[seat] if values and hoped else 0.0
    return Verdict(after, True, False, max(loss, margin, puzzle.margin))


def after_steps(position: Position, steps: Sequence[str]) -> Position:
    """Return the position after steps of the seat to move. Raise the errors of `Position.after`."""
    number = position.edition.steps.number
    return play_steps(position, [number(step) for step in steps], position.seat)


def read_puzzles(file: File) -> tuple[Head, list[Puzzle]]:
    """Return the puzzles of a file.

    Args:
        file: Path of the file.

    Raises:
        UnreadableFile: The file cannot be read.

    """
    lines = read_text(file).splitlines()
    try:
        head = msgspec.json.decode(lines[0] if lines else "", type=Head)
        if head.rondel_puzzles != FORMAT:
            raise UnreadableFile(file, f"format {head.rondel_puzzles}")
        return head, [msgspec.json.decode(line, type=Puzzle) for line in lines[1:]]
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableFile(file, str(error)[:200]) from None


def write_puzzles(file: File, head: Head, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles to a file atomically, easy ones first.

    Args:
        file: Path of the file.
        head: First line of the file.
        puzzles: Puzzles to write.

    Raises:
        UnwritableFile: The file may not be written.

    """
    order = sorted(puzzles, key=lambda puzzle: (DIFFICULTIES.index(puzzle.difficulty), puzzle.id))
    lines = [msgspec.json.encode(each).decode() for each in (head, *order)]
    write_text(file, "\n".join(lines) + "\n")


def file_of(game: Game) -> Path:
    """Return the path of the puzzles that come with a game."""
    return game.folder / FILE


def join_files(files: Sequence[tuple[Head, list[Puzzle]]]) -> tuple[Head, list[Puzzle]]:
    """Return the puzzles of several files as one, with the lowest margin and depth of all.

    Raises:
        WrongArgument: The files are for different games or versions of the rules.

    """
    heads = [head for head, _ in files]
    if len({(head.rondel_puzzles, head.game, head.rules) for head in heads}) != 1:
        raise WrongArgument("files", [head.game for head in heads], "puzzles of one game")
    head = msgspec.structs.replace(
        heads[0],
        margin=min(head.margin for head in heads),
        simulations=min(head.simulations for head in heads),
        seeds=min(head.seeds for head in heads),
    )
    return head, list({puzzle.id: puzzle for _, each in files for puzzle in each}.values())


@cache
def shipped(name: str) -> dict[str, Puzzle]:
    """Return the puzzles that come with a game, by id; none if its rules have changed since.

    Args:
        name: Name of the game.

    Raises:
        UnknownGame: No game has this name.

    """
    game = find(name)
    if not file_of(game).exists():
        return {}
    head, puzzles = read_puzzles(file_of(game))
    return {puzzle.id: puzzle for puzzle in puzzles} if head.rules == game.version else {}


def find_puzzle(game: str, puzzle: str) -> Puzzle:
    """Return a puzzle that comes with a game. Raise UnknownGame or NoSuchPuzzle.

    Args:
        game: Name of the game.
        puzzle: Identifier of the puzzle.

    """
    found = shipped(find(game).name).get(puzzle)
    if found is None:
        raise NoSuchPuzzle(puzzle)
    return found
