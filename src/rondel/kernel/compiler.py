"""Numba behind one function: by the accelerator if it works, otherwise by the public API alone."""

import os
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
from numba import config

VERSION: str = numba.__version__
SWITCH = "RONDEL_ACCELERATOR"
"""Environment variable; 0 switches the accelerator off."""


# numba-cuda still uses the old name of this function.
if not hasattr(np, "row_stack"):
    setattr(np, "row_stack", np.vstack)  # noqa: B010


def is_interpreted() -> bool:
    """Return True if rules run as plain Python (NUMBA_DISABLE_JIT=1)."""
    return bool(config.DISABLE_JIT)


def is_simulated() -> bool:
    """Return True if a simulator stands in for the GPU (NUMBA_ENABLE_CUDASIM=1)."""
    return bool(config.ENABLE_CUDASIM)


@cache
def accelerator() -> ModuleType | None:
    """Return the accelerator, or None if it is switched off or this Numba lacks what it needs."""
    if os.environ.get(SWITCH) == "0" or is_interpreted():
        return None
    try:
        from rondel.kernel import accelerator
    except (ImportError, AttributeError) as problem:
        print(
            f"rondel: rules compile slowly, because Numba {VERSION} has changed: {problem} "
            "[numba-changed]",
            file=sys.stderr,
        )
        return None
    return accelerator


def compiled(function: Any, directory: Path, small: bool = False, **options: Any) -> Any:
    """Return a function that Numba compiles on first use and caches in a folder.

    Args:
        function: Function to compile.
        directory: Cache folder.
        small: True to optimize for size, which takes less time.
        options: Further options of Numba.

    """
    if is_interpreted():
        return numba.njit(**options)(function)
    if faster := accelerator():
        return faster.compiled(function, directory, small, **options)
    # Numba reads the folder when it decorates a function.
    before, config.CACHE_DIR = config.CACHE_DIR, str(directory)
    try:
        return numba.njit(cache=True, **options)(function)
    finally:
        config.CACHE_DIR = before
