"""Template of the functions that write documents, loaded once per game with its rules bound.

The open names are two of the game's rules and five that write:
    legal_steps, score      as in drivers.py
    view                    write the view: one object
    label, explain          write the message about a possible, or an illegal, step
    prompt                  write the instruction to the player to move, by name (1) or as "you" (0)
    story                   write the messages about a step from `tables[0]` to `tables[1]`
Each of the five is called with:
    out                     the writer
    tables                  states to work with; the first is the position, the others are scratch
    box                     the components
    steps, weights          scratch space for `legal_steps`; the last row of steps is in use
    sums                    each seat's points, tie-break and place at the end of the story
and all but `view` with a number: the step's, or 1 or 0.
"""

from collections.abc import Callable

import numpy as np

from rondel.kernel.drivers import rank
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.writer import clear, end, items

legal_steps: Callable[..., int]
score: Callable[..., None]
view: Callable[..., None]
label: Callable[..., None]
prompt: Callable[..., None]
story: Callable[..., None]
explain: Callable[..., None]


@rule
def write_nothing(*_: object) -> None:
    """Stand in for a document that a game does not write."""


@rule
def begin(outs: Array, tables: Array, states: Array, boxes: Array, sums: Array) -> None:
    """Begin a document about a position."""
    clear(outs[0])
    tables[0] = states[0]
    score(tables[0], boxes[0], sums[0], sums[1])
    rank(tables[0].players, sums[0], sums[1], sums[2])


@rule
def write_view(
    outs: Array, tables: Array, states: Array, boxes: Array, steps: Array, weights: Array,
    sums: Array,
) -> None:  # fmt: skip
    """Write the view of a position."""
    begin(outs, tables, states, boxes, sums)
    view(outs[0], tables, boxes[0], steps, weights, sums)


@rule
def write_label(
    outs: Array, tables: Array, states: Array, boxes: Array, steps: Array, weights: Array,
    sums: Array, number: int,
) -> None:  # fmt: skip
    """Write the label of one possible step."""
    begin(outs, tables, states, boxes, sums)
    label(outs[0], tables, boxes[0], steps, weights, sums, number)


@rule
def write_labels(
    outs: Array, tables: Array, states: Array, boxes: Array, steps: Array, weights: Array,
    sums: Array,
) -> None:  # fmt: skip
    """Write a list of the labels of all possible steps."""
    begin(outs, tables, states, boxes, sums)
    items(outs[0])
    for option in range(legal_steps(tables[0], boxes[0], steps[-1], weights)):
        number = np.int64(steps[-1, option])
        label(outs[0], tables, boxes[0], steps, weights, sums, number)
    end(outs[0])


@rule
def write_prompt(
    outs: Array, tables: Array, states: Array, boxes: Array, steps: Array, weights: Array,
    sums: Array, named: int,
) -> None:  # fmt: skip
    """Write the instruction to the player to move."""
    begin(outs, tables, states, boxes, sums)
    prompt(outs[0], tables, boxes[0], steps, weights, sums, named)


@rule
def write_reason(
    outs: Array, tables: Array, states: Array, boxes: Array, steps: Array, weights: Array,
    sums: Array, number: int,
) -> None:  # fmt: skip
    """Write the rule that forbids a step, or nothing."""
    begin(outs, tables, states, boxes, sums)
    explain(outs[0], tables, boxes[0], steps, weights, sums, number)


@rule
def write_story(
    outs: Array, tables: Array, states: Array, boxes: Array, steps: Array, weights: Array,
    sums: Array, number: int, after: Array,
) -> None:  # fmt: skip
    """Write a list of the messages about a step, from one position to the one after it."""
    begin(outs, tables, after, boxes, sums)
    tables[0] = states[0]
    tables[1] = after[0]
    items(outs[0])
    story(outs[0], tables, boxes[0], steps, weights, sums, number)
    end(outs[0])
