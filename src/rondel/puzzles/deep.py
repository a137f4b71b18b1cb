"""Deep checks of puzzles: every turn is searched at full depth, and the best lines are played out.

Nothing is left out because it looked bad in a shallow search. A puzzle fails as soon as one of the
checks fails, cheap ones first, so that a bad puzzle costs little.
"""

import time
from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from rondel import bots
from rondel.arena.dealing import SharedDeal
from rondel.arena.playing import LIMIT
from rondel.bots.budget import Budget
from rondel.bots.search import Search
from rondel.core import Position
from rondel.puzzles.generation import difficulty, ended, search_value
from rondel.puzzles.puzzle import Difficulty, Puzzle, after_steps, position_of
from rondel.puzzles.turns import Turn, turns

MIN_MARGIN = 0.03
"""Win probability that every other turn must lose; a review calls it an inaccuracy."""
MAX_DRIFT = 0.2
"""Win probability by which searches of different depths may disagree about the solution."""
SHALLOWER, DEEPER = 5, 4
"""Factor by which the solution is also searched less and more deeply."""
NEAREST = 2
"""Number of rivals that are searched more deeply."""
MAX_TURNS = 100_000
PLAYER = "search:1000"
"""Bot that continues a line after the first reply."""
MAX_WORSE = 2.0
"""Standard errors by which a rival may win more playouts than the solution."""

Problem = Literal["", "unstable", "rival", "playouts"]


class DeepSettings(msgspec.Struct, frozen=True):
    """Depth of a check."""

    simulations: int = 50_000
    """Simulations of every search of a turn, and of the first reply in a playout."""
    seeds: tuple[int, ...] = (2001, 2002)
    """Seeds of the searches of turns that are close to the solution; the rest use the first."""
    games: int = 12
    """Playouts of the solution, and as many of the best rival."""


class DeepResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Result of a deep check, one line of a report."""

    id: str
    """Identifier of the puzzle."""
    problem: Problem
    """Problem, or '' if the puzzle is sound.

    `unstable`: depths disagree about the solution. `rival`: another turn is as good. `playouts`:
    the rival won clearly more games.
    """
    chances: tuple[float, ...]
    """Win probability of the solution, by depth, shallow searches first."""
    difficulty: Difficulty
    """Difficulty of the puzzle."""
    margin: float = 1.0
    """Loss of the best rival, at the depth where it is smallest."""
    rival: tuple[str, ...] = ()
    """Steps of that rival."""
    won: float = 0.0
    """Games that were won with the solution, of `games`."""
    rival_won: float = 0.0
    """Games that were won with the rival, of `games`."""
    games: int = 0
    """Number of games that were played from each of the two positions."""
    searched: int = 0
    """Number of other turns that were searched."""
    turns: int = 0
    """Number of other turns."""
    seconds: float = 0.0
    """Processor time."""

    @property
    def is_sound(self) -> bool:
        """Return True if the puzzle passed all checks."""
        return not self.problem


class _Check:
    """One deep check in progress."""

    def __init__(self, puzzle: Puzzle, settings: DeepSettings):
        self.puzzle = puzzle
        self.settings = settings
        self.start = position_of(puzzle)
        self.seat = self.start.seat or 0
        best = after_steps(self.start, puzzle.solution)
        every = turns(self.start, MAX_TURNS)
        assert every is not None
        self.solution = next(turn for turn in every if turn.after == best)
        stated = {after_steps(self.start, r.steps).state.tobytes() for r in puzzle.rivals}
        others = [turn for turn in every if turn is not self.solution]
        self.stated = [turn for turn in others if turn.after.state.tobytes() in stated]
        self.others = [turn for turn in others if turn.after.state.tobytes() not in stated]
        self.chances: dict[int, list[float]] = {}
        self.best: list[tuple[float, Turn]] = []
        """Rivals by their chance at full depth, best first."""
        self.margin = 1.0
        self.rival: Turn | None = None
        self.won = self.rival_won = 0.0
        self.games = 0
        self.searched = 0
        self.searched_deeper: set[tuple[int, ...]] = set()
        self.played: set[tuple[int, ...]] = set()

    def run(self) -> Problem:
        """Return the first problem that is found, or ''."""
        checks: tuple[Callable[[], Problem], ...] = (
            self.stability, lambda: self.compare(self.stated), self.deeper, self.playouts,
            lambda: self.compare(self.others), self.deeper, self.playouts,
        )  # fmt: skip
        for check in checks:
            if problem := check():
                return problem
        return ""

    def stability(self) -> Problem:
        """Search the solution at several depths and compare them."""
        full = self.settings.simulations
        for simulations in (full // SHALLOWER, full, full * DEEPER):
            seeds = self.settings.seeds[: 1 if simulations > full else None]
            self.chances[simulations] = [
                search_value(self.solution.after, self.seat, simulations, seed) for seed in seeds
            ]
            means = self.means
            if max(means) - min(means) > MAX_DRIFT:
                return "unstable"
        return ""

    @property
    def means(self) -> tuple[float, ...]:
        """Return the solution's mean chance at each depth."""
        return tuple(sum(each) / len(each) for each in self.chances.values())

    def compare(self, rivals: Sequence[Turn]) -> Problem:
        """Search rivals at full depth, and close ones from every seed."""
        full = self.settings.simulations
        first, *more = self.settings.seeds
        for turn in rivals:
            chance = search_value(turn.after, self.seat, full, first)
            self.searched += 1
            if chance > min(self.chances[full]) - 2 * MIN_MARGIN:
                chance = max(
                    chance, *(search_value(turn.after, self.seat, full, seed) for seed in more)
                )
            self.best = sorted([*self.best, (chance, turn)], key=lambda each: -each[0])
            if self.is_near(turn, min(self.chances[full]) - chance):
                return "rival"
        return ""

    def deeper(self) -> Problem:
        """Search the nearest rivals more deeply, each of them once."""
        simulations = self.settings.simulations * DEEPER
        for _, turn in self.best[:NEAREST]:
            if turn.steps in self.searched_deeper:
                continue
            self.searched_deeper.add(turn.steps)
            chance = search_value(turn.after, self.seat, simulations, self.settings.seeds[0])
            if self.is_near(turn, self.chances[simulations][0] - chance):
                return "rival"
        return ""

    def is_near(self, turn: Turn, margin: float) -> bool:
        """Store the smallest margin; return True if it is too small."""
        if margin < self.margin:
            self.margin, self.rival = margin, turn
        return margin < MIN_MARGIN

    def playouts(self) -> Problem:
        """Play the solution and its best rival out with the same deals, and compare the wins."""
        rival, count = self.rival, self.settings.games
        if rival is None or rival.steps in self.played or not count:
            return ""
        self.played.add(rival.steps)
        lines = [
            [
                play_out(turn.after, self.seat, deal, self.settings.simulations)
                for deal in range(count)
            ]
            for turn in (self.solution, rival)
        ]
        self.won, self.rival_won, self.games = sum(lines[0]), sum(lines[1]), count
        return "playouts" if is_clearly_better(lines[1], lines[0]) else ""


def is_clearly_better(first: Sequence[float], second: Sequence[float]) -> bool:
    """Return True if the first results beat the second, deal by deal, by more than chance does."""
    differences = [one - other for one, other in zip(first, second, strict=True)]
    mean = sum(differences) / len(differences)
    variance = sum((each - mean) ** 2 for each in differences) / len(differences)
    return mean > 0 and mean > MAX_WORSE * (variance / len(differences)) ** 0.5


def play_out(
    position: Position, seat: int, deal: int, simulations: int, player: str = PLAYER
) -> float:
    """Return the share of the victory that a seat gets when bots continue a position.

    The turn that follows is searched with so many simulations; `player` plays everything after it.
    The same deal brings the same luck to different lines where they have the same to draw from.
    """
    dealer = SharedDeal(f"playout/{deal}", position.edition)
    reply = Search(Budget(simulations=simulations), f"{deal}/reply")
    players = [bots.find(player, f"{deal}/{each}") for each in range(position.players)]
    replying: int | None = None
    for step in range(LIMIT):
        if position.is_over:
            break
        asked = position.seat
        if asked is None:
            number = dealer.deal(step, position.legal_steps)
        else:
            replying = asked if replying is None else replying
            if asked != replying or asked == seat:
                replying = -1
            number = (reply if asked == replying else players[asked]).choose(position)
        position = position.after_unchecked(number)
    for bot in (reply, *players):
        bot.close()
    return ended(position, seat) if position.is_over else 0.0


def check_deeply(puzzle: Puzzle, settings: DeepSettings | None = None) -> DeepResult:
    """Return the result of a deep check of one puzzle."""
    began = time.process_time()
    check = _Check(puzzle, settings or DeepSettings())
    problem = check.run()
    return DeepResult(
        id=puzzle.id,
        problem=problem,
        chances=tuple(round(chance, 3) for chance in check.means),
        difficulty=difficulty(check.start, check.solution),
        margin=round(check.margin, 3),
        rival=tuple(check.rival.texts) if check.rival else (),
        won=round(check.won, 2),
        rival_won=round(check.rival_won, 2),
        games=check.games,
        searched=check.searched,
        turns=len(check.stated) + len(check.others),
        seconds=round(time.process_time() - began, 1),
    )
