"""Making puzzles: games of strong bots are looked through turn by turn, ever more deeply."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

import msgspec
import numpy as np

from rondel import bots
from rondel.arena.playing import LIMIT
from rondel.bots.budget import Budget
from rondel.bots.networks import chances, glance, knows, network_for
from rondel.bots.search import Search
from rondel.core import Game, Position, WrongArgument
from rondel.games import find
from rondel.kernel.state import MAX_SEATS
from rondel.match import Match
from rondel.puzzles.puzzle import FORMAT, LONGEST, Difficulty, Head, Puzzle, Rival
from rondel.puzzles.themes import themes
from rondel.puzzles.turns import Turn, turns

FEWEST = 5
"""Turns that a puzzle lets one choose from."""
GLANCED = 10
"""Turns that a network thinks best, which are searched first."""
CROWD = 3
"""If so many more turns are as good to the network, none stands out."""
EVEN = 0.035
FAR = 0.3
"""What a turn may lose to the network and still be searched."""
FIRST, SECOND = 40, 200
"""Simulations of the first looks; the last one takes what the settings say."""
SLACK = {FIRST: 0.07, SECOND: 0.03}
"""What the margin may lack at a first look."""
NEAR = 0.1
"""Turns that lose no more than this at a first look, beyond the margin, are searched again."""
KEPT = 6
"""Next best turns that a puzzle tells of."""
TRIES = 24
"""How often a player of the ladder tries a puzzle."""
APART = 4
"""Turns of a seat between two puzzles of one game."""


class Settings(msgspec.Struct, frozen=True):
    """What is made, and how it is confirmed."""

    game: str
    players: int = 2
    seed: int = 0
    bot: str = "search:100"
    """Who plays the games."""
    margin: float = 0.06
    """The chance to win that any other turn gives away, at least."""
    simulations: int = 1000
    """How deeply the best turns are searched."""
    seeds: int = 3
    """From how many seeds; all must agree."""
    first: int = 0
    """How many turns of a game are looked at, from its beginning; 0 for all."""
    deep: bool = False
    """Whether puzzles must pass the deep check."""

    @property
    def head(self) -> Head:
        """The first line of a file of such puzzles."""
        return Head(
            FORMAT, self.game, find(self.game).version, self.margin, self.simulations, self.seeds
        )


@dataclass
class Looked:
    """A turn, and what the seat's chance is worth after it."""

    turn: Turn
    chance: float


def make(settings: Settings, number: int) -> list[Puzzle]:
    """The puzzles of one game; the same settings and number give the same. Raises WrongArgument."""
    game = find(settings.game)
    game.check_players(settings.players)
    if not knows(game, settings.players, game.edition("")):
        raise WrongArgument("players", settings.players, "a number that a network knows")
    found: list[Puzzle] = []
    free = dict.fromkeys(range(settings.players), 0)
    for at, position in turn_starts(played(game, settings, number)):
        seat = position.seat or 0
        free[seat] -= 1
        if free[seat] >= 0:
            continue
        source = f"{settings.seed}/{number}/{at}"
        if (puzzle := puzzle_at(position, settings, source)) is not None:
            found.append(puzzle)
            free[seat] = APART
    return found


def played(game: Game, settings: Settings, number: int) -> Match:
    """A game of bots from beginning to end."""
    luck = f"{settings.seed}/{number}"
    match = Match(game, settings.players, seed=luck)
    sitting = [bots.find(settings.bot, f"{luck}/{seat}") for seat in range(settings.players)]
    try:
        while match.seat is not None and len(match) < LIMIT and not is_enough(match, settings):
            match.play(sitting[match.seat].choose(match.position))
    finally:
        for bot in sitting:
            bot.close()
    return match


def is_enough(match: Match, settings: Settings) -> bool:
    """Whether the turns that are looked at have been played."""
    return 0 < settings.first < len(list(turn_starts(match)))


def turn_starts(match: Match) -> Iterator[tuple[int, Position]]:
    """Where a seat is asked after another one was, with how many steps had been made."""
    last: int | None = None
    for at, (position, _, _) in enumerate(match):
        if position.seat is None:
            continue
        if position.seat != last:
            yield at, position
        last = position.seat


def puzzle_at(position: Position, settings: Settings, source: str = "") -> Puzzle | None:
    """The puzzle of a position, if one turn stands out and deep search confirms it."""
    every = turns(position)
    if every is None or len(every) < FEWEST:
        return None
    found = stands_out(position, every, settings)
    if found is None or len(found[0].turn.steps) > LONGEST:
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


def stands_out(
    position: Position, every: Sequence[Turn], settings: Settings
) -> list[Looked] | None:
    """The turn that stands out and those that come nearest, or None.

    First the network's glance, then short searches of what it likes and of all that may come near,
    and at last a deep one from several seeds: the worst of the best turn's must be above the best
    of any other by the margin.
    """
    seat = position.seat or 0
    glanced = best_first(glanced_at(every, seat))
    if glanced[0].chance - glanced[min(CROWD, len(glanced) - 1)].chance < EVEN:
        return None
    looked = glanced[:GLANCED]
    for simulations in (FIRST, SECOND):
        looked = best_first(search_all(looked, seat, simulations, 0))
        if looked[0].chance - looked[1].chance < settings.margin - SLACK[simulations]:
            return None
    best = looked[0]
    sure = confirmed(best, looked[1:][:KEPT], seat, settings)
    if sure is None:
        return None
    far = glanced[0].chance - FAR
    rest = search_all([one for one in glanced[GLANCED:] if one.chance > far], seat, FIRST, 0)
    reach = sure[0].chance - settings.margin - NEAR
    rest = search_all([one for one in rest if one.chance > reach], seat, SECOND, 0)
    near = [one for one in rest if one.chance > reach]
    more = confirmed(best, near, seat, settings) if near else sure[:1]
    return more and [sure[0], *best_first([*sure[1:], *more[1:]])[:KEPT]]


def confirmed(
    best: Looked, rivals: Sequence[Looked], seat: int, settings: Settings
) -> list[Looked] | None:
    """The best turn and its rivals as deep search sees them, or None if one comes too near.

    Its worst number must be above any other's best. Rivals that were far off are searched once.
    """
    compared = [best, *rivals]
    numbers: list[list[float]] = [[] for _ in compared]
    far = best.chance - settings.margin - NEAR
    for seed in range(1, settings.seeds + 1):
        for told, looked in zip(numbers, compared, strict=True):
            if seed > 1 and looked.chance < far:
                continue
            told.append(searched(looked.turn.after, seat, settings.simulations, seed))
            nearest = max((number for rival in numbers[1:] for number in rival), default=0.0)
            if nearest > min(numbers[0]) - settings.margin:
                return None
    means = [
        Looked(looked.turn, sum(told) / len(told))
        for told, looked in zip(numbers, compared, strict=True)
    ]
    return [means[0], *best_first(means[1:])]


def search_all(looked: Sequence[Looked], seat: int, simulations: int, seed: int) -> list[Looked]:
    """Turns as a search of so many simulations sees them."""
    return [
        Looked(each.turn, searched(each.turn.after, seat, simulations, seed)) for each in looked
    ]


def best_first(looked: "Iterator[Looked] | Sequence[Looked]") -> list[Looked]:
    """Turns in order, the best first."""
    return sorted(looked, key=lambda each: -each.chance)


def glanced_at(every: Sequence[Turn], seat: int) -> Iterator[Looked]:
    """A seat's chance to win after each turn as the network sees it."""
    first = every[0].after
    mind = network_for(first.game, first.players, first.edition)
    assert mind is not None
    told, points = np.zeros((2, MAX_SEATS))
    for turn in every:
        if turn.after.is_over:
            yield Looked(turn, ended(turn.after, seat))
        else:
            glance(turn.after, turn.after.seat or 0, mind, told, points)
            yield Looked(turn, float(told[seat]))


def ended(position: Position, seat: int) -> float:
    """What the end of a game is worth to a seat."""
    told = chances(position)
    assert told is not None
    return told[seat]


def searched(position: Position, seat: int, simulations: int, seed: int) -> float:
    """A seat's chance to win after so many simulations."""
    if position.is_over:
        return ended(position, seat)
    budget = Budget(simulations=simulations)
    return Search(budget, seed).think(position, budget).values[seat]


def difficulty(position: Position, solution: Turn) -> Difficulty:
    """Who finds it in every second try: easy, if a regular player does; medium, if skilled ones."""
    levels: tuple[tuple[Difficulty, str], ...] = (("easy", "regular"), ("medium", "skilled"))
    for name, level in levels:
        if 2 * finds(position, solution, level) >= TRIES:
            return name
    return "hard"


def finds(position: Position, solution: Turn, level: str) -> int:
    """How many of some tries a player of the ladder finds the solution."""
    bot = bots.find(level, "puzzle")
    found = 0
    for _ in range(TRIES):
        now = position
        for _ in range(LONGEST):
            if now.seat != position.seat:
                break
            now = now.after_unchecked(bot.choose(now))
        found += now == solution.after
    bot.close()
    return found
