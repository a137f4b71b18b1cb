"""Puzzles: they cost no search, and need no account."""

from functools import lru_cache
from typing import Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.params import Parameter
from msgspec import Raw

from rondel.puzzles import Puzzle, check_answer, find_puzzle, position_of, shipped
from rondel.server.http.dependencies import GameName
from rondel.server.protocol.puzzles import (
    PuzzleInfo,
    PuzzleList,
    PuzzleStart,
    PuzzleTried,
    PuzzleTry,
)
from rondel.server.runtime.making import offered
from rondel.server.runtime.registry import TableRegistry
from rondel.server.tables.state import moment_of, narrate

PuzzleId = Annotated[str, Parameter(max_length=20, description="A puzzle's id.")]
FRESH = {"cache-control": "public, max-age=3600"}
"""Cache header of content that changes only with the version."""


@get("/api/puzzles/{game:str}", operation_id="find_puzzles", sync_to_thread=False)
def find_puzzles(game: GameName, tables: TableRegistry) -> Response[PuzzleList]:
    """Return the puzzles of a game, easy ones first."""
    found = shipped(offered(tables, game).name).values()
    every = PuzzleList([PuzzleInfo(puzzle.id, puzzle.difficulty) for puzzle in found])
    return Response(every, headers=FRESH)


@get("/api/puzzles/{game:str}/{puzzle:str}", operation_id="see_puzzle", sync_to_thread=False)
def see_puzzle(game: GameName, puzzle: PuzzleId, tables: TableRegistry) -> Response[PuzzleStart]:
    """Return a puzzle to solve: the table, and whose turn is to be found."""
    found = puzzle_of(tables, game, puzzle)
    return Response(started(found.game, found.id), headers=FRESH)


@post("/api/puzzles/{game:str}/{puzzle:str}", operation_id="try_puzzle", status_code=200)
async def try_puzzle(
    game: GameName, puzzle: PuzzleId, data: PuzzleTry, ip_group: str, tables: TableRegistry
) -> PuzzleTried:
    """Return the position after some steps and, once the turn is complete, a verdict."""
    found = puzzle_of(tables, game, puzzle)
    return await tables.backroom.do(ip_group, tried, found, data)


def puzzle_of(tables: TableRegistry, game: str, puzzle: str) -> Puzzle:
    """Return a puzzle of a game that is offered. Raises UnknownGame or NoSuchPuzzle."""
    return find_puzzle(offered(tables, game).name, puzzle)


@lru_cache(maxsize=1024)
def started(game: str, puzzle: str) -> PuzzleStart:
    """Return a puzzle as everybody sees it first, made once."""
    found = shipped(game)[puzzle]
    position = position_of(found)
    moment = Raw(msgspec.json.encode(moment_of(position, 0)))
    return PuzzleStart(found.id, found.difficulty, position.seat or 0, moment)  # type: ignore[arg-type]


def tried(puzzle: Puzzle, data: PuzzleTry) -> PuzzleTried:
    """Return the result of trying steps. Raises UnreadableStep, NotYourTurn and IllegalStep."""
    start = position_of(puzzle)
    number = start.edition.steps.number
    verdict = check_answer(puzzle, data.steps)
    answer = PuzzleTried(
        moment_of(verdict.after, len(data.steps)),
        narrate(start, [number(step) for step in data.steps], 0),
        verdict.is_complete,
        verdict.solved,
        round(verdict.loss, 3),
    )
    if verdict.is_complete or data.give_up:
        answer.themes, answer.solution = puzzle.themes, puzzle.solution
        answer.margin = puzzle.margin
    return answer


router = Router("/", route_handlers=[find_puzzles, see_puzzle, try_puzzle], tags=["puzzles"])
