"""Do chances mean what they say? How often did those come true that were told in self-play?

Every position in which a seat's turn begins tells every seat's chance at a glance. Told chances are
put into ten bins; in each, the share of victories should lie near what was told.
"""

import argparse
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from rondel.bots import find
from rondel.bots.networks import chances
from rondel.games import find as find_game
from rondel.games import names
from rondel.match import Match, Seeded

BINS = 10
MOST_STEPS = 5000


def play(game: str, players: int, bot: str, deal: int) -> np.ndarray:
    """One game: for each bin how many chances were told, their sum, and the victories."""
    seats = [f"seat {seat}" for seat in range(players)]
    match = Match(find_game(game), seats, dealer=Seeded(deal))
    bots = [find(bot, f"{deal} {seat}") for seat in range(players)]
    told: list[tuple[float, ...]] = []
    asked = -1
    while not match.position.is_over and len(match) < MOST_STEPS:
        seat = match.position.seat
        assert seat is not None
        if seat != asked:
            asked = seat
            told.append(chances(match.position) or ())
        match.play(bots[seat].choose(match.position))
    found = np.zeros((BINS, 3))
    result = match.position.result
    if result is None:
        return found
    for row in told:
        for seat, chance in enumerate(row):
            share = (seat in result.winners) / len(result.winners)
            found[min(int(chance * BINS), BINS - 1)] += 1, chance, share
    return found


def main() -> None:
    """Print a table for each game and number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(names()))
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--bot", default="net")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    for game in asked.games:
        for players in asked.players:
            with ProcessPoolExecutor(asked.workers, context) as pool:
                one = partial(play, game, players, asked.bot)
                total = sum(pool.map(one, range(asked.count), chunksize=20))
            table = Table(title=f"{game}, {players} players, {asked.count} games of {asked.bot}")
            for head in ("told", "positions", "told on average", "won", "off by"):
                table.add_column(head, justify="right")
            for at, (count, told, won) in enumerate(total):
                if count:
                    table.add_row(
                        f"{at / BINS:.0%} to {(at + 1) / BINS:.0%}", f"{count:.0f}",
                        f"{told / count:.1%}", f"{won / count:.1%}", f"{(won - told) / count:+.1%}",
                    )  # fmt: skip
            Console().print(table)


if __name__ == "__main__":
    main()
