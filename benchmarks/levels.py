"""Length of games of each low level against itself, and the kinds of its mistakes.

python -m benchmarks.levels --games 100
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from statistics import mean, quantiles

from rich.console import Console
from rich.table import Table

from rondel.bots import LEVELS, find
from rondel.bots.net import NODES
from rondel.bots.tree import Tree
from rondel.core import Position
from rondel.games import find as find_game
from rondel.games import names
from rondel.games.milestones.rules import PRICE
from rondel.games.milestones.state import (
    CASTLE,
    COIN,
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_TRADE,
    DUTY_WORKS,
)
from rondel.match import Match, SeededRandom

LARGE, SMALL = 0.10, 0.05
"""Loss of winning chances, by the network, from which a decision counts as a mistake."""
MAX_STEPS = 20_000


def visit_of(position: Position, step: int) -> str:
    """Return what a walk of Milestones brings: something, nothing, or only the castle's duties."""
    after, seat = position.after_unchecked(step), position.seat
    now, then = position.state[0], after.state[0]
    if then["pawns"][seat] == CASTLE:
        return "duties" if then["duty"] in (DUTY_COVER, DUTY_DISCARD) else "nobody to cover"
    if any(then[name][seat].sum() > now[name][seat].sum() for name in ("goods", "points")):
        return "something"
    shops = then["duty"] == DUTY_TRADE and then["goods"][seat, COIN] >= PRICE
    if after.seat == seat and (shops or then["duty"] in (DUTY_WORKS, DUTY_MILL)):
        return "something"
    return "nothing"


def kinds_of(position: Position, step: int, tree: Tree) -> Sequence[str]:
    """Return the kinds of mistakes of a step."""
    kinds: list[str] = []
    if position.game.name == "milestones" and position.state[0]["duty"] == DUTY_MOVE:
        brought = visit_of(position, step)
        beside = any(visit_of(position, one) == "something" for one in position.legal_ids)
        if beside and brought != "something":
            kinds.append(brought)
    assert position.seat is not None
    tree.move_to(position, anew=True)
    tree.grow(1)
    worths = {branch.step: branch.values[position.seat] for branch in tree.branches()}
    lost = max(worths.values()) - worths[step]
    if lost >= SMALL:
        kinds.append("loses 10 %" if lost >= LARGE else "loses 5 %")
    return kinds


def play(game: str, level: str, deal: int) -> tuple[int, Counter[str]]:
    """Play a game of a level against itself; return its turns and the kinds of mistakes."""
    match = Match(find_game(game), 2, dealer=SeededRandom(deal))
    bots = [find(level, f"{deal} {seat}") for seat in range(2)]
    tree = Tree(find_game(game), NODES, 0, {})
    turns, last, kinds = 0, -1, Counter[str]()
    while not match.position.is_over and len(match) < MAX_STEPS:
        seat = match.position.seat
        assert seat is not None
        turns, last = turns + (seat != last), seat
        step = bots[seat].choose(match.position)
        if len(match.position.legal_steps) > 1:
            kinds.update(kinds_of(match.position, step, tree))
        match.play(step, seat)
    return turns, kinds


def main() -> None:
    """Print a row for every level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games of each level")
    parser.add_argument("--of", nargs="*", default=list(names()), help="names of games")
    told = parser.parse_args()
    columns = ("loses 5 %", "loses 10 %", "nothing", "nobody to cover", "duties")
    table = Table("game", "level", "turns", "10th to 90th", *columns)
    for game in told.of:
        for level in (level.name for level in LEVELS if level.bot.startswith("net")):
            played = [play(game, level, deal) for deal in range(told.games)]
            turns = [turns for turns, _ in played]
            tenths = quantiles(turns, n=10)
            total = sum((kinds for _, kinds in played), Counter[str]())
            table.add_row(
                game, level, f"{mean(turns):.0f}", f"{tenths[0]:.0f} to {tenths[-1]:.0f}",
                *(f"{total[kind] / told.games:.1f}" for kind in columns),
            )  # fmt: skip
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
