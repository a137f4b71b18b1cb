"""Template: the exact solution of a turn that can end the game. Loaded once per game.

The open names are three of a game's rules, as tree.py beside this one has them.

The worth of a table is a seat's part of the win: 1 for a win alone, a half or less for a shared
one, 0 for everything else, a table that others move on included. The search goes depth first
through the turn, looks at each table once, and keeps its worth in a hash table.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.bots.kernels.nodes import TurnSearch
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, OVER

legal_steps: Callable[..., int]
apply: Callable[..., None]
score: Callable[..., None]

WITHOUT_CHANCE, CERTAIN, EXPECTED = range(3)
"""The worth of a table where chance decides: 0, the least of its outcomes, or their mean."""
ENDS, GOES_ON, MEETS_CHANCE, INCOMPLETE = 1, 2, 4, 8
"""Bits of the answer: the kinds of ways through the turn, and whether some were left out."""
UNKNOWN = -1.0
_LOW_BITS = np.uint64(8)


@rule
def share_of_win(s: Any, box: Any, me: int, points: Array, tiebreaks: Array) -> float:
    """Return a seat's part of the win at the end, by points and then by tie-breaks."""
    score(s, box, points, tiebreaks)
    winners = 1
    for seat in range(s.players):
        if seat == me:
            continue
        gap = points[seat] - points[me]
        if gap == 0.0:
            gap = tiebreaks[seat] - tiebreaks[me]
        if gap > 0.0:
            return 0.0
        winners += gap == 0.0
    return 1.0 / winners


@rule
def slot_of(table: Array, salts: Array, keys: Array) -> int:
    """Return the slot of a table's bytes in the hash table, or -1 - slot where it is new."""
    key = np.uint64(1)
    for at in range(table.shape[0]):
        key += np.uint64(table[at]) * salts[at]
    mask = keys.shape[0] - 1
    slot = np.int64(key >> _LOW_BITS) & mask
    while keys[slot] != 0:
        if keys[slot] == key:
            return int(slot)
        slot = (slot + 1) & mask
    keys[slot] = key
    return -1 - int(slot)


@rule
def enter(s: Any, box: Any, search: TurnSearch, level: int, mode: int) -> None:
    """Begin with a table's options."""
    search.found[level] = legal_steps(s, box, search.steps[level], search.weights[level])
    search.nexts[level] = 0
    search.totals[level] = 0
    search.worths[level] = 1.0 if s.seat == CHANCE and mode == CERTAIN else 0.0


@rule
def add_option(s: Any, search: TurnSearch, level: int, worth: float, mode: int) -> None:
    """Count the worth of an option, or of an outcome of chance, towards its table's worth."""
    index = search.nexts[level] - 1
    if level == 0:
        search.gains[index] = worth
    if s.seat != CHANCE:
        search.worths[level] = max(search.worths[level], worth)
    elif mode == CERTAIN:
        search.worths[level] = min(search.worths[level], worth)
    else:
        weight = search.weights[level, index]
        search.totals[level] += weight
        search.worths[level] += weight * worth


@rule
def is_known(s: Any, search: TurnSearch, level: int, mode: int) -> bool:
    """Return whether no further option can change a table's worth; the first table sees all."""
    if search.nexts[level] == search.found[level]:
        return True
    if level == 0:
        return False
    if s.seat == CHANCE:
        return bool(mode == CERTAIN and search.worths[level] == 0.0)
    return bool(search.worths[level] == 1.0)


@rule
def solve_turn(search: TurnSearch, boxes: Array, mode: int) -> int:
    """Find the worth of each option of the first state; return the bits of what was met.

    Options that were not reached stay UNKNOWN. Where tables repeat on one way, the second visit is
    worth 0: walking in circles wins nothing.
    """
    box = boxes[0]
    states: Any = search.states
    me = int(states[0].seat)
    deepest = states.shape[0] - 1
    room = search.keys.shape[0] // 2
    met = level = 0
    search.gains[:] = UNKNOWN
    enter(states[0], box, search, 0, mode)
    while level >= 0:
        here = states[level]
        if is_known(here, search, level, mode):
            worth = search.worths[level]
            if search.totals[level] > 0:
                worth /= search.totals[level]
            search.kept[search.slots[level]] = worth
            level -= 1
            if level >= 0:
                add_option(states[level], search, level, worth, mode)
            continue
        step = np.int64(search.steps[level, search.nexts[level]])
        search.nexts[level] += 1
        states[level + 1] = states[level]
        there = states[level + 1]
        apply(there, box, step)
        if there.seat == OVER:
            met |= ENDS
            worth = share_of_win(there, box, me, search.pad[0], search.pad[1])
        elif there.seat != CHANCE and there.seat != me:
            met |= GOES_ON
            if mode == EXPECTED:
                return met
            worth = 0.0
        elif there.seat == CHANCE and mode == WITHOUT_CHANCE:
            met |= MEETS_CHANCE
            worth = 0.0
        elif level + 1 == deepest:
            met |= INCOMPLETE
            worth = 0.0
        else:
            if there.seat == CHANCE:
                met |= MEETS_CHANCE
            slot = slot_of(search.tables[level + 1], search.salts, search.keys)
            if slot < 0:
                if room == 0:
                    return met | INCOMPLETE
                room -= 1
                level += 1
                search.slots[level] = -1 - slot
                enter(there, box, search, level, mode)
                continue
            worth = search.kept[slot]
        add_option(here, search, level, worth, mode)
    return met
