"""Evaluation networks: their files and their format.

A file is a plain .npz of integers. A game's networks are in its folder `networks`, one per number
of players; they are read once and shared by all threads.
"""

from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal, NamedTuple
from zipfile import BadZipFile

import numpy as np

from rondel.bots.kernels import build_network, features_of, kernels
from rondel.bots.kernels.network import UNIT, WEIGHT
from rondel.bots.kernels.nodes import Network
from rondel.core import Edition, Game, Position, WrongArgument
from rondel.kernel.record import Array
from rondel.kernel.state import MAX_SEATS

FINEST, COARSEST = 12, 6
"""Fixed-point bits of 1.0 in the first layer: most and fewest."""
NETWORK, HINTS = "network", "hints"
"""Kinds of evaluators: the game's network if there is one, or its hints."""
HOLDS = 32767
"""Largest number in the first layer."""


EvaluatorKind = Literal["learnt", "alike", "hints"]
"""Evaluator of the bots: a network trained on this map, one trained on another map, or hints."""


class Weights(NamedTuple):
    """Network in integers."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    last_bias: Array
    shift: int

    @property
    def players(self) -> int:
        """Return the number of players."""
        return int(self.last.shape[1]) // 2


def write_network(weights: Weights, path: Path) -> None:
    """Write a network to a file."""
    arrays = weights._asdict()
    path.parent.mkdir(parents=True, exist_ok=True)
    kept: dict[str, Any] = {**arrays, "shift": np.int64(weights.shift)}
    np.savez_compressed(path, **kept)


def read_network(path: Path) -> Weights:
    """Return the network of a file. Raise ValueError if it is none."""
    try:
        with np.load(path, allow_pickle=False) as file:
            parts = [np.ascontiguousarray(file[name]) for name in Weights._fields[:-1]]
            first, first_bias, second, second_bias, last, last_bias = parts
            shift = int(file["shift"])
        weights = Weights(first, first_bias, second, second_bias, last, last_bias, shift)
        _check_sizes(weights)
        return weights
    except (KeyError, OSError, TypeError, ValueError, BadZipFile) as problem:
        raise ValueError(f"{path} is no network: {problem}") from None


def _check_sizes(weights: Weights) -> None:
    """Raise ValueError unless the layers' sizes match; compiled code does not check them."""
    if weights.first.ndim != 2 or weights.last_bias.ndim != 1:
        raise ValueError("its layers are no tables")
    rows, width = weights.first.shape
    depth, outputs = len(weights.second_bias), len(weights.last_bias)
    wanted = ((rows, width), (width,), (width, depth), (depth,), (depth, outputs), (outputs,))
    kinds = (np.int16, np.int16, np.int16, np.int32, np.int16, np.int32)
    parts = weights[:-1]
    if any(part.shape != size for part, size in zip(parts, wanted, strict=True)):
        raise ValueError("its layers do not follow from each other")
    if any(part.dtype != kind for part, kind in zip(parts, kinds, strict=True)):
        raise ValueError("its numbers are of other kinds")
    if not COARSEST <= weights.shift <= FINEST:
        raise ValueError(f"its first layer has {weights.shift} bits")


def whole(
    first: Array,
    first_bias: Array,
    second: Array,
    second_bias: Array,
    last: Array,
    last_bias: Array,
    most: float,
) -> Weights:
    """Return a network of floats quantized to integers. `most` is an upper bound of the sum of its
    rows.
    """
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
    """Return the file of a game's network for a number of players."""
    return game.folder / "networks" / f"{players}.npz"


def _weights(path: Path) -> Weights | None:
    """Return the network of a file, read once and shared by all threads."""
    with _reading:
        return _read_once(path)


@cache
def _read_once(path: Path) -> Weights | None:
    return read_network(path) if path.exists() else None


_reading = Lock()


def fits(weights: Weights, game: Game, players: int) -> bool:
    """Return True if a network fits the current features of a game and its number of players."""
    features = features_of(game)
    return features is not None and (len(weights.first), weights.players) == (
        features.ROWS,
        players,
    )


def read_evaluator(written: str) -> str:
    """Return an evaluator: `network`, `hints`, or the file of a network. Raise ValueError."""
    if written not in (NETWORK, HINTS):
        if not written.endswith(".npz"):
            raise ValueError(
                f"evaluator={written} is neither network nor hints nor a file NAME.npz"
            )
        read_network(Path(written))
    return written


def knows(game: Game, players: int, edition: Edition, evaluator: str = NETWORK) -> bool:
    """Return True if a network may evaluate this edition: the built-in one, or another map."""
    return _network(game, players, edition, evaluator) is not None


def _network(game: Game, players: int, edition: Edition, evaluator: str) -> Weights | None:
    if evaluator == HINTS:
        return None
    if evaluator != NETWORK:
        weights = _weights(Path(evaluator))
        if weights is None or not fits(weights, game, players):
            wanted = f"a network of {game.name} as it is now, for {players} players"
            raise WrongArgument("evaluator", evaluator, wanted)
        return weights
    weights = _weights(file_of(game, players))
    if weights is None or not fits(weights, game, players):
        return None
    return weights if _is_usual(game, edition) or game.maps is not None else None


def _is_usual(game: Game, edition: Edition) -> bool:
    """Return True for the edition that networks are trained on."""
    usual = game.edition("")
    return edition is usual or edition.box.tobytes() == usual.box.tobytes()


def evaluator_kind(game: Game, players: int, edition: Edition) -> EvaluatorKind:
    """Return the kind of evaluator that bots use at such a table."""
    if not knows(game, players, edition):
        return "hints"
    return "learnt" if _is_usual(game, edition) else "alike"


def network_for(
    game: Game, players: int, edition: Edition, evaluator: str = NETWORK
) -> Network | None:
    """Return the network for a game and a number of players, or None if hints are used."""
    weights = _network(game, players, edition, evaluator)
    return None if weights is None else build_network(*weights)


def chances(position: Position) -> tuple[float, ...] | None:
    """Return every seat's win probability from one network evaluation, or None without a network.

    The observer is the seat to move; seat 0 while chance is to move.

    Args:
        position: Position to evaluate.

    Examples:
        >>> seen = rondel.chances(rondel.Match("finca", seed=7).position)
        >>> round(sum(seen), 6)
        1.0

    """
    if (result := position.result) is not None:
        return result.shares
    network = network_for(position.game, position.players, position.edition)
    if network is None:
        return None
    outputs, points = np.zeros((2, MAX_SEATS))
    observer = position.seat or 0
    evaluate(position, observer, network, outputs, points)
    return tuple(outputs[: position.players].tolist())


def evaluate(
    position: Position, observer: int, network: Network, outputs: Array, points: Array
) -> None:
    """Write the network's evaluation of a position: all win probabilities and points."""
    kernels(position.game).network.evaluate_network(
        position.state[0], position.edition.box[0], observer, network, outputs, points
    )
