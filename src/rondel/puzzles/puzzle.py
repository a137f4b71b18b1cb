"""A puzzle: a position, the turn to find, and what others would cost; read, written, judged."""

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
from rondel.match.play import walked

FORMAT = 1
FILE = "puzzles.jsonl"
LONGEST = 64
"""Steps that a turn may have."""

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")


class Rival(msgspec.Struct, frozen=True):
    """A turn that comes nearest to the solution, and the chance to win it gives away."""

    steps: list[str]
    loss: float


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position in which one turn stands clearly above all others."""

    id: str
    game: str
    players: int
    difficulty: Difficulty
    themes: list[str]
    """What the solution is about, the most telling first."""
    solution: list[str]
    chance: float
    """The chance to win after the solution, from 0 to 1."""
    rivals: list[Rival]
    """The next best turns, best first."""
    table: dict[str, Any]
    """The position, as `Position.write` writes it."""
    source: str = ""
    """The game it comes from: seed, number, and how many steps had been made."""

    @property
    def margin(self) -> float:
        """What the next best turn gives away."""
        return self.rivals[0].loss


class Head(msgspec.Struct, frozen=True):
    """The first line of a file: what the puzzles are of, and how they were confirmed."""

    rondel_puzzles: int
    game: str
    rules: int
    margin: float
    simulations: int
    seeds: int


class NoSuchPuzzle(RondelError):
    """No puzzle of that name."""

    code = "no-such-puzzle"

    def __init__(self, puzzle: str):
        super().__init__(f"there is no puzzle {puzzle!r}", puzzle=puzzle)


@dataclass(frozen=True)
class Verdict:
    """What steps made of a puzzle."""

    after: Position
    is_whole: bool
    """Whether the turn is over."""
    solved: bool
    loss: float
    """The chance to win that the turn gives away; 0 for the solution and while it goes on."""


def position_of(puzzle: Puzzle) -> Position:
    """The position to solve. Raises UnsoundPosition."""
    return read_position(find(puzzle.game), msgspec.json.encode(puzzle.table))


def judge(puzzle: Puzzle, steps: Sequence[str], margin: float = 0.0) -> Verdict:
    """What steps make of a puzzle, without any search.

    Whoever reaches the solution's table by another order of steps has solved it. The next best
    turns have been searched before; a network judges others, at no less than `margin`. Raises
    UnreadableStep, NotYourTurn and IllegalStep.

    Examples:
        >>> from rondel.puzzles import judge, shipped
        >>> puzzle = next(iter(shipped("finca").values()))
        >>> judge(puzzle, puzzle.solution).solved
        True
        >>> judge(puzzle, puzzle.rivals[0].steps).loss >= 0.06
        True

    """
    if len(steps) > LONGEST:
        raise WrongArgument("steps", len(steps), f"at most {LONGEST}")
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
    told, hoped = chances(after), chances(best)
    loss = hoped[seat] - told[seat] if told and hoped else 0.0
    return Verdict(after, True, False, max(loss, margin, puzzle.margin))


def after_steps(position: Position, steps: Sequence[str]) -> Position:
    """The position after steps of the seat that is asked. Raises what `Position.after` raises."""
    number = position.edition.steps.number
    return walked(position, [number(step) for step in steps], position.seat)


def read_puzzles(file: File) -> tuple[Head, list[Puzzle]]:
    """The puzzles of a file. Raises UnreadableFile."""
    lines = read_text(file).splitlines()
    try:
        head = msgspec.json.decode(lines[0] if lines else "", type=Head)
        if head.rondel_puzzles != FORMAT:
            raise UnreadableFile(file, f"format {head.rondel_puzzles}")
        return head, [msgspec.json.decode(line, type=Puzzle) for line in lines[1:]]
    except (msgspec.DecodeError, RecursionError) as error:
        raise UnreadableFile(file, str(error)[:200]) from None


def write_puzzles(file: File, head: Head, puzzles: Sequence[Puzzle]) -> None:
    """Write puzzles down, easy ones first, whole or not at all. Raises UnwritableFile."""
    order = sorted(puzzles, key=lambda puzzle: (DIFFICULTIES.index(puzzle.difficulty), puzzle.id))
    lines = [msgspec.json.encode(each).decode() for each in (head, *order)]
    write_text(file, "\n".join(lines) + "\n")


def file_of(game: Game) -> Path:
    """Where a game's own puzzles are kept."""
    return game.folder / FILE


def joined(files: Sequence[tuple[Head, list[Puzzle]]]) -> tuple[Head, list[Puzzle]]:
    """Return the puzzles of several files as one; the head tells the least that holds for all.

    Raises WrongArgument if they are of different games or versions of the rules.
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
    """The puzzles that come with a game, by id; none where the rules have changed since.

    Raises UnknownGame.
    """
    game = find(name)
    if not file_of(game).exists():
        return {}
    head, puzzles = read_puzzles(file_of(game))
    return {puzzle.id: puzzle for puzzle in puzzles} if head.rules == game.version else {}


def find_puzzle(game: str, puzzle: str) -> Puzzle:
    """A puzzle that comes with a game. Raises UnknownGame and NoSuchPuzzle."""
    found = shipped(find(game).name).get(puzzle)
    if found is None:
        raise NoSuchPuzzle(puzzle)
    return found
