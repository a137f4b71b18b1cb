"""Template: games of players who like to build, with every price and yield recounted."""

# ruff: noqa: F821

from collections.abc import Callable

import numpy as np

from rondel.games.milestones.actions import (
    BUY,
    COVER,
    DISCARD,
    DRAFT,
    GO,
    HIRE,
    HOUSE,
    LAY,
    LAY_BONUS,
    MARKET,
    SACK,
    SACK_FOR,
    SELL,
    STREET,
    TAKE,
    TO,
)
from rondel.games.milestones.rules import PRICE, affordable, can_mill
from rondel.games.milestones.state import (
    BOARD_OF_WORKS,
    CASTLE,
    COIN,
    CUBES,
    GRAIN,
    KINDS,
    MILL,
    SAND,
    SPACES,
    STONE,
    TRADING_HOUSE,
    WOOD,
    WORKER_POINTS,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rng import draw_weighted
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER

setup: Callable[..., None]
legal_steps: Callable[..., int]
apply: Callable[..., None]
validate: Callable[..., int]

EAGER = 8
UNPAID = 1 << 30
"""Bit for a step that moved other goods or points than it should."""


@rule
def yields(before: State, box: Box, stop: int, kind: int, bonuses: int) -> int:
    """Return the goods of a kind, or the points of bonus workers, that a move should yield."""
    seat = before.mover
    here = before.workers[seat, stop - 1]
    if here < 0:
        return 0
    made = 0
    for space in range(SPACES):
        worker = before.workers[seat, space]
        if before.pawns[seat] < space + 1 <= stop and worker >= 0:
            if box.worker_kinds[worker] == box.worker_kinds[here]:
                made += before.bonuses[seat, space] if bonuses else box.worker_kinds[here] == kind
    return made


@rule
def income(before: State, box: Box) -> int:
    """Return the trading house's coin for numbers that never fall."""
    for left in range(SPACES):
        for right in range(left + 1, SPACES):
            one = before.workers[before.mover, left]
            other = before.workers[before.mover, right]
            if one >= 0 and other >= 0 and box.worker_numbers[one] > box.worker_numbers[other]:
                return 0
    return 1


@rule
def due(before: State, box: Box, step: int, kind: int) -> int:
    """Return the change of a good that a step should make; negative for a price."""
    if step < DISCARD:
        stop = step - GO
        if 0 < stop < TRADING_HOUSE:
            return yields(before, box, stop, kind, 0)
        return income(before, box) if stop == TRADING_HOUSE and kind == COIN else 0
    if step < COVER:
        return -int(kind == step - DISCARD)
    if HIRE <= step < LAY:
        return -2 * int(kind == COIN)
    if BUY <= step < SELL:
        return int(kind == step - BUY) - 2 * int(kind == COIN)
    if SELL <= step < STREET:
        sold = int(kind == (step - SELL) // CUBES) + int(kind == (step - SELL) % CUBES)
        return int(kind == COIN) - sold
    if TO <= step < HOUSE:
        return -int(kind == STONE) - int(kind == SAND)
    if HOUSE <= step < MARKET:
        return -int(kind == STONE) - int(kind == WOOD)
    if MARKET <= step < TAKE:
        return -int(kind == WOOD) - int(kind == SAND)
    if SACK <= step < DRAFT or SACK_FOR <= step < LAY_BONUS:
        return int(kind == COIN) - 2 * int(kind == GRAIN)
    return 0


@rule
def is_paid(before: State, after: State, box: Box, step: int) -> bool:
    """Return True if exactly the goods and bonus workers' points due have moved, and only the
    mover's.
    """
    for seat in range(MAX_SEATS):
        for kind in range(KINDS):
            moved = int(after.goods[seat, kind]) - int(before.goods[seat, kind])
            if moved != (due(before, box, step, kind) if seat == before.mover else 0):
                return False
        points = int(after.points[seat, WORKER_POINTS]) - int(before.points[seat, WORKER_POINTS])
        works = seat == before.mover and 0 < step - GO < TRADING_HOUSE
        if points != (yields(before, box, step - GO, 0, 1) if works else 0):
            return False
    return True


@rule
def appetite(s: State, box: Box, preference: Array, step: int) -> int:
    """Return the weight of a step: moves by what they make possible, the others by taste."""
    if step >= DISCARD:
        return int(preference[step])
    stop = step - GO
    if stop == TRADING_HOUSE:
        return EAGER if s.goods[s.mover, COIN] >= PRICE else 1
    if stop == BOARD_OF_WORKS:
        return EAGER * EAGER if affordable(s, box) else 1
    if stop == MILL:
        return EAGER * EAGER if can_mill(s, box) else 1
    if stop == CASTLE:
        return 1
    made = 1
    for kind in range(KINDS):
        made += EAGER * yields(s, box, stop, kind, 0)
    return made


@rule
def checked_builders(
    states: Array,
    boxes: Array,
    players: int,
    rng: Array,
    steps: Array,
    weights: Array,
    preference: Array,
    wanted: int,
    seen: Array,
    used_up: Array,
) -> int:
    """Play until `wanted` decisions, check every step, and return 0 or what is wrong.

    `seen` counts steps by number and `used_up` games in which a part ran out.
    """
    s = states[0]
    box = boxes[0]
    decisions = 0
    while decisions < wanted:
        setup(s, box, players)
        while s.seat != OVER and decisions < wanted:
            found = legal_steps(s, box, steps, weights)
            if s.seat != CHANCE:
                decisions += 1
                for option in range(found):
                    weights[option] = appetite(s, box, preference, np.int64(steps[option]))  # type: ignore[arg-type]
            number: int = np.int64(steps[draw_weighted(rng, 0, weights, found)])  # type: ignore[assignment]
            seen[number] += 1
            states[1] = states[0]
            apply(s, box, number)
            wrong = validate(s, box)
            if not is_paid(states[1], s, box, number):
                wrong |= UNPAID
            if wrong:
                return wrong
        used_up[0] += s.sections == box.sections
        used_up[1] += s.houses == box.houses
        used_up[2] += s.markets == box.markets
        used_up[3] += s.sacks == box.sacks
    return 0
