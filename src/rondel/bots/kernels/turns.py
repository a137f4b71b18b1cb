"""Template: a seat's whole turns, looked through to their ends. Loaded once per game.

The open names are a game's rules and its hint `evaluate`, as tree.py beside this one has them.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.bots.kernels.nodes import Room
from rondel.kernel.record import Array
from rondel.kernel.rng import draw_weighted
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, OVER

legal_steps: Callable[..., int]
apply: Callable[..., None]
score: Callable[..., None]
evaluate: Callable[..., None]

VICTORY = 1000.0


@rule
def merit(s: Any, box: Any, me: int, points: Array, tiebreaks: Array) -> float:
    """How far a seat is ahead of the best of the others, by what each may expect.

    At the end victory counts most; tie-breaks decide between equal points.
    """
    if s.seat == OVER:
        score(s, box, points, tiebreaks)
    else:
        evaluate(s, box, points, tiebreaks)
    lead = ahead = np.inf
    for seat in range(s.players):
        if seat != me:
            gap = points[me] - points[seat]
            lead = min(lead, gap)
            ahead = min(ahead, gap if gap != 0.0 else tiebreaks[me] - tiebreaks[seat])
    if s.seat == OVER and ahead != 0.0:
        lead += VICTORY if ahead > 0.0 else -VICTORY
    return lead


@rule
def settle(s: Any, box: Any, luck: Array, steps: Array, weights: Array) -> None:
    """Let chance answer while it is asked."""
    while s.seat == CHANCE:
        found = legal_steps(s, box, steps, weights)
        apply(s, box, np.int64(steps[draw_weighted(luck, 0, weights, found)]))


@rule
def place_for(worth: float, merits: Array, held: int) -> int:
    """Where a candidate goes: a free place, that of a weaker one, or nowhere (-1)."""
    if held < merits.shape[0]:
        return held
    weakest = 0
    for place in range(1, held):
        if merits[place] < merits[weakest]:
            weakest = place
    return weakest if merits[weakest] < worth else -1


@rule
def note(room: Room, parent: int, child: int, length: int, step: int) -> None:
    """The way to a table: its parent's, and one step more."""
    for at in range(length - 1):
        room.paths[child, at] = room.paths[parent, at]
    room.paths[child, length - 1] = step


@rule
def look_through(room: Room, boxes: Array, luck: Array) -> int:
    """The best that any turn can bring which begins with each option; how many options.

    A beam: every generation of unfinished turns is one step longer, and only the best live on.
    """
    box = boxes[0]
    states: Any = room.states
    steps, weights, pad = room.steps, room.weights, room.pad
    width, longest = room.merits.shape[1], room.paths.shape[1]
    me = int(states[0].seat)
    trial, ended = states[2 * width], states[2 * width + 1]
    now, held = 0, 1
    choices = 0
    best = -np.inf
    room.gains[:] = -np.inf
    room.sure[0] = longest
    for length in range(1, longest + 1):
        then, born = 1 - now, 0
        for place in range(held):
            parent = now * width + place
            found = legal_steps(states[parent], box, steps[0], weights)
            if length == 1:
                choices = found
            for index in range(found):
                origin = index if length == 1 else int(room.origins[parent])
                step = int(steps[0, index])
                states[2 * width] = states[parent]
                apply(trial, box, np.int64(step))
                # What chance turns up after the turn is not this turn's merit.
                states[2 * width + 1] = states[2 * width]
                sure = int(room.sure[parent])
                if trial.seat == CHANCE:
                    sure = min(sure, length)
                    settle(trial, box, luck, steps[1], weights)
                over = trial.seat != me
                worth = merit(ended if over else trial, box, me, pad[0], pad[1])
                if over or length == longest:
                    room.gains[origin] = max(room.gains[origin], worth)
                    if worth > best:
                        best = worth
                        note(room, parent, 2 * width, length, step)
                        room.sure[2 * width] = min(sure, length)
                    continue
                at = place_for(worth, room.merits[then], born)
                if at >= 0:
                    child = then * width + at
                    states[child] = states[2 * width]
                    note(room, parent, child, length, step)
                    room.sure[child] = sure
                    room.merits[then, at] = worth
                    room.origins[child] = origin
                    born = max(born, at + 1)
        now, held = then, born
    return choices
