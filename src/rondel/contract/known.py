"""What was made before, and is wanted again turn after turn."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

C = TypeVar("C")
K = TypeVar("K")
V = TypeVar("V")
MOST_KNOWN, MOST_CONTEXTS = 4096, 64


class Known(dict[K, V]):
    """What is made of a key, made once; when there is too much of it, all is forgotten.

    For what never changes. `lru_cache` keeps an order too, which takes longer than finding it.
    """

    def __init__(self, make: Callable[[K], V], most: int = MOST_KNOWN):
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        """Make it."""
        if len(self) >= self._most:
            self.clear()
        made = self[key] = self._make(key)
        return made


def known(make: Callable[[C, K], V]) -> Known[C, Known[K, V]]:
    """Marks what is made of a context and a key: `make[context][key]` has it, made once."""
    return Known(lambda context: Known(partial(make, context)), MOST_CONTEXTS)
