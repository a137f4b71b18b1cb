"""Rules that write which rule of RULES.md forbids an illegal step."""

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
    VIA,
)
from rondel.games.milestones.documents import (
    HERE,
    HOUSE_PART,
    MARKET_PART,
    SACK_PART,
    STREET_PART,
)
from rondel.games.milestones.messages import write_amount, write_prompt
from rondel.games.milestones.pieces import K
from rondel.games.milestones.rules import FLOUR_PRICE, PRICE, is_uncovered
from rondel.games.milestones.state import (
    CASTLE,
    COIN,
    CORNERS,
    DISPLAY,
    DUTY_COVER,
    DUTY_DISCARD,
    DUTY_LAY_FIRST,
    DUTY_MILL,
    DUTY_MOVE,
    DUTY_TAKE,
    DUTY_TO,
    DUTY_TRADE,
    DUTY_VIA,
    DUTY_WORKS,
    FIRST_SPACE,
    FLOUR,
    FREE_END,
    GRAIN,
    KINDS,
    MARKET_STALL,
    ROAD,
    SAND,
    STONE,
    SUMS,
    WOOD,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import writing_rule
from rondel.kernel.writer import Writer, count, end, inner, listed, message, name, text


@writing_rule
def explain(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the rule that forbids a step to the seat to move."""
    s = tables[HERE]
    duty = int(s.duty)
    # Nothing has begun, so that the right place for a step can be named.
    elsewhere = duty in (DUTY_MOVE, DUTY_TRADE, DUTY_WORKS, DUTY_MILL)
    is_trade = HIRE <= step < LAY or BUY <= step < STREET
    is_build = STREET <= step < VIA or HOUSE <= step < TAKE
    is_supply = SACK <= step < DRAFT or SACK_FOR <= step < LAY_BONUS
    if s.seat < 0:
        return
    if step < DISCARD and duty == DUTY_MOVE:
        twice = step == GO + CASTLE and s.pawns[s.mover] == CASTLE
        write_reason(out, K.why_castle_twice if twice else K.why_clockwise)
    elif is_trade and duty == DUTY_TRADE:
        write_untradable(out, s, step)
    elif is_trade and elsewhere:
        write_reason(out, K.why_trading_house)
    elif is_build and duty == DUTY_WORKS:
        write_unbuildable(out, s, box, step)
    elif VIA <= step < TO and duty == DUTY_VIA:
        write_reason(out, K.why_milestone_place)
    elif TO <= step < HOUSE and duty == DUTY_TO:
        write_reason(out, K.why_street_end)
    elif STREET <= step < TAKE and elsewhere:
        write_reason(out, K.why_board_of_works)
    elif TAKE <= step < LEAVE and duty == DUTY_TAKE:
        write_reason(out, K.why_bonus_worker)
    elif TAKE <= step < LEAVE and elsewhere:
        write_reason(out, K.why_bonus_tile)
    elif step == LEAVE and duty == DUTY_TAKE:
        write_reason(out, K.why_must_take)
    elif is_supply and duty == DUTY_MILL:
        vertex = step - SACK if step < DRAFT else (step - SACK_FOR) // SUMS
        write_unsuppliable(out, s, box, vertex)
    elif is_supply and elsewhere:
        write_reason(out, K.why_mill)
    elif COVER <= step < DONE and duty == DUTY_COVER:
        message(out, K.why_no_worker)
        count(out, K.space, step - COVER + FIRST_SPACE)
        end(out)
    elif DISCARD <= step < DONE and elsewhere:
        write_reason(out, K.why_castle)
    elif DISCARD <= step < COVER and duty == DUTY_DISCARD:
        write_reason(out, K.why_nothing_to_return)
    elif LAY <= step < BUY and duty == DUTY_LAY_FIRST:
        write_reason(out, K.why_not_empty)
    else:
        message(out, K.why_not_now)
        name(out, K.prompt)
        write_prompt(out, tables, box, steps, weights, 0)
        end(out)


@writing_rule
def write_reason(out: Writer, key: int) -> None:
    """Write a reason without details."""
    message(out, key)
    end(out)


@writing_rule
def write_untradable(out: Writer, s: State, step: int) -> None:
    """§6 One tile of the display on each visit, for two coins; a cube costs as much."""
    displayed = 0
    for slot in range(DISPLAY):
        displayed |= s.display[slot] == step - HIRE
    if step < LAY and s.hired:
        write_reason(out, K.why_hired)
    elif step < LAY and not displayed:
        write_reason(out, K.why_not_displayed)
    elif step >= SELL:
        write_reason(out, K.why_nothing_to_sell)
    else:
        message(out, K.why_coins)
        name(out, K.price)
        write_amount(out, K.subjects + COIN, PRICE)
        name(out, K.coins)
        write_amount(out, K.subjects + COIN, s.goods[s.seat, COIN])
        end(out)


@writing_rule
def price_of(part: int, kind: int) -> int:
    """§7, §9 The goods of a kind that a part costs."""
    if part == SACK_PART:
        return FLOUR_PRICE if kind == GRAIN else 0
    first = WOOD if part == MARKET_PART else STONE
    second = WOOD if part == HOUSE_PART else SAND
    return int(kind == first) + int(kind == second)


@writing_rule
def write_lacking(out: Writer, s: State, part: int, left: int) -> bool:
    """§7, §9 What a part costs and the mover has not, or that no part is left.

    Return True if something lacks.
    """
    missing = 0
    for kind in range(KINDS):
        missing += max(price_of(part, kind) - int(s.goods[s.mover, kind]), 0)
    if left == 0:
        message(out, K.why_used_up)
        inner(out, K.parts, K.part_names + part)
        end(out)
        end(out)
        return True
    if missing == 0:
        return False
    message(out, K.part_prices + part)
    listed(out, K.price)
    for kind in range(KINDS):
        if price_of(part, kind):
            write_amount(out, K.subjects + kind, price_of(part, kind))
    end(out)
    listed(out, K.lacks)
    for kind in range(KINDS):
        if price_of(part, kind) > s.goods[s.mover, kind]:
            write_amount(out, K.subjects + kind, price_of(part, kind) - int(s.goods[s.mover, kind]))
    end(out)
    end(out)
    return True


@writing_rule
def write_unbuildable(out: Writer, s: State, box: Box, step: int) -> None:
    """§7 What a build lacks: a place, parts, or goods."""
    if step < VIA:
        vertex = step - STREET
        if s.vertices[vertex] & (MARKET_STALL | FREE_END) == 0:
            write_reason(out, K.why_street_start)
        elif not write_lacking(out, s, STREET_PART, int(box.sections) - s.sections):
            message(out, K.why_street_room)
            text(out, K.vertex, K.vertex_names + vertex)
            end(out)
    elif step < MARKET:
        triangle = step - HOUSE
        built = 0
        for house in range(s.houses):
            built |= s.plots[house] == triangle
        if built:
            write_reason(out, K.why_house_there)
        elif not is_roadside(s, box, triangle):
            write_reason(out, K.why_house_street)
        elif not write_lacking(out, s, HOUSE_PART, int(box.houses) - s.houses):
            write_reason(out, K.why_house_bonus)
    elif s.vertices[step - MARKET] & ROAD == 0 or not is_uncovered(s, step - MARKET):
        write_reason(out, K.why_market_place)
    else:
        write_lacking(out, s, MARKET_PART, int(box.markets) - s.markets)


@writing_rule
def is_roadside(s: State, box: Box, triangle: int) -> bool:
    """§7 Whether a street piece lies on an edge of the triangle."""
    for section in range(s.sections):
        start = middle = stop = 0
        for corner in range(CORNERS):
            vertex = box.corners[triangle, corner]
            start |= s.starts[section] == vertex
            middle |= s.milestones[section] == vertex
            stop |= s.ends[section] == vertex
        if middle and (start or stop):
            return True
    return False


@writing_rule
def write_unsuppliable(out: Writer, s: State, box: Box, vertex: int) -> None:
    """§9 Flour needs a marketplace that has none."""
    if s.vertices[vertex] & MARKET_STALL == 0:
        write_reason(out, K.why_no_market)
    elif s.vertices[vertex] & FLOUR:
        write_reason(out, K.why_sack_there)
    elif not write_lacking(out, s, SACK_PART, int(box.sacks) - s.sacks):
        write_reason(out, K.why_lower_numbers)
