"""Observations: the numbers of a table from an observer's point of view."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, cast

import numpy as np

from rondel.core import Game
from rondel.games import find
from rondel.kernel.record import GAP, Array
from rondel.kernel.state import MAX_SEATS
from rondel.learn.bundles import ObservationLayout
from rondel.learn.kernels.observing import observe

LEAST, MOST = -32768, 32767
"""Range of numbers in observations."""
Holds = Literal["number", "seat", "kind", "bits"]
"""Kind of values in a field."""


@dataclass(frozen=True)
class Feature:
    """Field of the state as observers see it: its place and its meaning."""

    field: str
    """Name of the field."""
    shape: tuple[int, ...]
    """Shape as observed, without absent seats."""
    seat_axis: int | None
    """Axis that is indexed by seat, if any."""
    places: slice
    """Places in an observation."""
    holds: Holds
    """Kind of values."""
    low: int
    """Lowest value."""
    high: int
    """Highest value; the number of bits for bit sets, a typical value for plain numbers."""
    most: int
    """Highest value that a place can show."""
    says: str
    """Description from the game's `features.toml`."""


class Features:
    """Observation layout of a game for a number of players: one number per field element."""

    def __init__(self, game: Game | str, players: int):
        game = find(game)
        """Game of the observations."""
        game.check_players(players)
        self.game = game
        """Game whose positions are encoded."""
        self.players = players
        """Number of players."""
        self.features: list[Feature] = []
        """Fields in the order of an observation."""
        written = game.folder / "features.toml"
        declared = tomllib.loads(written.read_text("utf-8")) if written.exists() else {}
        for field in (name for name in game.state.dtype.names or () if name != GAP):
            self.features.append(self._feature(field, declared.get(field, {})))
        self.size = self.features[-1].places.stop
        """Length of an observation."""

    def _feature(self, field: str, declared: dict[str, Any]) -> Feature:
        holds: Holds = declared.get("holds", "number")
        shape = self.game.state.dtype[field].shape
        by_seat = MAX_SEATS in shape and holds != "seat"
        axis = shape.index(MAX_SEATS) if by_seat else None
        shape = tuple(self.players if at == axis else size for at, size in enumerate(shape))
        high = self.players - 1 if holds == "seat" else declared.get("to", 1)
        first = self.features[-1].places.stop if self.features else 0
        places = slice(first, first + int(np.prod(shape, dtype=int)))
        low, says = declared.get("from", 0), declared.get("says", "")
        cell = np.iinfo(self.game.state.dtype[field].base)
        most = {"number": declared.get("most", cell.max), "bits": (1 << high) - 1}.get(holds, high)
        least = low if declared else cell.min
        return Feature(field, shape, axis, places, holds, least, high, int(most), says)

    def sources(self, observer: int) -> Array:
        """Return the state byte that each place of an observation shows, the lower one of two.

        Args:
            observer: Seat that observes.

        """
        found: list[Array] = []
        for feature in self.features:
            fields: Any = self.game.state.dtype.fields
            kind, offset = fields[feature.field][:2]
            count = max(1, int(np.prod(kind.shape, dtype=int)))
            cells = cast(Any, np.arange(count)).reshape(kind.shape)
            if feature.seat_axis is not None:
                seats = (observer + np.arange(self.players)) % self.players
                cells = cells.take(seats, feature.seat_axis)
            found.append(offset + cells.ravel() * kind.base.itemsize)
        return np.concatenate(found)

    @cached_property
    def layout(self) -> ObservationLayout:
        """Return the layout for kernels: whole blocks where all observers see the same, else single
        bytes.
        """
        rows = np.stack([self.sources(observer) for observer in range(self.players)])
        kinds = {f.field: self.game.state.dtype[f.field].base for f in self.features}
        narrow = [f for f in self.features if kinds[f.field].itemsize == 1]
        words = narrow[0].places.start
        apart = [f for f in narrow if f.seat_axis is not None]
        places = np.array([place for f in apart for place in _range(f)], np.uint64)
        together = _runs([f for f in narrow if f.seat_axis is None])
        return ObservationLayout(
            wide=(rows[:, :words] // 2).astype(np.uint64),
            places=places,
            single=rows[:, places.astype(np.int64)].astype(np.uint64),
            blocks=_pairs([(rows[0, place], place, size) for place, size in together], 3),
            unsigned=_pairs(_runs([f for f in narrow if kinds[f.field] == np.uint8]), 2),
            seats=_pairs(_runs([f for f in narrow if f.holds == "seat"]), 2),
        )

    def observe(self, state: Array, observer: int) -> Array:
        """Return an observer's observation of a state (an array of one record).

        Args:
            state: Array of one state record.
            observer: Seat that observes.

        """
        plain = np.frombuffer(state, np.int8).reshape(1, -1)
        seen = np.empty((1, self.size), np.int16)
        observe(0, as_words(plain), plain, *self.layout, observer, seen)
        return seen.reshape(-1)

    @cached_property
    def bounds(self) -> tuple[Array, Array]:
        """Return the lowest and the highest value of each place of an observation."""
        low, high = np.empty(self.size, np.int16), np.empty(self.size, np.int16)
        for feature in self.features:
            low[feature.places] = max(feature.low, LEAST)
            high[feature.places] = min(feature.most, MOST)
        return low, high

    @cached_property
    def _expansion(self) -> tuple[Array, ...]:
        """Return place, shift, mask and expected value of each one-hot output, then the scaled
        numbers with their scales.
        """
        rows: list[tuple[int, int, int, int, float]] = []
        for feature in self.features:
            for place in range(feature.places.start, feature.places.stop):
                if feature.holds == "number":
                    rows.append((place, 0, 0, 0, 1 / feature.high))
                elif feature.holds == "bits":
                    rows += [(place, bit, 1, 1, 0.0) for bit in range(feature.high)]
                else:
                    values = range(feature.low, feature.high + 1)
                    rows += [(place, 0, -1, value, 0.0) for value in values]
        place, shift, mask, answer = np.array([row[:4] for row in rows], np.int16).T.copy()
        scale = np.array([row[4] for row in rows], np.float32)
        numbers = np.flatnonzero(scale)
        return place.astype(np.int64), shift, mask, answer, numbers, scale[numbers]

    @cached_property
    def expanded_bounds(self) -> tuple[Array, Array]:
        """Return the lowest and the highest value of each output of `expand`."""
        place, _, _, _, numbers, scale = self._expansion
        low, high = np.zeros(len(place), np.float32), np.ones(len(place), np.float32)
        for bound, expanded in zip(self.bounds, (low, high), strict=True):
            expanded[numbers] = bound[place[numbers]] * scale
        return low, high

    @property
    def expanded(self) -> int:
        """Return the number of outputs of `expand`."""
        return len(self._expansion[0])

    def expand(self, observations: Array) -> Array:
        """Return observations with kinds and seats one-hot, bits separated and numbers scaled.

        Input and output are arrays whose last axis is the observation.

        Args:
            observations: Rows of observations.

        """
        place, shift, mask, answer, numbers, scale = self._expansion
        seen = observations[..., place]
        shown: Array = ((seen >> shift & mask) == answer).astype(np.float32)
        shown[..., numbers] = seen[..., numbers] * scale
        return shown


def as_words(plain: Array) -> Array:
    """Return rows of bytes as rows of 16-bit words; records of odd size have none.

    Args:
        plain: Rows of bytes.

    """
    return np.zeros((len(plain), 0), np.int16) if plain.shape[1] % 2 else plain.view(np.int16)


def _range(feature: Feature) -> range:
    return range(feature.places.start, feature.places.stop)


def _runs(features: list[Feature]) -> list[tuple[int, int]]:
    """Return the places of features as runs: first place and length of each, neighbours joined."""
    runs: list[tuple[int, int]] = []
    for feature in features:
        size = len(_range(feature))
        if runs and sum(runs[-1]) == feature.places.start:
            runs[-1] = runs[-1][0], runs[-1][1] + size
        else:
            runs.append((feature.places.start, size))
    return runs


def _pairs(rows: Sequence[tuple[int, ...]], width: int) -> Array:
    return np.array(rows, np.uint64).reshape(-1, width)


def describe(seen: Features) -> str:
    """Return the places of an observation as a Markdown table.

    Args:
        seen: Observation to describe.

    """
    lines = ["| places | field | shape | holds | meaning |", "|---|---|---|---|---|"]
    for feature in seen.features:
        first, last = feature.places.start, feature.places.stop - 1
        places = f"{first}" if first == last else f"{first}–{last}"
        shape = " × ".join(map(str, feature.shape)) or "1"
        if feature.seat_axis is not None:
            shape += ", by seat"
        range_ = f" {feature.low} to {feature.high}"
        holds = {
            "number": f"number, / {feature.high}",
            "seat": "seat",
            "kind": f"kind{range_}",
            "bits": f"{feature.high} bits",
        }[feature.holds]
        lines.append(f"| {places} | `{feature.field}` | {shape} | {holds} | {feature.says} |")
    return "\n".join(lines)


@cache
def features(game: Game | str, players: int) -> Features:
    """Return the observation layout of a game.

    Args:
        game: Game or its name.
        players: Number of players.

    Raises:
        UnknownGame: No game has this name.
        WrongPlayers: The game does not support this number of players.

    Examples:
        >>> from rondel.learn.features import features
        >>> seen = features("finca", 2)
        >>> seen.observe(rondel.Match("finca", seed=7).position.state, observer=0).shape
        (240,)

    """
    return Features(game, players)


def returns(ranks: Array) -> Array:
    """Return the returns for places: 1 for the first, -1 for the last, equals share; the sum is 0.

    Args:
        ranks: Places by seat.

    Examples:
        >>> import numpy
        >>> from rondel.learn.features import returns
        >>> returns(numpy.array([1, 2, 2])).tolist()
        [1.0, -0.5, -0.5]

    """
    places = np.asarray(ranks)
    worse = (places[..., None, :] > places[..., :, None]).sum(axis=-1)
    better = (places[..., None, :] < places[..., :, None]).sum(axis=-1)
    return np.asarray((worse - better) / (places.shape[-1] - 1))
