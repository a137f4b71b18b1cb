"""Invariants of every Milestones table: parts are conserved and points recount."""

from rondel.games.milestones.rules import (
    A_STREET,
    CASTLE_ALLOWS,
    MIN_WORKERS,
    MOVES,
    affordable,
    can_mill,
    can_trade,
    goods_held,
    has_end,
    is_free,
    majorities,
    takeable,
    visible_workers,
)
from rondel.games.milestones.state import (
    BOARD_OF_WORKS,
    BUSHES,
    BYTE,
    CASTLE,
    CORNERS,
    COVERED,
    DIRECTIONS,
    DISPLAY,
    DUTY_BONUS,
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_DRAFT,
    DUTY_LAY,
    DUTY_LAY_FIRST,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_REFILL,
    DUTY_TAKE,
    DUTY_TO,
    DUTY_TRADE,
    DUTY_TURN_UP,
    DUTY_VIA,
    DUTY_WORKS,
    FLOUR,
    FREE_END,
    HOUSE_POINTS,
    HOUSES,
    KINDS,
    LAST_TILE_BOUGHT,
    LOOP,
    MAJORITIES,
    MARKET_POINTS,
    MARKET_STALL,
    MARKETS,
    MAX_ROW,
    MAX_TRIANGLES,
    MAX_VERTICES,
    MILESTONE,
    NONE,
    ROAD,
    SACK_POINTS,
    SACKS,
    SECTIONS,
    SOURCES,
    SPACES,
    STREET_POINTS,
    TARGET_REACHED,
    TILE_POINTS,
    TILES,
    TRADING_HOUSE,
    Box,
    State,
)
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER

PROBLEMS = (
    "seats",
    "parts",
    "goods",
    "tiles",
    "workers",
    "bonus-tiles",
    "road",
    "map",
    "plots",
    "houses",
    "points",
    "end",
    "duty",
    "stop",
)


@rule
def seats_are_sound(s: State, box: Box) -> bool:
    """Return True if the seat to move exists, or is chance or nobody, and pawns stand on their
    loops.
    """
    if not 0 < s.players <= MAX_SEATS or box.starting_row[s.players] == 0:
        return False
    if not (OVER <= s.seat < s.players and 0 <= s.mover < s.players):
        return False
    for seat in range(MAX_SEATS):
        if not 0 <= s.pawns[seat] < LOOP or (seat >= s.players and s.pawns[seat] != CASTLE):
            return False
    return NONE <= s.trigger < s.players and (s.seat < 0 or s.seat == s.mover)


@rule
def parts_are_sound(s: State, box: Box) -> bool:
    """Return True if nobody built more than exists and unused entries are empty."""
    if not (0 <= s.sections <= box.sections and 0 <= s.houses <= box.houses):
        return False
    if not (1 <= s.markets <= box.markets and 0 <= s.sacks <= box.sacks):
        return False
    for section in range(SECTIONS):
        built = section < s.sections
        least, below, builders = (0, box.vertices, s.players) if built else (NONE, 0, 0)
        if not (
            least <= s.starts[section] < below
            and least <= s.milestones[section] < below
            and least <= s.ends[section] < below
            and least <= s.section_builders[section] < builders
        ):
            return False
    for part in range(MARKETS):
        built = part < s.markets
        least, below, builders = (0, box.vertices, s.players) if built else (NONE, 0, 0)
        if not (least <= s.stalls[part] < below and NONE <= s.market_builders[part] < builders):
            return False
    for part in range(HOUSES):
        built = part < s.houses
        least, below, builders = (0, box.triangles, s.players) if built else (NONE, 1, 0)
        before = built * int(s.sections), built * int(s.markets)
        if not (
            s.plots[part] < below
            and least <= s.house_builders[part] < builders
            and built <= s.house_sections[part] <= before[0]
            and built <= s.house_markets[part] <= before[1]
        ):
            return False
    for part in range(SACKS):
        built = part < s.sacks
        least, below, builders = (0, box.vertices, s.players) if built else (NONE, 0, 0)
        before = built * int(s.sections), built * int(s.markets)
        if not (
            least <= s.supplied[part] < below
            and least <= s.sack_builders[part] < builders
            and 0 <= s.sack_sections[part] <= before[0]
            and built <= s.sack_markets[part] <= before[1]
            and (built or s.sack_points[part] == 0)
        ):
            return False
    return True


@rule
def goods_are_sound(s: State) -> bool:
    """Return True if nobody owes goods and empty seats own nothing."""
    for seat in range(MAX_SEATS):
        for kind in range(KINDS):
            if s.goods[seat, kind] < 0 or (s.goods[seat, kind] > 0 and seat >= s.players):
                return False
    return True


@rule
def tiles_are_sound(s: State, box: Box) -> bool:
    """Return True if each tile is unseen, face up, in hand, in the box or laid once."""
    if not (NONE <= s.left_over < box.designs and NONE <= s.tile < box.designs):
        return False
    for slot in range(DISPLAY):
        if not NONE <= s.display[slot] < box.designs:
            return False
    for slot in range(MAX_ROW):
        if not NONE <= s.row[slot] < box.designs:
            return False
    hidden = 0
    for design in range(TILES):
        laid = int(box.copies[design]) - s.unseen[design]
        if s.unseen[design] < 0 or laid < 0:
            return False
        hidden += s.unseen[design]
        for slot in range(DISPLAY):
            laid -= s.display[slot] == design
        for slot in range(MAX_ROW):
            laid -= s.row[slot] == design
        laid -= (s.left_over == design) + (s.tile == design)
        left = 0
        right = 0
        for seat in range(s.players):
            for space in range(SPACES):
                left += s.workers[seat, space] == 2 * design
                right += s.workers[seat, space] == 2 * design + 1
        if laid < max(left, right):
            return False
    return hidden == s.pile


@rule
def workers_are_sound(s: State, box: Box) -> bool:
    """Return True if workers exist, bonus tiles lie on workers, and seats have at least two
    workers.
    """
    for seat in range(MAX_SEATS):
        visible = 0
        for space in range(SPACES):
            worker = int(s.workers[seat, space])
            if not COVERED <= worker < 2 * box.designs or not 0 <= s.bonuses[seat, space] <= 1:
                return False
            if worker < 0 and s.bonuses[seat, space] > 0:
                return False
            visible += worker >= 0
        if seat >= s.players and visible > 0:
            return False
        if seat < s.players and s.duty > DUTY_LAY_FIRST and visible < MIN_WORKERS:
            return False
    return True


@rule
def bonuses_are_sound(s: State, box: Box) -> bool:
    """Return True if the bonus tiles of each kind are conserved."""
    for bush in range(BUSHES):
        if not NONE <= s.bushes[bush] < KINDS:
            return False
    waiting = 0
    for kind in range(KINDS):
        tiles = int(s.lost[kind])
        for bush in range(BUSHES):
            tiles += s.bushes[bush] == kind
        for seat in range(MAX_SEATS):
            for space in range(SPACES):
                if s.bonuses[seat, space] > 0 and s.workers[seat, space] >= 0:
                    tiles += box.worker_kinds[s.workers[seat, space]] == kind
        if s.lost[kind] < 0 or tiles > box.bonus_tiles[kind]:
            return False
        waiting += box.bonus_tiles[kind] - tiles
    return (waiting > 0) == (s.duty == DUTY_BONUS)


@rule
def are_neighbours(box: Box, vertex: int, other: int) -> bool:
    """Return True if a street piece could join two vertices."""
    found = False
    for direction in range(DIRECTIONS):
        found |= bool(box.neighbours[vertex, direction] == other)
    return found


@rule
def is_new(s: State, box: Box, vertex: int, section: int) -> bool:
    """Return True if no section before this one touched a vertex with its milestone or end."""
    for earlier in range(section):
        if s.milestones[earlier] == vertex or s.ends[earlier] == vertex:
            return False
    return vertex != box.start


@rule
def road_is_a_tree(s: State, box: Box) -> bool:
    """Return True if each section leads from an old end or the start over new vertices."""
    for section in range(s.sections):
        start = s.starts[section]
        milestone = s.milestones[section]
        end = s.ends[section]
        if not (are_neighbours(box, start, milestone) and are_neighbours(box, milestone, end)):
            return False
        if milestone == end or not (
            is_new(s, box, milestone, section) and is_new(s, box, end, section)
        ):
            return False
        known = start == box.start
        for earlier in range(section):
            known |= s.ends[earlier] == start
            if s.starts[earlier] == start and not s.vertices[start] & MARKET_STALL:
                return False
        if not known:
            return False
    return True


@rule
def map_is_sound(s: State, box: Box) -> bool:
    """Return True if the bits of each vertex match the lists of builds."""
    roads = 1 + 2 * int(s.sections)
    milestones, markets, sacks = int(s.sections), int(s.markets), int(s.sacks)
    for vertex in range(MAX_VERTICES):
        bits = s.vertices[vertex]
        if bits == 0:
            continue
        roads -= bits & ROAD != 0
        milestones -= bits & MILESTONE != 0
        markets -= bits & MARKET_STALL != 0
        sacks -= bits & FLOUR != 0
        free_end = False
        for section in range(s.sections):
            free_end |= s.ends[section] == vertex
        for section in range(s.sections):
            free_end &= s.starts[section] != vertex
        if (bits & FREE_END != 0) != (free_end and not bits & MARKET_STALL):
            return False
    for section in range(s.sections):
        if not s.vertices[s.milestones[section]] & MILESTONE:
            return False
        if not s.vertices[s.ends[section]] & ROAD:
            return False
    for market in range(s.markets):
        place = s.vertices[s.stalls[market]]
        if not place & MARKET_STALL or not place & ROAD or place & MILESTONE:
            return False
    for sack in range(s.sacks):
        place = s.vertices[s.supplied[sack]]
        if not place & FLOUR or not place & MARKET_STALL:
            return False
    first = s.stalls[0] == box.start and s.market_builders[0] == NONE
    return first and roads == 0 and milestones == 0 and markets == 0 and sacks == 0


@rule
def is_corner(box: Box, triangle: int, vertex: int) -> bool:
    """Return True if a triangle has this corner."""
    found = False
    for corner in range(CORNERS):
        found |= bool(box.corners[triangle, corner] == vertex)
    return found


@rule
def is_roadside(s: State, box: Box, triangle: int) -> bool:
    """Return True if a street piece lies on an edge of the triangle."""
    for section in range(s.sections):
        if is_corner(box, triangle, s.milestones[section]) and (
            is_corner(box, triangle, s.starts[section]) or is_corner(box, triangle, s.ends[section])
        ):
            return True
    return False


@rule
def plots_are_sound(s: State, box: Box) -> bool:
    """Return True if plots are the roadside triangles without houses, and houses are roadside."""
    for triangle in range(MAX_TRIANGLES):
        plot = int(s.roadside[triangle // BYTE]) >> triangle % BYTE & 1 == 1
        built = False
        for house in range(s.houses):
            built |= bool(s.plots[house] == triangle)
        roadside = triangle < box.triangles and is_roadside(s, box, triangle)
        if (plot or built) != roadside or (plot and built):
            return False
    return True


@rule
def houses_are_sound(s: State, box: Box) -> bool:
    """Return True if triangles have one house at most, built in order, none on a bonus tile."""
    for house in range(s.houses):
        triangle = s.plots[house]
        bush = int(box.bush_of[triangle])
        taking = s.must_take != 0 and house == s.houses - 1
        if bush < BUSHES and s.bushes[bush] != NONE and not taking:
            return False
        for earlier in range(house):
            if (
                s.plots[earlier] == triangle
                or s.house_sections[earlier] > s.house_sections[house]
                or s.house_markets[earlier] > s.house_markets[house]
            ):
                return False
    return True


@rule
def number_then(s: State, box: Box, vertex: int, sections: int, markets: int) -> int:
    """Return a vertex's number after so many sections and markets: 0 if covered."""
    for section in range(sections):
        if s.milestones[section] == vertex:
            return 0
    for market in range(markets):
        if s.stalls[market] == vertex:
            return 0
    return int(box.numbers[vertex])


@rule
def house_points(s: State, box: Box, house: int) -> int:
    """Return the points of a house."""
    points = 0
    for corner in range(CORNERS):
        points += number_then(
            s,
            box,
            box.corners[s.plots[house], corner],
            s.house_sections[house],
            s.house_markets[house],
        )
    return points


@rule
def number_beside(s: State, box: Box, sack: int, direction: int) -> int:
    """Return the number that a supplied market counted in a direction: 0 if there was none."""
    vertex = box.neighbours[s.supplied[sack], direction]
    if vertex == NONE:
        return 0
    return number_then(s, box, vertex, s.sack_sections[sack], s.sack_markets[sack])


@rule
def is_sum(s: State, box: Box, sack: int) -> bool:
    """Return True if a flour sack scored two numbers beside its market, or all that there were."""
    found, most = False, 0
    for direction in range(DIRECTIONS):
        one = number_beside(s, box, sack, direction)
        for another in range(direction):
            other = number_beside(s, box, sack, another)
            most = max(most, one + other)
            found |= one > 0 and other > 0 and one + other == s.sack_points[sack]
    return found or bool(s.sack_points[sack] == most)


@rule
def builds_recount(s: State, box: Box, seat: int) -> bool:
    """Return True if a seat's builds are worth the points that it scored for them."""
    streets = markets = houses = sacks = 0
    for section in range(s.sections):
        if s.section_builders[section] == seat:
            streets += int(box.numbers[s.milestones[section]])
    for market in range(s.markets):
        if s.market_builders[market] == seat:
            markets += int(box.numbers[s.stalls[market]])
    for house in range(s.houses):
        if s.house_builders[house] == seat:
            houses += house_points(s, box, house)
    for sack in range(s.sacks):
        if s.sack_builders[sack] == seat:
            sacks += int(s.sack_points[sack])
            if not is_sum(s, box, sack):
                return False
    return bool(
        streets == s.points[seat, STREET_POINTS]
        and markets == s.points[seat, MARKET_POINTS]
        and houses == s.points[seat, HOUSE_POINTS]
        and sacks == s.points[seat, SACK_POINTS]
    )


@rule
def points_are_sound(s: State, box: Box) -> bool:
    """Return True if every point recounts, except those of bonus workers, which leave no trace."""
    taken = 0
    for bush in range(BUSHES):
        taken += s.duty != DUTY_BONUS and s.bushes[bush] == NONE
    for seat in range(s.players):
        due = majorities(s, box, seat) if s.seat == OVER else 0
        if s.points[seat, MAJORITIES] != due or not builds_recount(s, box, seat):
            return False
        taken -= s.points[seat, TILE_POINTS]
    for seat in range(MAX_SEATS):
        total = 0
        for source in range(SOURCES):
            if s.points[seat, source] < 0 or (s.points[seat, source] > 0 and seat >= s.players):
                return False
            total += s.points[seat, source]
        if total != s.scores[seat]:
            return False
    return taken == 0


@rule
def end_is_sound(s: State, box: Box) -> bool:
    """Return True if the end is near exactly when a seat reached the target or bought the last
    tile.
    """
    sold_out = s.duty > DUTY_TURN_UP
    for slot in range(DISPLAY):
        sold_out &= s.display[slot] == NONE
    reached = False
    for seat in range(s.players):
        before = int(s.scores[seat]) - int(s.points[seat, MAJORITIES])
        reached |= before >= box.targets[s.players]
    if not TARGET_REACHED <= s.reason <= LAST_TILE_BOUGHT:
        return False
    if s.trigger == NONE:
        return not reached and not sold_out and s.reason == 0 and s.seat != OVER
    return bool(sold_out if s.reason == LAST_TILE_BOUGHT else reached)


@rule
def duty_is_sound(s: State, box: Box) -> bool:
    """Return True if the duty fits the seat to move and nothing else is pending."""
    duty = s.duty
    if not DUTY_BONUS <= duty <= DUTY_COVER or (s.seat == CHANCE) != (duty <= DUTY_REFILL):
        return False
    if not (0 <= s.moves <= MOVES and 0 <= s.hired <= 1 and 0 <= s.must_take <= 1):
        return False
    if (s.tile != NONE) != (s.duty == DUTY_LAY or s.duty == DUTY_LAY_FIRST):
        return False
    if (s.section_start != NONE) != (s.duty == DUTY_VIA or s.duty == DUTY_TO):
        return False
    if (s.section_milestone != NONE) != (duty == DUTY_TO):
        return False
    if (s.offered != 0) != (duty == DUTY_TAKE) or (s.must_take and duty != DUTY_TAKE):
        return False
    rowed = 0
    for slot in range(MAX_ROW):
        rowed += s.row[slot] != NONE
    if rowed > box.starting_row[s.players] or (rowed > 0 and duty > DUTY_LAY_FIRST):
        return False
    drafting = s.duty == DUTY_DRAFT or s.duty == DUTY_LAY_FIRST
    if drafting and (s.moves > 0 or rowed == 0):
        return False
    if s.seat == OVER:
        return duty == DUTY_MOVE and s.trigger == s.mover and s.moves == 0
    return (s.left_over != NONE) == (duty > DUTY_LAY_FIRST or duty == DUTY_REFILL)


@rule
def stop_is_sound(s: State, box: Box) -> bool:
    """Return True if the mover's pawn stands where the duty arises and there is a choice."""
    duty = s.duty
    stop = s.pawns[s.mover]
    if duty == DUTY_MOVE:
        return s.seat == OVER or s.moves > 0
    if s.moves == MOVES:
        return False
    if duty == DUTY_TRADE:
        return stop == TRADING_HOUSE and can_trade(s)
    if s.duty == DUTY_LAY or s.duty == DUTY_REFILL:
        return stop == TRADING_HOUSE and s.hired == 1
    if duty == DUTY_MILL:
        return stop > BOARD_OF_WORKS and can_mill(s, box)
    if duty == DUTY_DISCARD:
        return stop == CASTLE and goods_held(s) > CASTLE_ALLOWS
    if duty == DUTY_COVER:
        few = visible_workers(s) <= MIN_WORKERS
        return stop == CASTLE and goods_held(s) <= CASTLE_ALLOWS and not few
    if duty < DUTY_WORKS:
        return bool(stop == CASTLE)
    if stop != BOARD_OF_WORKS:
        return False
    if duty == DUTY_TAKE:
        return s.offered & ~takeable(s, box) == 0
    if duty == DUTY_WORKS:
        return affordable(s, box) != 0
    return affordable(s, box) & A_STREET != 0 and section_is_sound(s, box)


@rule
def section_is_sound(s: State, box: Box) -> bool:
    """Return True if the planned section has a valid start and can be finished."""
    if not 0 <= s.section_start < box.vertices or s.section_milestone >= box.vertices:
        return False
    if not s.vertices[s.section_start] & (MARKET_STALL | FREE_END):
        return False
    for direction in range(DIRECTIONS):
        milestone = box.neighbours[s.section_start, direction]
        if s.duty == DUTY_TO and milestone != s.section_milestone:
            continue
        if is_free(s, milestone) and has_end(s, box, milestone):
            return True
    return False


@rule
def validate(s: State, box: Box) -> int:
    """Return a bit for each violated invariant, in the order of PROBLEMS."""
    if not seats_are_sound(s, box):
        return 1
    # Later checks use indices that earlier checks have found to be in range.
    wrong = (not parts_are_sound(s, box)) << 1 | (not goods_are_sound(s)) << 2
    wrong |= (not tiles_are_sound(s, box)) << 3 | (not workers_are_sound(s, box)) << 4
    if wrong == 0:
        wrong |= (not bonuses_are_sound(s, box)) << 5
    if wrong != 0:
        return wrong
    return (
        (not road_is_a_tree(s, box)) << 6
        | (not map_is_sound(s, box)) << 7
        | (not plots_are_sound(s, box)) << 8
        | (not houses_are_sound(s, box)) << 9
        | (not points_are_sound(s, box)) << 10
        | (not end_is_sound(s, box)) << 11
        | (not duty_is_sound(s, box)) << 12
        | (not stop_is_sound(s, box)) << 13
    )
