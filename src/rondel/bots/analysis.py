"""Analysis of positions: win probabilities, expected points, and the effect of each option.

One interface for all evaluators: the built-in search, its networks, or a custom one. Reviews,
hints and puzzles build on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rondel.bots.budget import Budget, read_budget
from rondel.bots.search import Search, Thought
from rondel.core import Over, Position, Step, WrongArgument
from rondel.match import Match

USUAL = "1s"


class Evaluator(Protocol):
    """Evaluator of positions. `Search` is one.

    Examples:
        >>> from rondel.bots.budget import read_budget
        >>> from rondel.bots.search import Search
        >>> by_hints: rondel.Evaluator = Search(read_budget("50"), seed=1, evaluator="hints")
        >>> rondel.analyse(rondel.Match("finca", seed=7), 50, evaluator=by_hints).simulations
        50

    """

    def think(self, position: Position[Any], budget: Budget) -> Thought:
        """Evaluate a position before the end of a game.

        Args:
            position: Position to evaluate.
            budget: Time or simulations to use.

        Returns:
            Values and expected points of all seats, with the options.

        """
        ...

    def line(self, step: int) -> Sequence[int]:
        """Return the most likely continuation after an option of the last evaluated position.

        Args:
            step: Number of the option.

        """
        ...


@dataclass(frozen=True)
class Line:
    """Option with its value and its most likely continuation."""

    step: Step
    """Step as a struct."""
    text: str
    """Step in notation."""
    visits: int
    """Number of simulations behind the numbers."""
    chances: tuple[float, ...]
    """Win probability of each seat after the step, from 0 to 1."""
    points: tuple[float, ...]
    """Expected final points of each seat after the step."""
    steps: tuple[Step, ...]
    """Step and its continuation, chance steps included."""


@dataclass(frozen=True)
class Analysis:
    """Result of an analysis.

    Examples:
        >>> found = rondel.analyse(rondel.Match("finca", seed=7), 200)
        >>> found.best.text.startswith("place ")
        True
        >>> found.loss(found.best.step)
        0.0
        >>> found.line("place 3").chances[0] <= 1
        True

    """

    position: Position[Any]
    """Analysed position."""
    chances: tuple[float, ...]
    """Win probability of each seat, from 0 to 1."""
    points: tuple[float, ...]
    """Expected final points of each seat."""
    lines: tuple[Line, ...]
    """Options: a seat's best first, chance's likeliest first; empty once the game is over."""
    simulations: int
    """Number of simulations."""
    seconds: float
    """Duration of the search."""

    @property
    def best(self) -> Line | None:
        """Return the best option of the seat to move, or the likeliest chance outcome."""
        return self.lines[0] if self.lines else None

    def line(self, step: Step | str | int) -> Line:
        """Return the line of an option.

        Args:
            step: Step as a struct, a number or its notation.

        Raises:
            UnreadableStep: The step is not one of this game.
            IllegalStep: The step is not legal now.

        """
        wanted = self.position.edition.steps.step(self.position.edition.steps.number(step))
        for line in self.lines:
            if line.step == wanted:
                return line
        self.position.after(step)
        raise AssertionError("every option has a line")

    def loss(self, step: Step | str | int) -> float:
        """Return the win probability that the seat to move loses by a step instead of the best one.

        Args:
            step: Step as a struct, a number or its notation.

        Raises:
            UnreadableStep: The step is not one of this game.
            IllegalStep: The step is not legal now.

        """
        seat, best = self.position.seat, self.best
        if seat is None or best is None:
            return 0.0
        return max(0.0, best.chances[seat] - self.line(step).chances[seat])

    def __str__(self) -> str:
        shown = [f"{_shares(self.chances)}  {_points(self.points)}"]
        for line in self.lines[:5]:
            text = self.position.edition.steps
            after = ", ".join(text.text(text.number(step)) for step in line.steps)
            shown.append(f"{_shares(line.chances)}  {_points(line.points)}  {after}")
        return "\n".join(shown)


def _shares(chances: Sequence[float]) -> str:
    return " ".join(f"{chance:4.0%}" for chance in chances)


def _points(points: Sequence[float]) -> str:
    return " ".join(f"{each:5.1f}" for each in points)


def analyse(
    at: Position[Any] | Match[Any],
    budget: str | int | float | Budget = USUAL,
    *,
    seed: int = 0,
    evaluator: Evaluator | None = None,
) -> Analysis:
    """Analyse a position, or the current position of a match.

    Equal seeds and simulations give equal results.

    Args:
        at: Position or match.
        budget: "2s" or "5000", a number of simulations (int), of seconds (float), or a Budget.
        seed: Seed of the search.
        evaluator: Evaluator to use instead of the built-in search.

    Returns:
        Win probabilities, expected points and lines.

    Examples:
        >>> found = rondel.analyse(rondel.Match("finca", seed=7), 200)
        >>> round(sum(found.chances), 6)
        1.0
        >>> found.best.step in found.position.actions
        True

    """
    allowed = _budget(budget)
    if not hasattr(at, "result"):
        raise WrongArgument("at", at, "a position or a match")
    position, over = (at.position, at.result) if isinstance(at, Match) else (at, at.result)
    if over is not None:
        return _ended(position, over)
    thinker = evaluator or Search(allowed, seed)
    thought = thinker.think(position, allowed)
    return Analysis(
        position, thought.values, thought.points, tuple(_lines(position, thought, thinker)),
        thought.simulations, thought.seconds,
    )  # fmt: skip


def _budget(budget: object) -> Budget:
    if isinstance(budget, Budget):
        return budget
    wanted = "a budget such as '2s', '5000', 5000 or 2.5"
    if isinstance(budget, bool) or not isinstance(budget, str | int | float):
        raise WrongArgument("budget", budget, wanted)
    written = f"{budget:f}s" if isinstance(budget, float) else str(budget)
    try:
        return read_budget(written)
    except ValueError:
        raise WrongArgument("budget", budget, wanted) from None


def _lines(position: Position[Any], thought: Thought, evaluator: Evaluator) -> list[Line]:
    steps = position.edition.steps
    lines = [
        Line(
            steps.step(branch.step), steps.text(branch.step), branch.visits, branch.values,
            branch.points, tuple(steps.step(number) for number in evaluator.line(branch.step)),
        )
        for branch in thought.branches
    ]  # fmt: skip
    if position.is_chance:
        odds = dict(position.legal_steps)
        return sorted(lines, key=lambda line: -odds[steps.number(line.step)])
    chosen = steps.step(thought.step)
    return sorted(lines, key=lambda line: (line.step != chosen, -line.visits))


def _ended(position: Position[Any], over: Over) -> Analysis:
    return Analysis(position, over.shares, tuple(map(float, over.scores)), (), 0, 0.0)
