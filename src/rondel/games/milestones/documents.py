"""Rules that write Milestones' view, field by field as view.py declares it."""

from rondel.games.milestones.actions import (
    COVER,
    GO,
    HOUSE,
    LAY,
    MARKET,
    SACK,
    SACK_FOR,
    STEPS,
    TO,
    House,
    Market,
    Sack,
    SackFor,
    Street,
    Via,
)
from rondel.games.milestones.pieces import K
from rondel.games.milestones.rules import (
    MOVES,
    apply,
    is_ascending,
    legal_steps,
    majority,
    strength,
)
from rondel.games.milestones.state import (
    BUSHES,
    COVERED,
    DISPLAY,
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_LAY,
    DUTY_LAY_FIRST,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_TAKE,
    DUTY_TO,
    DUTY_TRADE,
    DUTY_VIA,
    DUTY_WORKS,
    FIRST_SPACE,
    KINDS,
    LOOP,
    MAJORITIES,
    MAX_ROW,
    NONE,
    SPACES,
    SUMS,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import writing_rule
from rondel.kernel.state import OVER
from rondel.kernel.writer import (
    NULL,
    Writer,
    count,
    end,
    flag,
    item,
    listed,
    name,
    nested,
    nothing,
    number,
    optional,
    piece,
    separate,
    text,
    word,
)

HERE, AFTER, ASKED, TRIED, SETTLED = range(5)
"""Tables: the position, the one after a step, one to try steps from, one after such a step, and one
with all discards made.
"""
DUTY_OVER = DUTY_COVER + 1
STREET_PART, HOUSE_PART, MARKET_PART, SACK_PART = range(4)
is_street, is_via = STEPS.predicate(Street), STEPS.predicate(Via)
is_house, is_market = STEPS.predicate(House), STEPS.predicate(Market)
is_sack, is_sack_for = STEPS.predicate(Sack), STEPS.predicate(SackFor)


@writing_rule
def view(out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array) -> None:
    """Write the complete table."""
    s = tables[HERE]
    item(out)
    text(out, K.game, K.milestones)
    text(out, K.edition, K.names)
    name(out, K.confidence)
    piece(out, K.confidences)
    listed(out, K.players)
    for seat in range(s.players):
        write_player(out, tables, box, steps, weights, sums, seat)
    end(out)
    optional(out, K.seat, s.seat)
    count(out, K.mover, s.mover)
    text(out, K.duty, K.duties + (DUTY_OVER if s.seat == OVER else s.duty))
    count(out, K.moves_left, s.moves)
    flag(out, K.hired, (s.duty == DUTY_TRADE or s.duty == DUTY_LAY) and s.hired)
    name(out, K.tile)
    write_tile(out, s.tile)
    write_plan(out, s)
    listed(out, K.offered)
    write_offered(out, s)
    end(out)
    flag(out, K.must_take, s.duty == DUTY_TAKE and s.must_take)
    write_map(out, s, box)
    write_built(out, s, box)
    write_tiles(out, s, box)
    count(out, K.target, int(box.targets[s.players]))
    write_majorities(out, s, box)
    listed(out, K.builds)
    if s.seat >= 0:
        write_builds(out, tables, box, steps, weights)
    end(out)
    listed(out, K.changes)
    if s.seat >= 0 and (s.duty == DUTY_LAY or s.duty == DUTY_LAY_FIRST or s.duty == DUTY_COVER):
        for option in range(legal_steps(s, box, steps[0], weights)):
            write_change(out, tables, box, int(steps[0, option]))
    end(out)
    write_ending(out, s)
    end(out)


@writing_rule
def write_tile(out: Writer, design: int) -> None:
    """Write a worker tile, or null."""
    separate(out)
    piece(out, NULL if design == NONE else K.whole_tiles + design)


@writing_rule
def write_plan(out: Writer, s: State) -> None:
    """Write the street section being planned."""
    if s.duty != DUTY_VIA and s.duty != DUTY_TO:
        nothing(out, K.plan)
        return
    nested(out, K.plan)
    text(out, K.start, K.vertex_names + s.section_start)
    if s.section_milestone == NONE:
        nothing(out, K.milestone)
    else:
        text(out, K.milestone, K.vertex_names + s.section_milestone)
    end(out)


@writing_rule
def write_offered(out: Writer, s: State) -> None:
    """Write the bushes whose bonus tile the mover may take now."""
    if s.duty == DUTY_TAKE:
        for bush in range(BUSHES):
            if s.offered >> bush & 1:
                word(out, K.bush_names + bush)


@writing_rule
def write_map(out: Writer, s: State, box: Box) -> None:
    """Write the vertices and triangles in reading order."""
    listed(out, K.vertices)
    for vertex in range(box.vertices):
        separate(out)
        piece(out, K.vertex_heads + vertex)
        piece(out, K.vertex_ends + s.vertices[vertex])
    end(out)
    listed(out, K.triangles)
    for triangle in range(box.triangles):
        bush = int(box.bush_of[triangle])
        kind = int(s.bushes[bush]) if bush < BUSHES else NONE
        house = 0
        for plot in range(s.houses):
            house |= s.plots[plot] == triangle
        separate(out)
        piece(out, K.triangle_heads + triangle)
        piece(out, K.triangle_ends + 2 * (kind + 1) + house)
    end(out)


@writing_rule
def write_built(out: Writer, s: State, box: Box) -> None:
    """Write what has been built, in that order, what is left to build, and the prices."""
    listed(out, K.sections)
    for section in range(s.sections):
        item(out)
        count(out, K.builder, s.section_builders[section])
        text(out, K.start, K.vertex_names + s.starts[section])
        text(out, K.milestone, K.vertex_names + s.milestones[section])
        text(out, K.end, K.vertex_names + s.ends[section])
        end(out)
    end(out)
    listed(out, K.markets)
    for market in range(s.markets):
        supplier = NONE
        for sack in range(s.sacks):
            if s.supplied[sack] == s.stalls[market]:
                supplier = int(s.sack_builders[sack])
        item(out)
        text(out, K.vertex, K.vertex_names + s.stalls[market])
        optional(out, K.builder, s.market_builders[market])
        optional(out, K.supplier, supplier)
        end(out)
    end(out)
    listed(out, K.houses)
    for house in range(s.houses):
        item(out)
        text(out, K.triangle, K.triangle_names + s.plots[house])
        count(out, K.builder, s.house_builders[house])
        end(out)
    end(out)
    nested(out, K.supply)
    count(out, K.sections, int(box.sections) - s.sections)
    count(out, K.houses, int(box.houses) - s.houses)
    count(out, K.markets, int(box.markets) - s.markets)
    count(out, K.sacks, int(box.sacks) - s.sacks)
    end(out)
    name(out, K.prices)
    piece(out, K.price_list)


@writing_rule
def write_tiles(out: Writer, s: State, box: Box) -> None:
    """Write the worker tiles that nobody has, and the bonus tiles that were lost."""
    listed(out, K.display)
    for slot in range(DISPLAY):
        write_tile(out, s.display[slot])
    end(out)
    listed(out, K.starting_row)
    for slot in range(MAX_ROW):
        if s.row[slot] != NONE:
            write_tile(out, s.row[slot])
    end(out)
    name(out, K.left_over)
    write_tile(out, s.left_over)
    count(out, K.pile, s.pile)
    listed(out, K.unseen)
    for design in range(box.designs):
        if s.unseen[design]:
            item(out)
            name(out, K.tile)
            write_tile(out, design)
            count(out, K.count, s.unseen[design])
            end(out)
    end(out)
    nested(out, K.lost_bonus_tiles)
    for kind in range(KINDS):
        count(out, K.all_kinds + kind, s.lost[kind])
    end(out)


@writing_rule
def write_majorities(out: Writer, s: State, box: Box) -> None:
    """Write the comparison of each kind of worker."""
    listed(out, K.majorities)
    for kind in range(KINDS):
        item(out)
        text(out, K.kind, K.all_kinds + kind)
        listed(out, K.strengths)
        for seat in range(s.players):
            number(out, strength(s, box, seat, kind))
        end(out)
        listed(out, K.points)
        for seat in range(s.players):
            number(out, majority(s, box, seat, kind))
        end(out)
        end(out)
    end(out)


@writing_rule
def write_ending(out: Writer, s: State) -> None:
    """Write the end's trigger and the seats that still have a turn."""
    trigger, mover = int(s.trigger), int(s.mover)
    if trigger == NONE:
        nothing(out, K.ending)
        return
    nested(out, K.ending)
    count(out, K.seat, trigger)
    text(out, K.reason, K.reasons + s.reason)
    listed(out, K.last_turns)
    if s.seat != OVER:
        first = mover + 1 if mover == trigger else mover
        for turn in range((trigger - first) % s.players):
            number(out, (first + turn) % s.players)
    end(out)
    end(out)


@writing_rule
def write_player(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, seat: int
) -> None:
    """Write the belongings of a seat."""
    s = tables[HERE]
    item(out)
    count(out, K.seat, seat)
    text(out, K.pawn, K.stops + s.pawns[seat])
    listed(out, K.spaces)
    for stop in range(LOOP):
        write_space(out, s, seat, stop)
    end(out)
    nested(out, K.goods)
    for kind in range(KINDS):
        count(out, K.all_goods + kind, s.goods[seat, kind])
    end(out)
    count(out, K.points, s.scores[seat])
    nested(out, K.score)
    made = 0
    for source in range(MAJORITIES):
        made += int(s.points[seat, source])
        count(out, K.sources + source, s.points[seat, source])
    count(out, K.majorities, sums[0, seat] - made)
    count(out, K.total, sums[0, seat])
    end(out)
    asked = tables[ASKED]
    tables[ASKED] = tables[HERE]
    asked.seat = asked.mover = seat
    flag(out, K.ascending, is_ascending(asked, box))
    listed(out, K.visits)
    if s.seat != OVER:
        # With a move to spare, the turn goes on whatever happens there.
        asked.duty = DUTY_MOVE
        asked.moves = MOVES
        for option in range(legal_steps(asked, box, steps[0], weights)):
            write_visit(out, tables, box, steps, weights, int(steps[0, option]))
    end(out)
    count(out, K.place, sums[2, seat])
    end(out)


@writing_rule
def write_space(out: Writer, s: State, seat: int, stop: int) -> None:
    """Write a space of a player's loop."""
    space = stop - FIRST_SPACE
    item(out)
    text(out, K.stop, K.stops + stop)
    name(out, K.worker)
    if 0 <= space < SPACES:
        worker = int(s.workers[seat, space])
        piece(out, NULL if worker < 0 else K.whole_workers + worker)
        flag(out, K.covered, worker == COVERED)
        flag(out, K.bonus_tile, s.bonuses[seat, space])
    else:
        piece(out, NULL)
        flag(out, K.covered, 0)
        flag(out, K.bonus_tile, 0)
    end(out)


@writing_rule
def visit(tables: Array, box: Box, steps: Array, weights: Array, step: int) -> int:
    """Move the asked player's pawn; return how many goods the castle would then take."""
    after, settled = tables[TRIED], tables[SETTLED]
    tables[TRIED] = tables[ASKED]
    apply(after, box, step)
    tables[SETTLED] = tables[TRIED]
    discards = 0
    while settled.duty == DUTY_DISCARD:
        legal_steps(settled, box, steps[1], weights)
        apply(settled, box, int(steps[1, 0]))
        discards += 1
    return discards


@writing_rule
def earned(before: State, after: State) -> int:
    """Return the points that the mover has made, not counting majorities."""
    points = 0
    for source in range(MAJORITIES):
        points += int(after.points[before.mover, source])
        points -= int(before.points[before.mover, source])
    return points


@writing_rule
def write_received(out: Writer, field: int, less: State, more: State, seat: int) -> None:
    """Write the goods that a seat has more in the second state."""
    nested(out, field)
    for kind in range(KINDS):
        received = int(more.goods[seat, kind]) - int(less.goods[seat, kind])
        if received > 0:
            count(out, K.all_goods + kind, received)
    end(out)


@writing_rule
def is_stop_duty(duty: int) -> bool:
    """Return True for duties that can await a pawn where it stops."""
    return duty in (DUTY_TRADE, DUTY_WORKS, DUTY_MILL, DUTY_DISCARD, DUTY_COVER)


@writing_rule
def write_visit(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, step: int
) -> None:
    """Write the effect of moving the asked player's pawn to a space."""
    discards = visit(tables, box, steps, weights, step)
    asked, after = tables[ASKED], tables[TRIED]
    item(out)
    text(out, K.stop, K.stops + step - GO)
    write_received(out, K.gains, asked, after, int(asked.mover))
    count(out, K.points, earned(asked, after))
    count(out, K.discards, discards)
    flag(out, K.covers, tables[SETTLED].duty == DUTY_COVER)
    if is_stop_duty(int(after.duty)):
        text(out, K.awaits, K.duties + after.duty)
    else:
        nothing(out, K.awaits)
    end(out)


@writing_rule
def write_builds(out: Writer, tables: Array, box: Box, steps: Array, weights: Array) -> None:
    """Write every build and flour sack that is possible now."""
    s, asked = tables[HERE], tables[ASKED]
    tables[ASKED] = tables[HERE]
    if s.duty == DUTY_TO:
        write_street(out, tables, box, steps, weights)
        return
    for option in range(legal_steps(s, box, steps[0], weights)):
        step = int(steps[0, option])
        if is_via(step):
            tables[ASKED] = tables[HERE]
            apply(asked, box, step)
            write_street(out, tables, box, steps, weights)
        elif is_street(step):
            tables[ASKED] = tables[HERE]
            apply(asked, box, step)
            for via in range(legal_steps(asked, box, steps[1], weights)):
                tables[ASKED] = tables[HERE]
                apply(asked, box, step)
                apply(asked, box, int(steps[1, via]))
                write_street(out, tables, box, steps, weights)
            tables[ASKED] = tables[HERE]
        elif is_house(step):
            write_build(out, tables, box, step, HOUSE_PART, K.triangle_names + step - HOUSE)
        elif is_market(step):
            write_build(out, tables, box, step, MARKET_PART, K.vertex_names + step - MARKET)
        elif is_sack(step):
            write_build(out, tables, box, step, SACK_PART, K.vertex_names + step - SACK)
        elif is_sack_for(step):
            vertex = K.vertex_names + (step - SACK_FOR) // SUMS
            write_build(out, tables, box, step, SACK_PART, vertex)


@writing_rule
def write_street(out: Writer, tables: Array, box: Box, steps: Array, weights: Array) -> None:
    """Write the planned section of the asked table; its end does not affect its points."""
    asked = tables[ASKED]
    ends = legal_steps(asked, box, steps[2], weights)
    milestone = K.vertex_names + asked.section_milestone
    begin_build(out, STREET_PART, milestone)
    text(out, K.start, K.vertex_names + asked.section_start)
    listed(out, K.ends)
    for at in range(ends):
        word(out, K.vertex_names + int(steps[2, at]) - TO)
    end(out)
    end_build(out, tables, box, int(steps[2, 0]))


@writing_rule
def write_build(out: Writer, tables: Array, box: Box, step: int, part: int, place: int) -> None:
    """Write the price and the effect of a build that is not a street."""
    begin_build(out, part, place)
    nothing(out, K.start)
    listed(out, K.ends)
    end(out)
    end_build(out, tables, box, step)


@writing_rule
def begin_build(out: Writer, part: int, place: int) -> None:
    """Write the part and the place of a build."""
    item(out)
    text(out, K.part, K.all_parts + part)
    text(out, K.place, place)


@writing_rule
def end_build(out: Writer, tables: Array, box: Box, step: int) -> None:
    """Write the points and the price of a build made from the asked table."""
    asked, after = tables[ASKED], tables[TRIED]
    tables[TRIED] = tables[ASKED]
    apply(after, box, step)
    mover = int(asked.mover)
    count(out, K.points, earned(asked, after))
    write_received(out, K.pays, after, asked, mover)
    write_received(out, K.gains, asked, after, mover)
    listed(out, K.bonus_tiles)
    write_offered(out, after)
    end(out)
    flag(out, K.must_take, after.duty == DUTY_TAKE and after.must_take)
    end(out)


@writing_rule
def write_change(out: Writer, tables: Array, box: Box, step: int) -> None:
    """Write the effect of laying the tile, or the cover tile, on a space of the mover's board."""
    s, after = tables[HERE], tables[TRIED]
    tables[TRIED] = tables[HERE]
    apply(after, box, step)
    seat = int(s.mover)
    first = step - COVER if s.duty == DUTY_COVER else step - LAY
    last = first if s.duty == DUTY_COVER else first + 1
    item(out)
    count(out, K.space, first + FIRST_SPACE)
    listed(out, K.workers)
    for space in range(first, last + 1):
        if s.workers[seat, space] >= 0:
            separate(out)
            piece(out, K.whole_workers + s.workers[seat, space])
    end(out)
    listed(out, K.bonus_tiles)
    for space in range(first, last + 1):
        if s.workers[seat, space] >= 0 and s.bonuses[seat, space]:
            word(out, K.all_kinds + box.worker_kinds[s.workers[seat, space]])
    end(out)
    after.mover = seat
    flag(out, K.ascending, is_ascending(after, box))
    end(out)
