"""Networks that judge: where they are, and how they are written down.

A file is a plain .npz of whole numbers. A game's own lie in its folder `networks`, one for each
number of players; they are read once and shared by all who think.
"""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rondel.bots.kernels import insight_of, kernels, mind_of
from rondel.bots.kernels.mind import UNIT, WEIGHT
from rondel.bots.kernels.nodes import Mind
from rondel.contract import Edition, Game, Position
from rondel.kernel.record import Cells
from rondel.kernel.state import MOST_SEATS

FINEST, COARSEST = 12, 6
"""Bits that 1 may have in the first layer."""
HOLDS = 32767
"""What a cell of the first layer can hold."""


class Weights(NamedTuple):
    """A network in whole numbers."""

    first: Cells
    first_bias: Cells
    second: Cells
    second_bias: Cells
    last: Cells
    last_bias: Cells
    shift: int

    @property
    def players(self) -> int:
        """For how many it judges."""
        return int(self.last.shape[1]) // 2


def write_network(weights: Weights, path: Path) -> None:
    """A network as a file."""
    arrays = weights._asdict()
    path.parent.mkdir(parents=True, exist_ok=True)
    kept: dict[str, Any] = {**arrays, "shift": np.int64(weights.shift)}
    np.savez_compressed(path, **kept)


def read_network(path: Path) -> Weights:
    """The network in a file. Raises ValueError where it is none."""
    try:
        with np.load(path, allow_pickle=False) as file:
            parts = [np.ascontiguousarray(file[name]) for name in Weights._fields[:-1]]
            first, first_bias, second, second_bias, last, last_bias = parts
            shift = int(file["shift"])
        return Weights(first, first_bias, second, second_bias, last, last_bias, shift)
    except (KeyError, OSError, ValueError) as problem:
        raise ValueError(f"{path} is no network: {problem}") from None


def whole(
    first: Cells,
    first_bias: Cells,
    second: Cells,
    second_bias: Cells,
    last: Cells,
    last_bias: Cells,
    most: float,
) -> Weights:
    """A network of fractions in whole numbers. `most` is the largest sum its rows can have."""
    shift = FINEST
    while shift > COARSEST and most * (1 << shift) > HOLDS:
        shift -= 1
    if most * (1 << shift) > HOLDS:
        raise ValueError("the first layer's rows add up to more than whole numbers can hold")
    return Weights(
        np.rint(first * (1 << shift)).astype(np.int16),
        np.rint(first_bias * (1 << shift)).astype(np.int16),
        np.rint(second * WEIGHT).astype(np.int16),
        np.rint(second_bias * UNIT * WEIGHT).astype(np.int32),
        np.rint(last * WEIGHT).astype(np.int16),
        np.rint(last_bias * UNIT * WEIGHT).astype(np.int32),
        shift,
    )


def file_of(game: Game, players: int) -> Path:
    """Where a game's network for so many players is kept."""
    return game.folder / "networks" / f"{players}.npz"


@cache
def _weights(path: Path) -> Weights | None:
    return read_network(path) if path.exists() else None


def knows(game: Game, players: int, edition: Edition) -> bool:
    """Whether a network may judge this edition: the usual printing, or another map of it."""
    if _weights(file_of(game, players)) is None or insight_of(game) is None:
        return False
    return edition.name == game.edition("").name or game.maps is not None


def mind_for(game: Game, players: int, edition: Edition) -> Mind | None:
    """The network that judges a game of so many players, or None where the hints do."""
    if not knows(game, players, edition):
        return None
    weights = _weights(file_of(game, players))
    assert weights is not None
    return mind_of(*weights)


def chances(position: Position) -> tuple[float, ...] | None:
    """Every seat's chance to win as a network sees it at a glance; None where none knows the game.

    The seat that is asked looks; seat 0 while chance is.
    """
    if (result := position.result) is not None:
        return result.shares
    mind = mind_for(position.game, position.players, position.edition)
    if mind is None:
        return None
    told, points = np.zeros((2, MOST_SEATS))
    observer = position.seat or 0
    glance(position, observer, mind, told, points)
    return tuple(told[: position.players].tolist())


def glance(position: Position, observer: int, mind: Mind, told: Cells, points: Cells) -> None:
    """What a network tells of a position: everybody's chances and points."""
    kernels(position.game).mind.ponder(
        position.state[0], position.edition.box[0], observer, mind, told, points
    )
