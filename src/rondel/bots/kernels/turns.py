"""Template: beam search through a seat's complete turns. Loaded once per game.

The open names are a game's rules and its hint `evaluate`, as in tree.py beside this file.
"""

# ruff: noqa: F821
from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.bots.kernels.nodes import Workspace
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
    """Return a seat's lead over the best other seat, by expected points.

    At the end of the game victory counts most; tie-breaks decide between equal points.
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
def settle(s: Any, box: Any, rng: Array, steps: Array, weights: Array) -> None:
    """Deal chance steps until a seat is to move or the game is over."""
    while s.seat == CHANCE:
        found = legal_steps(s, box, steps, weights)
        apply(s, box, np.int64(steps[draw_weighted(rng, 0, weights, found)]))


@rule
def place_for(worth: float, merits: Array, held: int) -> int:
    """Return the slot for a candidate: a free one, that of a weaker candidate, or -1."""
    if held < merits.shape[0]:
        return held
    weakest = 0
    for place in range(1, held):
        if merits[place] < merits[weakest]:
            weakest = place
    return weakest if merits[weakest] < worth else -1


@rule
def note(workspace: Workspace, parent: int, child: int, length: int, step: int) -> None:
    """Record the way to a table: its parent's, and one more step."""
    for at in range(length - 1):
        workspace.paths[child, at] = workspace.paths[parent, at]
    workspace.paths[child, length - 1] = step


@rule
def search_turns(workspace: Workspace, boxes: Array, rng: Array) -> int:
    """Compute the best result of any turn that begins with each option; return the number of
    options.

    A beam search: every generation of unfinished turns is one step longer, and only the best
    survive.
    """
    box = boxes[0]
    states: Any = workspace.states
    steps, weights, pad = workspace.steps, workspace.weights, workspace.pad
    width, longest = workspace.merits.shape[1], workspace.paths.shape[1]
    me = int(states[0].seat)
    trial, ended = states[2 * width], states[2 * width + 1]
    now, held = 0, 1
    choices = 0
    best = -np.inf
    workspace.gains[:] = -np.inf
    workspace.sure[0] = longest
    for length in range(1, longest + 1):
        then, born = 1 - now, 0
        for place in range(held):
            parent = now * width + place
            found = legal_steps(states[parent], box, steps[0], weights)
            if length == 1:
                choices = found
            for index in range(found):
                origin = index if length == 1 else int(workspace.origins[parent])
                step = int(steps[0, index])
                states[2 * width] = states[parent]
                apply(trial, box, np.int64(step))
                # What chance turns up after the turn is not this turn's merit.
                states[2 * width + 1] = states[2 * width]
                sure = int(workspace.sure[parent])
                if trial.seat == CHANCE:
                    sure = min(sure, length)
                    settle(trial, box, rng, steps[1], weights)
                over = trial.seat != me
                worth = merit(ended if over else trial, box, me, pad[0], pad[1])
                if over or length == longest:
                    workspace.gains[origin] = max(workspace.gains[origin], worth)
                    if worth > best:
                        best = worth
                        note(workspace, parent, 2 * width, length, step)
                        workspace.sure[2 * width] = min(sure, length)
                    continue
                at = place_for(worth, workspace.merits[then], born)
                if at >= 0:
                    child = then * width + at
                    states[child] = states[2 * width]
                    note(workspace, parent, child, length, step)
                    workspace.sure[child] = sure
                    workspace.merits[then, at] = worth
                    workspace.origins[child] = origin
                    born = max(born, at + 1)
        now, held = then, born
    return choices
