"""Every touch of Numba's private parts: what a new Numba moves is mended here alone."""

import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core import caching, config

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


class _Shelf:
    """Where one function's compiled forms are kept.

    The folder's name tells the sources' content, so neither their place nor their date matters:
    copies of one version share what is compiled.
    """

    def __init__(self, directory: Path, line: int) -> None:
        self._directory, self._line = directory, line

    def ensure_cache_path(self) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(self._directory)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


def compiled(function: Any, directory: Path, **options: Any) -> Any:
    """A function that Numba compiles on first use and keeps in a folder."""
    dispatcher = numba.njit(**options)(function)
    if is_interpreted():
        return dispatcher

    class Kept(caching.CompileResultCacheImpl):  # type: ignore[misc]
        def __init__(self, function: Any) -> None:
            code = function.__code__
            self._locator = _Shelf(directory, code.co_firstlineno)
            name = f"{Path(code.co_filename).stem}.{function.__qualname__}"
            self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))

    class Cache(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Kept

    dispatcher._cache = Cache(function)
    return dispatcher


def memory_of(array: Any) -> Any:
    """The ordinary memory behind an array of the simulator, or None on a real GPU."""
    return array._ary if is_simulated() else None
