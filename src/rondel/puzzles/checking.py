"""Checking puzzles: all turns are searched anew, from other seeds and more deeply."""

from collections.abc import Sequence
from dataclasses import dataclass

from rondel.puzzles.deep import DeepResult
from rondel.puzzles.making import Looked, best_first, difficulty, glanced_at, search_all, searched
from rondel.puzzles.puzzle import Difficulty, Puzzle, after_steps, position_of
from rondel.puzzles.turns import Turn, turns

LEAST = 0.03
"""What every other turn must give away: from here on a review calls it an inaccuracy."""
DEPTHS = (2000, 10_000)
"""Simulations of the searches; what only looked good must not have got by at either."""
SEEDS = (1001, 1002)
"""None of those that puzzles are made with."""
EVERY = 100_000
"""Tables enough for any turn."""
FAR = 0.4
"""What a turn may lose to the network and still be searched."""
LOOK, NEAR = 60, 0.15
"""Simulations of a first look, and what a turn may lose there and still be searched deeply.

The deeper the search before, the less it may have lost."""


@dataclass(frozen=True)
class Checked:
    """A puzzle as another search sees it."""

    puzzle: Puzzle
    margin: float
    """What the next best turn gives away; below 0 where it is better."""
    rival: Turn
    """That turn."""
    difficulty: Difficulty
    """As today's bots find it."""

    @property
    def is_sound(self) -> bool:
        """Whether no other turn is as good."""
        return self.margin >= LEAST

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
    """Look for a second solution among all turns of a puzzle, ever more deeply.

    The margin is the smallest at any depth, of the solution's worst number and any other's best.
    """
    start = position_of(puzzle)
    seat, best = start.seat or 0, after_steps(start, puzzle.solution)
    every = turns(start, EVERY)
    assert every is not None
    solution = next(turn for turn in every if turn.after == best)
    rivals = best_first(glanced_at([turn for turn in every if turn is not solution], seat))
    rivals = close(rivals, rivals[0].chance - FAR)
    rivals = best_first(search_all(rivals, seat, LOOK, SEEDS[0]))
    found: list[tuple[float, Turn]] = []
    for times, simulations in enumerate(depths, 1):
        hoped = min(searched(best, seat, simulations, seed) for seed in SEEDS)
        rivals = close(rivals, hoped - NEAR / times)
        looks = [search_all(rivals, seat, simulations, seed) for seed in SEEDS]
        rivals = best_first(
            max(same, key=lambda one: one.chance) for same in zip(*looks, strict=True)
        )
        found.append((hoped - rivals[0].chance, rivals[0].turn))
    margin, rival = min(found, key=lambda each: each[0])
    return Checked(puzzle, margin, rival, difficulty(start, solution))


def close(looked: Sequence[Looked], least: float) -> list[Looked]:
    """Those worth so much, or else the best alone; the best come first."""
    return [one for one in looked if one.chance > least] or [*looked[:1]]
