"""Every touch of Numba's private parts: what a new Numba moves is mended here alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import config

VERSION: str = numba.__version__
PRIVATE: dict[str, Any] = {"_nrt": False}
"""Rules allocate nothing, so Numba need not count references to the arrays passed around."""


# numba-cuda still asks for the old name of this function.
if not hasattr(np, "row_stack"):
    vars(np)["row_stack"] = np.vstack


def is_interpreted() -> bool:
    """Whether rules run as plain Python (NUMBA_DISABLE_JIT=1)."""
    return bool(config.DISABLE_JIT)


def is_simulated() -> bool:
    """Whether a GPU is only played (NUMBA_ENABLE_CUDASIM=1)."""
    return bool(config.ENABLE_CUDASIM)


@contextmanager
def caching_in(directory: Path) -> Iterator[None]:
    """Around declaring functions: where their compiled forms are kept."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def memory_of(array: Any) -> Any:
    """The ordinary memory behind an array of the simulator, or None on a real GPU."""
    return array._ary if is_simulated() else None
