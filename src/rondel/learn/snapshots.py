"""Conversion of given positions to rows of a batch, with all checks first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np

from rondel.core import Edition, Game, Position, WrongArgument
from rondel.kernel.record import Array, shaped
from rondel.kernel.rng import seeds

Rows = Sequence[int] | Array | None
"""Tables of a batch; None for all of them."""


@dataclass(frozen=True)
class Snapshot:
    """Complete state of a batch, in arrays that nobody overwrites."""

    states: Any
    rng: Any
    action_rng: Any
    ended: Any
    returns: Any

    def __len__(self) -> int:
        """Return the number of tables."""
        return len(self.ended)


def is_whole(number: object) -> TypeGuard[int]:
    """Return True for an integer of Python or NumPy."""
    return isinstance(number, int | np.integer) and not isinstance(number, bool)


def check_tables(tables: object) -> int:
    """Return a number of tables. Raise WrongArgument."""
    if not is_whole(tables) or tables < 1:
        raise WrongArgument("tables", tables, "a whole number, at least 1")
    return int(tables)


def random_streams(seed: object, tables: int) -> tuple[Array, Array]:
    """Return random streams for chance and for random players, one of each per table. Raise
    WrongArgument.
    """
    if not is_whole(seed):
        raise WrongArgument("seed", seed, "a whole number")
    rng = seeds(int(seed), 2 * tables)
    return rng[:tables], rng[tables:]


def check_snapshot(snapshot: object, shape: tuple[int, ...]) -> None:
    """Raise WrongArgument unless it is a snapshot of states of this shape."""
    if not isinstance(snapshot, Snapshot):
        raise WrongArgument("snapshot", snapshot, "a result of a batch's snapshot()")
    if snapshot.states.shape != shape:
        raise WrongArgument("snapshot", snapshot.states.shape, "one of a batch like this one")


def check_rows(rows: Rows, tables: int) -> Array:
    """Return the indices of some tables. Raise WrongArgument."""
    if rows is None:
        return np.arange(tables)
    chosen = np.asarray(rows)
    if chosen.dtype == np.bool_ and chosen.shape == (tables,):
        chosen = np.flatnonzero(chosen)
    if chosen.ndim != 1 or not (chosen.size == 0 or np.issubdtype(chosen.dtype, np.integer)):
        raise WrongArgument("rows", rows, "a list of table numbers")
    if chosen.size and (chosen.min() < 0 or chosen.max() >= tables):
        raise WrongArgument("rows", rows, f"tables are numbered 0 to {tables - 1}")
    return chosen.astype(np.int64)


def laid_out(
    positions: Position[Any] | Sequence[Position[Any]],
    rows: int,
    game: Game[Any],
    players: int,
    edition: Edition,
) -> Array:
    """Return a row of bytes for each table: one position for all, or one for each."""
    wanted = f"one position, or {rows} of them"
    given: Any = positions
    if not isinstance(given, Position | Sequence):
        raise WrongArgument("positions", positions, wanted)
    chosen: list[Any] = [positions] * rows if isinstance(positions, Position) else list(positions)
    if len(chosen) != rows:
        raise WrongArgument("positions", len(chosen), wanted)
    for position in {id(position): position for position in chosen}.values():
        found: Any = position
        if not isinstance(found, Position):
            raise WrongArgument("positions", position, wanted)
        if position.game is not game or position.players != players:
            raise WrongArgument("positions", position, f"{game.name} for {players} players")
        if position.edition.box.tobytes() != edition.box.tobytes():
            raise WrongArgument("positions", position.edition.name, f"the edition {edition.name}")
        position.check_goes_on()
    written = b"".join(position.state.tobytes() for position in chosen)
    return np.frombuffer(written, np.int8).reshape(rows, game.state.dtype.itemsize)


def position_of(cells: Array, game: Game[Any], edition: Edition) -> Position[Any]:
    """Return the position of a row of bytes."""
    state = np.frombuffer(bytearray(cells.tobytes()), game.state.dtype)
    return Position(game, edition, shaped(state))
