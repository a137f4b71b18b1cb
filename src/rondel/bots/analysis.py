"""What a position is worth to everybody, and what each option would make of it.

One door for whatever judges positions: today's search, the networks behind it, a judge of one's
own. Reviews, hints and puzzles stand on what comes out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rondel.bots.budget import Budget, read_budget
from rondel.bots.search import Search, Thought
from rondel.contract import Over, Position, Step, WrongArgument
from rondel.match import Match

USUAL = "1s"


class Judge(Protocol):
    """Whoever thinks about positions. `Search` is one.

    Examples:
        >>> from rondel.bots.budget import read_budget
        >>> from rondel.bots.search import Search
        >>> deaf_to_networks: rondel.Judge = Search(read_budget("50"), seed=1, judge="hints")
        >>> rondel.analyse(rondel.Match("finca", seed=7), 50, judge=deaf_to_networks).simulations
        50

    """

    def think(self, position: Position[Any], budget: Budget) -> Thought:
        """Everybody's chances and points, and the options at the root; the game goes on."""
        ...

    def line(self, step: int) -> Sequence[int]:
        """An option of the position last thought about, and how it would most likely go on."""
        ...


@dataclass(frozen=True)
class Line:
    """One option, what it is worth, and how it would most likely go on."""

    step: Step
    text: str
    """The step in notation."""
    visits: int
    """On how many simulations the numbers rest."""
    chances: tuple[float, ...]
    """Each seat's chance to win after it, from 0 to 1."""
    points: tuple[float, ...]
    """The points every seat may then expect at the end."""
    steps: tuple[Step, ...]
    """The step and those after it, chance included."""


@dataclass(frozen=True)
class Analysis:
    """What was found out about a position.

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
    chances: tuple[float, ...]
    """Each seat's chance to win, from 0 to 1."""
    points: tuple[float, ...]
    """The points every seat may expect at the end."""
    lines: tuple[Line, ...]
    """Every option: a seat's best first, chance's likeliest first; none once the game is over."""
    simulations: int
    seconds: float

    @property
    def best(self) -> Line | None:
        """What the seat that is asked should do, or chance will most likely do."""
        return self.lines[0] if self.lines else None

    def line(self, step: Step | str | int) -> Line:
        """What came of one option. Raises UnreadableStep or IllegalStep."""
        wanted = self.position.edition.steps.step(self.position.edition.steps.number(step))
        for line in self.lines:
            if line.step == wanted:
                return line
        self.position.after(step)
        raise AssertionError("every option has a line")

    def loss(self, step: Step | str | int) -> float:
        """How much of its chance to win the seat that is asked gives away by a step."""
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
    judge: Judge | None = None,
) -> Analysis:
    """What a position, or a match as it stands, is worth: chances, points and lines.

    The budget is written "2s" or "5000", or is a whole number of simulations, a number of seconds
    or a Budget. The same seed and simulations give the same answer. `judge` thinks instead of the
    search that comes with rondel.

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
    thinker = judge or Search(allowed, seed)
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


def _lines(position: Position[Any], thought: Thought, judge: Judge) -> list[Line]:
    steps = position.edition.steps
    lines = [
        Line(
            steps.step(branch.step), steps.text(branch.step), branch.visits, branch.values,
            branch.points, tuple(steps.step(number) for number in judge.line(branch.step)),
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
