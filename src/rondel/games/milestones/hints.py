"""Heuristics for bots, which know no game themselves.

Values are in final points, fitted to games of the search against itself.
"""

from rondel.games.milestones.actions import (
    BUY,
    DISCARD,
    DONE,
    DRAFT,
    GO,
    HOUSE,
    LAY,
    LEAVE,
    MARKET,
    SACK,
    SACK_FOR,
    STREET,
    TAKE,
    TO,
    VIA,
)
from rondel.games.milestones.rules import (
    FLOUR_PRICE,
    MAJORITY,
    PRICE,
    SHARED_MAJORITY,
    affordable,
    best_two,
    can_mill,
    has_end,
    is_ascending,
    is_free,
    is_uncovered,
)
from rondel.games.milestones.state import (
    BOARD_OF_WORKS,
    BYTE,
    CASTLE,
    COIN,
    CORNERS,
    DIRECTIONS,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_WORKS,
    FIRST_SPACE,
    FLOUR,
    FREE_END,
    GRAIN,
    KINDS,
    MARKET_STALL,
    MILL,
    NONE,
    SAND,
    SPACES,
    STONE,
    TRADING_HOUSE,
    WOOD,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import rule

SEARCH_CONFIG = {"rollout_turns": -1, "exploration": 0.2}
_MANY = {"opponent_beam_width": 1, "prediction_visits": 3}
SEARCH_CONFIGS = {3: _MANY, 4: _MANY}

A_STONE, A_WOOD, A_SAND, A_GRAIN, A_COIN = 1.3, 0.8, 1.7, 0.3, 0.5
A_FEW, ENOUGH = 2, 4
"""Limits of the amount of a good that counts: for building, and for grain and coins."""
A_STREET, A_HOUSE, A_MARKET, A_SACK = 0.9, 0.4, 0.2, 0.5
"""Value per point of the best affordable build, while its stop lies ahead."""
WORKER, WORKER_AHEAD, BONUS, ASCENDING = 1.5, 0.2, 4.0, 0.9
MOVE = 1.0
LATE = 3.0
"""Fraction (1/LATE) of the way to the end below which unbuilt things lose their value."""
LAST_TURN = 0.3
SETTLED = 0.4
"""Fraction of the majorities' points that counts long before the end."""
CAN_STREET, CAN_HOUSE, CAN_MARKET, CAN_SACK = 1, 2, 4, 8
"""Bits of what a seat's goods pay for."""


@rule
def milestone_points(s: State, box: Box, start: int) -> int:
    """Return the best number for the milestone of a section that starts here."""
    best = 0
    for direction in range(DIRECTIONS):
        vertex = int(box.neighbours[start, direction])
        if is_free(s, vertex) and box.numbers[vertex] > best and has_end(s, box, vertex):
            best = int(box.numbers[vertex])
    return best


@rule
def house_points(s: State, box: Box, triangle: int) -> int:
    """Return the uncovered numbers around a triangle."""
    points = 0
    for corner in range(CORNERS):
        vertex = int(box.corners[triangle, corner])
        points += int(box.numbers[vertex]) * is_uncovered(s, vertex)
    return points


@rule
def best_street(s: State, box: Box) -> int:
    """Return the points of the best street section."""
    best = milestone_points(s, box, int(box.start))
    for section in range(s.sections):
        end = int(s.ends[section])
        if s.vertices[end] & (MARKET_STALL | FREE_END):
            best = max(best, milestone_points(s, box, end))
    return best


@rule
def best_house(s: State, box: Box) -> int:
    """Return the points of the best house."""
    best = 0
    for byte in range((int(box.triangles) + BYTE - 1) // BYTE):
        bits, triangle = int(s.roadside[byte]), byte * BYTE
        while bits > 0:
            if bits & 1:
                best = max(best, house_points(s, box, triangle))
            bits >>= 1
            triangle += 1
    return best


@rule
def best_market(s: State, box: Box) -> int:
    """Return the points of the best market."""
    best = 0
    for section in range(s.sections):
        end = int(s.ends[section])
        best = max(best, int(box.numbers[end]) * is_uncovered(s, end))
    return best


@rule
def best_sack(s: State, box: Box) -> int:
    """Return the points of the best flour sack."""
    best = 0
    for market in range(s.markets):
        vertex = int(s.stalls[market])
        if s.vertices[vertex] & FLOUR == 0:
            best = max(best, best_two(s, box, vertex))
    return best


@rule
def goods(s: State, seat: int) -> float:
    """Return the value of a seat's goods."""
    return (
        A_STONE * min(int(s.goods[seat, STONE]), A_FEW)
        + A_WOOD * min(int(s.goods[seat, WOOD]), A_FEW)
        + A_SAND * min(int(s.goods[seat, SAND]), A_FEW)
        + A_GRAIN * min(int(s.goods[seat, GRAIN]), ENOUGH)
        + A_COIN * min(int(s.goods[seat, COIN]), ENOUGH)
    )


@rule
def payable(s: State, seat: int) -> int:
    """Return a bit for each build that a seat's goods pay for at a stop that lies ahead."""
    stone, wood, sand = s.goods[seat, STONE] > 0, s.goods[seat, WOOD] > 0, s.goods[seat, SAND] > 0
    asked = s.duty if seat == s.mover else NONE
    able = 0
    if s.pawns[seat] < BOARD_OF_WORKS or asked == DUTY_WORKS:
        able = (
            (stone and sand) * CAN_STREET
            | (stone and wood) * CAN_HOUSE
            | (wood and sand) * CAN_MARKET
        )
    if s.goods[seat, GRAIN] >= FLOUR_PRICE and (s.pawns[seat] < MILL or asked == DUTY_MILL):
        able |= CAN_SACK
    return able


@rule
def builds(able: int, street: int, house: int, market: int, sack: int) -> float:
    """Return the value of a seat's goods for the best possible builds."""
    return A_SACK * sack * (able & CAN_SACK > 0) + max(
        A_STREET * street * (able & CAN_STREET > 0),
        A_HOUSE * house * (able & CAN_HOUSE > 0),
        A_MARKET * market * (able & CAN_MARKET > 0),
    )


@rule
def employment(s: State, box: Box, seat: int) -> float:
    """Return the value of a seat's workers."""
    worth, highest, ascending = 0.0, 0, True
    for space in range(SPACES):
        worker = s.workers[seat, space]
        if worker >= 0:
            worth += WORKER + BONUS * int(s.bonuses[seat, space])
            worth += WORKER_AHEAD * (space + FIRST_SPACE > s.pawns[seat])
            number = int(box.worker_numbers[worker])
            ascending &= number >= highest
            highest = number
    return worth + ASCENDING * ascending


@rule
def time_left(s: State, box: Box) -> float:
    """Return 1 while the end is far, decreasing as somebody approaches the target."""
    if s.trigger != NONE:
        return LAST_TURN
    highest = 0
    for seat in range(s.players):
        highest = max(highest, int(s.scores[seat]))
    return min(1.0, LATE * (1.0 - highest / int(box.targets[s.players])))


@rule
def strengths(s: State, box: Box, seat: int) -> int:
    """§11 Return a seat's strength in each kind, a byte each."""
    strong = 0
    for space in range(SPACES):
        worker = s.workers[seat, space]
        if worker >= 0:
            strong += (1 + int(s.bonuses[seat, space])) << BYTE * int(box.worker_kinds[worker])
    return strong


@rule
def majorities(s: State, box: Box, points: Array, strong: Array) -> None:
    """§11 Write every seat's points for majorities, in one pass."""
    for seat in range(s.players):
        points[seat] = 0
        strong[seat] = strengths(s, box, seat)
    for kind in range(KINDS):
        most, same = -1, 0
        for seat in range(s.players):
            own = int(strong[seat]) >> BYTE * kind & (1 << BYTE) - 1
            same = 1 if own > most else same + (own == most)
            most = max(most, own)
        for seat in range(s.players if same < s.players else 0):
            if int(strong[seat]) >> BYTE * kind & (1 << BYTE) - 1 == most:
                points[seat] += MAJORITY if same == 1 else SHARED_MAJORITY


@rule
def evaluate(s: State, box: Box, points: Array, spare: Array) -> None:
    """Write the expected final points of every seat."""
    # The best builds take longest to find, and often nobody could pay for them.
    able = 0
    for seat in range(s.players):
        able |= payable(s, seat)
    street = best_street(s, box) if able & CAN_STREET else 0
    house = best_house(s, box) if able & CAN_HOUSE else 0
    market = best_market(s, box) if able & CAN_MARKET else 0
    sack = best_sack(s, box) if able & CAN_SACK else 0
    majorities(s, box, points, spare)
    left = time_left(s, box)
    settled = 1.0 - (1.0 - SETTLED) * left
    for seat in range(s.players):
        hopes = goods(s, seat) + builds(payable(s, seat), street, house, market, sack)
        hopes += employment(s, box, seat) + MOVE * s.moves * (seat == s.mover)
        points[seat] = s.scores[seat] + left * hopes + settled * points[seat]


@rule
def walk_promise(s: State, box: Box, stop: int) -> int:
    """Return the weight of a walk: many goods at once, and stops with something to do, are
    favoured.
    """
    seat = int(s.mover)
    if stop == CASTLE:
        return 2
    if stop == TRADING_HOUSE:
        return 4 + 4 * (int(s.goods[seat, COIN]) >= PRICE)
    if stop == BOARD_OF_WORKS:
        return 2 + 14 * (affordable(s, box) > 0)
    if stop == MILL:
        return 2 + 14 * can_mill(s, box)
    worker = s.workers[seat, stop - FIRST_SPACE]
    if worker < 0:
        return 1
    fellows = 0
    for passed in range(int(s.pawns[seat]), stop):
        other = s.workers[seat, passed]
        fellows += other >= 0 and box.worker_kinds[other] == box.worker_kinds[worker]
    return 2 + 4 * fellows


@rule
def promise(s: State, box: Box, step: int) -> int:
    """Return the weight of a step: points, hiring and bonus tiles are favoured, trading is not."""
    if step < DISCARD:
        return walk_promise(s, box, step)
    if step < DONE:
        return 4
    if step in (DONE, LEAVE) or BUY <= step < STREET or step >= SACK_FOR:
        return 1
    if step < LAY or TAKE <= step < LEAVE:
        return 8
    if step < BUY or step >= DRAFT:
        return 4
    if step < VIA:
        return 1 + 2 * milestone_points(s, box, step - STREET)
    if step < TO:
        return 1 + int(box.numbers[step - VIA]) ** 2
    if step < HOUSE:
        return 1 + int(box.numbers[step - TO])
    if step < MARKET:
        return 1 + 2 * house_points(s, box, step - HOUSE)
    if step < TAKE:
        return 1 + 2 * int(box.numbers[step - MARKET])
    return 1 + 2 * best_two(s, box, step - SACK)


@rule
def weigh(s: State, box: Box, steps: Array, found: int, weights: Array) -> None:
    """Write a weight for each option."""
    for index in range(found):
        weights[index] = promise(s, box, int(steps[index]))


@rule
def is_idle(s: State, box: Box, step: int) -> bool:
    """Return True if a step ends a visit or walks without a gain, although it is legal."""
    if step == DONE:
        return s.duty in (DUTY_WORKS, DUTY_MILL)
    if s.duty != DUTY_MOVE:
        return False
    stop = step - GO
    if stop == CASTLE:
        return True
    if stop == TRADING_HOUSE:
        return bool(s.goods[s.mover, COIN] < PRICE and not is_ascending(s, box))
    if stop == BOARD_OF_WORKS:
        return affordable(s, box) == 0
    if stop == MILL:
        return not can_mill(s, box)
    return bool(s.workers[s.mover, stop - FIRST_SPACE] < 0)
