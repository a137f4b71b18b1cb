"""Template: vectorized tables. Loaded once per game with the rules bound.

The open names are a game's rules, described in kernel/drivers.py. Functions of one table (`t`) run
on any processor; the CPU loops over tables, the GPU runs a thread for each. The arrays come in the
bundles of learn/bundles.py and are unpacked before a loop, because the compiler would count
references to each inside it.
"""
# ruff: noqa: F821

from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.kernel.record import Array
from rondel.kernel.rng import draw, draw_weighted
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, OVER
from rondel.learn.kernels.observing import observe

setup: Callable[..., None]
legal_steps: Callable[..., int]
apply: Callable[..., None]
score: Callable[..., None]


@rule
def settle(s: Any, box: Any, rng: Array, t: Any, steps: Array, weights: Array) -> None:
    """Deal chance steps until a seat is to move or the game is over."""
    while s.seat == CHANCE:
        found = legal_steps(s, box, steps, weights)
        apply(s, box, np.int64(steps[draw_weighted(rng, t, weights, found)]))


@rule
def pay(t: Any, points: Array, tiebreaks: Array, returns: Array) -> None:
    """Write the returns: 1 for the first place down to -1 for the last; equals share."""
    players = returns.shape[1]
    for seat in range(players):
        worth = 0
        for other in range(players):
            ahead = points[seat] - points[other]
            if ahead == 0:
                ahead = tiebreaks[seat] - tiebreaks[other]
            if ahead > 0:
                worth += 1
            elif ahead < 0:
                worth -= 1
        returns[t, seat] = worth / (players - 1)


@rule
def list_options(
    t: Any, states: Any, boxes: Array, offered: Array, counts: Array, weights: Array, masks: Array
) -> Any:
    """Write the legal actions and the mask of a table; return the seat to move."""
    for at in range(np.uint64(counts[t])):
        masks[t, np.uint64(offered[t, at])] = False
    counts[t] = 0
    s = states[t]
    if s.seat != OVER:
        counts[t] = legal_steps(s, boxes[0], offered[t], weights)
        for at in range(np.uint64(counts[t])):
            masks[t, np.uint64(offered[t, at])] = True
    return np.int64(s.seat)


@rule
def deal(
    t: Any,
    states: Any,
    boxes: Array,
    rng: Array,
    steps: Array,
    weights: Array,
    returns: Array,
    ended: Array,
) -> None:
    """Deal a new game at a table."""
    players = returns.shape[1]
    s = states[t]
    box = boxes[0]
    setup(s, box, players)
    settle(s, box, rng, t, steps, weights)
    ended[t] = False
    for seat in range(players):
        returns[t, seat] = 0


@rule
def proceed(
    t: Any,
    action: Any,
    again: bool,
    states: Any,
    boxes: Array,
    rng: Array,
    steps: Array,
    weights: Array,
    points: Array,
    tiebreaks: Array,
    returns: Array,
    ended: Array,
) -> None:
    """Make one action at a table and deal chance steps; after the end, restart if `again`."""
    if ended[t]:
        for seat in range(returns.shape[1]):
            returns[t, seat] = 0
    s = states[t]
    box = boxes[0]
    apply(s, box, action)
    settle(s, box, rng, t, steps, weights)
    ended[t] = s.seat == OVER
    if s.seat == OVER:
        score(s, box, points, tiebreaks)
        pay(t, points, tiebreaks, returns)
        if again:
            setup(s, box, returns.shape[1])
            settle(s, box, rng, t, steps, weights)


@rule
def deal_all(tables: Any, layout: Any, pad: Any, shown: Any) -> None:
    """Deal a new game at every table."""
    states, words, cells, boxes, rng, offered, counts = tables
    wide, places, single, blocks, unsigned, held = layout
    steps, weights, _, _ = pad
    observations, masks, seats, ended, returns = shown
    for t in range(np.uint64(states.shape[0])):
        deal(t, states, boxes, rng, steps, weights, returns, ended)
        seat = list_options(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        observe(
            t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations
        )  # fmt: skip


@rule
def deal_some(rows: Array, tables: Any, layout: Any, pad: Any, shown: Any) -> None:
    """Deal a new game at some tables."""
    states, words, cells, boxes, rng, offered, counts = tables
    wide, places, single, blocks, unsigned, held = layout
    steps, weights, _, _ = pad
    observations, masks, seats, ended, returns = shown
    for row in range(rows.shape[0]):
        t = np.uint64(rows[row])
        deal(t, states, boxes, rng, steps, weights, returns, ended)
        seat = list_options(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        observe(
            t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations
        )  # fmt: skip


@rule
def show_all(tables: Any, layout: Any, pad: Any, shown: Any) -> None:
    """Deal chance steps at every table and write the observations."""
    states, words, cells, boxes, rng, offered, counts = tables
    wide, places, single, blocks, unsigned, held = layout
    steps, weights, _, _ = pad
    observations, masks, seats, _, _ = shown
    for t in range(np.uint64(states.shape[0])):
        settle(states[t], boxes[0], rng, t, steps, weights)
        seat = list_options(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        if seat >= 0:
            observe(
                t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations
            )  # fmt: skip


@rule
def first_illegal(actions: Array, masks: Array) -> int:
    """Return the first table whose action is illegal, or -1."""
    for t in range(actions.shape[0]):
        if actions[t] < 0 or actions[t] >= masks.shape[1] or not masks[t, actions[t]]:
            return t
    return -1


@rule
def step_all(actions: Array, again: bool, tables: Any, layout: Any, pad: Any, shown: Any) -> int:
    """Make one action at every table, or none and return the first table with an illegal action."""
    states, words, cells, boxes, rng, offered, counts = tables
    wide, places, single, blocks, unsigned, held = layout
    steps, weights, points, tiebreaks = pad
    observations, masks, seats, ended, returns = shown
    wrong = first_illegal(actions, masks)
    if wrong >= 0:
        return wrong
    for t in range(np.uint64(actions.shape[0])):
        proceed(
            t, np.int64(actions[t]), again, states, boxes, rng, steps, weights, points, tiebreaks,
            returns, ended,
        )  # fmt: skip
        seat = list_options(t, states, boxes, offered, counts, weights, masks)
        seats[t] = seat
        if seat >= 0:
            observe(
                t, words, cells, wide, places, single, blocks, unsigned, held, seat, observations
            )  # fmt: skip
    return -1


@rule
def choose_all(action_rng: Array, offered: Array, counts: Array, actions: Array) -> None:
    """Write a legal action for every table, uniformly at random."""
    for t in range(np.uint64(actions.shape[0])):
        actions[t] = offered[t, draw(action_rng, t, counts[t])]
