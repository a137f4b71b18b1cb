"""Network features of a Milestones table: one row of the first layer per active feature.

No feature names a place of the map, only what places offer, so that networks work on other maps.
"""

from rondel.games.milestones.hints import house_points, milestone_points, payable, strengths
from rondel.games.milestones.rules import best_two, has_end, is_free, is_uncovered
from rondel.games.milestones.state import (
    BOARD_OF_WORKS,
    BUSHES,
    BYTE,
    COIN,
    DIRECTIONS,
    DISPLAY,
    DUTY_COVER,
    DUTY_WORKS,
    FIRST_SPACE,
    FLOUR,
    FREE_END,
    GRAIN,
    HOUSES,
    KINDS,
    LOOP,
    MARKET_STALL,
    MARKETS,
    MILL,
    NONE,
    SACKS,
    SAND,
    SECTIONS,
    SPACES,
    STONE,
    TRADING_HOUSE,
    WOOD,
    Box,
    State,
)
from rondel.kernel.features import Rows, bounded
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.state import MAX_SEATS

_rows = Rows()
NUMBERS, WORKER_NUMBERS, MAX_MOVES, MAX_PILE = 5, 8, 2, 35
DUTIES = _rows.take(DUTY_COVER + 1, MAX_MOVES + 1)
MOVERS = _rows.take(MAX_SEATS)
TRIGGERS = _rows.take(MAX_SEATS + 1)
HIRED = _rows.take(2)
PILE = _rows.take(MAX_PILE + 1)
BUILT_SECTIONS = _rows.take(SECTIONS + 1)
BUILT_HOUSES = _rows.take(HOUSES + 1)
BUILT_MARKETS = _rows.take(MARKETS + 1)
BUILT_SACKS = _rows.take(MARKETS + 1, SACKS + 1)
MILESTONE = _rows.take(NUMBERS + 2)
BEFORE_MILESTONE = _rows.take(NUMBERS + 2)
MAX_OFFERED = 4
OFFERED = _rows.take(2, MAX_OFFERED + 1)
PAIR = KINDS * KINDS
TILE = _rows.take(PAIR + 1)
TILE_NUMBERS = _rows.take(WORKER_NUMBERS + 1, WORKER_NUMBERS + 1)
ON_DISPLAY = _rows.take(PAIR + 1)
DISPLAY_NUMBERS = _rows.take(WORKER_NUMBERS + 1, WORKER_NUMBERS + 1)
MAX_BUSHES = 3
BUSHES_LEFT = _rows.take(KINDS, MAX_BUSHES + 1)
MAX_PLACES = 4
STREETS = _rows.take(NUMBERS, MAX_PLACES + 1)
IN_REACH = _rows.take(KINDS, MAX_BUSHES + 1)
MAX_HOUSE, MAX_SACK = 15, 10
BEST_HOUSE = _rows.take(MAX_HOUSE + 1)
NEXT_HOUSE = _rows.take(MAX_HOUSE + 1)
BEST_MARKET = _rows.take(NUMBERS + 1)
NEXT_MARKET = _rows.take(NUMBERS + 1)
BEST_SACK = _rows.take(MAX_SACK + 1)
NEXT_SACK = _rows.take(MAX_SACK + 1)
MAX_SCORE, MAX_LEAD, MAX_NEAR_LEAD, STAGES, STAGE = 99, 40, 20, 16, 4
SCORES = _rows.take(MAX_SEATS, MAX_SCORE + 1)
LEADS = _rows.take(MAX_SEATS, 2 * MAX_LEAD + 1)
LATE_LEADS = _rows.take(MAX_SEATS, STAGES + 1, 2 * MAX_NEAR_LEAD + 1)
MAX_STRONG, MAX_MARGIN = 4, 3
MAJORITIES = _rows.take(MAX_SEATS, KINDS, MAX_STRONG + 1, 2 * MAX_MARGIN + 1)
PAWNS = _rows.take(MAX_SEATS, LOOP)
MAX_GOODS, MAX_HELD = 8, 12
GOODS = _rows.take(MAX_SEATS, KINDS, MAX_GOODS + 1)
HELD = _rows.take(MAX_SEATS, MAX_HELD + 1)
FEW, ZONES = 2, 3
FOR_BUILDING = _rows.take(MAX_SEATS, (FEW + 1) ** 3, ZONES)
MAX_GRAIN, MAX_COINS = 5, 6
FOR_MILLING = _rows.take(MAX_SEATS, MAX_GRAIN + 1, 2)
FOR_TRADING = _rows.take(MAX_SEATS, MAX_COINS + 1, 2)
WORKERS = _rows.take(MAX_SEATS, SPACES, 2 * KINDS + 2, 2)
WORKERS_NUMBERED = _rows.take(MAX_SEATS, SPACES, WORKER_NUMBERS + 1)
ASCENDING = _rows.take(MAX_SEATS, 2)
MAX_FELLOWS = 5
AHEAD = _rows.take(MAX_SEATS, KINDS, MAX_FELLOWS + 1)
VISIBLE = _rows.take(MAX_SEATS, SPACES + 1)
PAYABLE = _rows.take(MAX_SEATS, 16)
ROWS = _rows.taken
STARTS = _rows.starts
"""First row of each table."""


@rule
def pair_row(box: Box, design: int, kinds: int, numbers: int, seen: Array, at: int) -> int:
    """Append the features of a tile's two workers: their kinds and their numbers."""
    seen[at] = kinds + PAIR
    seen[at + 1] = numbers
    if design != NONE:
        left, right = 2 * design, 2 * design + 1
        seen[at] = kinds + int(box.worker_kinds[left]) * KINDS + int(box.worker_kinds[right])
        first = bounded(box.worker_numbers[left], WORKER_NUMBERS)
        second = bounded(box.worker_numbers[right], WORKER_NUMBERS)
        seen[at + 1] = numbers + first * (WORKER_NUMBERS + 1) + second
    return at + 2


@rule
def see_table(s: State, box: Box, observer: int, seen: Array) -> int:
    """Write the features of the current decision and of the supplies; return their number."""
    seen[0] = DUTIES + int(s.duty) * (MAX_MOVES + 1) + bounded(s.moves, MAX_MOVES)
    seen[1] = MOVERS + (s.mover - observer + s.players) % s.players
    seen[2] = TRIGGERS
    if s.trigger != NONE:
        seen[2] = TRIGGERS + 1 + (s.trigger - observer + s.players) % s.players
    seen[3] = HIRED + bounded(s.hired, 1)
    seen[4] = PILE + bounded(s.pile, MAX_PILE)
    seen[5] = BUILT_SECTIONS + bounded(s.sections, SECTIONS)
    seen[6] = BUILT_HOUSES + bounded(s.houses, HOUSES)
    seen[7] = BUILT_MARKETS + bounded(s.markets, MARKETS)
    seen[8] = BUILT_SACKS + int(s.markets) * (SACKS + 1) + int(s.sacks)
    seen[9] = MILESTONE
    if s.section_milestone != NONE:
        seen[9] = MILESTONE + 1 + bounded(box.numbers[s.section_milestone], NUMBERS)
    seen[10] = BEFORE_MILESTONE
    if s.section_start != NONE and s.section_milestone == NONE:
        best = bounded(milestone_points(s, box, int(s.section_start)), NUMBERS)
        seen[10] = BEFORE_MILESTONE + 1 + best
    offered = 0
    for bush in range(BUSHES):
        offered += int(s.offered) >> bush & 1
    seen[11] = OFFERED + int(s.must_take) * (MAX_OFFERED + 1) + bounded(offered, MAX_OFFERED)
    at = pair_row(box, int(s.tile), TILE, TILE_NUMBERS, seen, 12)
    for slot in range(DISPLAY):
        at = pair_row(box, int(s.display[slot]), ON_DISPLAY, DISPLAY_NUMBERS, seen, at)
    return at


@rule
def kinds_of_bushes(s: State, bushes: int) -> int:
    """Return the number of bonus tiles of each kind on these bushes, a byte each."""
    kinds = 0
    for bush in range(BUSHES):
        if bushes >> bush & 1 and s.bushes[bush] != NONE:
            kinds += 1 << BYTE * int(s.bushes[bush])
    return kinds


@rule
def see_streets(s: State, box: Box, seen: Array, at: int) -> int:
    """Append the features of possible milestones by number, and of the bonus tiles beside them."""
    places = bushes = 0
    for section in range(-1, s.sections):
        start = int(box.start) if section < 0 else int(s.ends[section])
        if s.vertices[start] & (MARKET_STALL | FREE_END) == 0:
            continue
        for direction in range(DIRECTIONS):
            vertex = int(box.neighbours[start, direction])
            if is_free(s, vertex) and has_end(s, box, vertex):
                places += 1 << BYTE * bounded(box.numbers[vertex] - 1, NUMBERS - 1)
                bushes |= int(box.bushes_at[vertex])
    for number in range(NUMBERS):
        count = bounded(places >> BYTE * number & 255, MAX_PLACES)
        seen[at] = STREETS + number * (MAX_PLACES + 1) + count
        at += 1
    near, left = kinds_of_bushes(s, bushes), kinds_of_bushes(s, -1)
    for kind in range(KINDS):
        row = kind * (MAX_BUSHES + 1)
        seen[at] = IN_REACH + row + bounded(near >> BYTE * kind & 255, MAX_BUSHES)
        seen[at + 1] = BUSHES_LEFT + row + bounded(left >> BYTE * kind & 255, MAX_BUSHES)
        at += 2
    return at


@rule
def see_plots(s: State, box: Box, seen: Array, at: int) -> int:
    """Append the features of the two best houses, markets and flour sacks."""
    best = second = 0
    for byte in range((int(box.triangles) + BYTE - 1) // BYTE):
        bits, triangle = int(s.roadside[byte]), byte * BYTE
        while bits > 0:
            if bits & 1:
                points = house_points(s, box, triangle)
                second = max(second, min(best, points))
                best = max(best, points)
            bits >>= 1
            triangle += 1
    seen[at] = BEST_HOUSE + bounded(best, MAX_HOUSE)
    seen[at + 1] = NEXT_HOUSE + bounded(second, MAX_HOUSE)
    best = second = 0
    for section in range(s.sections):
        end = int(s.ends[section])
        points = int(box.numbers[end]) * is_uncovered(s, end)
        second = max(second, min(best, points))
        best = max(best, points)
    seen[at + 2] = BEST_MARKET + bounded(best, NUMBERS)
    seen[at + 3] = NEXT_MARKET + bounded(second, NUMBERS)
    best = second = 0
    for market in range(s.markets):
        vertex = int(s.stalls[market])
        if s.vertices[vertex] & FLOUR == 0:
            points = best_two(s, box, vertex)
            second = max(second, min(best, points))
            best = max(best, points)
    seen[at + 4] = BEST_SACK + bounded(best, MAX_SACK)
    seen[at + 5] = NEXT_SACK + bounded(second, MAX_SACK)
    return at + 6


@rule
def see_goods(s: State, seat: int, after: int, seen: Array, at: int) -> int:
    """Append the features of a seat's goods, and of their uses that lie ahead in this round."""
    held = 0
    for kind in range(KINDS):
        goods = int(s.goods[seat, kind])
        held += goods
        row = (after * KINDS + kind) * (MAX_GOODS + 1)
        seen[at] = GOODS + row + bounded(goods, MAX_GOODS)
        at += 1
    seen[at] = HELD + after * (MAX_HELD + 1) + bounded(held, MAX_HELD)
    pawn = int(s.pawns[seat])
    zone = 0 if pawn < BOARD_OF_WORKS else 2
    if seat == s.mover and s.duty == DUTY_WORKS:
        zone = 1
    stone, wood = bounded(s.goods[seat, STONE], FEW), bounded(s.goods[seat, WOOD], FEW)
    mix = (stone * (FEW + 1) + wood) * (FEW + 1) + bounded(s.goods[seat, SAND], FEW)
    seen[at + 1] = FOR_BUILDING + (after * (FEW + 1) ** 3 + mix) * ZONES + zone
    grain = after * (MAX_GRAIN + 1) + bounded(s.goods[seat, GRAIN], MAX_GRAIN)
    seen[at + 2] = FOR_MILLING + 2 * grain + (pawn < MILL)
    coins = after * (MAX_COINS + 1) + bounded(s.goods[seat, COIN], MAX_COINS)
    seen[at + 3] = FOR_TRADING + 2 * coins + (pawn < TRADING_HOUSE)
    seen[at + 4] = PAWNS + after * LOOP + pawn
    seen[at + 5] = PAYABLE + after * 16 + int(payable(s, seat))
    return at + 6


@rule
def see_workers(s: State, box: Box, seat: int, after: int, seen: Array, at: int) -> int:
    """Append the features of a seat's workers, their numbers, and those ahead of its pawn."""
    ahead = visible = highest = 0
    ascending = True
    for space in range(SPACES):
        worker = int(s.workers[seat, space])
        before = space + FIRST_SPACE > s.pawns[seat]
        look = number = 0
        if worker >= 0:
            kind = int(box.worker_kinds[worker])
            look = 2 + 2 * kind + int(s.bonuses[seat, space])
            number = bounded(box.worker_numbers[worker], WORKER_NUMBERS)
            ascending &= number >= highest
            highest = number
            visible += 1
            ahead += before << BYTE * kind
        elif worker != NONE:
            look = 1
        row = (after * SPACES + space) * (2 * KINDS + 2) + look
        seen[at] = WORKERS + 2 * row + before
        row = (after * SPACES + space) * (WORKER_NUMBERS + 1)
        seen[at + 1] = WORKERS_NUMBERED + row + number
        at += 2
    for kind in range(KINDS):
        count = bounded(ahead >> BYTE * kind & 255, MAX_FELLOWS)
        seen[at] = AHEAD + (after * KINDS + kind) * (MAX_FELLOWS + 1) + count
        at += 1
    seen[at] = ASCENDING + 2 * after + ascending
    seen[at + 1] = VISIBLE + after * (SPACES + 1) + visible
    return at + 2


@rule
def see_leads(s: State, box: Box, observer: int, strong: Array, seen: Array, at: int) -> int:
    """Append the features of all scores and majorities, and of the distance to the end."""
    highest = 0
    for seat in range(s.players):
        highest = max(highest, int(s.scores[seat]))
        strong[seat] = strengths(s, box, seat)
    to_go = bounded((int(box.targets[s.players]) - highest + STAGE - 1) // STAGE, STAGES - 1)
    stage = STAGES if s.trigger != NONE else to_go
    for after in range(s.players):
        seat = (observer + after) % s.players
        seen[at] = SCORES + after * (MAX_SCORE + 1) + bounded(s.scores[seat], MAX_SCORE)
        at += 1
        for kind in range(KINDS):
            own, best = int(strong[seat]) >> BYTE * kind & 255, 0
            for other in range(s.players):
                if other != seat:
                    best = max(best, int(strong[other]) >> BYTE * kind & 255)
            row = (after * KINDS + kind) * (MAX_STRONG + 1) + bounded(own, MAX_STRONG)
            margin = bounded(own - best + MAX_MARGIN, 2 * MAX_MARGIN)
            seen[at] = MAJORITIES + row * (2 * MAX_MARGIN + 1) + margin
            at += 1
        if after > 0:
            lead = int(s.scores[observer]) - int(s.scores[seat])
            wide = bounded(lead + MAX_LEAD, 2 * MAX_LEAD)
            near = bounded(lead + MAX_NEAR_LEAD, 2 * MAX_NEAR_LEAD)
            row = (after * (STAGES + 1) + stage) * (2 * MAX_NEAR_LEAD + 1)
            seen[at] = LEADS + after * (2 * MAX_LEAD + 1) + wide
            seen[at + 1] = LATE_LEADS + row + near
            at += 2
    return at


@rule
def extract_features(
    s: State, box: Box, observer: int, seen: Array, points: Array, spare: Array
) -> int:
    """Write the active features for an observer and return their number.

    `points` and `spare` are scratch space.
    """
    at = see_table(s, box, observer, seen)
    at = see_streets(s, box, seen, at)
    at = see_plots(s, box, seen, at)
    for after in range(s.players):
        seat = (observer + after) % s.players
        at = see_goods(s, seat, after, seen, at)
        at = see_workers(s, box, seat, after, seen, at)
    return see_leads(s, box, observer, spare, seen, at)
