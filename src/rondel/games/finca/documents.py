"""Rules that write Finca's view, field by field as view.py declares it."""

from rondel.games.finca.actions import (
    CART,
    DONE,
    FILL,
    FILL_ANY,
    FILL_LESS,
    LAND,
    LESS,
    MOVE,
    PLACE,
)
from rondel.games.finca.pieces import K
from rondel.games.finca.rules import (
    action_points,
    apply,
    bonus_points,
    crowd,
    finca_points,
    fruit_points,
    legal_steps,
    printed_for,
)
from rondel.games.finca.state import (
    ACTION_TILES,
    BLADES,
    BONUSES,
    DUTY_FILL,
    DUTY_LAND,
    DUTY_PLACE,
    DUTY_TURN,
    KINDS,
    NOBODY,
    TILES,
    UNDECIDED,
    VALUES,
    VILLAGES,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import writing_rule
from rondel.kernel.state import MAX_SEATS, OVER
from rondel.kernel.writer import (
    END_OBJECT,
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

HERE, AFTER, TRIED, REAL, RICH = range(5)
"""Tables: the position, the one after a step, and three to try steps on: before, after, and after
with plenty of supply.
"""
PLENTY = 100
"""Number of fruits or carts larger than any step takes."""
DUTY_OVER = DUTY_FILL + 1
NO_START = -1


@writing_rule
def view(out: Writer, tables: Array, box: Box, steps: Array, weights: Array, sums: Array) -> None:
    """Write the complete table."""
    s = tables[HERE]
    item(out)
    text(out, K.game, K.finca)
    text(out, K.edition, K.names)
    listed(out, K.players)
    for seat in range(s.players):
        write_player(out, s, box, sums, seat)
    end(out)
    optional(out, K.seat, s.seat)
    count(out, K.mover, s.mover)
    text(out, K.duty, K.duties + (DUTY_OVER if s.seat == OVER else s.duty))
    count(out, K.moves_left, s.moves)
    write_blades(out, s)
    name(out, K.cart_lines_after)
    piece(out, K.cart_lines)
    count(out, K.centre_carts, s.centre)
    nested(out, K.supply)
    for kind in range(KINDS):
        count(out, K.all_kinds + kind, s.supply[kind])
    end(out)
    listed(out, K.villages)
    for village in range(VILLAGES):
        write_village(out, s, box, village)
    end(out)
    count(out, K.wooden_fincas_left, s.wood)
    listed(out, K.bonus_tiles)
    for bonus in range(BONUSES):
        item(out)
        count(out, K.value, box.bonus_tiles[bonus])
        optional(out, K.owner, s.bonuses[bonus])
        end(out)
    end(out)
    count(out, K.unused_action_points, box.unused_action_points)
    write_delivery(out, s)
    listed(out, K.unseen)
    for design in range(box.designs):
        if s.unseen[design]:
            item(out)
            name(out, K.tile)
            piece(out, K.designs + design)
            count(out, K.count, s.unseen[design])
            end(out)
    end(out)
    write_walks(out, tables, box)
    write_landings(out, tables, box)
    write_fillings(out, tables, box, steps, weights)
    if s.seat == OVER:
        text(out, K.reason, K.reasons + s.reason)
    else:
        nothing(out, K.reason)
    end(out)


@writing_rule
def write_player(out: Writer, s: State, box: Box, sums: Array, seat: int) -> None:
    """Write the belongings of a seat."""
    item(out)
    count(out, K.seat, seat)
    count(out, K.farmers_waiting, s.waiting[seat])
    nested(out, K.fruits)
    for kind in range(KINDS):
        count(out, K.all_kinds + kind, s.hands[seat, kind])
    end(out)
    count(out, K.carts, s.carts[seat])
    listed(out, K.action_tiles)
    for tile in range(ACTION_TILES):
        if s.actions[seat] >> tile & 1:
            word(out, K.actions + tile)
    end(out)
    listed(out, K.tiles)
    for tile in range(TILES):
        if s.owners[tile] == seat:
            write_tile(out, box, tile)
    end(out)
    listed(out, K.values)
    for value in range(VALUES):
        number(out, s.values[seat, value])
    end(out)
    count(out, K.sets, s.sets[seat])
    nested(out, K.printed)
    for kind in range(KINDS + 1):
        count(out, K.all_kinds + kind, s.printed[seat, kind])
    end(out)
    listed(out, K.finca_tiles)
    for village in range(VILLAGES):
        if s.finca_owners[village] == seat:
            separate(out)
            piece(out, K.whole_fincas + s.fincas[village])
    end(out)
    listed(out, K.bonus_tiles)
    for bonus in range(BONUSES):
        if s.bonuses[bonus] == seat:
            number(out, box.bonus_tiles[bonus])
    end(out)
    nested(out, K.score)
    count(out, K.fruit_tiles, fruit_points(s, seat))
    count(out, K.finca_tiles, finca_points(s, box, seat))
    count(out, K.action_tiles, action_points(s, box, seat))
    count(out, K.bonus_tiles, bonus_points(s, box, seat))
    count(out, K.total, sums[0, seat])
    end(out)
    count(out, K.place, sums[2, seat])
    end(out)


@writing_rule
def write_tile(out: Writer, box: Box, tile: int) -> None:
    """Write a fruit tile, or null."""
    separate(out)
    piece(out, NULL if tile == NOBODY else K.designs + box.design[tile])


@writing_rule
def write_blades(out: Writer, s: State) -> None:
    """Write the windmill clockwise."""
    listed(out, K.blades)
    for blade in range(BLADES):
        item(out)
        count(out, K.place, blade)
        write_kind(out, K.fruit, int(s.blades[blade]))
        listed(out, K.farmers)
        for seat in range(s.players):
            number(out, s.farmers[blade, seat])
        end(out)
        end(out)
    end(out)


@writing_rule
def write_kind(out: Writer, field: int, kind: int) -> None:
    """Write a field with a kind of fruit, or null."""
    if kind == NOBODY:
        nothing(out, field)
    else:
        text(out, field, K.all_kinds + kind)


@writing_rule
def write_village(out: Writer, s: State, box: Box, village: int) -> None:
    """Write a village with its pile, its finca tile and its wooden finca."""
    filled = s.filled >> village & 1
    owner, finca = int(s.finca_owners[village]), int(s.fincas[village])
    separate(out)
    piece(out, K.village_heads + village)
    count(out, K.tiles_left, s.piles[village] - filled)
    name(out, K.face_up)
    write_tile(out, box, s.face_up[village])
    flag(out, K.waits_for_tile, s.turning >> village & 1)
    flag(out, K.filled, filled)
    name(out, K.finca_tile)
    piece(out, NULL if finca == NOBODY else K.whole_fincas + finca)
    flag(out, K.finca_decided, owner != UNDECIDED)
    listed(out, K.standing)
    if owner == UNDECIDED and finca != NOBODY:
        for seat in range(s.players):
            number(out, printed_for(s, box, village, seat))
    end(out)
    optional(out, K.finca_winner, owner)
    flag(out, K.wooden_finca, s.wooden[village])
    piece(out, END_OBJECT)


@writing_rule
def write_delivery(out: Writer, s: State) -> None:
    """Write the delivery going on, or null."""
    if s.seat == OVER or s.duty != DUTY_FILL:
        nothing(out, K.delivery)
        return
    nested(out, K.delivery)
    count(out, K.room, s.room)
    flag(out, K.discount, s.discount)
    listed(out, K.filled)
    for village in range(VILLAGES):
        if s.filled >> village & 1:
            word(out, K.village_names + village)
    end(out)
    end(out)


@writing_rule
def bare(s: State) -> None:
    """Set up a table with plenty of supply where nobody owns anything."""
    s.centre = PLENTY
    for kind in range(KINDS):
        s.supply[kind] = PLENTY
    for seat in range(MAX_SEATS):
        s.carts[seat] = 0
        for kind in range(KINDS):
            s.hands[seat, kind] = 0


@writing_rule
def try_arrival(tables: Array, box: Box, step: int) -> int:
    """Make a step that moves or lands a farmer of the tried table; return the kind of fruit.

    The rich table shows what is owed, the real one what happens.
    """
    rich, mover = tables[RICH], int(tables[TRIED].mover)
    tables[REAL] = tables[TRIED]
    tables[RICH] = tables[TRIED]
    bare(rich)
    apply(tables[REAL], box, step)
    apply(rich, box, step)
    brought = 0
    for kind in range(KINDS):
        if rich.hands[mover, kind] > rich.hands[mover, brought]:
            brought = kind
    return brought


@writing_rule
def fruit_change(tables: Array, kind: int, seat: int) -> int:
    """Return the change of a seat's heap of a fruit by the tried step."""
    return int(tables[REAL].hands[seat, kind]) - int(tables[TRIED].hands[seat, kind])


@writing_rule
def cart_change(tables: Array, seat: int) -> int:
    """Return the change of a seat's carts by the tried step."""
    return int(tables[REAL].carts[seat]) - int(tables[TRIED].carts[seat])


@writing_rule
def is_fruit_short(tables: Array, kind: int) -> bool:
    """Return True if everybody first returned this fruit."""
    for seat in range(MAX_SEATS):
        if fruit_change(tables, kind, seat) != tables[RICH].hands[seat, kind]:
            return True
    return False


@writing_rule
def are_carts_short(tables: Array) -> bool:
    """Return True if everybody first returned their carts."""
    for seat in range(MAX_SEATS):
        if cart_change(tables, seat) != tables[RICH].carts[seat]:
            return True
    return False


@writing_rule
def write_harvest(out: Writer, tables: Array, box: Box, step: int) -> None:
    """Write the effect of arriving on a blade by a step of the tried table."""
    kind = try_arrival(tables, box, step)
    rich, players, mover = tables[RICH], tables[TRIED].players, int(tables[TRIED].mover)
    nested(out, K.harvest)
    text(out, K.fruit, K.all_kinds + kind)
    count(out, K.amount, rich.hands[mover, kind])
    count(out, K.carts, rich.carts[mover])
    flag(out, K.fruit_short, is_fruit_short(tables, kind))
    flag(out, K.carts_short, are_carts_short(tables))
    listed(out, K.fruit_changes)
    for seat in range(players):
        number(out, fruit_change(tables, kind, seat))
    end(out)
    listed(out, K.cart_changes)
    for seat in range(players):
        number(out, cart_change(tables, seat))
    end(out)
    end(out)


@writing_rule
def write_walks(out: Writer, tables: Array, box: Box) -> None:
    """Write the effect of an ordinary move of each farmer, as if it were its player's turn."""
    s, tried = tables[HERE], tables[TRIED]
    listed(out, K.walks)
    for seat in range(MAX_SEATS if s.seat != OVER else 0):
        for blade in range(BLADES):
            if s.farmers[blade, seat] == 0:
                continue
            tables[TRIED] = tables[HERE]
            tried.seat = tried.mover = seat
            tried.duty = DUTY_TURN
            tried.moves = 0
            distance = crowd(s, blade)
            item(out)
            count(out, K.seat, seat)
            count(out, K.blade, blade)
            count(out, K.distance, distance)
            count(out, K.arrival, (blade + distance) % BLADES)
            write_harvest(out, tables, box, MOVE + blade)
            end(out)
    end(out)


@writing_rule
def write_landings(out: Writer, tables: Array, box: Box) -> None:
    """Write the effect of each blade while a farmer is to be placed or set down."""
    s = tables[HERE]
    listed(out, K.landings)
    if s.seat >= 0 and (s.duty == DUTY_PLACE or s.duty == DUTY_LAND):
        tables[TRIED] = tables[HERE]
        for blade in range(BLADES):
            item(out)
            count(out, K.blade, blade)
            write_harvest(out, tables, box, (PLACE if s.duty == DUTY_PLACE else LAND) + blade)
            end(out)
    end(out)


@writing_rule
def write_fillings(out: Writer, tables: Array, box: Box, steps: Array, weights: Array) -> None:
    """Write the ways to fill a tile now, in this delivery or a new one."""
    s = tables[HERE]
    listed(out, K.fillings)
    if s.seat >= 0:
        tables[TRIED] = tables[HERE]
        if s.duty == DUTY_FILL:
            write_fills(out, tables, box, steps, weights, NO_START)
        else:
            found = legal_steps(s, box, steps[0], weights)
            for start in range(CART, LESS + 1):
                for option in range(found):
                    if steps[0, option] == start:
                        tables[TRIED] = tables[HERE]
                        apply(tables[TRIED], box, start)
                        write_fills(out, tables, box, steps, weights, start - CART)
    end(out)


@writing_rule
def write_fills(
    out: Writer, tables: Array, box: Box, steps: Array, weights: Array, start: int
) -> None:
    """Write the ways to fill a tile next in the delivery of the tried table."""
    before, after = tables[TRIED], tables[REAL]
    mover = int(before.mover)
    for option in range(legal_steps(before, box, steps[1], weights)):
        step = int(steps[1, option])
        if step < FILL or step >= DONE:
            continue
        tables[REAL] = tables[TRIED]
        apply(after, box, step)
        item(out)
        village, kind = step - FILL, NOBODY
        if step >= FILL_LESS:
            village, kind = (step - FILL_LESS) // KINDS, (step - FILL_LESS) % KINDS
        elif step >= FILL_ANY:
            village, kind = (step - FILL_ANY) // KINDS, (step - FILL_ANY) % KINDS
        text(out, K.village, K.village_names + village)
        if start == NO_START:
            nothing(out, K.delivery)
        else:
            text(out, K.delivery, K.deliveries + start)
        write_kind(out, K.fruit, kind)
        count(out, K.saved, before.discount - after.discount)
        nested(out, K.pays)
        for fruit in range(KINDS):
            paid = int(before.hands[mover, fruit]) - int(after.hands[mover, fruit])
            if paid:
                count(out, K.all_kinds + fruit, paid)
        end(out)
        count(out, K.room_after, after.room)
        end(out)
