"""Template of the drivers, loaded once per game with the game's rules bound.

The open names are a game's five rules:
    setup(s, box, players)              set up an empty table
    legal_steps(s, box, steps, weights) write the possible steps; return how many
    apply(s, box, step)                 make one step
    score(s, box, points, tiebreaks)    write every seat's points and tie-break
    validate(s, box)                    return a bit for each defect of the table
The functions take arrays of one record, because arrays cross from Python much faster than records.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from rondel.kernel.record import Array
from rondel.kernel.rng import draw, draw_weighted
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, OVER

setup: Callable[..., None]
legal_steps: Callable[..., int]
apply: Callable[..., None]
score: Callable[..., None]
validate: Callable[..., int]


@rule
def start(states: Array, boxes: Array, players: int) -> None:
    """Set up an empty table for `players` players."""
    setup(states[0], boxes[0], players)


@rule
def ask(states: Array, boxes: Array, steps: Array, weights: Array) -> int:
    """Write the possible step numbers (and weights if chance decides) and return how many there
    are.
    """
    return legal_steps(states[0], boxes[0], steps, weights)


@rule
def step(states: Array, boxes: Array, number: int) -> None:
    """Make one step, unchecked."""
    apply(states[0], boxes[0], number)


@rule
def step_each(states: Array, boxes: Array, numbers: Array) -> None:
    """Make one step at each of many tables, unchecked."""
    for table in range(numbers.shape[0]):
        # A wide integer: a second width would make Numba compile everything twice.
        apply(states[table], boxes[0], np.int64(numbers[table]))


@rule
def count(states: Array, boxes: Array, points: Array, tiebreaks: Array) -> None:
    """Write every seat's current points and tie-break."""
    score(states[0], boxes[0], points, tiebreaks)


@rule
def check(states: Array, boxes: Array) -> int:
    """Return a bit set of the table's defects."""
    return validate(states[0], boxes[0])


@rule
def rank(players: int, points: Array, tiebreaks: Array, ranks: Array) -> None:
    """Write places from 1; equal points and tie-break share a place."""
    for seat in range(players):
        better = 0
        for other in range(players):
            if points[other] > points[seat] or (
                points[other] == points[seat] and tiebreaks[other] > tiebreaks[seat]
            ):
                better += 1
        ranks[seat] = better + 1


@rule
def luck_or_whim(s: Any, box: Any, luck: Array, stream: int, steps: Array, weights: Array) -> int:
    """Return a random next step: uniform for players, by the odds for chance."""
    found = legal_steps(s, box, steps, weights)
    if s.seat == CHANCE:
        found = draw_weighted(luck, stream, weights, found)
    else:
        found = draw(luck, stream, found)
    # Numba would compile everything twice if step numbers were narrow here and wide elsewhere.
    number: int = np.int64(steps[found])  # type: ignore[assignment]
    return number


@rule
def play_out(
    s: Any, box: Any, luck: Array, stream: int, steps: Array, weights: Array, limit: int
) -> int:
    """Play randomly to the end or for `limit` steps, and return the number of player decisions."""
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
    states: Array,
    boxes: Array,
    players: int,
    luck: Array,
    steps: Array,
    weights: Array,
    limit: int,
    points: Array,
    tiebreaks: Array,
    ranks: Array,
    decisions: Array,
) -> int:
    """Play random games, one per row of `points`, and return how many exceeded the limit."""
    unended = 0
    s = states[0]
    box = boxes[0]
    for game in range(points.shape[0]):
        setup(s, box, players)
        decisions[game] = play_out(s, box, luck, 0, steps, weights, limit)
        score(s, box, points[game], tiebreaks)
        rank(players, points[game], tiebreaks, ranks[game])
        unended += s.seat != OVER
    return unended


@rule
def checked_playouts(
    states: Array,
    boxes: Array,
    players: int,
    luck: Array,
    steps: Array,
    weights: Array,
    limit: int,
    games: int,
    seen: Array,
) -> int:
    """Play random games, check each position, and count steps by number in `seen`.

    Return 0, the defects of the first bad table (left in states[0]), or -1 for a game without end.
    """
    s = states[0]
    box = boxes[0]
    for _ in range(games):
        setup(s, box, players)
        for _ in range(limit):
            if s.seat == OVER:
                break
            number = luck_or_whim(s, box, luck, 0, steps, weights)
            seen[number] += 1
            apply(s, box, number)
            wrong = validate(s, box)
            if wrong:
                return wrong
        if s.seat != OVER:
            return -1
    return 0


@rule
def perft(
    states: Array, boxes: Array, depth: int, steps: Array, weights: Array, ladder: Array
) -> int:
    """Count the sequences of `depth` steps from states[0]; states[1:] is scratch space.

    `ladder` is scratch space too, filled with zeros: the next option and their number at each
    depth.
    """
    frontier, found = ladder
    found[0] = legal_steps(states[0], boxes[0], steps[0], weights) if states[0].seat != OVER else 0
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
        found[level] = legal_steps(s, boxes[0], steps[level], weights) if s.seat != OVER else 0
    return total
