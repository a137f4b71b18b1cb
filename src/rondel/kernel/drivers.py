"""Template: what drives one game's rules. Loaded once per game with the rules bound in.

The open names are a game's five rules:
    begin(s, box, players)              an empty table
    options(s, box, steps, weights)     what can happen now; returns how many
    apply(s, box, step)                 make one step happen
    tally(s, box, points, tiebreaks)    every seat's points and what breaks ties
    problems(s, box)                    a bit for each thing that is wrong with the table
Functions below take arrays of one record, which cross from Python much faster than records do.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.kernel.luck import draw, draw_weighted
from rondel.kernel.record import Cells
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, OVER

begin: Callable[..., None]
options: Callable[..., int]
apply: Callable[..., None]
tally: Callable[..., None]
problems: Callable[..., int]


@rule
def start(states: Cells, boxes: Cells, players: int) -> None:
    """Lay an empty table for so many players."""
    begin(states[0], boxes[0], players)


@rule
def ask(states: Cells, boxes: Cells, steps: Cells, weights: Cells) -> int:
    """What can happen now: step numbers, weights where chance decides, and how many."""
    return options(states[0], boxes[0], steps, weights)


@rule
def step(states: Cells, boxes: Cells, number: int) -> None:
    """Make one step happen, unchecked."""
    apply(states[0], boxes[0], number)


@rule
def step_each(states: Cells, boxes: Cells, numbers: Cells) -> None:
    """Make one step happen at each of many tables, unchecked."""
    for table in range(numbers.shape[0]):
        # Wide, or Numba would compile everything twice.
        apply(states[table], boxes[0], np.int64(numbers[table]))


@rule
def count(states: Cells, boxes: Cells, points: Cells, tiebreaks: Cells) -> None:
    """Every seat's points now, and the tie-break."""
    tally(states[0], boxes[0], points, tiebreaks)


@rule
def check(states: Cells, boxes: Cells) -> int:
    """A bit for each thing that is wrong with the table."""
    return problems(states[0], boxes[0])


@rule
def rank(players: int, points: Cells, tiebreaks: Cells, ranks: Cells) -> None:
    """Places from 1; equal points and tie-break share a place."""
    for seat in range(players):
        better = 0
        for other in range(players):
            if points[other] > points[seat] or (
                points[other] == points[seat] and tiebreaks[other] > tiebreaks[seat]
            ):
                better += 1
        ranks[seat] = better + 1


@rule
def luck_or_whim(s: Any, box: Any, luck: Cells, stream: int, steps: Cells, weights: Cells) -> int:
    """The next step when every player chooses blindly and chance follows its odds."""
    found = options(s, box, steps, weights)
    if s.seat == CHANCE:
        found = draw_weighted(luck, stream, weights, found)
    else:
        found = draw(luck, stream, found)
    # Numba would compile everything twice if step numbers were narrow here and wide elsewhere.
    number: int = np.int64(steps[found])  # type: ignore[assignment]
    return number


@rule
def play_out(
    s: Any, box: Any, luck: Cells, stream: int, steps: Cells, weights: Cells, limit: int
) -> int:
    """Play blindly to the end, or for `limit` steps; how many decisions players made."""
    decisions = 0
    for _ in range(limit):
        if s.seat == OVER:
            break
        if s.seat != CHANCE:
            decisions += 1
        apply(s, box, luck_or_whim(s, box, luck, stream, steps, weights))
    return decisions


@rule
def playouts(
    states: Cells,
    boxes: Cells,
    players: int,
    luck: Cells,
    steps: Cells,
    weights: Cells,
    limit: int,
    points: Cells,
    tiebreaks: Cells,
    ranks: Cells,
    decisions: Cells,
) -> int:
    """Whole blind games, one per row of `points`; how many did not end within the limit."""
    unended = 0
    s = states[0]
    box = boxes[0]
    for game in range(points.shape[0]):
        begin(s, box, players)
        decisions[game] = play_out(s, box, luck, 0, steps, weights, limit)
        tally(s, box, points[game], tiebreaks)
        rank(players, points[game], tiebreaks, ranks[game])
        unended += s.seat != OVER
    return unended


@rule
def checked_playouts(
    states: Cells,
    boxes: Cells,
    players: int,
    luck: Cells,
    steps: Cells,
    weights: Cells,
    limit: int,
    games: int,
    seen: Cells,
) -> int:
    """Blind games, checked after every step; counts steps by number in `seen`.

    Returns 0, the problems of the first bad table (left in states[0]), or -1 for no end.
    """
    s = states[0]
    box = boxes[0]
    for _ in range(games):
        begin(s, box, players)
        for _ in range(limit):
            if s.seat == OVER:
                break
            number = luck_or_whim(s, box, luck, 0, steps, weights)
            seen[number] += 1
            apply(s, box, number)
            wrong = problems(s, box)
            if wrong:
                return wrong
        if s.seat != OVER:
            return -1
    return 0


@rule
def perft(
    states: Cells, boxes: Cells, depth: int, steps: Cells, weights: Cells, ladder: Cells
) -> int:
    """How many sequences of `depth` steps lead on from states[0]; states[1:] is scratch.

    `ladder` is scratch too, zeros: at each depth, which option is next and how many there are.
    """
    frontier, found = ladder
    found[0] = options(states[0], boxes[0], steps[0], weights) if states[0].seat != OVER else 0
    total = 0
    level = 0
    while level >= 0:
        if frontier[level] == found[level]:
            level -= 1
            continue
        number = np.int64(steps[level, frontier[level]])
        frontier[level] += 1
        if level == depth - 1:
            total += 1
            continue
        states[level + 1] = states[level]
        apply(states[level + 1], boxes[0], number)
        level += 1
        frontier[level] = 0
        s = states[level]
        found[level] = options(s, boxes[0], steps[level], weights) if s.seat != OVER else 0
    return total
