"""Template: options that bring their seat nothing. Loaded once per game.

The open names are a rule of the game and its hint `is_idle`, as in tree.py beside this file.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.kernel.record import Array
from rondel.kernel.rule import rule

legal_steps: Callable[..., int]
is_idle: Callable[..., bool]


@rule
def mark_idle(states: Array, boxes: Array, steps: Array, weights: Array, idle: Array) -> int:
    """Write True for each option that brings its seat nothing; return the number of options."""
    s: Any = states[0]
    found = legal_steps(s, boxes[0], steps, weights)
    for index in range(found):
        idle[index] = is_idle(s, boxes[0], np.int64(steps[index]))
    return found
