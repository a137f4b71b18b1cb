"""Check of puzzles: all turns are searched again, from other seeds and more deeply."""

from collections.abc import Sequence
from dataclasses import dataclass

from rondel.puzzles.deep import DeepResult
from rondel.puzzles.generation import (
    Candidate,
    best_first,
    difficulty,
    evaluate_by_network,
    search_all,
    search_value,
)
from rondel.puzzles.puzzle import Difficulty, Puzzle, after_steps, position_of
from rondel.puzzles.turns import Turn, turns

MIN_MARGIN = 0.03
"""Minimum loss of every other turn; reviews call such a loss an inaccuracy."""
DEPTHS = (2000, 10_000)
"""Simulations of the searches; the margin must hold at each depth."""
SEEDS = (1001, 1002)
"""Seeds that generation does not use."""
MAX_TABLES = 100_000
"""Limit of positions that a turn can lead to; no turn reaches it."""
FAR = 0.4
"""Loss by the network's evaluation up to which a turn is still searched."""
LOOK, NEAR = 60, 0.15
"""Simulations of the first pass, and the loss up to which a turn is searched again after it.

Each further pass divides that loss by its number."""


@dataclass(frozen=True)
class Checked:
    """Result of a check."""

    puzzle: Puzzle
    margin: float
    """Loss of the best rival; negative if it is better than the solution."""
    rival: Turn
    """Best rival."""
    difficulty: Difficulty
    """Difficulty, measured again."""

    @property
    def is_sound(self) -> bool:
        """Return True if no other turn is as good."""
        return self.margin >= MIN_MARGIN

    @property
    def result(self) -> DeepResult:
        """Return the result in the form of a deep check's."""
        return DeepResult(
            self.puzzle.id,
            "" if self.is_sound else "rival",
            (),
            self.difficulty,
            self.margin,
            tuple(self.rival.texts),
        )


def check(puzzle: Puzzle, depths: Sequence[int] = DEPTHS) -> Checked:
    """Search all turns of a puzzle for a second solution.

    The margin is the smallest difference, at any depth, between the lowest value of the solution
    and the highest value of a rival.
    """
    start = position_of(puzzle)
    seat, best = start.seat or 0, after_steps(start, puzzle.solution)
    every = turns(start, MAX_TABLES)
    assert every is not None
    solution = next(turn for turn in every if turn.after == best)
    rivals = best_first(evaluate_by_network([turn for turn in every if turn is not solution], seat))
    rivals = above(rivals, rivals[0].chance - FAR)
    rivals = best_first(search_all(rivals, seat, LOOK, SEEDS[0]))
    found: list[tuple[float, Turn]] = []
    for times, simulations in enumerate(depths, 1):
        hoped = min(search_value(best, seat, simulations, seed) for seed in SEEDS)
        rivals = above(rivals, hoped - NEAR / times)
        looks = [search_all(rivals, seat, simulations, seed) for seed in SEEDS]
        rivals = best_first(
            max(same, key=lambda one: one.chance) for same in zip(*looks, strict=True)
        )
        found.append((hoped - rivals[0].chance, rivals[0].turn))
    margin, rival = min(found, key=lambda each: each[0])
    return Checked(puzzle, margin, rival, difficulty(start, solution))


def above(candidates: Sequence[Candidate], least: float) -> list[Candidate]:
    """Return the turns above a value, or only the first if none is; the input is sorted."""
    return [one for one in candidates if one.chance > least] or [*candidates[:1]]
