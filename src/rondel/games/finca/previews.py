"""Previews: the effects of steps as rows of numbers, all computed in one call."""

from rondel.games.finca.actions import CART, DONE, FILL, LAND, LARGE, LESS, MOVE, PLACE
from rondel.games.finca.rules import apply, legal_steps
from rondel.games.finca.state import (
    BLADES,
    DUTY_FILL,
    DUTY_LAND,
    DUTY_PLACE,
    DUTY_TURN,
    KINDS,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.state import MAX_SEATS

PLENTY = 100
"""Number of fruits or carts larger than any step takes."""
SEAT, BLADE, ARRIVAL, KIND, AMOUNT, CARTS, FRUIT_SHORT, CARTS_SHORT, FRUIT_CHANGES = range(9)
CART_CHANGES = FRUIT_CHANGES + MAX_SEATS
HARVEST = CART_CHANGES + MAX_SEATS
"""Length of a row about a farmer's move; its columns are named above."""
NUMBER, START, SAVED, ROOM_AFTER, PAYS = range(5)
FILLING = PAYS + KINDS
"""Length of a row about filling a tile."""
TRIED, REAL, RICH = range(3)
"""Indices of the tables to try steps on: before the step, after it, and with unlimited supply."""
MAX_WAYS = BLADES * MAX_SEATS
NO_START = -1


@rule
def bare(s: State) -> None:
    """Set up a table with unlimited supply where nobody owns anything."""
    s.centre = PLENTY
    for kind in range(KINDS):
        s.supply[kind] = PLENTY
    for seat in range(MAX_SEATS):
        s.carts[seat] = 0
        for kind in range(KINDS):
            s.hands[seat, kind] = 0


@rule
def try_harvest(tables: Array, boxes: Array, number: int, row: Array) -> None:
    """Write the effect of a step that moves or lands the mover's farmer.

    The table with unlimited supply shows what is owed, the real table what happens. Where they
    differ, something ran short.
    """
    before, real, rich = tables[TRIED], tables[REAL], tables[RICH]
    tables[REAL] = tables[TRIED]
    tables[RICH] = tables[TRIED]
    bare(rich)
    apply(real, boxes[0], number)
    apply(rich, boxes[0], number)
    mover = int(before.mover)
    brought = 0
    for kind in range(KINDS):
        if rich.hands[mover, kind] > rich.hands[mover, brought]:
            brought = kind
    row[SEAT] = mover
    row[KIND] = brought
    row[AMOUNT] = rich.hands[mover, brought]
    row[CARTS] = rich.carts[mover]
    row[FRUIT_SHORT] = row[CARTS_SHORT] = 0
    for seat in range(MAX_SEATS):
        fruits = int(real.hands[seat, brought]) - int(before.hands[seat, brought])
        carts = int(real.carts[seat]) - int(before.carts[seat])
        row[FRUIT_CHANGES + seat] = fruits
        row[CART_CHANGES + seat] = carts
        if fruits != rich.hands[seat, brought]:
            row[FRUIT_SHORT] = 1
        if carts != rich.carts[seat]:
            row[CARTS_SHORT] = 1


@rule
def try_walks(tables: Array, states: Array, boxes: Array, rows: Array) -> int:
    """Write the effect of an ordinary move of each farmer, as if it were its player's turn; return
    their number.
    """
    s = states[0]
    found = 0
    for seat in range(MAX_SEATS):
        for blade in range(BLADES):
            if s.farmers[blade, seat] == 0:
                continue
            tables[TRIED] = states[0]
            tried = tables[TRIED]
            tried.seat = tried.mover = seat
            tried.duty = DUTY_TURN
            tried.moves = 0
            row = rows[found]
            try_harvest(tables, boxes, MOVE + blade, row)
            row[BLADE] = blade
            # A move around the whole windmill ends where it began.
            row[ARRIVAL] = blade
            for place in range(BLADES):
                if tables[REAL].farmers[place, seat] > s.farmers[place, seat]:
                    row[ARRIVAL] = place
            found += 1
    return found


@rule
def try_landings(tables: Array, states: Array, boxes: Array, rows: Array) -> int:
    """Write the effect of each blade while a farmer is to be placed or set down; return their
    number.
    """
    s = states[0]
    if s.seat < 0 or (s.duty != DUTY_PLACE and s.duty != DUTY_LAND):
        return 0
    tables[TRIED] = states[0]
    for blade in range(BLADES):
        try_harvest(tables, boxes, (PLACE if s.duty == DUTY_PLACE else LAND) + blade, rows[blade])
        rows[blade, BLADE] = rows[blade, ARRIVAL] = blade
    return BLADES


@rule
def try_fills(
    tables: Array, boxes: Array, start: int, steps: Array, weights: Array, rows: Array, found: int
) -> int:
    """Write the ways to fill a tile next in the delivery of the tried table; return the number of
    rows.
    """
    before, after = tables[TRIED], tables[REAL]
    mover = int(before.mover)
    for option in range(legal_steps(before, boxes[0], steps, weights)):
        number = int(steps[option])
        if number < FILL or number >= DONE:
            continue
        tables[REAL] = tables[TRIED]
        apply(after, boxes[0], number)
        rows[found, NUMBER] = number
        rows[found, START] = start
        rows[found, SAVED] = before.discount - after.discount
        rows[found, ROOM_AFTER] = after.room
        for kind in range(KINDS):
            rows[found, PAYS + kind] = before.hands[mover, kind] - after.hands[mover, kind]
        found += 1
    return found


@rule
def try_deliveries(
    tables: Array, states: Array, boxes: Array, steps: Array, weights: Array, rows: Array
) -> int:
    """Write the ways to fill a tile now, in this delivery or a new one; return their number."""
    s = states[0]
    if s.seat < 0:
        return 0
    tables[TRIED] = states[0]
    if s.duty == DUTY_FILL:
        return try_fills(tables, boxes, NO_START, steps, weights, rows, 0)
    can_cart = can_large = can_less = False
    for option in range(legal_steps(s, boxes[0], steps, weights)):
        can_cart |= steps[option] == CART
        can_large |= steps[option] == LARGE
        can_less |= steps[option] == LESS
    found = 0
    for number in (CART, LARGE, LESS):
        is_open = can_cart if number == CART else can_large if number == LARGE else can_less
        if is_open:
            tables[TRIED] = states[0]
            apply(tables[TRIED], boxes[0], number)
            found = try_fills(tables, boxes, number, steps, weights, rows, found)
    return found


@rule
def preview(
    tables: Array,
    states: Array,
    boxes: Array,
    steps: Array,
    weights: Array,
    walks: Array,
    landings: Array,
    fillings: Array,
    found: Array,
) -> None:
    """Write the effects of all farmers' moves and deliveries, and the number of rows of each."""
    found[0] = try_walks(tables, states, boxes, walks)
    found[1] = try_landings(tables, states, boxes, landings)
    found[2] = try_deliveries(tables, states, boxes, steps, weights, fillings)
