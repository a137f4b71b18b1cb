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

LABELS, LABEL, PROMPT, REASON, STORY = range(5)
"""Documents that `write_message` writes: the labels of all legal steps, the label of one, the
instruction to the player to move, the rule that forbids a step, and the narration of a step.
"""


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
def write_message(
    outs: Array, tables: Array, states: Array, boxes: Array, steps: Array, weights: Array,
    sums: Array, document: int, number: int, after: Array,
) -> None:  # fmt: skip
    """Write a message, or a list of messages.

    One function for all of them, so that what they share is compiled once. `after` is the position
    after the step of a story, otherwise the position.
    """
    out, box = outs[0], boxes[0]
    begin(outs, tables, after, boxes, sums)
    tables[0] = states[0]
    if document == LABELS:
        items(out)
        for option in range(legal_steps(tables[0], box, steps[-1], weights)):
            label(out, tables, box, steps, weights, sums, np.int64(steps[-1, option]))
        end(out)
    elif document == LABEL:
        label(out, tables, box, steps, weights, sums, number)
    elif document == PROMPT:
        prompt(out, tables, box, steps, weights, sums, number)
    elif document == REASON:
        explain(out, tables, box, steps, weights, sums, number)
    elif document == STORY:
        tables[1] = after[0]
        items(out)
        story(out, tables, box, steps, weights, sums, number)
        end(out)
