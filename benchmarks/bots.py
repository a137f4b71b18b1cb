"""Strength and speed of the bots.

Games run in parallel processes. Two-player games come in pairs with equal chance outcomes and
swapped seats. A shared victory counts as a fraction. Shares have Wilson's 95 % intervals.
"""

import argparse
import json
import multiprocessing
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from rondel.arena.intervals import wilson
from rondel.bots import LEVELS, Bot, find
from rondel.bots.kernels import kernels
from rondel.bots.search import Search
from rondel.bots.tree import Tree
from rondel.core import Position
from rondel.games import find as find_game
from rondel.games import names
from rondel.match import Match, SeededRandom

PEER = "open_spiel:"
"""Prefix of OpenSpiel's MCTS bot, followed by its seconds per decision."""
MIN_SIMULATIONS = 2
MAX_STEPS = 20_000


@dataclass(frozen=True)
class Claim:
    """Claim: one bot against others, and the share of games that it should win."""

    what: str
    game: str
    bot: str
    others: tuple[str, ...]
    games: int
    share: float
    edition: str = ""
    """Name of an edition, or the text of a map."""


@dataclass(frozen=True)
class Played:
    """Result of a game for the bot in question."""

    won: float
    points: float
    best_other: float
    decisions: int
    seconds: tuple[float, ...]
    """Seconds of the bot's decisions with more than one option."""
    others_seconds: tuple[float, ...]
    over: bool


class Peer:
    """OpenSpiel's MCTS bot in C++, which plays our game through its OpenSpiel wrapper."""

    def __init__(self, game: str, players: int, seconds: float, seed: int):
        import pyspiel

        import rondel.learn.open_spiel  # noqa: F401  # pyright: ignore[reportUnusedImport]

        self._spiel: Any = pyspiel
        self._game = pyspiel.load_game(f"python_rondel_{game}", {"players": players})
        self._state = self._game.new_initial_state()
        self._seconds = seconds
        self._seed = seed

    def follow(self, number: int) -> None:
        """Apply a step of the table."""
        self._state.apply_action(number)

    def _think(self, simulations: int, seconds: float) -> Any:
        """Return the search tree; `step` of OpenSpiel's bot cannot be used with Python games."""
        self._seed += 1
        self._bot = self._spiel.MCTSBot(
            self._game, self._spiel.RandomRolloutEvaluator(1, self._seed), 2.0, simulations,
            1000, True, self._seed, False, self._spiel.ChildSelectionPolicy.UCT, seconds,
        )  # fmt: skip
        return self._bot.mcts_search(self._state)

    def choose(self, position: Position) -> int:
        """Return its choice after its seconds, or after a few simulations if those take longer."""
        if len(position.legal_steps) == 1:
            return position.legal_steps[0][0]
        tree = self._think(1_000_000_000, self._seconds)
        if not tree.children:
            tree = self._think(MIN_SIMULATIONS, -1.0)
        return int(tree.best_child().action)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def sit(name: str, game: str, players: int, seed: int) -> Bot | Peer:
    """Return the bot of a name, or OpenSpiel's."""
    if name.startswith(PEER):
        return Peer(game, players, float(name.removeprefix(PEER)), seed)
    return find(name, seed)


def play(game: str, bot: str, others: Sequence[str], number: int, edition: str = "") -> Played:
    """Play one game; the number decides the chance outcomes and the seat of the bot."""
    players = len(others) + 1
    own = number % players
    luck = number // players
    names_ = [*others[:own], bot, *others[own:]]
    bots = [sit(name, game, players, 1000 * number + seat) for seat, name in enumerate(names_)]
    match = Match(find_game(game), players, edition=edition, dealer=SeededRandom(luck))
    told = 0
    seconds: tuple[list[float], list[float]] = ([], [])
    while not match.position.is_over and len(match) < MAX_STEPS:
        for one in bots:
            if isinstance(one, Peer):
                for step in match.log[told:]:
                    one.follow(step)
        told = len(match)
        seat = match.position.seat
        assert seat is not None
        began = time.perf_counter()
        step = bots[seat].choose(match.position)
        if len(match.position.legal_steps) > 1:
            seconds[seat != own].append(time.perf_counter() - began)
        match.play(step, seat)
    for one in bots:
        one.close()
    ranks, points = match.position.ranks, match.position.scores
    over = match.position.is_over
    won = (ranks[own] == 1) / ranks.count(1) if over else 0.0
    best = max(score for seat, score in enumerate(points) if seat != own)
    return Played(won, points[own], best, len(match), tuple(seconds[0]), tuple(seconds[1]), over)


def claims(games: Sequence[str], budget: str, peer_seconds: float) -> Iterator[Claim]:
    """Yield all claims, for each game."""
    search = f"search:{budget}"
    for game in games:
        yield Claim("against random", game, search, ("random",), 200, 0.99)
        yield Claim("against greedy", game, search, ("greedy",), 200, 0.90)
        yield Claim("alone of 3", game, search, ("greedy",) * 2, 100, 0.60)
        yield Claim("alone of 4", game, search, ("greedy",) * 3, 100, 0.60)
        hints = f"{search},evaluator=hints"
        yield Claim("against hints", game, search, (hints,), 200, 0.70)
        yield Claim(
            "against hints that have 2 s", game, search, ("search:2s,evaluator=hints",), 200, 0.60
        )
        yield Claim("alone of 3 against hints", game, search, (hints,) * 2, 100, 0.50)
        yield Claim("alone of 4 against hints", game, search, (hints,) * 3, 100, 0.40)
        yield Claim("net alone", game, "net", ("search:10000,evaluator=hints",), 200, 0.50)
        for lower, upper in pairwise(LEVELS):
            yield Claim("ladder", game, upper.name, (lower.name,), 200, 0.65)
        peer = f"{PEER}{peer_seconds}"
        yield Claim("open_spiel", game, f"search:{peer_seconds}s/step", (peer,), 100, 0.90)


def warm(games: Sequence[str]) -> None:
    """Compile and cache everything before many processes need it."""
    for game in games:
        kernels(find_game(game))


def count_processor_time() -> None:
    """Measure search time in processor seconds instead of wall-clock seconds."""
    Search.clock = time.thread_time  # pyright: ignore[reportAttributeAccessIssue]


def is_certain(claim: Claim, won: Sequence[float]) -> bool:
    """Return True if the remaining games cannot change the claim's outcome."""
    wanted = claim.share * claim.games
    return sum(won) >= wanted or sum(won) + claim.games - len(won) < wanted


def measure(
    asked: Sequence[Claim], workers: int, busy: bool, certain: bool
) -> list[dict[str, Any]]:
    """Play the games of all claims, as many at once as there are workers."""
    results: dict[Claim, list[Played]] = {claim: [] for claim in asked}
    total = sum(claim.games for claim in asked)
    context = multiprocessing.get_context("spawn")
    with (
        ProcessPoolExecutor(workers, context, count_processor_time if busy else None) as pool,
        Progress(console=Console(stderr=True)) as bar,
    ):
        task = bar.add_task("games", total=total)
        running = {
            pool.submit(play, claim.game, claim.bot, claim.others, number, claim.edition): claim
            for claim in asked
            for number in range(claim.games)
        }
        for done in as_completed(running):
            bar.advance(task)
            if done.cancelled():
                continue
            claim = running[done]
            results[claim].append(done.result())
            if certain and is_certain(claim, [one.won for one in results[claim]]):
                for other, of in running.items():
                    if of is claim:
                        other.cancel()
    return [summary(claim, played) for claim, played in results.items()]


def summary(claim: Claim, played: Sequence[Played]) -> dict[str, Any]:
    """Return a claim with its results."""
    won = sum(one.won for one in played)
    share = wilson(won, len(played))
    own = [second for one in played for second in one.seconds]
    others = [second for one in played for second in one.others_seconds]
    return {
        **asdict(claim),
        "games": len(played),
        "won": won / len(played),
        "low": share.low,
        "high": share.high,
        "met": won / len(played) >= claim.share,
        "points": statistics.median(one.points for one in played),
        "best_other": statistics.median(one.best_other for one in played),
        "steps": statistics.median(one.decisions for one in played),
        "seconds": statistics.median(own or [0.0]),
        "slowest": max(own, default=0.0),
        "others_seconds": statistics.median(others or [0.0]),
        "unended": sum(not one.over for one in played),
    }


def middle_of(game: str, seed: int) -> Position:
    """Return a position half-way through a game between greedy bots."""
    match = Match(find_game(game), 2, dealer=SeededRandom(seed))
    bots = [find("greedy", seed), find("greedy", -seed)]
    while not match.position.is_over:
        seat = match.position.seat
        assert seat is not None
        match.play(bots[seat].choose(match.position))
    for at in range(len(match) // 2, len(match)):
        position = match.position_at(at)
        if position.seat is not None and len(position.legal_steps) > 1:
            return position
    raise AssertionError("a game without choices")


def our_pace(game: str, simulations: int) -> Callable[[int], float]:
    """Return a function that measures simulations per second of our search with full random
    playouts.
    """

    def run(seed: int) -> float:
        tree = Tree(find_game(game), 1 << 20, seed, {"guided": 0, "rollout_turns": 10_000})
        tree.move_to(middle_of(game, seed))
        start = time.perf_counter()
        tree.grow(simulations)
        return simulations / (time.perf_counter() - start)

    return run


def their_pace(simulations: int) -> Callable[[int], float]:
    """Return a function that measures OpenSpiel's MCTS in C++ in the middle of backgammon games."""
    import pyspiel

    game = pyspiel.load_game("backgammon")

    def run(seed: int) -> float:
        luck = random.Random(seed)
        states = [game.new_initial_state()]
        while not states[-1].is_terminal():
            state = states[-1].clone()
            outcomes = state.chance_outcomes() if state.is_chance_node() else ()
            legal = [number for number, _ in outcomes] or state.legal_actions()
            odds = [chance for _, chance in outcomes] or None
            state.apply_action(luck.choices(legal, odds)[0])
            states.append(state)
        state = next(one for one in states[len(states) // 2 :] if not one.is_chance_node())
        rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, rollouts, 2.0, simulations, 1000, False, seed, False)
        start = time.perf_counter()
        bot.step(state)
        return simulations / (time.perf_counter() - start)

    return run


def paces(games: Sequence[str], rounds: int) -> dict[str, list[float]]:
    """Return simulations per second on one core, ours and OpenSpiel's alternately."""
    contenders = {f"rondel {game}": our_pace(game, 10_000) for game in games}
    contenders["open_spiel backgammon"] = their_pace(300)
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for seed in range(1, rounds + 1):
        for name, run in contenders.items():
            found[name].append(run(seed))
    return found


def show(results: Sequence[dict[str, Any]], found: dict[str, list[float]]) -> None:
    """Print the results as tables."""
    console = Console(width=150)
    table = Table(title=f"games won, {platform.machine()}, {os.cpu_count()} cores")
    for column in (
        "game", "claim", "bot", "against", "games", "won", "95 %", "wanted",
        "points", "median s", "slowest s", "theirs s",
    ):  # fmt: skip
        table.add_column(column, justify="right")
    for one in results:
        table.add_row(
            one["game"], one["what"], one["bot"], f"{len(one['others'])} × {one['others'][0]}",
            str(one["games"]), f"{one['won']:.1%}", f"{one['low']:.0%} to {one['high']:.0%}",
            f"{one['share']:.0%} {'yes' if one['met'] else 'NO'}",
            f"{one['points']:.0f} : {one['best_other']:.0f}", f"{one['seconds']:.3f}",
            f"{one['slowest']:.3f}", f"{one['others_seconds']:.3f}",
        )  # fmt: skip
    if results:
        console.print(table)
    for name, rates in found.items():
        middle = statistics.median(rates)
        console.print(
            f"{name}: {middle:,.0f} simulations/s ({min(rates):,.0f} to {max(rates):,.0f})"
        )


def main() -> None:
    """Run the requested measurements, print tables, and write JSON if asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], help="claims, such as ladder or pace")
    parser.add_argument("--games", nargs="*", default=list(names()), help="which games")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--quick", action="store_true", help="a tenth of the games")
    parser.add_argument("--share", type=float, help="this part of the games")
    parser.add_argument("--budget", default="0.25s", help="what search may use in a turn")
    parser.add_argument("--peer-seconds", type=float, default=0.1)
    parser.add_argument("--duel", nargs="+", help="a bot and those it plays against")
    parser.add_argument("--count", type=int, default=40, help="games of a duel")
    parser.add_argument("--busy", action="store_true", help="budgets count processor time")
    parser.add_argument("--certain", action="store_true", help="stop a claim once it is certain")
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    if asked.duel:
        bot, *others = asked.duel
        wanted = [Claim("duel", game, bot, tuple(others), asked.count, 0.5) for game in asked.games]
    else:
        part = asked.share or (0.1 if asked.quick else 1.0)
        wanted = [
            replace(claim, games=max(4, round(part * claim.games)))
            for claim in claims(asked.games, asked.budget, asked.peer_seconds)
            if not asked.only or any(word in claim.what for word in asked.only)
        ]
    warm(asked.games)
    found = {}
    if not asked.duel and (not asked.only or "pace" in asked.only):
        found = paces(asked.games, 3 if asked.quick else 9)
    results = measure(wanted, asked.workers, asked.busy, asked.certain) if wanted else []
    show(results, found)
    if asked.json:
        asked.json.write_text(json.dumps({"claims": results, "paces": found}, indent=1))


if __name__ == "__main__":
    main()
