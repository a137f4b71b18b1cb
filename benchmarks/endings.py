"""Share of immediate wins that bots find.

An ending is the beginning of a turn, near the end of a played game, at which exhaustive search
finds a win that no chance and no other seat can prevent: a first place, shared or not. The search
examines every table that the turn can lead to, by positions and their ranks only. Endings in which
every option keeps the win are left out.

Bots play the games from fixed seeds.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import count, islice
from random import Random

from rich.console import Console
from rich.table import Table

from rondel.bots import LEVELS, find
from rondel.core import Position
from rondel.games import find as find_game
from rondel.games import names

MAX_TABLES = 20_000
"""Limit of tables per turn in the exhaustive search; larger turns are left out."""
WHOLE, LAST = ("casual",), ("casual", "greedy")
"""Bots that play whole games, and those that play the last turns."""
BACK = 2
"""Rounds before the end from which a game is continued in several ways."""
WAYS = 6
MAX_STEPS = 5000
STRONG = tuple(level.name for level in LEVELS if "search" in level.bot)
"""Levels that search: expert and above."""


class TooLarge(Exception):
    """Error for a turn that leads over too many tables."""


class Solver:
    """Exhaustive search of one seat's turn, each table once."""

    def __init__(self, position: Position, most_tables: int = MAX_TABLES):
        assert position.seat is not None
        self._seat = position.seat
        self._most = most_tables
        self._wins: dict[bytes, bool] = {}

    def wins(self, position: Position) -> bool:
        """Return True if the seat is first at the end of this turn, whatever chance brings. Raise
        TooLarge.
        """
        if position.is_over:
            return position.ranks[self._seat] == 1
        if position.seat not in (None, self._seat):
            return False
        key = position.state.tobytes()
        if key not in self._wins:
            if len(self._wins) >= self._most:
                raise TooLarge
            self._wins[key] = False
            after = (self.wins(position.after_unchecked(step)) for step, _ in position.legal_steps)
            self._wins[key] = all(after) if position.is_chance else any(after)
        return self._wins[key]


def after_luck(position: Position, luck: Random) -> Position:
    """Return the position after an outcome of chance, drawn by its odds."""
    steps, weights = zip(*position.legal_steps, strict=True)
    return position.after_unchecked(luck.choices(steps, weights)[0])


def turns(position: Position, kinds: Sequence[str], seed: str) -> list[Position]:
    """Play on from a position; return the positions in which the turns began."""
    luck = Random(seed)
    bots = [find(luck.choice(kinds), f"{seed} {seat}") for seat in range(position.players)]
    began: list[Position] = []
    for _ in range(MAX_STEPS):
        if position.is_over:
            break
        if position.is_chance:
            position = after_luck(position, luck)
            continue
        assert position.seat is not None
        if not began or began[-1].seat != position.seat:
            began.append(position)
        position = position.after_unchecked(bots[position.seat].choose(position))
    return began


def is_ending(position: Position) -> bool:
    """Return True if a turn wins at once here, and not every option keeps the win."""
    solver = Solver(position)
    try:
        kept = [solver.wins(position.after_unchecked(step)) for step, _ in position.legal_steps]
    except (TooLarge, RecursionError):
        return False
    return any(kept) and not all(kept)


def endings(game: str, players: int) -> Iterator[Position]:
    """Find endings of a game without end, each once: several in each game, continued in many ways.

    The order is the same in every run.
    """
    seen: set[Position] = set()
    for deal in count():
        seed = f"{game} {players} {deal}"
        played = turns(find_game(game).start(players), WHOLE, seed)
        before = played[-min(len(played), BACK * players)]
        for way in range(WAYS):
            for position in turns(before, LAST, f"{seed} {way}")[-players:]:
                if position not in seen and is_ending(position):
                    seen.add(position)
                    yield position


def is_won(position: Position, bot: str, seed: str) -> bool:
    """Return True if a bot that makes this turn ends the game in the first place."""
    seat, luck, mover = position.seat, Random(seed), find(bot, seed)
    assert seat is not None
    while position.seat == seat or position.is_chance:
        if position.is_chance:
            position = after_luck(position, luck)
        else:
            position = position.after_unchecked(mover.choose(position))
    mover.close()
    return position.is_over and position.ranks[seat] == 1


def main() -> None:
    """Count the endings that each level wins, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--endings", type=int, default=100, help="for each number of players")
    parser.add_argument("--bots", nargs="*", default=list(STRONG))
    parser.add_argument("--games", nargs="*", default=list(names()))
    asked = parser.parse_args()
    bots: list[str] = asked.bots
    games: list[str] = asked.games
    table = Table("game", "players", "endings", *bots, title="endings won")
    for game in games:
        for players in find_game(game).players:
            found = list(islice(endings(game, players), asked.endings))
            won = [sum(is_won(one, bot, str(at)) for at, one in enumerate(found)) for bot in bots]
            table.add_row(game, str(players), str(len(found)), *map(str, won))
    Console().print(table)


if __name__ == "__main__":
    main()
