"""Heuristics for bots, which know no game themselves.

Values are in final points, fitted to games of the search against itself.
"""

from rondel.games.finca.actions import CART, DONE, LAND, MOVE, STOP, WIND
from rondel.games.finca.rules import ROOM, WIDTH, crowd, lacking, score
from rondel.games.finca.state import (
    ANY,
    BLADES,
    BONUSES,
    GUST_TILE,
    KINDS,
    LESS_TILE,
    VALUES,
    VILLAGES,
    WIND_TILE,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import rule

SEARCH_CONFIG = {"rollout_turns": 0, "exploration": 0.3}
_MANY = {"rollout_turns": -1, "opponent_beam_width": 8, "prediction_visits": 2}
SEARCH_CONFIGS = {3: _MANY, 4: _MANY}
ERROR_SCALE = 2.0
"""Most options of a turn are nearly equal, so that small errors cost little."""

FRUIT, MORE_FRUIT = 0.75, 0.45
"""Value of each of the first few fruits of a kind, and of each further one."""
FEW = 3
A_CART, MORE_CARTS, CROSSING = 1.2, 0.3, 0.5
DELIVERY, DELIVERY_WITH_CART = 0.25, 0.2
"""Value of each point that a delivery could bring now."""
WIND_KEPT, GUST_KEPT, LESS_KEPT = 3.0, 0.6, 2.7
"""Values of kept action tiles, beyond their points; the large cart has none."""
SET = 1.6
MAJORITY = 0.75
TURN = 0.9
LATE = 6
"""Number of tiles to go below which undelivered things lose their value."""
TALLEST = 4
ENOUGH_OF_IT = 100
"""Weight of ending a game without progress."""


@rule
def tiles_to_go(s: State) -> int:
    """Return the smallest number of tiles that must still be taken before the game ends."""
    villages, tiles = int(s.wood), 0
    for height in range(1, TALLEST + 1):
        for village in range(VILLAGES):
            if s.piles[village] == height and villages > 0:
                villages -= 1
                tiles += height
    return tiles


@rule
def delivery(s: State, box: Box, seat: int) -> int:
    """Return the points that one cart could bring now, the most valuable tiles first."""
    held, heap = int(box.cart_holds) << ROOM * WIDTH, 0
    for kind in range(KINDS):
        fruits = int(s.hands[seat, kind])
        held |= fruits << kind * WIDTH
        heap = max(heap, fruits)
    held |= heap << ANY * WIDTH
    total = filled = 0
    while True:
        best = most = 0
        for village in range(VILLAGES):
            price = box.price[s.face_up[village]]
            value = price >> ROOM * WIDTH
            if value > most and not filled >> village & 1 and lacking(held, price) == 0:
                best, most = village, value
        if most == 0:
            return total
        total += most
        filled |= 1 << best
        held -= box.price[s.face_up[best]]


@rule
def crossings(s: State, box: Box, seat: int) -> int:
    """Return how many farmers of a seat would take a cart with their next move, up to two."""
    crossing = 0
    for blade in range(BLADES):
        if s.farmers[blade, seat] > 0:
            crossing += box.crossings[blade, crowd(s, blade)] > 0
    return min(crossing, 2)


@rule
def harvest(s: State, box: Box, seat: int) -> float:
    """Return the value of a seat's fruits, carts and farmers."""
    worth = CROSSING * crossings(s, box, seat)
    for kind in range(KINDS):
        fruits = int(s.hands[seat, kind])
        worth += FRUIT * min(fruits, FEW) + MORE_FRUIT * min(max(fruits - FEW, 0), FEW)
    brought = delivery(s, box, seat)
    worth += DELIVERY * brought
    if s.carts[seat] > 0:
        worth += A_CART + MORE_CARTS * (s.carts[seat] - 1) + DELIVERY_WITH_CART * brought
    return worth


@rule
def tiles_kept(s: State, seat: int) -> float:
    """Return the value of a seat's action tiles."""
    tiles = int(s.actions[seat])
    return (
        WIND_KEPT * (tiles & WIND_TILE > 0)
        + GUST_KEPT * (tiles & GUST_TILE > 0)
        + LESS_KEPT * (tiles & LESS_TILE > 0)
    )


@rule
def next_set(s: State, box: Box, seat: int) -> float:
    """Return the value of a seat's progress to the next set of values."""
    if s.bonus == BONUSES:
        return 0.0
    owned = 0
    for value in range(VALUES):
        owned += s.values[seat, value] > s.sets[seat]
    return SET * int(box.bonus_tiles[s.bonus]) * (owned / VALUES) ** 2


@rule
def count_fruits(s: State, box: Box, village: int, fruits: Array) -> None:
    """Write each seat's number of printed fruits for a village's finca."""
    for seat in range(s.players):
        fruits[seat] = 0
    for kind in range(KINDS + 1):
        if box.finca_kinds[s.fincas[village], kind] > 0:
            for seat in range(s.players):
                fruits[seat] += box.finca_kinds[s.fincas[village], kind] * s.printed[seat, kind]


@rule
def add_leads(s: State, box: Box, points: Array, fruits: Array) -> None:
    """Add the value of leading or trailing in undecided fincas, larger if few tiles are left."""
    for village in range(VILLAGES):
        if s.piles[village] == 0:
            continue
        count_fruits(s, box, village, fruits)
        most, same = -1.0, 0
        for seat in range(s.players):
            same = 1 if fruits[seat] > most else same + (fruits[seat] == most)
            most = max(most, fruits[seat])
        stake = MAJORITY * (TALLEST + 1 - s.piles[village]) / TALLEST
        for seat in range(s.players):
            if fruits[seat] < most:
                points[seat] -= stake
            elif same == 1:
                points[seat] += stake


@rule
def evaluate(s: State, box: Box, points: Array, spare: Array) -> None:
    """Write the expected final points of every seat."""
    score(s, box, points, spare)
    time_left = min(tiles_to_go(s), LATE) / LATE
    for seat in range(s.players):
        hopes = harvest(s, box, seat) + tiles_kept(s, seat) + next_set(s, box, seat)
        points[seat] += time_left * (hopes + TURN * (s.mover == seat))
    add_leads(s, box, points, spare)


@rule
def promise(s: State, box: Box, step: int) -> int:
    """Return the weight of a step: crowded blades, carts and deliveries are favoured."""
    if step < MOVE:
        return 1 + crowd(s, step)
    if step < WIND:
        blade = step - MOVE
        distance = crowd(s, blade)
        arrival = (blade + distance) % BLADES
        return 2 + 2 * crowd(s, arrival) + 8 * (int(box.crossings[blade, distance]) > 0)
    if step < LAND:
        return 2
    if step < CART:
        return 1 + crowd(s, step - LAND)
    if step <= DONE:
        return 20 if step < DONE else 6
    return 1 if step == STOP else ENOUGH_OF_IT


@rule
def weigh(s: State, box: Box, steps: Array, found: int, weights: Array) -> None:
    """Write a weight for each option."""
    for index in range(found):
        weights[index] = promise(s, box, int(steps[index]))
