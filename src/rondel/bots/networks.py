"""Networks that judge: where they are, and how they are written down.

A file is a plain .npz of whole numbers. A game's own lie in its folder `networks`, one for each
number of players; they are read once and shared by all who think.
"""

from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Literal, NamedTuple
from zipfile import BadZipFile

import numpy as np

from rondel.bots.kernels import insight_of, kernels, mind_of
from rondel.bots.kernels.mind import UNIT, WEIGHT
from rondel.bots.kernels.nodes import Mind
from rondel.contract import Edition, Game, Position, WrongArgument
from rondel.kernel.record import Array
from rondel.kernel.state import MOST_SEATS

FINEST, COARSEST = 12, 6
"""Bits that 1 may have in the first layer."""
NETWORK, HINTS = "network", "hints"
"""Who judges: the game's own network where there is one, or its hints."""
HOLDS = 32767
"""What a cell of the first layer can hold."""


Footing = Literal["learnt", "alike", "hints"]
"""What bots go by: a network that learnt here, one that learnt on another map, or hints."""


class Weights(NamedTuple):
    """A network in whole numbers."""

    first: Array
    first_bias: Array
    second: Array
    second_bias: Array
    last: Array
    last_bias: Array
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
        weights = Weights(first, first_bias, second, second_bias, last, last_bias, shift)
        _check_sizes(weights)
        return weights
    except (KeyError, OSError, TypeError, ValueError, BadZipFile) as problem:
        raise ValueError(f"{path} is no network: {problem}") from None


def _check_sizes(weights: Weights) -> None:
    """Compiled code looks nothing up twice: every layer must follow from the one before."""
    if weights.first.ndim != 2 or weights.last_bias.ndim != 1:
        raise ValueError("its layers are no tables")
    rows, width = weights.first.shape
    depth, told = len(weights.second_bias), len(weights.last_bias)
    wanted = ((rows, width), (width,), (width, depth), (depth,), (depth, told), (told,))
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


def _weights(path: Path) -> Weights | None:
    """The network of a file, read once and shared by all threads."""
    with _reading:
        return _read_once(path)


@cache
def _read_once(path: Path) -> Weights | None:
    return read_network(path) if path.exists() else None


_reading = Lock()


def fits(weights: Weights, game: Game, players: int) -> bool:
    """Whether a network judges this game, as its insight is now, for so many players."""
    insight = insight_of(game)
    return insight is not None and (len(weights.first), weights.players) == (insight.ROWS, players)


def judge_called(written: str) -> str:
    """Who judges: `network`, `hints`, or the file of a network. Raises ValueError."""
    if written not in (NETWORK, HINTS):
        if not written.endswith(".npz"):
            raise ValueError(f"judge={written} is neither network nor hints nor a file NAME.npz")
        read_network(Path(written))
    return written


def knows(game: Game, players: int, edition: Edition, judge: str = NETWORK) -> bool:
    """Whether a network may judge this edition: the usual printing, or another map of it."""
    return _network(game, players, edition, judge) is not None


def _network(game: Game, players: int, edition: Edition, judge: str) -> Weights | None:
    if judge == HINTS:
        return None
    if judge != NETWORK:
        weights = _weights(Path(judge))
        if weights is None or not fits(weights, game, players):
            wanted = f"a network of {game.name} as it is now, for {players} players"
            raise WrongArgument("judge", judge, wanted)
        return weights
    weights = _weights(file_of(game, players))
    if weights is None or not fits(weights, game, players):
        return None
    return weights if _is_usual(game, edition) or game.maps is not None else None


def _is_usual(game: Game, edition: Edition) -> bool:
    """Whether this is the printing that networks learn on."""
    usual = game.edition("")
    return edition is usual or edition.box.tobytes() == usual.box.tobytes()


def footing(game: Game, players: int, edition: Edition) -> Footing:
    """What our bots go by at such a table."""
    if not knows(game, players, edition):
        return "hints"
    return "learnt" if _is_usual(game, edition) else "alike"


def mind_for(game: Game, players: int, edition: Edition, judge: str = NETWORK) -> Mind | None:
    """The network that judges a game of so many players, or None where the hints do."""
    weights = _network(game, players, edition, judge)
    return None if weights is None else mind_of(*weights)


def chances(position: Position) -> tuple[float, ...] | None:
    """Every seat's chance to win as a network sees it at a glance; None where none knows the game.

    The seat that is asked looks; seat 0 while chance is.

    Examples:
        >>> seen = rondel.chances(rondel.Match("finca", seed=7).position)
        >>> round(sum(seen), 6)
        1.0

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


def glance(position: Position, observer: int, mind: Mind, told: Array, points: Array) -> None:
    """What a network tells of a position: everybody's chances and points."""
    kernels(position.game).mind.ponder(
        position.state[0], position.edition.box[0], observer, mind, told, points
    )
