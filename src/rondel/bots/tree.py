"""A search tree that lives as long as a match."""

from dataclasses import dataclass

import numpy as np

from rondel.bots.kernels import MINDFUL, kernels, room_for, write_plan
from rondel.bots.kernels.nodes import NOWHERE, Node
from rondel.bots.networks import NETWORK, mind_for
from rondel.contract import Edition, Game, Position
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds
from rondel.kernel.state import MOST_SEATS

DEEPEST = 96
"""Steps below the root where a position is still found again."""


@dataclass(frozen=True)
class Branch:
    """One option of the position at the root, and what came of it."""

    step: int
    visits: int
    values: tuple[float, ...]
    points: tuple[float, ...]


class Tree:
    """Grows from one position; moves on to later ones and keeps what it knows of them."""

    def __init__(
        self,
        game: Game,
        most_nodes: int,
        seed: int,
        plan: dict[str, float],
        judge: str = NETWORK,
    ):
        self.game = game
        self._judge = judge
        self._kernel = kernels(game).tree
        self._wishes = plan
        self._nodes = Node.new(most_nodes)
        self._used = np.zeros(1, np.int64)
        self._moved = np.empty(most_nodes, np.int32)
        self._states = game.state.new(DEEPEST)
        self._tables = self._states.view(np.uint8).reshape(DEEPEST, -1)
        self._luck = seeds(seed, 1)
        self._steps, self._weights = game.buffers()
        self._pad = np.zeros((3, MOST_SEATS))
        self._box: Array | None = None
        self._edition: Edition | None = None
        self._players = 0
        self._seat: int | None = None

    def move_to(self, position: Position, anew: bool = False) -> bool:
        """Make a position the root; whether the turn of its seat that was being looked at goes on.

        It does if the position was in the tree with no other seat asked on the way to it. `anew`
        forgets all that is known.
        """
        self._states[-1] = position.state[0]
        found = NOWHERE
        if self._players != position.players or self._edition is not position.edition:
            self._sit_down(position)
        elif not anew and self._box is position.edition.box and self._knows(position.seat):
            found = self._kernel.locate(self._nodes, self._states, self._box, self._tables)
        self._box = position.edition.box
        self._seat = position.seat
        self._states[0] = position.state[0]
        if found == NOWHERE:
            self._nodes[0] = np.zeros(1, self._nodes.dtype)[0]
            self._nodes["parent"][0] = self._nodes["first"][0] = NOWHERE
            self._used[0] = 1
            return False
        goes_on = self._only_asks(position.seat, found)
        self._kernel.keep(self._nodes, self._used, self._moved, found)
        return goes_on

    def _sit_down(self, position: Position) -> None:
        """Plan for a table: how many play, on which edition, and who judges."""
        self._players = position.players
        self._edition = position.edition
        mind = mind_for(self.game, position.players, position.edition, self._judge)
        plan = kernels(self.game).plans[position.players]
        plan = {**plan, **(MINDFUL if mind else {}), **self._wishes}
        self._plan = write_plan(plan)
        self._foresees = plan["others"] > 0
        self._room = room_for(self.game, max(1, int(plan["others"])), mind=mind)

    def _knows(self, seat: int | None) -> bool:
        """Whether the tree has all of a seat's options, not only what it is foreseen to do."""
        return seat == self._seat or not self._foresees

    def _only_asks(self, seat: int | None, node: int) -> bool:
        """Whether no seat but this one was asked above a node."""
        while (node := int(self._nodes["parent"][node])) != NOWHERE:
            if self._nodes["seat"][node] not in (seat, -1):
                return False
        return True

    def grow(self, simulations: int) -> None:
        """Run so many simulations, without holding the interpreter's lock."""
        self._kernel.grow(
            self._nodes,
            self._used,
            self._states,
            self._box,
            self._plan,
            self._luck,
            self._steps,
            self._weights,
            self._pad,
            self._room,
            simulations,
        )

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return int(self._used[0])

    @property
    def most_bytes(self) -> int:
        """The memory it takes once it is full; a network's weights are shared, and not counted."""
        return int(self._nodes.nbytes + self._moved.nbytes + self._states.nbytes)

    @property
    def visits(self) -> int:
        """How many simulations the root has seen, earlier ones included."""
        return int(self._nodes["visits"][0])

    @property
    def values(self) -> tuple[float, ...]:
        """What the position is worth to every seat, from 0 to 1."""
        return self._means("values", 0)

    @property
    def points(self) -> tuple[float, ...]:
        """The points every seat may expect at the end."""
        return self._means("points", 0)

    def _means(self, field: str, node: int) -> tuple[float, ...]:
        return tuple(self._nodes[field][node, : self._players].tolist())

    def _children(self, node: int) -> range:
        first = int(self._nodes["first"][node])
        return range(first, first + int(self._nodes["children"][node]))

    def is_decided(self, simulations: float) -> bool:
        """Whether the most visited option would stay so after that many more."""
        children = self._children(0)
        visits = np.sort(self._nodes["visits"][children.start : children.stop])
        return len(visits) < 2 or bool(visits[-1] - visits[-2] > simulations)

    def branches(self) -> list[Branch]:
        """The options at the root in their order, once a simulation has opened it."""
        return [
            Branch(
                int(self._nodes["step"][node]),
                int(self._nodes["visits"][node]),
                self._means("values", node),
                self._means("points", node),
            )
            for node in self._children(0)
        ]

    def line(self, first: int, longest: int = 12) -> list[int]:
        """A step at the root and how it would most likely go on."""
        line: list[int] = []
        nodes = [node for node in self._children(0) if self._nodes["step"][node] == first]
        while nodes and len(line) < longest:
            best = max(nodes, key=lambda node: int(self._nodes["visits"][node]))
            if self._nodes["visits"][best] == 0:
                break
            line.append(int(self._nodes["step"][best]))
            nodes = list(self._children(best))
        return line
