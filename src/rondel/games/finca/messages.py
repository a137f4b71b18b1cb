"""Rules that write Finca's messages: labels, prompts, stories and explanations."""

from rondel.games.finca.actions import (
    DONE,
    LAY_BLADE,
    LAY_FINCA,
    STEPS,
    TURN_UP,
    Cart,
    Fill,
    FillAny,
    FillLess,
    Gust,
    Land,
    Large,
    Less,
    Move,
    Place,
    Wind,
)
from rondel.games.finca.documents import (
    AFTER,
    HERE,
    RICH,
    TRIED,
    are_carts_short,
    cart_change,
    fruit_change,
    is_fruit_short,
    try_arrival,
)
from rondel.games.finca.pieces import K
from rondel.games.finca.rules import apply, crowd, is_going_round, printed_for
from rondel.games.finca.state import (
    ANY,
    BLADES,
    DUTY_FILL,
    DUTY_MOVE,
    DUTY_PLACE,
    DUTY_TURN,
    GUST_TILE,
    KINDS,
    LARGE_TILE,
    LESS_TILE,
    NOBODY,
    VILLAGES,
    WIND_TILE,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import writing_rule
from rondel.kernel.state import MAX_SEATS, OVER
from rondel.kernel.writer import (
    Writer,
    count,
    end,
    inner,
    listed,
    message,
    name,
    piece,
    player,
    result,
    text,
)

CART_PLACE, ANY_PLACE = KINDS, KINDS + 1
"""Places of carts and question marks among the amounts."""
FIRST, SHORT_OF_ONE, CIRCLES = 5, 6, 7
"""Places of further prompts, after those of the duties."""
kind_index = STEPS.kind_index
is_place, is_move, is_land = map(STEPS.predicate, (Place, Move, Land))
is_wind, is_gust = STEPS.predicate(Wind), STEPS.predicate(Gust)
is_cart, is_large, is_less = map(STEPS.predicate, (Cart, Large, Less))
is_fill, is_fill_any = STEPS.predicate(Fill), STEPS.predicate(FillAny)
is_fill_less = STEPS.predicate(FillLess)
place_blade, move_blade = STEPS.index_of(Place, "blade"), STEPS.index_of(Move, "blade")
land_blade, gust_blade = STEPS.index_of(Land, "blade"), STEPS.index_of(Gust, "blade")
fill_village, any_village, less_village = (
    STEPS.index_of(kind, "village") for kind in (Fill, FillAny, FillLess)
)
less_fruit = STEPS.index_of(FillLess, "fruit")


@writing_rule
def label(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the effect of a step, for menus."""
    tables[AFTER] = tables[HERE]
    apply(tables[AFTER], box, step)
    write_step(out, tables, box, step, K.labels + kind_index(step), K.amounts)


@writing_rule
def prompt(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, named: int
) -> None:
    """Write the instruction to the player to move: by name, or as "you"."""
    write_prompt(out, tables[HERE], named)


@writing_rule
def story(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the narration of a step."""
    before, after = tables[HERE], tables[AFTER]
    if step >= LAY_BLADE:
        write_dealt(out, tables, box, step)
        return
    write_shortages(out, tables, box, step)
    write_step(out, tables, box, step, K.events + kind_index(step), K.objects)
    if step == DONE:
        write_villages(out, before, after, box)
        write_sets(out, before, after, box)
    if after.seat == OVER:
        result(out, after.players, sums, K.ends + after.reason, K.result_tie_broken, K.fruits)


@writing_rule
def write_step(out: Writer, tables: Array, box: Box, step: int, key: int, amounts: int) -> None:
    """Write a message about a step from one table to the next: its player and its effect."""
    before, after = tables[HERE], tables[AFTER]
    message(out, key)
    player(out, K.player, before.mover)
    if is_move(step):
        blade = move_blade(step)
        count(out, K.from_, blade)
        count(out, K.to, (blade + crowd(before, blade)) % BLADES)
        write_gains(out, tables, box, step, amounts)
    elif is_place(step) or is_land(step):
        count(out, K.blade, place_blade(step) if is_place(step) else land_blade(step))
        write_gains(out, tables, box, step, amounts)
    elif is_gust(step):
        count(out, K.blade, gust_blade(step))
    elif is_wind(step):
        count(out, K.moves, after.moves)
    elif is_cart(step) or is_large(step) or is_less(step):
        count(out, K.room, after.room)
    elif is_fill(step):
        write_bought(out, before, after, box, fill_village(step), amounts)
    elif is_fill_any(step):
        write_bought(out, before, after, box, any_village(step), amounts)
    elif is_fill_less(step):
        write_bought(out, before, after, box, less_village(step), amounts)
        name(out, K.spared)
        write_amount(out, amounts + less_fruit(step), 1)
    elif step >= LAY_BLADE:
        write_outcome(out, before, after, box, step)
    end(out)


@writing_rule
def write_outcome(out: Writer, before: State, after: State, box: Box, step: int) -> None:
    """Write the details of a chance outcome."""
    place = 0
    if step < LAY_FINCA:
        while before.blades[place] != NOBODY:
            place += 1
        count(out, K.blade, place)
        inner(out, K.fruit, K.fruit_plurals + step - LAY_BLADE)
        end(out)
    elif step < TURN_UP:
        while before.fincas[place] != NOBODY:
            place += 1
        write_village_name(out, place)
        name(out, K.kinds)
        piece(out, K.finca_kinds + step - LAY_FINCA)
    else:
        while not before.turning >> place & 1:
            place += 1
        write_village_name(out, place)
        name(out, K.tile)
        piece(out, K.print_lists + step - TURN_UP)


@writing_rule
def write_amount(out: Writer, key: int, amount: int) -> None:
    """Write an amount of fruits of a kind, or of carts."""
    message(out, key)
    count(out, K.count, amount)
    end(out)


@writing_rule
def write_village_name(out: Writer, village: int) -> None:
    """Write the name of a village as an argument."""
    inner(out, K.village, K.village_keys + village)
    end(out)


@writing_rule
def write_gains(out: Writer, tables: Array, box: Box, step: int, amounts: int) -> None:
    """Write the fruits and carts of a harvest, and the shortage: none, fruit, carts or both."""
    tables[TRIED] = tables[HERE]
    kind = try_arrival(tables, box, step)
    rich, mover = tables[RICH], int(tables[HERE].mover)
    listed(out, K.takes)
    write_amount(out, amounts + kind, rich.hands[mover, kind])
    if rich.carts[mover]:
        write_amount(out, amounts + CART_PLACE, rich.carts[mover])
    end(out)
    short = is_fruit_short(tables, kind) + 2 * are_carts_short(tables)
    text(out, K.short, K.shortages + short)


@writing_rule
def write_bought(
    out: Writer, before: State, after: State, box: Box, village: int, amounts: int
) -> None:
    """Write the village, the price that was paid for its tile, and the tile's value."""
    write_village_name(out, village)
    listed(out, K.fruits)
    for kind in range(KINDS):
        paid = int(before.hands[before.mover, kind]) - int(after.hands[before.mover, kind])
        if paid:
            write_amount(out, amounts + kind, paid)
    end(out)
    count(out, K.value, int(box.value[box.design[before.face_up[village]]]))


@writing_rule
def write_prompt(out: Writer, s: State, named: int) -> None:
    """Write the instruction to the player to move."""
    if s.seat < 0:
        message(out, K.prompt_over if s.seat == OVER else K.chance_prompts + s.duty)
        end(out)
        return
    key = int(s.duty) - DUTY_PLACE
    if s.duty == DUTY_FILL and s.discount:
        key = SHORT_OF_ONE
    elif s.duty == DUTY_FILL and s.filled == 0:
        key = FIRST
    elif s.duty == DUTY_TURN and is_going_round(s):
        key = CIRCLES
    message(out, key + (K.prompts if named else K.prompts_you))
    player(out, K.player, s.seat)
    count(out, K.farmers, s.waiting[s.seat])
    count(out, K.moves, s.moves)
    count(out, K.room, s.room)
    end(out)


@writing_rule
def write_shortages(out: Writer, tables: Array, box: Box, step: int) -> None:
    """Write the shortages, with what everybody returned."""
    if not (is_place(step) or is_move(step) or is_land(step)):
        return
    tables[TRIED] = tables[HERE]
    kind = try_arrival(tables, box, step)
    s, rich = tables[HERE], tables[RICH]
    if is_fruit_short(tables, kind):
        message(out, K.event_fruit_short)
        count(out, K.left, s.supply[kind])
        write_returns(out, tables, kind, int(rich.hands[s.mover, kind]))
        end(out)
    if are_carts_short(tables):
        message(out, K.event_carts_short)
        count(out, K.left, s.centre)
        write_returns(out, tables, CART_PLACE, int(rich.carts[s.mover]))
        end(out)


@writing_rule
def write_returns(out: Writer, tables: Array, what: int, owed: int) -> None:
    """Write what was owed, and what each player returned for it."""
    s = tables[HERE]
    name(out, K.owed)
    write_amount(out, K.amounts + what, owed)
    listed(out, K.returns)
    for seat in range(s.players):
        change = (
            cart_change(tables, seat) if what == CART_PLACE else fruit_change(tables, what, seat)
        )
        # The mover's heap shrank by less than was returned, because what was owed was then taken.
        returned = (owed if seat == s.mover else 0) - change
        if returned:
            message(out, K.returned)
            player(out, K.player, seat)
            name(out, K.amount)
            write_amount(out, K.amounts + what, returned)
            end(out)
    end(out)


@writing_rule
def write_villages(out: Writer, before: State, after: State, box: Box) -> None:
    """Write the finca tiles that were decided, and the wooden fincas placed."""
    left = int(before.wood)
    for village in range(VILLAGES):
        if before.finca_owners[village] == after.finca_owners[village]:
            continue
        write_decided(out, after, box, village)
        if after.wooden[village]:
            left -= 1
            message(out, K.event_wooden_finca)
            write_village_name(out, village)
            count(out, K.left, left)
        else:
            message(out, K.event_no_wooden_finca)
            write_village_name(out, village)
        end(out)


@writing_rule
def write_decided(out: Writer, s: State, box: Box, village: int) -> None:
    """Write the winner of a village's finca tile with the printed fruits, or the tie."""
    winner = int(s.finca_owners[village])
    message(out, K.event_finca_tied if winner == NOBODY else K.event_finca_won)
    write_village_name(out, village)
    name(out, K.kinds)
    piece(out, K.finca_kinds + s.fincas[village])
    if winner != NOBODY:
        player(out, K.player, winner)
        count(out, K.fruits, printed_for(s, box, village, winner))
        count(out, K.points, box.finca_points)
    end(out)


@writing_rule
def write_sets(out: Writer, before: State, after: State, box: Box) -> None:
    """Write the sets that were completed, and the bonus tiles they took."""
    completed = 0
    for seat in range(MAX_SEATS):
        completed += int(after.sets[seat]) - int(before.sets[seat])
    for bonus in range(int(before.bonus), int(before.bonus) + completed):
        is_paid = bonus < after.bonus
        message(out, K.event_bonus if is_paid else K.event_set_unpaid)
        player(out, K.player, before.mover)
        if is_paid:
            count(out, K.points, box.bonus_tiles[bonus])
        end(out)


@writing_rule
def write_dealt(out: Writer, tables: Array, box: Box, step: int) -> None:
    """Write the chance outcome: complete parts of the set-up, later each new tile."""
    before, s = tables[HERE], tables[AFTER]
    farmers = 0
    for blade in range(BLADES):
        farmers += crowd(before, blade)
    if farmers > 0:
        write_step(out, tables, box, step, K.event_turn_up, K.amounts)
    elif step < LAY_FINCA:
        if s.blades[BLADES - 1] != NOBODY:
            message(out, K.event_windmill_laid)
            listed(out, K.fruits)
            for blade in range(BLADES):
                message(out, K.fruit_names + s.blades[blade])
                end(out)
            end(out)
            end(out)
    elif step < TURN_UP:
        if s.fincas[VILLAGES - 1] != NOBODY:
            message(out, K.event_fincas_laid)
            listed(out, K.fincas)
            for village in range(VILLAGES):
                write_at_village(out, village, K.finca_kinds + s.fincas[village])
            end(out)
            end(out)
    elif s.turning == 0:
        message(out, K.event_tiles_dealt)
        listed(out, K.tiles)
        for village in range(VILLAGES):
            write_at_village(out, village, K.print_lists + box.design[s.face_up[village]])
        end(out)
        end(out)
        message(out, K.event_begins)
        player(out, K.player, s.mover)
        end(out)


@writing_rule
def write_at_village(out: Writer, village: int, what: int) -> None:
    """Write a message about something at a village."""
    message(out, K.at_village)
    write_village_name(out, village)
    name(out, K.what)
    piece(out, what)
    end(out)


@writing_rule
def explain(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array, step: int
) -> None:
    """Write the rule that forbids a step to the seat to move."""
    s = tables[HERE]
    turn = s.duty == DUTY_TURN
    if s.seat < 0:
        return
    if is_move(step) and (turn or s.duty == DUTY_MOVE):
        write_no_farmer(out, move_blade(step))
    elif is_gust(step) and turn:
        if not write_played(out, s, GUST_TILE, 1):
            write_no_farmer(out, gust_blade(step))
    elif is_wind(step) and turn:
        write_played(out, s, WIND_TILE, 0)
    elif is_large(step) and turn:
        if not write_played(out, s, LARGE_TILE, 2):
            write_reason(out, K.why_nothing_to_fill)
    elif is_less(step) and turn:
        if not write_played(out, s, LESS_TILE, 3):
            write_reason(out, K.why_nothing_to_spare if s.carts[s.seat] else K.why_no_cart)
    elif is_cart(step) and turn:
        write_reason(out, K.why_nothing_to_fill if s.carts[s.seat] else K.why_no_cart)
    elif is_fill(step) and (turn or s.duty == DUTY_FILL):
        write_unfillable(out, s, box, fill_village(step))
    elif is_fill_any(step) and (turn or s.duty == DUTY_FILL):
        write_unfillable(out, s, box, any_village(step))
    elif is_fill_less(step) and (turn or s.duty == DUTY_FILL):
        write_unfillable(out, s, box, less_village(step))
    else:
        write_not_now(out, s)


@writing_rule
def write_reason(out: Writer, key: int) -> None:
    """Write a reason without details."""
    message(out, key)
    end(out)


@writing_rule
def write_not_now(out: Writer, s: State) -> None:
    """Write that something else is to be done now."""
    message(out, K.why_not_now)
    name(out, K.prompt)
    write_prompt(out, s, 0)
    end(out)


@writing_rule
def write_no_farmer(out: Writer, blade: int) -> None:
    """§4.1 Only a player's own farmers move."""
    message(out, K.why_no_farmer)
    count(out, K.blade, blade)
    end(out)


@writing_rule
def write_played(out: Writer, s: State, tile: int, place: int) -> bool:
    """§4.3 Each action tile works once. Return True if this one has been played."""
    if s.actions[s.seat] & tile:
        return False
    message(out, K.why_tile_played)
    inner(out, K.tile, K.action_names + place)
    end(out)
    end(out)
    return True


@writing_rule
def write_unfillable(out: Writer, s: State, box: Box, village: int) -> None:
    """§4.2 What a tile lacks: itself, its fruits, or room for them."""
    tile = int(s.face_up[village])
    delivering = s.duty == DUTY_FILL
    large = not delivering and s.actions[s.seat] & LARGE_TILE
    if s.filled >> village & 1 or tile == NOBODY:
        message(out, K.why_village_filled if s.filled >> village & 1 else K.why_village_empty)
        write_village_name(out, village)
        end(out)
        return
    if not delivering and not large and s.carts[s.seat] == 0:
        write_reason(out, K.why_no_cart)
        return
    if write_lacking(out, s, box, village):
        return
    value = int(box.value[box.design[tile]])
    room = int(box.large_cart_holds) if large else int(box.cart_holds)
    if delivering:
        room = int(s.room)
    if value > room:
        message(out, K.why_no_room)
        write_village_name(out, village)
        count(out, K.value, value)
        count(out, K.room, room)
        end(out)
    elif s.discount:
        message(out, K.why_discount_lost)
        write_village_name(out, village)
        end(out)
    else:
        write_not_now(out, s)


@writing_rule
def write_lacking(out: Writer, s: State, box: Box, village: int) -> bool:
    """§4.2 Every tile is filled exactly. Return True if fruits lack."""
    design = int(box.design[s.face_up[village]])
    wild = int(box.prints[design, ANY])
    most = missing = 0
    for kind in range(KINDS):
        held = int(s.hands[s.seat, kind])
        most = max(most, held)
        missing += max(int(box.prints[design, kind]) - held, 0)
    if most >= wild and (missing == 0 or wild):
        return False
    message(out, K.why_lacking_any if wild else K.why_lacking)
    write_village_name(out, village)
    if wild:
        count(out, K.count, wild)
        count(out, K.most, most)
    else:
        listed(out, K.fruits)
        for kind in range(KINDS):
            lacks = int(box.prints[design, kind]) - int(s.hands[s.seat, kind])
            if lacks > 0:
                write_amount(out, K.amounts + kind, lacks)
        end(out)
    end(out)
    return True
