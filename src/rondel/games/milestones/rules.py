"""Rules of Milestones in rulebook order. Rulings are marked; §§ are those of RULES.md."""

from rondel.games.milestones.actions import (
    BUY,
    COVER,
    DISCARD,
    DONE,
    DRAFT,
    GO,
    HIRE,
    HOUSE,
    LAY,
    LAY_BONUS,
    LEAVE,
    MARKET,
    SACK,
    SACK_FOR,
    SELL,
    STREET,
    TAKE,
    TO,
    TURN_UP,
    VIA,
)
from rondel.games.milestones.state import (
    BOARD_OF_WORKS,
    BUSHES,
    BYTE,
    CASTLE,
    COIN,
    CORNERS,
    COVERED,
    CUBES,
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
    DUTY_NONE,
    DUTY_REFILL,
    DUTY_TAKE,
    DUTY_TO,
    DUTY_TRADE,
    DUTY_TURN_UP,
    DUTY_VIA,
    DUTY_WORKS,
    FIRST_SPACE,
    FLOUR,
    FREE_END,
    GRAIN,
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
    MIN_SUM,
    NONE,
    ROAD,
    SACK_POINTS,
    SACKS,
    SAND,
    SECTIONS,
    SOURCES,
    SPACES,
    STONE,
    STREET_POINTS,
    SUMS,
    TARGET_REACHED,
    TILE_POINTS,
    TILES,
    TRADING_HOUSE,
    WOOD,
    WORKER_POINTS,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER

FIRST_COINS = 1
DRAFTED_WORKERS = 4
"""§3 Workers on the two tiles everybody begins with."""
MOVES = 2
PRICE = 2
"""§6 Coins for a tile or a cube."""
CUBES_FOR_A_COIN = 2
FLOUR_PRICE = 2
"""§9 Grain for a flour sack."""
CASTLE_ALLOWS = 3
MIN_WORKERS = 2
"""§10 With no more visible workers than this, none is covered."""
MAJORITY, SHARED_MAJORITY = 5, 2
A_STREET, A_HOUSE, A_MARKET = 1, 2, 4
"""Bits of what can be built."""


@rule
def setup(s: State, box: Box, players: int) -> None:
    """§2 The table before anything is dealt."""
    s.players = players
    s.seat = CHANCE
    s.duty = DUTY_BONUS
    s.mover = players - 1
    s.reason = s.moves = s.hired = s.offered = s.must_take = 0
    s.sections = s.houses = s.sacks = 0
    s.tile = s.section_start = s.section_milestone = s.trigger = s.left_over = NONE
    for seat in range(MAX_SEATS):
        begin_seat(s, seat)
    for slot in range(DISPLAY):
        s.display[slot] = NONE
    for slot in range(MAX_ROW):
        s.row[slot] = NONE
    s.pile = 0
    for design in range(TILES):
        s.unseen[design] = box.copies[design]
        s.pile += box.copies[design]
    for bush in range(BUSHES):
        s.bushes[bush] = NONE
    for kind in range(KINDS):
        s.lost[kind] = 0
    begin_map(s, box)


@rule
def begin_seat(s: State, seat: int) -> None:
    """§2 An empty board, the pawn on the castle, one coin."""
    s.pawns[seat] = CASTLE
    s.scores[seat] = 0
    for space in range(SPACES):
        s.workers[seat, space] = NONE
        s.bonuses[seat, space] = 0
    for kind in range(KINDS):
        s.goods[seat, kind] = 0
    for source in range(SOURCES):
        s.points[seat, source] = 0
    if seat < s.players:
        s.goods[seat, COIN] = FIRST_COINS


@rule
def begin_map(s: State, box: Box) -> None:
    """§2 Nothing on the map but the start market."""
    for vertex in range(MAX_VERTICES):
        s.vertices[vertex] = 0
    for byte in range(MAX_TRIANGLES // BYTE):
        s.roadside[byte] = 0
    for section in range(SECTIONS):
        s.starts[section] = s.milestones[section] = s.ends[section] = NONE
        s.section_builders[section] = NONE
    for house in range(HOUSES):
        s.plots[house] = s.house_sections[house] = s.house_markets[house] = 0
        s.house_builders[house] = NONE
    for market in range(MARKETS):
        s.stalls[market] = s.market_builders[market] = NONE
    for sack in range(SACKS):
        s.supplied[sack] = s.sack_builders[sack] = NONE
        s.sack_sections[sack] = s.sack_markets[sack] = s.sack_points[sack] = 0
    s.markets = 1
    s.stalls[0] = box.start
    s.vertices[box.start] = ROAD | MARKET_STALL


@rule
def bonus_tiles(s: State, box: Box, steps: Array, weights: Array) -> int:
    """§2 The bonus tiles are shuffled onto the bushes."""
    found = 0
    for kind in range(KINDS):
        left = int(box.bonus_tiles[kind])
        for bush in range(BUSHES):
            left -= s.bushes[bush] == kind
        steps[found] = LAY_BONUS + kind
        weights[found] = left
        found += left > 0
    return found


@rule
def lay_bonus(s: State, kind: int) -> None:
    """§2 The next bush gets its bonus tile; after the last one come the worker tiles."""
    bush = 0
    while s.bushes[bush] != NONE:
        bush += 1
    s.bushes[bush] = kind
    if bush == BUSHES - 1:
        s.duty = DUTY_TURN_UP


@rule
def tiles_to_turn_up(s: State, box: Box, steps: Array, weights: Array) -> int:
    """§12 Any unseen tile can be the next one."""
    found = 0
    for design in range(box.designs):
        steps[found] = TURN_UP + design
        weights[found] = s.unseen[design]
        found += s.unseen[design] > 0
    return found


@rule
def turn_up(s: State, box: Box, design: int) -> None:
    """§2, §6 A tile for the display; at set-up, when that is full, for the starting row."""
    s.unseen[design] -= 1
    s.pile -= 1
    slot = 0
    while slot < DISPLAY and s.display[slot] != NONE:
        slot += 1
    if slot < DISPLAY:
        s.display[slot] = design
        if s.duty == DUTY_REFILL:
            s.seat = s.mover
            s.duty = DUTY_TRADE
        return
    slot = 0
    while s.row[slot] != NONE:
        slot += 1
    s.row[slot] = design
    if slot == box.starting_row[s.players] - 1:
        s.seat = s.mover
        s.duty = DUTY_DRAFT


@rule
def drafts(s: State, steps: Array) -> int:
    """§3 The tiles of the starting row; equal ones are one choice."""
    found = 0
    seen = 0
    for slot in range(MAX_ROW):
        design = int(s.row[slot])
        if design != NONE and not seen >> design & 1:
            seen |= 1 << design
            steps[found] = DRAFT + design
            found += 1
    return found


@rule
def draft(s: State, design: int) -> None:
    """§3 Take a tile of the starting row, to be laid at once."""
    slot = 0
    while s.row[slot] != design:
        slot += 1
    s.row[slot] = NONE
    s.tile = design
    s.duty = DUTY_LAY_FIRST


@rule
def go_on_drafting(s: State) -> None:
    """§3 Two tiles each, from the starting player's right and counter-clockwise."""
    s.duty = DUTY_DRAFT
    if visible_workers(s) < DRAFTED_WORKERS:
        return
    if s.mover > 0:
        s.mover -= 1
        s.seat = s.mover
        return
    for slot in range(MAX_ROW):
        if s.row[slot] != NONE:
            s.left_over = s.row[slot]
            s.row[slot] = NONE
    s.moves = MOVES
    s.duty = DUTY_MOVE


@rule
def visible_workers(s: State) -> int:
    """Return the number of the mover's workers that no tile covers."""
    visible = 0
    for space in range(SPACES):
        visible += s.workers[s.mover, space] >= 0
    return visible


@rule
def walks(s: State, steps: Array) -> int:
    """§4 Clockwise to any space, never past the castle. Ruling: not from castle to castle."""
    here = int(s.pawns[s.mover])
    for stop in range(here + 1, LOOP):
        steps[stop - here - 1] = GO + stop
    found = LOOP - 1 - here
    steps[found] = GO + CASTLE
    return found + (here != CASTLE)


@rule
def go(s: State, box: Box, stop: int) -> None:
    """§4 Move the pawn to a space and begin what it demands or offers."""
    left = int(s.pawns[s.mover])
    s.pawns[s.mover] = stop
    s.moves -= 1
    if stop == CASTLE:
        s.duty = DUTY_DISCARD
    elif stop < TRADING_HOUSE:
        work(s, box, left, stop - FIRST_SPACE)
        s.duty = DUTY_NONE
    elif stop == TRADING_HOUSE:
        s.goods[s.mover, COIN] += is_ascending(s, box)
        s.hired = 0
        s.duty = DUTY_TRADE
    else:
        s.duty = DUTY_WORKS if stop == BOARD_OF_WORKS else DUTY_MILL


@rule
def settle(s: State, box: Box) -> None:
    """§5, §11 Trigger the end at the target score; skip duties without options."""
    total = 0
    for source in range(SOURCES):
        total += s.points[s.mover, source]
    s.scores[s.mover] = total
    if s.trigger == NONE and total >= box.targets[s.players]:
        s.trigger = s.mover
        s.reason = TARGET_REACHED
    if s.duty == DUTY_TAKE:
        s.offered &= takeable(s, box)
        if s.offered == 0:
            s.must_take = 0
            s.duty = DUTY_WORKS
    elif s.duty == DUTY_DISCARD and goods_held(s) <= CASTLE_ALLOWS:
        s.duty = DUTY_COVER
    if (
        (s.duty == DUTY_TRADE and not can_trade(s))
        or (s.duty == DUTY_WORKS and affordable(s, box) == 0)
        or (s.duty == DUTY_MILL and not can_mill(s, box))
        or (s.duty == DUTY_COVER and visible_workers(s) <= MIN_WORKERS)
    ):
        s.duty = DUTY_NONE
    if s.duty == DUTY_NONE:
        end_move(s, box)


@rule
def end_move(s: State, box: Box) -> None:
    """§4, §11 Another move, or the next player clockwise, or the end and its last points."""
    s.duty = DUTY_MOVE
    if s.moves > 0:
        return
    s.mover = s.mover + 1 if s.mover + 1 < s.players else 0
    s.seat = s.mover
    s.moves = MOVES
    if s.mover != s.trigger:
        return
    s.seat = OVER
    s.moves = 0
    for seat in range(s.players):
        s.points[seat, MAJORITIES] = majorities(s, box, seat)
        s.scores[seat] += s.points[seat, MAJORITIES]


@rule
def work(s: State, box: Box, left: int, space: int) -> None:
    """§5 A good for the worker here and each equal one passed, a point for each bonus tile.

    Ruling: none of it can be refused. `left` is also the first employment space passed.
    """
    seat = s.mover
    worker = s.workers[seat, space]
    if worker < 0:
        return
    kind = box.worker_kinds[worker]
    goods = 0
    for passed in range(left, space + 1):
        other = s.workers[seat, passed]
        if other >= 0 and box.worker_kinds[other] == kind:
            goods += 1
            s.points[seat, WORKER_POINTS] += s.bonuses[seat, passed]
    s.goods[seat, kind] += goods


@rule
def is_ascending(s: State, box: Box) -> bool:
    """§6 Whether the visible workers' numbers never fall; gaps are ignored, equals are fine."""
    highest = 0
    for space in range(SPACES):
        worker = s.workers[s.mover, space]
        if worker >= 0:
            number = int(box.worker_numbers[worker])
            if number < highest:
                return False
            highest = number
    return True


@rule
def can_trade(s: State) -> bool:
    """§6 Enough coins to buy something or enough cubes to sell."""
    coins = s.goods[s.mover, COIN]
    return bool(coins >= PRICE or goods_held(s) - coins >= CUBES_FOR_A_COIN)


@rule
def goods_held(s: State) -> int:
    """Return the number of the mover's cubes and coins."""
    held = 0
    for kind in range(KINDS):
        held += s.goods[s.mover, kind]
    return held


@rule
def hires(s: State, steps: Array) -> int:
    """§6 The tiles of the display, one per visit; equal ones are one choice."""
    found = 0
    seen = 0
    for slot in range(DISPLAY if s.hired == 0 else 0):
        design = int(s.display[slot])
        if design != NONE and not seen >> design & 1:
            seen |= 1 << design
            steps[found] = HIRE + design
            found += 1
    return found


@rule
def trades(s: State, steps: Array) -> int:
    """§6 Hire once, buy, sell, in any order."""
    seat = s.mover
    found = 0
    if s.goods[seat, COIN] >= PRICE:
        found = hires(s, steps)
        for cube in range(CUBES):
            steps[found] = BUY + cube
            found += 1
    for first in range(CUBES):
        held = s.goods[seat, first]
        if held == 0:
            continue
        steps[found] = SELL + first * CUBES + first
        found += held >= CUBES_FOR_A_COIN
        for second in range(first + 1, CUBES):
            steps[found] = SELL + first * CUBES + second
            found += s.goods[seat, second] > 0
    steps[found] = DONE
    return found + 1


@rule
def hire(s: State, design: int) -> None:
    """§6, §11 Buy a tile of the display; buying the last one triggers the end."""
    slot = 0
    while s.display[slot] != design:
        slot += 1
    s.display[slot] = NONE
    s.tile = design
    s.duty = DUTY_LAY
    s.hired = 1
    s.goods[s.mover, COIN] -= PRICE
    for slot in range(DISPLAY):
        if s.display[slot] != NONE:
            return
    if s.trigger == NONE:
        s.trigger = s.mover
        s.reason = LAST_TILE_BOUGHT


@rule
def places(s: State, steps: Array) -> int:
    """§3, §6 A hired tile is laid over anything. Ruling: the first two may not overlap."""
    found = 0
    for space in range(SPACES - 1):
        steps[found] = LAY + space
        found += s.duty == DUTY_LAY or (
            s.workers[s.mover, space] == NONE and s.workers[s.mover, space + 1] == NONE
        )
    return found


@rule
def lay(s: State, box: Box, space: int) -> None:
    """§3, §6 Lay the tile on two adjacent spaces, over what is there."""
    lose_bonus(s, box, space)
    lose_bonus(s, box, space + 1)
    s.workers[s.mover, space] = 2 * int(s.tile)
    s.workers[s.mover, space + 1] = 2 * int(s.tile) + 1
    s.tile = NONE
    if s.duty == DUTY_LAY_FIRST:
        go_on_drafting(s)
    elif s.pile > 0:
        s.seat = CHANCE
        s.duty = DUTY_REFILL
    else:
        s.duty = DUTY_TRADE


@rule
def lose_bonus(s: State, box: Box, space: int) -> None:
    """§6, §10 What is covered is gone: a bonus tile leaves the game with its worker."""
    seat = s.mover
    if s.bonuses[seat, space]:
        s.lost[box.worker_kinds[s.workers[seat, space]]] += 1
        s.bonuses[seat, space] = 0


@rule
def affordable(s: State, box: Box) -> int:
    """§7 What the mover can pay for, a bit each, while parts last and some street's end is there.

    A street section costs stone and sand, a house stone and wood, a market wood and sand.
    """
    stone = s.goods[s.mover, STONE] > 0
    wood = s.goods[s.mover, WOOD] > 0
    sand = s.goods[s.mover, SAND] > 0
    return (
        (stone and sand and s.sections < box.sections) * A_STREET
        | (stone and wood and s.houses < box.houses and s.sections > 0) * A_HOUSE
        | (wood and sand and s.markets < box.markets and s.sections >= s.markets) * A_MARKET
    )


@rule
def builds(s: State, box: Box, steps: Array) -> int:
    """§7 Any number of builds in any order."""
    able = affordable(s, box)
    found = 0
    if able & A_STREET:
        found = streets(s, box, steps)
    if able & A_HOUSE:
        found = house_plots(s, box, steps, found)
    if able & A_MARKET:
        found = market_places(s, steps, found)
    steps[found] = DONE
    return found + 1


@rule
def is_free(s: State, vertex: int) -> bool:
    """§7 A vertex of the map that is not on the road network yet."""
    return vertex != NONE and s.vertices[vertex] & ROAD == 0


@rule
def has_end(s: State, box: Box, milestone: int) -> bool:
    """§7 Whether a section with its milestone here could end somewhere."""
    for direction in range(DIRECTIONS):
        end = box.neighbours[milestone, direction]
        if is_free(s, end):
            return True
    return False


@rule
def is_milestone_place(s: State, box: Box, vertex: int) -> bool:
    """§7 Where a section can have its milestone: no loop, no crossing, no dead end."""
    return is_free(s, vertex) and has_end(s, box, vertex)


@rule
def milestone_places(s: State, box: Box, steps: Array) -> int:
    """§7 Where the planned section can have its milestone."""
    found = 0
    for direction in range(DIRECTIONS):
        milestone = int(box.neighbours[s.section_start, direction])
        if is_milestone_place(s, box, milestone):
            steps[found] = VIA + milestone
            found += 1
    return found


@rule
def is_street_start(s: State, box: Box, vertex: int) -> bool:
    """§7 A section starts at a market or at the free end of a street, if there is room for it."""
    if s.vertices[vertex] & (MARKET_STALL | FREE_END):
        for direction in range(DIRECTIONS):
            if is_milestone_place(s, box, box.neighbours[vertex, direction]):
                return True
    return False


@rule
def streets(s: State, box: Box, steps: Array) -> int:
    """§7 Where a section can start: at the start market, or where another one ended."""
    steps[0] = STREET + int(box.start)
    found = int(is_street_start(s, box, box.start))
    for section in range(s.sections):
        steps[found] = STREET + int(s.ends[section])
        found += is_street_start(s, box, s.ends[section])
    return found


@rule
def end_places(s: State, box: Box, steps: Array) -> int:
    """§7 Where the planned section can end. Ruling: any bend, sharp ones too."""
    found = 0
    for direction in range(DIRECTIONS):
        end = int(box.neighbours[s.section_milestone, direction])
        if is_free(s, end):
            steps[found] = TO + end
            found += 1
    return found


@rule
def build_street(s: State, box: Box, end: int) -> None:
    """§7 Two street pieces and a milestone, whose number scores."""
    s.goods[s.mover, STONE] -= 1
    s.goods[s.mover, SAND] -= 1
    s.starts[s.sections] = s.section_start
    s.milestones[s.sections] = s.section_milestone
    s.ends[s.sections] = end
    s.section_builders[s.sections] = s.mover
    s.vertices[s.section_start] &= ~FREE_END
    s.vertices[s.section_milestone] = ROAD | MILESTONE
    s.vertices[end] = ROAD | FREE_END
    add_plots(s, box, end)
    s.sections += 1
    s.points[s.mover, STREET_POINTS] += box.numbers[s.section_milestone]
    s.offered = box.bushes_at[s.section_milestone]
    s.section_start = s.section_milestone = NONE
    s.duty = DUTY_TAKE


@rule
def add_plots(s: State, box: Box, end: int) -> None:
    """§7 The triangles beside a new section's pieces become plots, unless they have a house."""
    for direction in range(DIRECTIONS):
        other = box.neighbours[s.section_milestone, direction]
        if other != s.section_start and other != end:
            continue
        for turn in range(0, DIRECTIONS, DIRECTIONS - 1):
            triangle = int(box.triangle_at[s.section_milestone, (direction + turn) % DIRECTIONS])
            taken = triangle == NONE
            for house in range(s.houses):
                taken |= s.plots[house] == triangle
            if not taken:
                s.roadside[triangle // BYTE] = (
                    int(s.roadside[triangle // BYTE]) | 1 << triangle % BYTE
                )


@rule
def takeable(s: State, box: Box) -> int:
    """§8 Bushes whose bonus tile fits a visible worker of the mover that has none, a bit each."""
    kinds = 0
    for space in range(SPACES):
        worker = s.workers[s.mover, space]
        if worker >= 0 and s.bonuses[s.mover, space] == 0:
            kinds |= 1 << int(box.worker_kinds[worker])
    bushes = 0
    for bush in range(BUSHES):
        kind = int(s.bushes[bush])
        bushes |= (kind != NONE and kinds >> kind & 1) << bush
    return bushes


@rule
def house_plots(s: State, box: Box, steps: Array, found: int) -> int:
    """§7, §8 Roadside triangles; one with a bonus tile only if the mover can take it."""
    blocked = 0
    for bush in range(BUSHES):
        if s.bushes[bush] != NONE:
            blocked |= 1 << bush
    blocked &= ~takeable(s, box)
    for byte in range((int(box.triangles) + BYTE - 1) // BYTE):
        bits = int(s.roadside[byte])
        if bits == 0:
            continue
        for bit in range(BYTE):
            triangle = byte * BYTE + bit
            steps[found] = HOUSE + triangle
            found += bits >> bit & ~(blocked >> int(box.bush_of[triangle])) & 1
    return found


@rule
def is_uncovered(s: State, vertex: int) -> bool:
    """§7 Neither a milestone nor a market stands on the number."""
    return bool(s.vertices[vertex] & (MILESTONE | MARKET_STALL) == 0)


@rule
def build_house(s: State, box: Box, triangle: int) -> None:
    """§7, §8 The uncovered numbers at its corners score; a bonus tile in it is taken."""
    s.goods[s.mover, STONE] -= 1
    s.goods[s.mover, WOOD] -= 1
    s.plots[s.houses] = triangle
    s.house_builders[s.houses] = s.mover
    s.house_sections[s.houses] = s.sections
    s.house_markets[s.houses] = s.markets
    s.houses += 1
    byte = triangle // BYTE
    s.roadside[byte] = int(s.roadside[byte]) & ~(1 << triangle % BYTE)
    points = 0
    for corner in range(CORNERS):
        vertex = int(box.corners[triangle, corner])
        if is_uncovered(s, vertex):
            points += int(box.numbers[vertex])
    s.points[s.mover, HOUSE_POINTS] += points
    bush = int(box.bush_of[triangle])
    s.offered = 1 << bush if bush < BUSHES else 0
    s.must_take = 1
    s.duty = DUTY_TAKE


@rule
def market_places(s: State, steps: Array, found: int) -> int:
    """§7 Uncovered numbers of the road network: sections' ends without a market."""
    for section in range(s.sections):
        end = int(s.ends[section])
        steps[found] = MARKET + end
        found += is_uncovered(s, end)
    return found


@rule
def build_market(s: State, box: Box, vertex: int) -> None:
    """§7 The number under it scores."""
    s.goods[s.mover, WOOD] -= 1
    s.goods[s.mover, SAND] -= 1
    s.stalls[s.markets] = vertex
    s.market_builders[s.markets] = s.mover
    s.markets += 1
    s.vertices[vertex] = ROAD | MARKET_STALL
    s.points[s.mover, MARKET_POINTS] += box.numbers[vertex]
    s.offered = box.bushes_at[vertex]
    s.duty = DUTY_TAKE


@rule
def takes(s: State, box: Box, steps: Array) -> int:
    """§8 Each tile on offer with each worker of its kind that has none; or leave them."""
    found = 0
    for bush in range(BUSHES):
        if not s.offered >> bush & 1:
            continue
        for space in range(SPACES):
            worker = s.workers[s.mover, space]
            if worker >= 0 and box.worker_kinds[worker] == s.bushes[bush]:
                steps[found] = TAKE + bush * SPACES + space
                found += s.bonuses[s.mover, space] == 0
    if s.must_take == 0:
        steps[found] = LEAVE
        found += 1
    return found


@rule
def take(s: State, bush: int, space: int) -> None:
    """§8 A point at once, and the tile on the worker.

    Ruling: several may be taken by one build, each on its own worker.
    """
    s.bonuses[s.mover, space] = 1
    s.bushes[bush] = NONE
    s.points[s.mover, TILE_POINTS] += 1


@rule
def can_mill(s: State, box: Box) -> bool:
    """§9 Enough grain, a sack in the supply, and a market without one."""
    return bool(s.goods[s.mover, GRAIN] >= FLOUR_PRICE and s.sacks < min(s.markets, box.sacks))


@rule
def hungry_markets(s: State, box: Box, steps: Array) -> int:
    """§9 The markets without a flour sack, the start market included, with each sum there is."""
    found = 0
    for market in range(s.markets):
        vertex = int(s.stalls[market])
        if s.vertices[vertex] & FLOUR == 0:
            steps[found] = SACK + vertex
            found = lower_sums(s, box, vertex, steps, found + 1)
    steps[found] = DONE
    return found + 1


@rule
def best_two(s: State, box: Box, vertex: int) -> int:
    """§9 The sum of the two highest uncovered numbers next to a market.

    Ruling: fewer than two count as they are.
    """
    first = 0
    second = 0
    for direction in range(DIRECTIONS):
        other = int(box.neighbours[vertex, direction])
        if other != NONE and is_uncovered(s, other):
            number = int(box.numbers[other])
            second = max(second, min(first, number))
            first = max(first, number)
    return first + second


@rule
def lower_sums(s: State, box: Box, vertex: int, steps: Array, found: int) -> int:
    """§9 The player chooses the two numbers: every sum but the highest, each once."""
    numbers = sums = 0
    for direction in range(DIRECTIONS):
        other = int(box.neighbours[vertex, direction])
        if other != NONE and is_uncovered(s, other):
            number = int(box.numbers[other])
            sums |= numbers << number
            numbers |= 1 << number
    sums >>= MIN_SUM
    first = SACK_FOR + vertex * SUMS
    while sums > 1:
        steps[found] = first
        found += sums & 1
        sums >>= 1
        first += 1
    return found


@rule
def supply_flour(s: State, box: Box, vertex: int, points: int) -> None:
    """§9 Grain becomes a flour sack, points and a coin."""
    s.goods[s.mover, GRAIN] -= FLOUR_PRICE
    s.goods[s.mover, COIN] += 1
    s.supplied[s.sacks] = vertex
    s.sack_builders[s.sacks] = s.mover
    s.sack_sections[s.sacks] = s.sections
    s.sack_markets[s.sacks] = s.markets
    s.sack_points[s.sacks] = points
    s.sacks += 1
    s.vertices[vertex] |= FLOUR
    s.points[s.mover, SACK_POINTS] += points


@rule
def discards(s: State, steps: Array) -> int:
    """§10 The player chooses what goes."""
    found = 0
    for kind in range(KINDS):
        steps[found] = DISCARD + kind
        found += s.goods[s.mover, kind] > 0
    return found


@rule
def covers(s: State, steps: Array) -> int:
    """§10 Any visible worker can be covered."""
    found = 0
    for space in range(SPACES):
        steps[found] = COVER + space
        found += s.workers[s.mover, space] >= 0
    return found


@rule
def strength(s: State, box: Box, seat: int, kind: int) -> int:
    """§11 A visible worker counts 1, with a bonus tile 2."""
    total = 0
    for space in range(SPACES):
        worker = s.workers[seat, space]
        if worker >= 0 and box.worker_kinds[worker] == kind:
            total += 1 + s.bonuses[seat, space]
    return total


@rule
def majority(s: State, box: Box, seat: int, kind: int) -> int:
    """§11 For a kind 5 for the most alone, 2 for a tie, nothing if all are equal."""
    own = strength(s, box, seat, kind)
    more = 0
    same = 0
    for other in range(s.players):
        theirs = strength(s, box, other, kind)
        more += theirs > own
        same += theirs == own
    if more > 0 or same == s.players:
        return 0
    return MAJORITY if same == 1 else SHARED_MAJORITY


@rule
def majorities(s: State, box: Box, seat: int) -> int:
    """§11 The points of a seat for all kinds."""
    points = 0
    for kind in range(KINDS):
        points += majority(s, box, seat, kind)
    return points


@rule
def legal_steps(s: State, box: Box, steps: Array, weights: Array) -> int:
    """Write the possible steps, with weights if chance decides, and return how many there are."""
    duty = s.duty
    if duty == DUTY_MOVE:
        return walks(s, steps)
    if duty == DUTY_COVER:
        return covers(s, steps)
    if duty == DUTY_DISCARD:
        return discards(s, steps)
    if duty == DUTY_TRADE:
        return trades(s, steps)
    if duty == DUTY_WORKS:
        return builds(s, box, steps)
    if s.duty == DUTY_LAY or s.duty == DUTY_LAY_FIRST:
        return places(s, steps)
    if duty == DUTY_VIA:
        return milestone_places(s, box, steps)
    if duty == DUTY_TO:
        return end_places(s, box, steps)
    if duty == DUTY_TAKE:
        return takes(s, box, steps)
    if duty == DUTY_MILL:
        return hungry_markets(s, box, steps)
    if duty == DUTY_DRAFT:
        return drafts(s, steps)
    if duty == DUTY_BONUS:
        return bonus_tiles(s, box, steps, weights)
    return tiles_to_turn_up(s, box, steps, weights)


@rule
def apply(s: State, box: Box, step: int) -> None:
    """Make one step happen. The step is one of the options."""
    if step < DISCARD:
        go(s, box, step - GO)
    elif step < COVER:
        s.goods[s.mover, step - DISCARD] -= 1
    elif step < DONE:
        lose_bonus(s, box, step - COVER)
        s.workers[s.mover, step - COVER] = COVERED
        s.duty = DUTY_NONE
    elif step == DONE:
        s.duty = DUTY_NONE
    elif step < LAY:
        hire(s, step - HIRE)
    elif step < BUY:
        lay(s, box, step - LAY)
    elif step < SELL:
        s.goods[s.mover, COIN] -= PRICE
        s.goods[s.mover, step - BUY] += 1
    elif step < STREET:
        s.goods[s.mover, (step - SELL) // CUBES] -= 1
        s.goods[s.mover, (step - SELL) % CUBES] -= 1
        s.goods[s.mover, COIN] += 1
    elif step < VIA:
        s.section_start = step - STREET
        s.duty = DUTY_VIA
    elif step < TO:
        s.section_milestone = step - VIA
        s.duty = DUTY_TO
    elif step < HOUSE:
        build_street(s, box, step - TO)
    elif step < MARKET:
        build_house(s, box, step - HOUSE)
    elif step < TAKE:
        build_market(s, box, step - MARKET)
    elif step < LEAVE:
        take(s, (step - TAKE) // SPACES, (step - TAKE) % SPACES)
    elif step == LEAVE:
        s.offered = 0
    elif step < DRAFT:
        supply_flour(s, box, step - SACK, best_two(s, box, step - SACK))
    elif step < SACK_FOR:
        draft(s, step - DRAFT)
    elif step < LAY_BONUS:
        points = MIN_SUM + (step - SACK_FOR) % SUMS
        supply_flour(s, box, (step - SACK_FOR) // SUMS, points)
    elif step < TURN_UP:
        lay_bonus(s, step - LAY_BONUS)
    else:
        turn_up(s, box, step - TURN_UP)
    settle(s, box)


@rule
def score(s: State, box: Box, points: Array, tiebreaks: Array) -> None:
    """§11 The score with the majorities of the moment; cubes and coins break ties."""
    for seat in range(s.players):
        points[seat] = s.scores[seat]
        if s.seat != OVER:
            points[seat] += majorities(s, box, seat)
        tiebreaks[seat] = 0
        for kind in range(KINDS):
            tiebreaks[seat] += s.goods[seat, kind]
