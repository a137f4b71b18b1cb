"""Rules of Finca in rulebook order. Rulings are marked; §§ are those of RULES.md."""

from rondel.games.finca.actions import (
    CART,
    DONE,
    END,
    FILL,
    FILL_ANY,
    FILL_LESS,
    GUST,
    LAND,
    LARGE,
    LAY_BLADE,
    LAY_FINCA,
    LESS,
    MOVE,
    PLACE,
    STOP,
    TURN_UP,
    WIND,
)
from rondel.games.finca.state import (
    ACTION_TILES,
    ANY,
    BLADES,
    BONUSES,
    DUTY_BLADE,
    DUTY_FILL,
    DUTY_FINCA,
    DUTY_LAND,
    DUTY_MOVE,
    DUTY_PLACE,
    DUTY_TURN,
    DUTY_TURN_UP,
    GOING_ROUND,
    GUST_TILE,
    KINDS,
    LARGE_TILE,
    LESS_TILE,
    NOBODY,
    TILES,
    UNDECIDED,
    VALUES,
    VILLAGES,
    WIND_TILE,
    Box,
    State,
)
from rondel.kernel.record import Array
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER

MIN_DISCOUNTED = 2
"""§4.3 One fruit less needs a tile of this value or more."""
STRONG_WIND_MOVES = 2
ROUNDS_IN_CIRCLES = 10
"""§6 After so many rounds in which farmers only went once around, the game may be ended."""

# Prices and purses are packed in one number, a field for each fruit, question marks and room:
# whether a tile can be paid is then one subtraction.
ROOM = ANY + 1
WIDTH = 7
FIELD = (1 << WIDTH) - 1
TOP = 1 << WIDTH - 1
TOP_BITS = sum(TOP << field * WIDTH for field in range(ROOM + 1))


@rule
def setup(s: State, box: Box, players: int) -> None:
    """§2 The table before anything is dealt."""
    s.players = players
    s.seat = CHANCE
    s.reason = s.mover = s.moves = s.circles = s.room = s.discount = s.filled = s.bonus = 0
    s.duty = DUTY_BLADE
    s.turning = (1 << VILLAGES) - 1
    s.centre = box.carts[players]
    s.wood = box.wooden_fincas[players]
    for blade in range(BLADES):
        s.blades[blade] = NOBODY
    for kind in range(KINDS):
        s.supply[kind] = box.fruits_per_kind
    for village in range(VILLAGES):
        s.piles[village] = box.pile_height
        s.face_up[village] = NOBODY
        s.fincas[village] = NOBODY
        s.finca_owners[village] = UNDECIDED
        s.wooden[village] = 0
    for tile in range(TILES):
        s.unseen[tile] = box.copies[tile]
        s.owners[tile] = NOBODY
    for bonus in range(BONUSES):
        s.bonuses[bonus] = NOBODY
    for seat in range(MAX_SEATS):
        sits = seat < players
        s.waiting[seat] = box.farmers[players] if sits else 0
        s.actions[seat] = WIND_TILE | GUST_TILE | LARGE_TILE | LESS_TILE if sits else 0
        s.carts[seat] = s.sets[seat] = 0
        for blade in range(BLADES):
            s.farmers[blade, seat] = 0
        for kind in range(KINDS):
            s.hands[seat, kind] = 0
        for value in range(VALUES):
            s.values[seat, value] = 0
        for kind in range(KINDS + 1):
            s.printed[seat, kind] = 0


@rule
def blades_to_lay(s: State, box: Box, steps: Array, weights: Array) -> int:
    """§2 The windmill is laid in random order, two blades of each kind."""
    laid = 0
    for blade in range(BLADES):
        if s.blades[blade] != NOBODY:
            laid += 1 << int(s.blades[blade]) * WIDTH
    found = 0
    for kind in range(KINDS):
        left = box.blades_per_kind - (laid >> kind * WIDTH & FIELD)
        steps[found] = LAY_BLADE + kind
        weights[found] = left
        found += left > 0
    return found


@rule
def fincas_to_lay(s: State, steps: Array, weights: Array) -> int:
    """§2 Each village gets a random finca tile."""
    laid = 0
    for village in range(VILLAGES):
        if s.fincas[village] != NOBODY:
            laid |= 1 << int(s.fincas[village])
    found = 0
    for tile in range(VILLAGES):
        steps[found] = LAY_FINCA + tile
        weights[found] = 1
        found += not laid >> tile & 1
    return found


@rule
def tiles_to_turn_up(s: State, box: Box, steps: Array, weights: Array) -> int:
    """§7 Any unseen tile can be the next one, hidden in a pile or in the box."""
    found = 0
    for design in range(box.designs):
        steps[found] = TURN_UP + design
        weights[found] = s.unseen[design]
        found += s.unseen[design] > 0
    return found


@rule
def lay_blade(s: State, kind: int) -> None:
    """§2 Lay the next blade; after the last one come the finca tiles."""
    blade = 0
    while s.blades[blade] != NOBODY:
        blade += 1
    s.blades[blade] = kind
    if blade == BLADES - 1:
        s.duty = DUTY_FINCA


@rule
def lay_finca(s: State, tile: int) -> None:
    """§2 Give the next village its finca tile; after the last one come the fruit tiles."""
    village = 0
    while s.fincas[village] != NOBODY:
        village += 1
    s.fincas[village] = tile
    if village == VILLAGES - 1:
        s.duty = DUTY_TURN_UP


@rule
def turn_up(s: State, box: Box, design: int) -> None:
    """§2, §4.2 Turn up the next tile of the first village that waits for one."""
    village = 0
    while not s.turning >> village & 1:
        village += 1
    s.face_up[village] = box.first_tile[design] + box.copies[design] - s.unseen[design]
    s.unseen[design] -= 1
    s.turning &= ~(1 << village)
    if s.turning == 0:
        s.seat = s.mover
        s.duty = DUTY_PLACE if s.waiting[s.mover] > 0 else DUTY_TURN


@rule
def place(s: State, box: Box, blade: int) -> None:
    """§3 Put a farmer on a blade and take one fruit of it; then the next player."""
    seat = s.seat
    s.farmers[blade, seat] += 1
    s.waiting[seat] -= 1
    take_fruits(s, box, int(s.blades[blade]), 1)
    end_turn(s)


@rule
def end_turn(s: State) -> None:
    """§4 The next player clockwise is asked, for a farmer while some still wait."""
    s.mover = s.mover + 1 if s.mover + 1 < s.players else 0
    s.seat = s.mover
    s.duty = DUTY_PLACE if s.waiting[s.mover] > 0 else DUTY_TURN


@rule
def crowd(s: State, blade: int) -> int:
    """§4.1 Everyone on the blade counts."""
    here = 0
    for seat in range(MAX_SEATS):
        here += s.farmers[blade, seat]
    return here


@rule
def take_fruits(s: State, box: Box, kind: int, owed: int) -> None:
    """§4.1 Take fruits; when the supply is short everybody returns theirs first."""
    if s.supply[kind] < owed:
        s.supply[kind] = box.fruits_per_kind
        for seat in range(s.players):
            s.hands[seat, kind] = 0
    s.supply[kind] -= owed
    s.hands[s.mover, kind] += owed


@rule
def take_carts(s: State, box: Box, owed: int) -> None:
    """§4.1 Take carts; when the centre is short everybody returns theirs first."""
    if s.centre < owed:
        s.centre = box.carts[s.players]
        for seat in range(s.players):
            s.carts[seat] = 0
    s.centre -= owed
    s.carts[s.mover] += owed


@rule
def walk(s: State, box: Box, blade: int) -> int:
    """§4.1 A farmer goes as far as its blade is crowded, and takes what its new crowd earns.

    Answers how far it went.
    """
    distance = crowd(s, blade)
    arrival = (blade + distance) % BLADES
    s.farmers[blade, s.mover] -= 1
    s.farmers[arrival, s.mover] += 1
    take_fruits(s, box, int(s.blades[arrival]), crowd(s, arrival))
    crossed = int(box.crossings[blade, distance])
    if crossed > 0:
        take_carts(s, box, crossed)
    return distance


@rule
def move(s: State, box: Box, blade: int) -> None:
    """§4.1, §4.3 An ordinary move, or one of the two that the strong wind allows."""
    distance = walk(s, box, blade)
    if s.moves > 0:
        s.moves -= 1
    elif distance < BLADES:
        s.circles = 0
    elif not is_going_round(s):
        s.circles += 1
    if s.moves == 0:
        end_turn(s)


@rule
def is_going_round(s: State) -> bool:
    """§6 Whether nothing but a circle has been made for so long that the game may be ended.

    Ruling: only a move of twelve leaves every farmer on its blade. The carts it earns run short and
    come back as fruits do, so they count as little.
    """
    return bool(s.circles >= ROUNDS_IN_CIRCLES * s.players)


@rule
def play_wind(s: State) -> None:
    """§4.3 Strong wind: a move, and a second one if the player wants it."""
    s.actions[s.mover] &= ~WIND_TILE
    s.circles = 0
    s.moves = STRONG_WIND_MOVES
    s.duty = DUTY_MOVE


@rule
def winds(s: State, steps: Array) -> int:
    """§4.3 The blades to move from; after the first move the player may stop."""
    found = own_blades(s, steps, MOVE)
    steps[found] = STOP
    return found + (s.moves < STRONG_WIND_MOVES)


@rule
def stop(s: State) -> None:
    """§4.3 No second move."""
    s.moves = 0
    end_turn(s)


@rule
def play_gust(s: State, blade: int) -> None:
    """§4.3 Gust: lift a farmer."""
    s.actions[s.mover] &= ~GUST_TILE
    s.circles = 0
    s.farmers[blade, s.mover] -= 1
    s.waiting[s.mover] += 1
    s.duty = DUTY_LAND


@rule
def land(s: State, box: Box, blade: int) -> None:
    """§4.3 Gust: set it down anywhere, its own blade included; fruits as usual, never a cart."""
    s.waiting[s.mover] -= 1
    s.farmers[blade, s.mover] += 1
    take_fruits(s, box, int(s.blades[blade]), crowd(s, blade))
    end_turn(s)


@rule
def load(s: State, room: int, discount: int) -> None:
    """§4.2, §4.3 Start a delivery."""
    s.room = room
    s.discount = discount
    s.filled = s.circles = 0
    s.duty = DUTY_FILL


@rule
def return_cart(s: State) -> None:
    """§4.2 A delivery costs a cart."""
    s.carts[s.mover] -= 1
    s.centre += 1


@rule
def purse(s: State, room: int) -> int:
    """Return what the mover can deliver, packed like prices: fruits, the largest heap, the room."""
    packed = room << ROOM * WIDTH
    heap = 0
    for kind in range(KINDS):
        held = int(s.hands[s.mover, kind])
        packed |= held << kind * WIDTH
        heap = max(heap, held)
    return packed | heap << ANY * WIDTH


@rule
def lacking(held: int, price: int) -> int:
    """§4.2 The top bit of each field in which a purse holds less than the price: 0 if none."""
    return ~((held | TOP_BITS) - price) & TOP_BITS


@rule
def can_save_one(held: int, price: int) -> bool:
    """§4.3 Whether a purse could pay with one fruit of its choice left out."""
    held += 1 << ROOM * WIDTH
    short = lacking(held, price)
    saved = held + (short & ~(1 << ROOM * WIDTH + WIDTH - 1)) // TOP
    return (
        price >> ROOM * WIDTH >= MIN_DISCOUNTED
        and short & (short - 1) == 0
        and lacking(saved, price) == 0
    )


@rule
def has_discount(s: State, box: Box, but: int) -> bool:
    """§4.3 Whether some tile other than one village's can be filled with one fruit fewer."""
    held = purse(s, int(s.room))
    for village in range(VILLAGES):
        if village != but and can_save_one(held, box.price[s.face_up[village]]):
            return True
    return False


@rule
def pay(s: State, box: Box, design: int, fruit: int, saved: int, sign: int) -> None:
    """§4.2 Move a tile's price from hand to supply; with sign -1, take it back.

    `fruit` is the kind that fills a question-mark tile, or the one left out.
    """
    for kind in range(KINDS):
        price = int(box.prints[design, kind])
        if kind == fruit:
            price += int(box.prints[design, ANY]) - saved
        s.hands[s.mover, kind] -= sign * price
        s.supply[kind] += sign * price
    s.room -= sign * (int(box.value[design]) - saved)


@rule
def keeps_discount(s: State, box: Box, village: int, design: int, fruit: int) -> bool:
    """§4.3 Ruling: the discount must be used, so paying in full must leave a use for it."""
    if s.discount == 0:
        return True
    pay(s, box, design, fruit, 0, 1)
    kept = has_discount(s, box, village)
    pay(s, box, design, fruit, 0, -1)
    return kept


@rule
def fills(s: State, box: Box, steps: Array) -> int:
    """§4.2, §4.3 The tiles this delivery can fill next. Ruling: none leads into a dead end."""
    found = 0
    held = purse(s, int(s.room))
    for village in range(VILLAGES):
        price = box.price[s.face_up[village]]
        if lacking(held, price) == 0:
            found = full_fills(s, box, village, steps, found)
        if s.discount > 0 and can_save_one(held, price):
            found = saving_fills(s, box, village, held, steps, found)
    if s.filled != 0 and s.discount == 0:
        steps[found] = DONE
        found += 1
    return found


@rule
def full_fills(s: State, box: Box, village: int, steps: Array, found: int) -> int:
    """§4.2 The ways to fill a tile at full price: one, or one for each kind of a question mark."""
    design = int(box.design[s.face_up[village]])
    wild = box.prints[design, ANY]
    if wild == 0:
        steps[found] = FILL + village
        return found + keeps_discount(s, box, village, design, NOBODY)
    for kind in range(KINDS):
        steps[found] = FILL_ANY + village * KINDS + kind
        found += s.hands[s.mover, kind] >= wild and keeps_discount(s, box, village, design, kind)
    return found


@rule
def saving_fills(s: State, box: Box, village: int, held: int, steps: Array, found: int) -> int:
    """§4.3 The ways to fill a tile with one fruit left out, by the kind of that fruit."""
    tile = s.face_up[village]
    design = int(box.design[tile])
    wild = box.prints[design, ANY]
    held += 1 << ROOM * WIDTH
    for kind in range(KINDS):
        if wild > 0:
            saves = s.hands[s.mover, kind] >= wild - 1
        else:
            more = held + (1 << kind * WIDTH)
            saves = box.prints[design, kind] > 0 and lacking(more, box.price[tile]) == 0
        steps[found] = FILL_LESS + village * KINDS + kind
        found += saves
    return found


@rule
def fill(s: State, box: Box, village: int, fruit: int, saved: int) -> None:
    """§4.2 The fruits go back to the supply, the tile to the player."""
    tile = int(s.face_up[village])
    design = int(box.design[tile])
    pay(s, box, design, fruit, saved, 1)
    if saved > 0:
        s.discount = 0
    s.face_up[village] = NOBODY
    s.filled |= 1 << village
    s.owners[tile] = s.mover
    s.values[s.mover, box.value[design] - 1] += 1
    for kind in range(KINDS + 1):
        s.printed[s.mover, kind] += box.prints[design, kind]


@rule
def finish_delivery(s: State, box: Box) -> None:
    """§4.2, §5, §6 Emptied villages are decided, sets pay, and the game ends or goes on.

    Ruling: all tiles of the delivery count first, then every emptied village is decided.
    """
    for village in range(VILLAGES):
        if s.filled >> village & 1:
            s.piles[village] -= 1
            if s.piles[village] == 0:
                award_finca(s, box, village)
                s.filled &= ~(1 << village)
    award_sets(s)
    if s.wood == 0:
        s.filled = 0
        s.seat = OVER
        return
    s.turning = s.filled
    s.filled = 0
    end_turn(s)
    if s.turning != 0:
        s.seat = CHANCE
        s.duty = DUTY_TURN_UP


@rule
def printed_for(s: State, box: Box, village: int, seat: int) -> int:
    """§5 A seat's printed fruits of the kinds of a village's finca tile."""
    fruits = 0
    for kind in range(KINDS + 1):
        fruits += int(box.finca_kinds[s.fincas[village], kind]) * int(s.printed[seat, kind])
    return fruits


@rule
def award_finca(s: State, box: Box, village: int) -> None:
    """§5 Most printed fruits of the tile's kinds wins it; a tie, even at zero, sends it away."""
    best = -1
    winner = NOBODY
    for seat in range(s.players):
        fruits = printed_for(s, box, village, seat)
        if fruits > best:
            best = fruits
            winner = seat
        elif fruits == best:
            winner = NOBODY
    s.finca_owners[village] = winner
    if s.wood > 0:
        s.wood -= 1
        s.wooden[village] = 1


@rule
def complete_sets(s: State, seat: int) -> int:
    """§5 How many whole sets of the values 1 to 6 a seat owns."""
    least = int(s.values[seat, 0])
    for value in range(1, VALUES):
        least = min(least, int(s.values[seat, value]))
    return least


@rule
def award_sets(s: State) -> None:
    """§5 Each whole further set takes the top bonus tile; an empty stack pays nothing."""
    whole = complete_sets(s, int(s.mover))
    while s.sets[s.mover] < whole:
        s.sets[s.mover] += 1
        if s.bonus < BONUSES:
            s.bonuses[s.bonus] = s.mover
            s.bonus += 1


@rule
def choices(s: State, box: Box, steps: Array) -> int:
    """§4 Exactly one of three: move a farmer, deliver, or play an action tile.

    §6 And where nothing happens any more, the end.
    """
    tiles = int(s.actions[s.mover])
    movable = own_blades(s, steps, MOVE)
    found = movable
    if tiles & GUST_TILE:
        for blade in range(movable):
            steps[found] = steps[blade] + (GUST - MOVE)
            found += 1
    steps[found] = WIND
    found += tiles & WIND_TILE > 0
    steps[found] = END
    found += is_going_round(s)
    if s.carts[s.mover] == 0 and tiles & LARGE_TILE == 0:
        return found
    held = purse(s, int(box.cart_holds))
    full = saving = False
    for village in range(VILLAGES):
        price = box.price[s.face_up[village]]
        full |= lacking(held, price) == 0
        saving |= can_save_one(held, price)
    steps[found] = LARGE
    found += full and tiles & LARGE_TILE > 0
    if s.carts[s.mover] > 0:
        steps[found] = CART
        found += full
        steps[found] = LESS
        found += saving and tiles & LESS_TILE > 0
    return found


@rule
def own_blades(s: State, steps: Array, first: int) -> int:
    """§4.1 The blades where the mover has a farmer."""
    found = 0
    for blade in range(BLADES):
        steps[found] = first + blade
        found += s.farmers[blade, s.mover] > 0
    return found


@rule
def every_blade(steps: Array, first: int) -> int:
    """§3, §4.3 Blades hold any number of farmers."""
    for blade in range(BLADES):
        steps[blade] = first + blade
    return BLADES


@rule
def end(s: State) -> None:
    """§6 End a game that only goes round, on the current player's turn; it counts as it stands."""
    s.seat = OVER
    s.reason = GOING_ROUND


@rule
def legal_steps(s: State, box: Box, steps: Array, weights: Array) -> int:
    """Write the possible steps, with weights if chance decides, and return how many there are."""
    duty = s.duty
    if duty == DUTY_TURN:
        return choices(s, box, steps)
    if duty == DUTY_FILL:
        return fills(s, box, steps)
    if duty == DUTY_TURN_UP:
        return tiles_to_turn_up(s, box, steps, weights)
    if duty == DUTY_MOVE:
        return winds(s, steps)
    if duty == DUTY_LAND:
        return every_blade(steps, LAND)
    if duty == DUTY_PLACE:
        return every_blade(steps, PLACE)
    if duty == DUTY_FINCA:
        return fincas_to_lay(s, steps, weights)
    return blades_to_lay(s, box, steps, weights)


@rule
def apply(s: State, box: Box, step: int) -> None:
    """Make one step happen. The step is one of the options."""
    if step < MOVE:
        place(s, box, step - PLACE)
    elif step < WIND:
        move(s, box, step - MOVE)
    elif step == WIND:
        play_wind(s)
    elif step < LAND:
        play_gust(s, step - GUST)
    elif step < CART:
        land(s, box, step - LAND)
    elif step == CART:
        return_cart(s)
        load(s, int(box.cart_holds), 0)
    elif step == LARGE:
        s.actions[s.mover] &= ~LARGE_TILE
        load(s, int(box.large_cart_holds), 0)
    elif step == LESS:
        s.actions[s.mover] &= ~LESS_TILE
        return_cart(s)
        load(s, int(box.cart_holds), 1)
    elif step < FILL_ANY:
        fill(s, box, step - FILL, NOBODY, 0)
    elif step < FILL_LESS:
        fill(s, box, (step - FILL_ANY) // KINDS, (step - FILL_ANY) % KINDS, 0)
    elif step < DONE:
        fill(s, box, (step - FILL_LESS) // KINDS, (step - FILL_LESS) % KINDS, 1)
    elif step == DONE:
        finish_delivery(s, box)
    elif step == STOP:
        stop(s)
    elif step == END:
        end(s)
    elif step < LAY_FINCA:
        lay_blade(s, step - LAY_BLADE)
    elif step < TURN_UP:
        lay_finca(s, step - LAY_FINCA)
    else:
        turn_up(s, box, step - TURN_UP)


@rule
def fruit_points(s: State, seat: int) -> int:
    """§6 The values of the fruit tiles."""
    total = 0
    for value in range(VALUES):
        total += (value + 1) * int(s.values[seat, value])
    return total


@rule
def finca_points(s: State, box: Box, seat: int) -> int:
    """§6 The finca tiles."""
    total = 0
    for village in range(VILLAGES):
        if s.finca_owners[village] == seat:
            total += int(box.finca_points)
    return total


@rule
def action_points(s: State, box: Box, seat: int) -> int:
    """§6 The unused action tiles."""
    total = 0
    for tile in range(ACTION_TILES):
        total += int(box.unused_action_points) * int(s.actions[seat] >> tile & 1)
    return total


@rule
def bonus_points(s: State, box: Box, seat: int) -> int:
    """§6 The bonus tiles."""
    total = 0
    for bonus in range(BONUSES):
        if s.bonuses[bonus] == seat:
            total += int(box.bonus_tiles[bonus])
    return total


@rule
def score(s: State, box: Box, points: Array, tiebreaks: Array) -> None:
    """§6 Fruit tiles, finca tiles, unused action tiles, bonus tiles; fruits in hand break ties."""
    for seat in range(s.players):
        points[seat] = (
            fruit_points(s, seat)
            + finca_points(s, box, seat)
            + action_points(s, box, seat)
            + bonus_points(s, box, seat)
        )
        fruits = 0
        for kind in range(KINDS):
            fruits += int(s.hands[seat, kind])
        tiebreaks[seat] = fruits
