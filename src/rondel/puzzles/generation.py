"""Generation of puzzles from games of strong bots: every turn is searched, in several passes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import msgspec
import numpy as np

from rondel import bots
from rondel.arena.playing import LIMIT
from rondel.bots.budget import Budget
from rondel.bots.networks import chances, evaluate, knows, network_for
from rondel.bots.search import Search
from rondel.core import Game, Position, WrongArgument
from rondel.games import find
from rondel.kernel.state import MAX_SEATS
from rondel.match import Match
from rondel.puzzles.puzzle import FORMAT, MAX_STEPS, Difficulty, Head, Puzzle, Rival
from rondel.puzzles.themes import themes
from rondel.puzzles.turns import Turn, turns

MIN_TURNS = 5
"""Minimum number of turns to choose from."""
SEARCHED_FIRST = 10
"""Number of turns that are searched first: the best by the network."""
CROWD = 3
"""Number of further turns; if the network values them like the best one, no turn stands out."""
EVEN = 0.035
FAR = 0.3
"""Loss by the network's evaluation up to which a turn is still searched."""
FIRST, SECOND = 40, 200
"""Simulations of the first two passes; the settings determine those of the last."""
SLACK = {FIRST: 0.07, SECOND: 0.03}
"""Tolerance of the margin in the first passes, by their simulations."""
NEAR = 0.1
"""Loss beyond the margin up to which the last pass searches a turn again."""
MAX_RIVALS = 6
"""Maximum number of rivals that a puzzle lists."""
ATTEMPTS = 24
"""Number of attempts of a bot level at a puzzle, to measure its difficulty."""
MIN_DISTANCE = 4
"""Minimum number of turns of a seat between two puzzles of one game."""


class Settings(msgspec.Struct, frozen=True):
    """Settings of the generation of puzzles."""

    game: str
    """Name of the game."""
    players: int = 2
    """Number of players."""
    seed: int = 0
    """Seed of the games."""
    bot: str = "search:100"
    """Bot that plays the games."""
    margin: float = 0.06
    """Minimum loss of every other turn, as a win probability."""
    simulations: int = 1000
    """Simulations of the last pass."""
    seeds: int = 3
    """Number of seeds of the last pass; all must agree."""
    first: int = 0
    """Number of turns at the start of a game that are searched; 0 for all."""
    deep: bool = False
    """True if puzzles must pass the deep check."""

    @property
    def head(self) -> Head:
        """Return the first line of a file of such puzzles."""
        return Head(
            FORMAT, self.game, find(self.game).version, self.margin, self.simulations, self.seeds
        )


@dataclass
class Candidate:
    """Turn with the seat's win probability after it."""

    turn: Turn
    chance: float


def make(settings: Settings, number: int) -> list[Puzzle]:
    """Return the puzzles of one game. Equal settings and numbers give equal puzzles.

    Args:
        settings: Settings of the generation.
        number: Number of the game, which is part of its seed.

    Raises:
        WrongArgument: No network evaluates games of this number of players.

    """
    game = find(settings.game)
    game.check_players(settings.players)
    if not knows(game, settings.players, game.edition("")):
        raise WrongArgument("players", settings.players, "a number that a network knows")
    found: list[Puzzle] = []
    free = dict.fromkeys(range(settings.players), 0)
    for at, position in turn_starts(play_game(game, settings, number)):
        seat = position.seat or 0
        free[seat] -= 1
        if free[seat] >= 0:
            continue
        source = f"{settings.seed}/{number}/{at}"
        if (puzzle := puzzle_at(position, settings, source)) is not None:
            found.append(puzzle)
            free[seat] = MIN_DISTANCE
    return found


def play_game(game: Game, settings: Settings, number: int) -> Match:
    """Return a complete game of bots, or the turns at its start that are searched."""
    seed = f"{settings.seed}/{number}"
    match = Match(game, settings.players, seed=seed)
    players = [bots.find(settings.bot, f"{seed}/{seat}") for seat in range(settings.players)]
    try:
        while match.seat is not None and len(match) < LIMIT and not is_enough(match, settings):
            match.play(players[match.seat].choose(match.position))
    finally:
        for bot in players:
            bot.close()
    return match


def is_enough(match: Match, settings: Settings) -> bool:
    """Return True if all turns that are searched have been played."""
    return 0 < settings.first < len(list(turn_starts(match)))


def turn_starts(match: Match) -> Iterator[tuple[int, Position]]:
    """Yield the start of every turn, with the number of steps before it."""
    last: int | None = None
    for at, (position, _, _) in enumerate(match):
        if position.seat is None:
            continue
        if position.seat != last:
            yield at, position
        last = position.seat


def puzzle_at(position: Position, settings: Settings, source: str = "") -> Puzzle | None:
    """Return the puzzle of a position, or None unless one turn stands out in a deep search."""
    every = turns(position)
    if every is None or len(every) < MIN_TURNS:
        return None
    found = select_candidates(position, every, settings)
    if found is None or len(found[0].turn.steps) > MAX_STEPS:
        return None
    best, *others = found
    solution = best.turn
    table = msgspec.json.decode(position.write())
    return Puzzle(
        id=sha256(position.write().encode()).hexdigest()[:10],
        game=position.game.name,
        players=position.players,
        difficulty=difficulty(position, solution),
        themes=themes(position, solution, every),
        solution=solution.texts,
        chance=round(best.chance, 3),
        rivals=[Rival(other.turn.texts, round(best.chance - other.chance, 3)) for other in others],
        table=table,
        source=source,
    )


def select_candidates(
    position: Position, every: Sequence[Turn], settings: Settings
) -> list[Candidate] | None:
    """Return the turn that stands out and its rivals, or None.

    The first pass is one network evaluation per turn, the next ones are short searches of the
    candidates, and the last is a deep search from several seeds: the lowest value of the best turn
    must exceed the highest value of any other turn by the margin.
    """
    seat = position.seat or 0
    evaluated = best_first(evaluate_by_network(every, seat))
    if evaluated[0].chance - evaluated[min(CROWD, len(evaluated) - 1)].chance < EVEN:
        return None
    candidates = evaluated[:SEARCHED_FIRST]
    for simulations in (FIRST, SECOND):
        candidates = best_first(search_all(candidates, seat, simulations, 0))
        if candidates[0].chance - candidates[1].chance < settings.margin - SLACK[simulations]:
            return None
    best = candidates[0]
    sure = confirmed(best, candidates[1:][:MAX_RIVALS], seat, settings)
    if sure is None:
        return None
    far = evaluated[0].chance - FAR
    rest = search_all(
        [one for one in evaluated[SEARCHED_FIRST:] if one.chance > far], seat, FIRST, 0
    )
    reach = sure[0].chance - settings.margin - NEAR
    rest = search_all([one for one in rest if one.chance > reach], seat, SECOND, 0)
    near = [one for one in rest if one.chance > reach]
    more = confirmed(best, near, seat, settings) if near else sure[:1]
    return more and [sure[0], *best_first([*sure[1:], *more[1:]])[:MAX_RIVALS]]


def confirmed(
    best: Candidate, rivals: Sequence[Candidate], seat: int, settings: Settings
) -> list[Candidate] | None:
    """Return the best turn and its rivals with values of a deep search, or None without a margin.

    The lowest value of the best turn must exceed the highest value of any rival. Weak rivals are
    searched from one seed only.
    """
    compared = [best, *rivals]
    numbers: list[list[float]] = [[] for _ in compared]
    far = best.chance - settings.margin - NEAR
    for seed in range(1, settings.seeds + 1):
        for values, candidate in zip(numbers, compared, strict=True):
            if seed > 1 and candidate.chance < far:
                continue
            values.append(search_value(candidate.turn.after, seat, settings.simulations, seed))
            nearest = max((number for rival in numbers[1:] for number in rival), default=0.0)
            if nearest > min(numbers[0]) - settings.margin:
                return None
    means = [
        Candidate(candidate.turn, sum(values) / len(values))
        for values, candidate in zip(numbers, compared, strict=True)
    ]
    return [means[0], *best_first(means[1:])]


def search_all(
    candidates: Sequence[Candidate], seat: int, simulations: int, seed: int
) -> list[Candidate]:
    """Return turns with their values by a search."""
    return [
        Candidate(each.turn, search_value(each.turn.after, seat, simulations, seed))
        for each in candidates
    ]


def best_first(candidates: "Iterator[Candidate] | Sequence[Candidate]") -> list[Candidate]:
    """Return turns in descending order of their values."""
    return sorted(candidates, key=lambda each: -each.chance)


def evaluate_by_network(every: Sequence[Turn], seat: int) -> Iterator[Candidate]:
    """Yield a seat's win probability after each turn by one network evaluation."""
    first = every[0].after
    network = network_for(first.game, first.players, first.edition)
    assert network is not None
    values, points = np.zeros((2, MAX_SEATS))
    for turn in every:
        if turn.after.is_over:
            yield Candidate(turn, ended(turn.after, seat))
        else:
            evaluate(turn.after, turn.after.seat or 0, network, values, points)
            yield Candidate(turn, float(values[seat]))


def ended(position: Position, seat: int) -> float:
    """Return a seat's share of the victory in a finished game."""
    values = chances(position)
    assert values is not None
    return values[seat]


def search_value(position: Position, seat: int, simulations: int, seed: int) -> float:
    """Return a seat's win probability by a search."""
    if position.is_over:
        return ended(position, seat)
    budget = Budget(simulations=simulations)
    return Search(budget, seed).think(position, budget).values[seat]


def difficulty(position: Position, solution: Turn) -> Difficulty:
    """Return easy if `regular` solves it in half of its attempts, medium if `skilled` does."""
    levels: tuple[tuple[Difficulty, str], ...] = (("easy", "regular"), ("medium", "skilled"))
    for name, level in levels:
        if 2 * count_solved(position, solution, level) >= ATTEMPTS:
            return name
    return "hard"


def count_solved(position: Position, solution: Turn, level: str) -> int:
    """Return how often a bot level finds the solution in TRIES attempts."""
    bot = bots.find(level, "puzzle")
    found = 0
    for _ in range(ATTEMPTS):
        now = position
        for _ in range(MAX_STEPS):
            if now.seat != position.seat:
                break
            now = now.after_unchecked(bot.choose(now))
        found += now == solution.after
    bot.close()
    return found
