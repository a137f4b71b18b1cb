"""Calibration of win probabilities in self-play.

Every position at the beginning of a turn gives a predicted probability for every seat. Predictions
are put into ten bins; in each, the share of victories should be close to the prediction.
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
from rondel.match import Match, SeededRandom

BINS = 10
MAX_STEPS = 5000


def play(game: str, players: int, bot: str, deal: int) -> tuple[np.ndarray, np.ndarray]:
    """Play a game; return the predictions at the beginning of every turn, a row each, and the
    outcomes.
    """
    seats = [f"seat {seat}" for seat in range(players)]
    match = Match(find_game(game), seats, dealer=SeededRandom(deal))
    bots = [find(bot, f"{deal} {seat}") for seat in range(players)]
    told: list[tuple[float, ...]] = []
    asked = -1
    while not match.position.is_over and len(match) < MAX_STEPS:
        seat = match.position.seat
        assert seat is not None
        if seat != asked:
            asked = seat
            told.append(chances(match.position) or ())
        match.play(bots[seat].choose(match.position))
    result = match.position.result
    if result is None:
        told = []
    winners = result.winners if result else [0]
    came = [(seat in winners) / len(winners) for seat in range(players)]
    return np.reshape(told, (-1, players)), np.tile(came, (len(told), 1))


def by_bins(told: np.ndarray, came: np.ndarray) -> np.ndarray:
    """Return for each bin the number of predictions, their sum, and the victories."""
    bins = np.minimum((told.ravel() * BINS).astype(int), BINS - 1)
    return np.array(
        [np.bincount(bins, weights, BINS) for weights in (None, told.ravel(), came.ravel())]
    ).T


def tempered(told: np.ndarray, temperature: float) -> np.ndarray:
    """Return probabilities sharpened (temperature below 1) or softened (above 1)."""
    raised = np.clip(told, 1e-9, 1.0) ** (1.0 / temperature)
    shares: np.ndarray = raised / raised.sum(axis=1, keepdims=True)
    return shares


def best_temperature(told: np.ndarray, came: np.ndarray) -> float:
    """Return the temperature of maximum likelihood."""
    tried = np.linspace(0.5, 2.0, 151)
    losses = [-(came * np.log(tempered(told, one))).sum() for one in tried]
    return float(tried[int(np.argmin(losses))])


def show(title: str, found: np.ndarray) -> None:
    """Print a table of the bins."""
    table = Table(title=title)
    for head in ("told", "positions", "told on average", "won", "off by"):
        table.add_column(head, justify="right")
    for at, (count, told, won) in enumerate(found):
        if count:
            table.add_row(
                f"{at / BINS:.0%} to {(at + 1) / BINS:.0%}", f"{count:.0f}",
                f"{told / count:.1%}", f"{won / count:.1%}", f"{(won - told) / count:+.1%}",
            )  # fmt: skip
    Console().print(table)


def main() -> None:
    """Print a table for each game and number of players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(names()))
    parser.add_argument("--players", nargs="*", type=int, default=[2, 3, 4])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0, help="the first deal: others are fresh")
    parser.add_argument("--bot", default="net")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    deals = range(asked.first, asked.first + asked.count)
    for game in asked.games:
        for players in asked.players:
            with ProcessPoolExecutor(asked.workers, context) as pool:
                one = partial(play, game, players, asked.bot)
                played = list(pool.map(one, deals, chunksize=20))
            told = np.concatenate([told for told, _ in played])
            came = np.concatenate([came for _, came in played])
            ended = sum(len(told) > 0 for told, _ in played)
            title = f"{game}, {players} players, {ended} of {asked.count} games of {asked.bot}"
            show(title, by_bins(told, came))
            best = best_temperature(told, came)
            print(f"best temperature {best:.2f}; so they would be off by", end=" ")
            found = by_bins(tempered(told, best), came)
            print(*(f"{(won - sum_) / max(count, 1):+.1%}" for count, sum_, won in found))


if __name__ == "__main__":
    main()
