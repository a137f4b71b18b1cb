"""Evaluation for reviews: a search of fixed size, seeded by the position.

A position is evaluated once, with the same result wherever it occurs in a review.
"""

from collections.abc import Sequence
from hashlib import blake2b

from rondel.bots.endgame import Endgame
from rondel.bots.networks import knows
from rondel.bots.tree import Tree
from rondel.core import Over, Position

WHOLE = 1_200_000
"""Value of a certain win; winners who share a victory get equal parts."""
Chances = tuple[int, ...]
"""Win probabilities of all seats as integers; their sum is WHOLE."""

PURE = {"win": 1.0}
"""Search by win probability only, without the lead in points."""
NODES_PER_SIMULATION = 40
MIN_NODES = 1 << 12
PART = 8
"""Divisor of a turn's first simulations; each later step gets at least the quotient."""
LEAST = 32
LONGEST = 64
"""Limit of steps in a turn."""
BY_HINTS = 64
"""Simulations of a quick evaluation if no network knows the game."""


def shared(over: Over) -> Chances:
    """Return a result as integers: the winners share WHOLE."""
    part = WHOLE // len(over.winners)
    return tuple(part if seat in over.winners else 0 for seat in range(len(over.ranks)))


def whole(values: Sequence[float]) -> Chances:
    """Return probabilities as integers whose sum is WHOLE."""
    total = sum(values)
    exact = [value / total * WHOLE for value in values]
    rounded = [int(value) for value in exact]
    short = WHOLE - sum(rounded)
    by_rest = sorted(range(len(rounded)), key=lambda seat: rounded[seat] - exact[seat])
    for seat in by_rest[:short]:
        rounded[seat] += 1
    return tuple(rounded)


def expected(outcomes: Sequence[tuple[Chances, int]]) -> Chances:
    """Return the exact mean of weighted values, rounded so that its sum is WHOLE."""
    weight = sum(weight for _, weight in outcomes)
    seats = range(len(outcomes[0][0]))
    sums = [sum(chances[seat] * times for chances, times in outcomes) for seat in seats]
    rounded = [each // weight for each in sums]
    by_rest = sorted(seats, key=lambda seat: -(sums[seat] % weight))
    for seat in by_rest[: WHOLE - sum(rounded)]:
        rounded[seat] += 1
    return tuple(rounded)


class Evaluator:
    """Evaluator of positions and turns."""

    def __init__(self, simulations: int, quick_simulations: int, seed: int):
        self.simulations = simulations
        self.weighed = 0
        """Number of positions that the searches have evaluated, a measure of their time."""
        self._quick_simulations = quick_simulations
        self._seed = seed
        self._endgame = Endgame()
        self._known: dict[tuple[bytes, int], Chances] = {}
        self._points: dict[tuple[bytes, int], tuple[float, ...]] = {}
        self._turns: dict[bytes, list[tuple[int, Position]]] = {}

    def value(self, position: Position) -> Chances:
        """Return a position's value for all seats, from a full search."""
        return self._evaluated(position, self.simulations)

    def points(self, position: Position) -> tuple[float, ...]:
        """Return the expected final points of every seat, from a full search."""
        self.value(position)
        return self._points[position.state.tobytes(), self.simulations]

    def quick_value(self, position: Position) -> Chances:
        """Return a position's value from a small search, as used for every chance outcome."""
        known = knows(position.game, position.players, position.edition)
        return self._evaluated(
            position, self._quick_simulations if known else max(self._quick_simulations, BY_HINTS)
        )

    def _evaluated(self, position: Position, simulations: int) -> Chances:
        key = position.state.tobytes(), simulations
        if key not in self._known:
            self._known[key] = self._evaluate(position, simulations)
        return self._known[key]

    def _evaluate(self, position: Position, simulations: int) -> Chances:
        key = position.state.tobytes(), simulations
        if position.result is not None:
            self._points[key] = tuple(map(float, position.scores))
            return shared(position.result)
        if (won := self._endgame.winning_turn(position)) is not None:
            end = won[-1][1]
            self._points[key] = tuple(map(float, end.scores))
            return self._evaluate(end, simulations)
        tree = self._grown(position, simulations)
        self._points[key] = tree.points
        return whole(tree.values)

    def _grown(self, position: Position, simulations: int) -> Tree:
        written = b"%d %d %b" % (self._seed, simulations, position.state.tobytes())
        seed = int.from_bytes(blake2b(written, digest_size=8).digest(), "big")
        most = max(MIN_NODES, NODES_PER_SIMULATION * simulations)
        tree = Tree(position.game, most, seed, PURE)
        tree.move_to(position)
        self._grow(tree, simulations)
        return tree

    def _grow(self, tree: Tree, simulations: int) -> None:
        """Run simulations and count the evaluated positions."""
        before = tree.size
        tree.grow(simulations)
        self.weighed += tree.size - before

    def best_turn(self, position: Position) -> list[tuple[int, Position]]:
        """Return the best steps of the seat to move until a chance step or another seat's turn.

        The same search also evaluates the position.
        """
        key = position.state.tobytes()
        if key not in self._turns:
            self._turns[key] = self._best_turn(position)
        return self._turns[key]

    def _best_turn(self, position: Position) -> list[tuple[int, Position]]:
        if (won := self._endgame.winning_turn(position)) is not None:
            return won
        tree = self._grown(position, self.simulations)
        key = position.state.tobytes(), self.simulations
        self._known[key], self._points[key] = whole(tree.values), tree.points
        more = max(LEAST, self.simulations // PART)
        seat, made = position.seat, list[tuple[int, Position]]()
        while position.seat == seat and len(made) < LONGEST:
            number = max(tree.branches(), key=lambda branch: branch.visits).step
            position = position.after_unchecked(number)
            made.append((number, position))
            if position.seat == seat:
                tree.move_to(position)
                self._grow(tree, max(0, more - tree.visits))
        return made

    def options(self, position: Position) -> list[tuple[int, Chances]]:
        """Return the value of each option for all seats, the best first."""
        branches = self._grown(position, self.simulations).branches()
        ordered = sorted(branches, key=lambda branch: -branch.visits)
        return [(branch.step, whole(branch.values)) for branch in ordered]
