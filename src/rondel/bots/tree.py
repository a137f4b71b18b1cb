"""Search tree that lives as long as a match."""

from dataclasses import dataclass

import numpy as np

from rondel.bots.kernels import NETWORK_CONFIG, kernels, workspace_for, write_search_config
from rondel.bots.kernels.nodes import NOWHERE, Node
from rondel.bots.networks import NETWORK, network_for
from rondel.core import Edition, Game, Position
from rondel.kernel.record import Array
from rondel.kernel.rng import seeds
from rondel.kernel.state import MAX_SEATS

DEEPEST = 96
"""Depth below the root to which a position is searched for in the tree."""


@dataclass(frozen=True)
class Branch:
    """Option of the root position, with its statistics."""

    step: int
    visits: int
    values: tuple[float, ...]
    points: tuple[float, ...]


class Tree:
    """Tree that grows from a position, and keeps what it knows when it moves to a later one."""

    def __init__(
        self,
        game: Game,
        most_nodes: int,
        seed: int,
        config: dict[str, float],
        evaluator: str = NETWORK,
    ):
        self.game = game
        self._evaluator = evaluator
        self._kernel = kernels(game).tree
        self._wishes = config
        self._nodes = Node.new(most_nodes)
        self._used = np.zeros(1, np.int64)
        self._moved = np.empty(most_nodes, np.int32)
        self._states = game.state.new(DEEPEST)
        self._tables = self._states.view(np.uint8).reshape(DEEPEST, -1)
        self._rng = seeds(seed, 1)
        self._steps, self._weights = game.buffers()
        self._pad = np.zeros((3, MAX_SEATS))
        self._box: Array | None = None
        self._edition: Edition | None = None
        self._players = 0
        self._seat: int | None = None

    def move_to(self, position: Position, anew: bool = False) -> bool:
        """Make a position the root; return True if the turn that was being searched continues.

        It continues if the position was in the tree with no other seat to move on the way. `anew`
        drops the whole tree.
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
        """Set the search parameters for a table: number of players, edition and evaluator."""
        self._players = position.players
        self._edition = position.edition
        network = network_for(self.game, position.players, position.edition, self._evaluator)
        config = kernels(self.game).configs[position.players]
        config = {**config, **(NETWORK_CONFIG if network else {}), **self._wishes}
        self._config = write_search_config(config)
        self._foresees = config["opponent_beam_width"] > 0
        self._workspace = workspace_for(
            self.game, max(1, int(config["opponent_beam_width"])), network=network
        )

    def _knows(self, seat: int | None) -> bool:
        """Return True if the tree has all options of a seat, not only predicted ones."""
        return seat == self._seat or not self._foresees

    def _only_asks(self, seat: int | None, node: int) -> bool:
        """Return True if no other seat was to move above a node."""
        while (node := int(self._nodes["parent"][node])) != NOWHERE:
            if self._nodes["seat"][node] not in (seat, -1):
                return False
        return True

    def grow(self, simulations: int) -> None:
        """Run simulations without holding the GIL."""
        self._kernel.grow(
            self._nodes,
            self._used,
            self._states,
            self._box,
            self._config,
            self._rng,
            self._steps,
            self._weights,
            self._pad,
            self._workspace,
            simulations,
        )

    @property
    def size(self) -> int:
        """Return the number of nodes."""
        return int(self._used[0])

    @property
    def most_bytes(self) -> int:
        """Return the memory of a full tree in bytes, without a network's shared weights."""
        return int(self._nodes.nbytes + self._moved.nbytes + self._states.nbytes)

    @property
    def visits(self) -> int:
        """Return the number of simulations at the root, earlier ones included."""
        return int(self._nodes["visits"][0])

    @property
    def values(self) -> tuple[float, ...]:
        """Return the value of the position for every seat, from 0 to 1."""
        return self._means("values", 0)

    @property
    def points(self) -> tuple[float, ...]:
        """Return the expected final points of every seat."""
        return self._means("points", 0)

    def _means(self, field: str, node: int) -> tuple[float, ...]:
        return tuple(self._nodes[field][node, : self._players].tolist())

    def _children(self, node: int) -> range:
        first = int(self._nodes["first"][node])
        return range(first, first + int(self._nodes["children"][node]))

    def is_decided(self, simulations: float) -> bool:
        """Return True if the most visited option would stay so after that many more simulations."""
        children = self._children(0)
        visits = np.sort(self._nodes["visits"][children.start : children.stop])
        return len(visits) < 2 or bool(visits[-1] - visits[-2] > simulations)

    def branches(self) -> list[Branch]:
        """Return the options at the root in order, once a simulation has expanded it."""
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
        """Return a step at the root and its most likely continuation."""
        line: list[int] = []
        nodes = [node for node in self._children(0) if self._nodes["step"][node] == first]
        while nodes and len(line) < longest:
            best = max(nodes, key=lambda node: int(self._nodes["visits"][node]))
            if self._nodes["visits"][best] == 0:
                break
            line.append(int(self._nodes["step"][best]))
            nodes = list(self._children(best))
        return line
