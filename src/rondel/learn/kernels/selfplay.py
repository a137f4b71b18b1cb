"""Template: self-play tables of a network. Loaded once per game.

Open names are a game's rules, its hint `evaluate`, `extract_features`, and `settle` of tables.py
beside this file. Functions of one table (`t`) or one option (`p`) run on any processor; the CPU
loops over them, the GPU runs a thread for each. The options of all tables form one row; `owners`
maps each option to its table.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, OVER

setup: Callable[..., None]
legal_steps: Callable[..., int]
apply: Callable[..., None]
score: Callable[..., None]
evaluate: Callable[..., None]
extract_features: Callable[..., int]
settle: Callable[..., None]


@rule
def deal(
    t: Any, players: Any, states: Any, boxes: Array, rng: Array, steps: Array, weights: Array
) -> None:
    """Deal a new game at a table."""
    s = states[t]
    setup(s, boxes[0], players)
    settle(s, boxes[0], rng, t, steps, weights)


@rule
def shares(s: Any, box: Any, points: Array, tiebreaks: Array, won: Array, scored: Array) -> None:
    """Write each seat's share of the victory and points at the end of a game."""
    score(s, box, points, tiebreaks)
    players = s.players
    winners = 0
    for seat in range(players):
        first = 1
        for other in range(players):
            ahead = points[other] - points[seat]
            if ahead == 0:
                ahead = tiebreaks[other] - tiebreaks[seat]
            if ahead > 0:
                first = 0
        won[seat] = first
        winners += first
    for seat in range(players):
        won[seat] /= winners
        scored[seat] = points[seat]


@rule
def list_options(
    t: Any,
    states: Any,
    boxes: Array,
    offered: Array,
    weights: Array,
    counts: Array,
    actors: Array,
) -> None:
    """Write the legal actions at a table, and the seat to move."""
    actors[t] = states[t].seat
    counts[t] = legal_steps(states[t], boxes[0], offered[t], weights)


@rule
def extract_options(
    p: Any,
    owners: Array,
    firsts: Array,
    boxes: Array,
    offered: Array,
    trial: Any,
    points: Array,
    spare: Array,
    guided: Any,
    seen: Array,
    observers: Array,
    won: Array,
    scored: Array,
    leads: Array,
) -> None:
    """Apply an option to `trial`, a copy of its table, and extract the resulting features.

    The observer is the next seat to move, or the seat that just chose if chance is next. At the end
    of a game the observer is OVER, and the result is in `won` and `scored`.
    """
    t = owners[p]
    box = boxes[0]
    actor = trial.seat
    apply(trial, box, np.int64(offered[t, p - firsts[t]]))
    if trial.seat == OVER:
        observers[p] = OVER
        shares(trial, box, points, spare, won[p], scored[p])
    else:
        observers[p] = actor if trial.seat == CHANCE else trial.seat
        extract_features(trial, box, np.int64(observers[p]), seen[p], points, spare)
    if guided:
        if trial.seat == OVER:
            score(trial, box, points, spare)
        else:
            evaluate(trial, box, points, spare)
        lead = np.inf
        for seat in range(trial.players):
            if seat != actor:
                lead = min(lead, points[actor] - points[seat])
        leads[p] = lead


@rule
def advance(
    t: Any,
    chosen: Any,
    states: Any,
    boxes: Array,
    rng: Array,
    offered: Array,
    steps: Array,
    weights: Array,
    points: Array,
    spare: Array,
    ended: Array,
    won: Array,
    scored: Array,
    seen: Array,
    observers: Array,
) -> None:
    """Apply the chosen option to the table and deal chance steps; after the end, deal a new game.

    If chance steps occurred, the next seat's features are written; otherwise its observer is -1.
    """
    s = states[t]
    box = boxes[0]
    players = np.int64(s.players)
    apply(s, box, np.int64(offered[t, chosen]))
    lucky = s.seat == CHANCE
    settle(s, box, rng, t, steps, weights)
    observers[t] = -1
    ended[t] = s.seat == OVER
    if s.seat == OVER:
        shares(s, box, points, spare, won[t], scored[t])
        deal(t, players, states, boxes, rng, steps, weights)
    elif lucky:
        observers[t] = s.seat
        extract_features(s, box, np.int64(s.seat), seen[t], points, spare)


@rule
def deal_all(
    players: int, states: Any, boxes: Array, rng: Array, steps: Array, weights: Array
) -> None:
    """Deal a new game at every table."""
    for t in range(states.shape[0]):
        deal(t, players, states, boxes, rng, steps, weights)


@rule
def list_all(
    states: Any, boxes: Array, offered: Array, weights: Array, counts: Array, actors: Array
) -> None:
    """Write the legal actions of every table."""
    for t in range(states.shape[0]):
        list_options(t, states, boxes, offered, weights, counts, actors)


@rule
def extract_all(
    owners: Array,
    firsts: Array,
    states: Any,
    boxes: Array,
    offered: Array,
    trials: Array,
    points: Array,
    spare: Array,
    guided: bool,
    seen: Array,
    observers: Array,
    won: Array,
    scored: Array,
    leads: Array,
) -> None:
    """Try out every option of every table."""
    for p in range(owners.shape[0]):
        trials[0] = states[owners[p]]
        extract_options(
            p, owners, firsts, boxes, offered, trials[0], points, spare, guided,
            seen, observers, won, scored, leads,
        )  # fmt: skip


@rule
def advance_all(
    chosen: Array,
    states: Any,
    boxes: Array,
    rng: Array,
    offered: Array,
    steps: Array,
    weights: Array,
    points: Array,
    spare: Array,
    ended: Array,
    won: Array,
    scored: Array,
    seen: Array,
    observers: Array,
) -> None:
    """Apply the chosen option at every table."""
    for t in range(states.shape[0]):
        advance(
            t, np.int64(chosen[t]), states, boxes, rng, offered, steps, weights, points, spare,
            ended, won, scored, seen, observers,
        )  # fmt: skip
