"""Network features of a Finca table: one row of the first layer per active feature.

Things of one kind, such as villages, share their rows, so that learning about one applies to all.
"""

from rondel.games.finca.hints import delivery, tiles_to_go
from rondel.games.finca.rules import score
from rondel.games.finca.state import (
    ANY,
    BLADES,
    DUTY_FILL,
    KINDS,
    LARGE_TILE,
    NOBODY,
    UNDECIDED,
    VALUES,
    VILLAGES,
    Box,
    State,
)
from rondel.kernel.features import Rows, bounded
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.state import MAX_SEATS

_rows = Rows()
DUTIES = _rows.take(DUTY_FILL + 1)
MOVERS = _rows.take(MAX_SEATS)
MAX_MOVES, MAX_ROOM, MAX_WOOD, MAX_CENTRE, MAX_BONUS = 2, 10, 6, 8, 4
MOVES = _rows.take(MAX_MOVES + 1)
ROOMS = _rows.take(2, MAX_ROOM + 1)
WOOD = _rows.take(MAX_WOOD + 1)
CENTRE = _rows.take(MAX_CENTRE + 1)
BONUS = _rows.take(MAX_BONUS + 1)
MAX_TO_GO = 24
TO_GO = _rows.take(MAX_TO_GO + 1)
MAX_SUPPLY = 18
SUPPLY = _rows.take(KINDS, MAX_SUPPLY + 1)
MAX_OWN, MAX_OTHERS = 3, 4
SAILS = _rows.take(BLADES, KINDS + 1, MAX_OWN + 1, MAX_OTHERS + 1)
OPPONENTS = _rows.take(MAX_SEATS, BLADES, MAX_OTHERS + 1)
MAX_HELD, MAX_REACH = 12, 6
HARVESTS = _rows.take(MAX_SEATS, KINDS, MAX_HELD + 1, MAX_REACH + 1)
CART_MOVES = _rows.take(MAX_SEATS, MAX_REACH + 1)
MAX_CARTS = 5
CARTS = _rows.take(MAX_SEATS, MAX_CARTS + 1)
TILES_LEFT = _rows.take(MAX_SEATS, 16)
SETS = _rows.take(MAX_SEATS, MAX_BONUS + 1)
TOWARDS_SET = _rows.take(MAX_SEATS, 1 << VALUES)
MAX_PRINTED = 19
PRINTED = _rows.take(MAX_SEATS, KINDS + 1, MAX_PRINTED + 1)
MAX_BROUGHT = 12
BROUGHT = _rows.take(MAX_SEATS, 2, 2, MAX_BROUGHT + 1)
MAX_LEAD, MAX_NEAR_LEAD, STAGES = 40, 20, 9
LEADS = _rows.take(MAX_SEATS, 2 * MAX_LEAD + 1)
LATE_LEADS = _rows.take(MAX_SEATS, STAGES, 2 * MAX_NEAR_LEAD + 1)
DESIGNS, HEIGHTS = 43, 5
FACES = _rows.take(DESIGNS, HEIGHTS)
MAX_MARGIN = 6
FINCAS = _rows.take(VILLAGES, HEIGHTS, 2 * MAX_MARGIN + 1)
MAX_LACK = 6
NEEDS = _rows.take(MAX_SEATS, VALUES + 1, MAX_LACK + 1)
ROWS = _rows.taken
STARTS = _rows.starts
"""First row of each table."""

CROWD_BITS = 4


@rule
def crowds_of(s: State) -> int:
    """Return the number of farmers on each blade, packed."""
    crowds = 0
    for blade in range(BLADES):
        here = 0
        for seat in range(MAX_SEATS):
            here += int(s.farmers[blade, seat])
        crowds |= here << CROWD_BITS * blade
    return crowds


@rule
def see_table(s: State, observer: int, to_go: int, seen: Array) -> int:
    """Write the features of the current decision and of the centre; return their number."""
    seen[0] = DUTIES + int(s.duty)
    seen[1] = MOVERS + (s.mover - observer + s.players) % s.players
    seen[2] = MOVES + bounded(s.moves, MAX_MOVES)
    seen[3] = ROOMS + bounded(s.discount, 1) * (MAX_ROOM + 1) + bounded(s.room, MAX_ROOM)
    seen[4] = WOOD + bounded(s.wood, MAX_WOOD)
    seen[5] = CENTRE + bounded(s.centre, MAX_CENTRE)
    seen[6] = BONUS + bounded(s.bonus, MAX_BONUS)
    seen[7] = TO_GO + bounded(to_go, MAX_TO_GO)
    at = 8
    for kind in range(KINDS):
        seen[at] = SUPPLY + kind * (MAX_SUPPLY + 1) + bounded(s.supply[kind], MAX_SUPPLY)
        at += 1
    return at


@rule
def see_sails(s: State, observer: int, crowds: int, seen: Array, at: int) -> int:
    """Append the features of the windmill: farmers by blade and fruit."""
    for blade in range(BLADES):
        own = int(s.farmers[blade, observer])
        others = (crowds >> CROWD_BITS * blade & 15) - own
        kind = int(s.blades[blade]) if s.blades[blade] != NOBODY else KINDS
        row = (blade * (KINDS + 1) + kind) * (MAX_OWN + 1) + bounded(own, MAX_OWN)
        seen[at] = SAILS + row * (MAX_OTHERS + 1) + bounded(others, MAX_OTHERS)
        at += 1
    if s.players == 2:
        return at
    for after in range(1, s.players):
        seat = (observer + after) % s.players
        for blade in range(BLADES):
            row = (after * BLADES + blade) * (MAX_OTHERS + 1)
            seen[at] = OPPONENTS + row + bounded(s.farmers[blade, seat], MAX_OTHERS)
            at += 1
    return at


@rule
def see_harvest(
    s: State, box: Box, seat: int, after: int, crowds: int, seen: Array, at: int
) -> int:
    """Append the features of a seat's fruits and of what its next moves can bring."""
    reach = with_cart = 0
    for blade in range(BLADES):
        if s.farmers[blade, seat] == 0:
            continue
        distance = crowds >> CROWD_BITS * blade & 15
        arrival = (blade + distance) % BLADES
        brought = (crowds >> CROWD_BITS * arrival & 15) + (arrival != blade)
        kind = int(s.blades[arrival])
        if brought > (reach >> CROWD_BITS * kind & 15):
            reach = reach & ~(15 << CROWD_BITS * kind) | brought << CROWD_BITS * kind
        if box.crossings[blade, distance] > 0:
            with_cart = max(with_cart, brought)
    for kind in range(KINDS):
        row = (after * KINDS + kind) * (MAX_HELD + 1) + bounded(s.hands[seat, kind], MAX_HELD)
        more = bounded(reach >> CROWD_BITS * kind & 15, MAX_REACH)
        seen[at] = HARVESTS + row * (MAX_REACH + 1) + more
        at += 1
    seen[at] = CART_MOVES + after * (MAX_REACH + 1) + bounded(with_cart, MAX_REACH)
    return at + 1


@rule
def see_belongings(s: State, box: Box, seat: int, after: int, seen: Array, at: int) -> int:
    """Append the features of a seat's carts, tiles and possible deliveries."""
    seen[at] = CARTS + after * (MAX_CARTS + 1) + bounded(s.carts[seat], MAX_CARTS)
    seen[at + 1] = TILES_LEFT + after * 16 + int(s.actions[seat])
    seen[at + 2] = SETS + after * (MAX_BONUS + 1) + bounded(s.sets[seat], MAX_BONUS)
    towards = 0
    for value in range(VALUES):
        towards |= (s.values[seat, value] > s.sets[seat]) << value
    seen[at + 3] = TOWARDS_SET + (after << VALUES) + towards
    brought = bounded(delivery(s, box, seat), MAX_BROUGHT)
    way = (after * 2 + (s.carts[seat] > 0)) * 2 + (s.actions[seat] & LARGE_TILE > 0)
    seen[at + 4] = BROUGHT + way * (MAX_BROUGHT + 1) + brought
    at += 5
    for kind in range(KINDS + 1):
        row = (after * (KINDS + 1) + kind) * (MAX_PRINTED + 1)
        seen[at] = PRINTED + row + bounded(s.printed[seat, kind], MAX_PRINTED)
        at += 1
    return at


@rule
def see_leads(s: State, observer: int, to_go: int, points: Array, seen: Array, at: int) -> int:
    """Append the features of the observer's leads and of the distance to the end."""
    stage = bounded((to_go + 1) // 2, STAGES - 1)
    for after in range(1, s.players):
        lead = int(points[observer] - points[(observer + after) % s.players])
        wide = bounded(lead + MAX_LEAD, 2 * MAX_LEAD)
        near = bounded(lead + MAX_NEAR_LEAD, 2 * MAX_NEAR_LEAD)
        seen[at] = LEADS + after * (2 * MAX_LEAD + 1) + wide
        seen[at + 1] = LATE_LEADS + (after * STAGES + stage) * (2 * MAX_NEAR_LEAD + 1) + near
        at += 2
    return at


@rule
def margin(s: State, box: Box, village: int, observer: int) -> int:
    """Return the observer's lead in printed fruits for a village's finca; negative if behind."""
    own, best = 0, 0
    for seat in range(s.players):
        fruits = 0
        for kind in range(KINDS + 1):
            fruits += int(box.finca_kinds[s.fincas[village], kind]) * int(s.printed[seat, kind])
        if seat == observer:
            own = fruits
        else:
            best = max(best, fruits)
    return own - best


@rule
def lack(s: State, box: Box, seat: int, design: int) -> int:
    """Return the number of fruits that a seat lacks to fill a tile."""
    short, heap = 0, 0
    for kind in range(KINDS):
        held = int(s.hands[seat, kind])
        heap = max(heap, held)
        short += max(0, int(box.prints[design, kind]) - held)
    return short + max(0, int(box.prints[design, ANY]) - heap)


@rule
def see_villages(s: State, box: Box, observer: int, seen: Array, at: int) -> int:
    """Append the features of each village's tile, of who can fill it, and of who leads there."""
    for village in range(VILLAGES):
        height = bounded(s.piles[village], HEIGHTS - 1)
        tile = s.face_up[village]
        design = int(box.design[tile]) if tile != NOBODY else NOBODY
        seen[at] = FACES + (design + 1) * HEIGHTS + height
        if s.fincas[village] == NOBODY or s.finca_owners[village] != UNDECIDED:
            seen[at + 1] = FINCAS
        else:
            ahead = bounded(margin(s, box, village, observer) + MAX_MARGIN, 2 * MAX_MARGIN)
            row = (int(s.fincas[village]) * HEIGHTS + height) * (2 * MAX_MARGIN + 1)
            seen[at + 1] = FINCAS + row + ahead
        at += 2
        for after in range(s.players):
            row = after * (VALUES + 1) * (MAX_LACK + 1)
            if design != NOBODY:
                short = bounded(lack(s, box, (observer + after) % s.players, design), MAX_LACK)
                row += int(box.value[design]) * (MAX_LACK + 1) + short
            seen[at] = NEEDS + row
            at += 1
    return at


@rule
def extract_features(
    s: State, box: Box, observer: int, seen: Array, points: Array, spare: Array
) -> int:
    """Write the active features for an observer and return their number.

    `points` and `spare` are scratch space.
    """
    score(s, box, points, spare)
    to_go = tiles_to_go(s)
    crowds = crowds_of(s)
    at = see_table(s, observer, to_go, seen)
    at = see_sails(s, observer, crowds, seen, at)
    for after in range(s.players):
        seat = (observer + after) % s.players
        at = see_harvest(s, box, seat, after, crowds, seen, at)
        at = see_belongings(s, box, seat, after, seen, at)
    at = see_leads(s, observer, to_go, points, seen, at)
    return see_villages(s, box, observer, seen, at)
