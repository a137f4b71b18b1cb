"""Template: tables at which a network plays against itself. Loaded once per game.

The open names are a game's rules, its hint `evaluate`, its `perceive`, and `settle` of tables.py
beside this one. What is said of one table (`t`) or of one option (`p`) runs on any processor; loops
over them are the CPU's, the GPU has a thread for each. Options of all tables lie in one row,
`owners` says whose they are.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.kernel.record import Cells
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, OVER

begin: Callable[..., None]
options: Callable[..., int]
apply: Callable[..., None]
tally: Callable[..., None]
evaluate: Callable[..., None]
perceive: Callable[..., int]
settle: Callable[..., None]


@rule
def deal(
    t: Any, players: Any, states: Any, boxes: Cells, luck: Cells, steps: Cells, weights: Cells
) -> None:
    """A new game at a table."""
    s = states[t]
    begin(s, boxes[0], players)
    settle(s, boxes[0], luck, t, steps, weights)


@rule
def shares(s: Any, box: Any, points: Cells, tiebreaks: Cells, won: Cells, scored: Cells) -> None:
    """What an ended game brought each seat: its share of the victory, and its points."""
    tally(s, box, points, tiebreaks)
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
def offer(
    t: Any,
    states: Any,
    boxes: Cells,
    offered: Cells,
    weights: Cells,
    counts: Cells,
    actors: Cells,
) -> None:
    """What the seat that is asked at a table can do, and which seat that is."""
    actors[t] = states[t].seat
    counts[t] = options(states[t], boxes[0], offered[t], weights)


@rule
def try_out(
    p: Any,
    owners: Cells,
    firsts: Cells,
    boxes: Cells,
    offered: Cells,
    trial: Any,
    points: Cells,
    spare: Cells,
    guided: Any,
    seen: Cells,
    observers: Cells,
    won: Cells,
    scored: Cells,
    leads: Cells,
) -> None:
    """Make an option happen on `trial`, which is a copy of its table, and look at what is there.

    The observer is the seat that is asked then, or the one that just chose when chance is asked.
    Where the game is over, observers say OVER and the result stands in `won` and `scored`.
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
        perceive(trial, box, np.int64(observers[p]), seen[p], points, spare)
    if guided:
        if trial.seat == OVER:
            tally(trial, box, points, spare)
        else:
            evaluate(trial, box, points, spare)
        lead = np.inf
        for seat in range(trial.players):
            if seat != actor:
                lead = min(lead, points[actor] - points[seat])
        leads[p] = lead


@rule
def go_on(
    t: Any,
    chosen: Any,
    states: Any,
    boxes: Cells,
    luck: Cells,
    offered: Cells,
    steps: Cells,
    weights: Cells,
    points: Cells,
    spare: Cells,
    ended: Cells,
    won: Cells,
    scored: Cells,
    seen: Cells,
    observers: Cells,
) -> None:
    """Make the chosen option happen for good, and what chance answers; after the end, deal anew.

    Where chance had its say, what the next seat sees is written down; observers say -1 elsewhere.
    """
    s = states[t]
    box = boxes[0]
    players = np.int64(s.players)
    apply(s, box, np.int64(offered[t, chosen]))
    lucky = s.seat == CHANCE
    settle(s, box, luck, t, steps, weights)
    observers[t] = -1
    ended[t] = s.seat == OVER
    if s.seat == OVER:
        shares(s, box, points, spare, won[t], scored[t])
        deal(t, players, states, boxes, luck, steps, weights)
    elif lucky:
        observers[t] = s.seat
        perceive(s, box, np.int64(s.seat), seen[t], points, spare)


@rule
def deal_all(
    players: int, states: Any, boxes: Cells, luck: Cells, steps: Cells, weights: Cells
) -> None:
    """A new game at every table."""
    for t in range(states.shape[0]):
        deal(t, players, states, boxes, luck, steps, weights)


@rule
def offer_all(
    states: Any, boxes: Cells, offered: Cells, weights: Cells, counts: Cells, actors: Cells
) -> None:
    """What can be done at every table."""
    for t in range(states.shape[0]):
        offer(t, states, boxes, offered, weights, counts, actors)


@rule
def try_all(
    owners: Cells,
    firsts: Cells,
    states: Any,
    boxes: Cells,
    offered: Cells,
    trials: Cells,
    points: Cells,
    spare: Cells,
    guided: bool,
    seen: Cells,
    observers: Cells,
    won: Cells,
    scored: Cells,
    leads: Cells,
) -> None:
    """Every option of every table."""
    for p in range(owners.shape[0]):
        trials[0] = states[owners[p]]
        try_out(
            p, owners, firsts, boxes, offered, trials[0], points, spare, guided,
            seen, observers, won, scored, leads,
        )  # fmt: skip


@rule
def go_on_all(
    chosen: Cells,
    states: Any,
    boxes: Cells,
    luck: Cells,
    offered: Cells,
    steps: Cells,
    weights: Cells,
    points: Cells,
    spare: Cells,
    ended: Cells,
    won: Cells,
    scored: Cells,
    seen: Cells,
    observers: Cells,
) -> None:
    """The chosen option at every table."""
    for t in range(states.shape[0]):
        go_on(
            t, np.int64(chosen[t]), states, boxes, luck, offered, steps, weights, points, spare,
            ended, won, scored, seen, observers,
        )  # fmt: skip
