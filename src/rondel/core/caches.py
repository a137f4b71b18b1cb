"""Caches for values derived from immutable data."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

C = TypeVar("C")
K = TypeVar("K")
V = TypeVar("V")
MAX_KNOWN, MAX_CONTEXTS = 4096, 64


class BoundedCache(dict[K, V]):
    """Mapping that computes missing values and is emptied when it grows too large.

    For values that never change. `lru_cache` also maintains an order, which costs more than
    computing a value.
    """

    def __init__(self, make: Callable[[K], V], most: int = MAX_KNOWN):
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        """Compute the value, store it and return it."""
        if len(self) >= self._most:
            self.clear()
        made = self[key] = self._make(key)
        return made


def memoize(make: Callable[[C, K], V]) -> BoundedCache[C, BoundedCache[K, V]]:
    """Return a two-level cache of a function: `cache[context][key]` is computed once."""
    return BoundedCache(lambda context: BoundedCache(partial(make, context)), MAX_CONTEXTS)
