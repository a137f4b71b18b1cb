"""Random numbers for simulations, with an explicit generator state that also works on a GPU."""

import numpy as np

from rondel.kernel.record import Array
from rondel.kernel.rule import rule

_A, _B, _C, _HALF = np.uint64(13), np.uint64(7), np.uint64(17), np.uint64(32)
_MASK = (1 << 64) - 1


def seeds(seed: int, count: int) -> Array:
    """Return well-mixed generator states (SplitMix64), one per stream."""
    z = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    z += np.uint64(seed * 0xD1342543DE82EF95 & _MASK)
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.maximum(z ^ z >> np.uint64(31), np.uint64(1))


@rule
def draw(luck: Array, stream: int, below: int) -> int:
    """Return an integer from 0 up to `below` and advance that stream (xorshift)."""
    x = luck[stream]
    x ^= x << _A
    x ^= x >> _B
    x ^= x << _C
    luck[stream] = x
    return np.int64(((x >> _HALF) * np.uint64(below)) >> _HALF)  # type: ignore[return-value]


@rule
def draw_weighted(luck: Array, stream: int, weights: Array, count: int) -> int:
    """Return an index below `count`, drawn by weight."""
    total = 0
    for index in range(count):
        total += weights[index]
    left = draw(luck, stream, total)
    for index in range(count - 1):
        left -= weights[index]
        if left < 0:
            return index
    return count - 1
