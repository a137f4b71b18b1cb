"""Invariants of every Finca table: pieces are conserved and counts match."""

from rondel.games.finca.rules import (
    ROUNDS_IN_CIRCLES,
    STRONG_WIND_MOVES,
    complete_sets,
    crowd,
    has_discount,
    is_going_round,
    lacking,
    purse,
)
from rondel.games.finca.state import (
    ACTION_TILES,
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
    KINDS,
    LAST_FINCA,
    NOBODY,
    TILES,
    UNDECIDED,
    VALUES,
    VILLAGES,
    Box,
    State,
)
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER

PROBLEMS = (
    "seats",
    "blades",
    "farmers",
    "fruits",
    "carts",
    "tiles",
    "collections",
    "villages",
    "fincas",
    "bonuses",
    "action-tiles",
    "duty",
)


@rule
def seats_are_sound(s: State) -> bool:
    """Return True if the seat to move exists, or is chance or nobody, and the reason to end is
    valid.
    """
    asked = OVER <= s.seat < s.players and LAST_FINCA <= s.reason <= GOING_ROUND
    return asked and 0 <= s.mover < s.players and (s.seat < 0 or s.seat == s.mover)


@rule
def blades_are_sound(s: State, box: Box) -> bool:
    """Return True if no kind has more blades than the box, and all lie once play begins."""
    laid = 0
    for kind in range(KINDS):
        blades = 0
        for blade in range(BLADES):
            blades += s.blades[blade] == kind
        if blades > box.blades_per_kind:
            return False
        laid += blades
    for blade in range(BLADES):
        if not NOBODY <= s.blades[blade] < KINDS or (s.blades[blade] != NOBODY) != (blade < laid):
            return False
    return (laid == BLADES) == (s.duty != DUTY_BLADE)


@rule
def farmers_are_sound(s: State, box: Box) -> bool:
    """Return True if each seat's farmers stand on blades or wait, one lifted by a gust included."""
    for seat in range(MAX_SEATS):
        farmers = int(s.waiting[seat])
        if farmers < 0:
            return False
        for blade in range(BLADES):
            if s.farmers[blade, seat] < 0:
                return False
            farmers += s.farmers[blade, seat]
        if farmers != (box.farmers[s.players] if seat < s.players else 0):
            return False
    return True


@rule
def fruits_are_sound(s: State, box: Box) -> bool:
    """Return True if the wooden fruits of each kind are in the supply or in hands."""
    for kind in range(KINDS):
        fruits = int(s.supply[kind])
        if fruits < 0:
            return False
        for seat in range(MAX_SEATS):
            held = int(s.hands[seat, kind])
            if held < 0 or (held > 0 and seat >= s.players):
                return False
            fruits += held
        if fruits != box.fruits_per_kind:
            return False
    return True


@rule
def carts_are_sound(s: State, box: Box) -> bool:
    """Return True if the carts are in the centre or with players."""
    carts = int(s.centre)
    for seat in range(MAX_SEATS):
        if s.carts[seat] < 0 or (s.carts[seat] > 0 and seat >= s.players):
            return False
        carts += s.carts[seat]
    return s.centre >= 0 and carts == box.carts[s.players]


@rule
def tiles_are_sound(s: State, box: Box) -> bool:
    """Return True if every known tile is face up in one village or collected, and the others are in
    piles or the box.
    """
    hidden = 0
    for design in range(TILES):
        if not 0 <= s.unseen[design] <= box.copies[design]:
            return False
        hidden += s.unseen[design]
    for tile in range(TILES):
        design = int(box.design[tile])
        seen = tile - box.first_tile[design] < box.copies[design] - s.unseen[design]
        places = int(s.owners[tile] != NOBODY)
        for village in range(VILLAGES):
            places += s.face_up[village] == tile
        if places != seen or not NOBODY <= s.owners[tile] < s.players:
            return False
    buried = TILES - VILLAGES * int(box.pile_height)
    for village in range(VILLAGES):
        buried += s.piles[village] - (s.face_up[village] != NOBODY) - (s.filled >> village & 1)
    return hidden == buried


@rule
def collections_are_sound(s: State, box: Box) -> bool:
    """Return True if values and printed fruits match the tiles that each seat owns."""
    for seat in range(MAX_SEATS):
        for value in range(VALUES):
            found = 0
            for tile in range(TILES):
                found += s.owners[tile] == seat and box.value[box.design[tile]] == value + 1
            if found != s.values[seat, value]:
                return False
        for kind in range(KINDS + 1):
            found = 0
            for tile in range(TILES):
                if s.owners[tile] == seat:
                    found += box.prints[box.design[tile], kind]
            if found != s.printed[seat, kind]:
                return False
    return True


@rule
def villages_are_sound(s: State, box: Box) -> bool:
    """Return True if a village shows a tile while its pile lasts, unless it waits for one or was
    just filled.
    """
    for village in range(VILLAGES):
        bit = 1 << village
        if not 0 <= s.piles[village] <= box.pile_height or not NOBODY <= s.face_up[village] < TILES:
            return False
        waits = (s.turning & bit) != 0 or (s.filled & bit) != 0
        if waits and s.piles[village] == 0:
            return False
        bare = s.piles[village] == 0 or waits or s.seat == OVER
        if s.face_up[village] == NOBODY and not bare:
            return False
        if s.face_up[village] != NOBODY and (s.piles[village] == 0 or waits):
            return False
    return True


@rule
def fincas_are_sound(s: State, box: Box) -> bool:
    """Return True if each finca tile lies once, empty piles are decided and the wood adds up."""
    wood = 0
    laid = 0
    for village in range(VILLAGES):
        tile = s.fincas[village]
        if not NOBODY <= tile < VILLAGES or not 0 <= s.wooden[village] <= 1:
            return False
        if tile != NOBODY and laid < village:
            return False
        laid += tile != NOBODY
        for other in range(village):
            if tile != NOBODY and s.fincas[other] == tile:
                return False
        decided = s.finca_owners[village] != UNDECIDED
        if decided != (s.piles[village] == 0) or not (
            UNDECIDED <= s.finca_owners[village] < s.players
        ):
            return False
        if s.wooden[village] and not decided:
            return False
        wood += s.wooden[village]
    if (laid == VILLAGES) != (s.duty > DUTY_FINCA):
        return False
    return s.wood >= 0 and s.wood + wood == box.wooden_fincas[s.players]


@rule
def bonuses_are_sound(s: State) -> bool:
    """Return True if bonus tiles went out from the top, one per set, and all sets are counted."""
    paid = 0
    for seat in range(MAX_SEATS):
        whole = complete_sets(s, seat)
        pending = s.duty == DUTY_FILL and s.seat == seat
        if s.sets[seat] > whole or (s.sets[seat] < whole and not pending):
            return False
        paid += s.sets[seat]
        for bonus in range(BONUSES):
            whole -= s.bonuses[bonus] == seat
        if whole < 0:
            return False
    for bonus in range(BONUSES):
        if (s.bonuses[bonus] != NOBODY) != (bonus < s.bonus):
            return False
        if not NOBODY <= s.bonuses[bonus] < s.players:
            return False
    return s.bonus == min(paid, BONUSES)


@rule
def actions_are_sound(s: State) -> bool:
    """Return True if every action tile that a seat has exists."""
    for seat in range(MAX_SEATS):
        if not 0 <= s.actions[seat] < 1 << ACTION_TILES:
            return False
        if s.actions[seat] > 0 and seat >= s.players:
            return False
    return True


@rule
def pending_is_sound(s: State, box: Box) -> bool:
    """Return True if moves owed, fruits in the cart and waiting villages are in range."""
    beyond = (s.turning | s.filled) & ~((1 << VILLAGES) - 1)
    loaded = 0 <= s.room <= box.large_cart_holds and 0 <= s.discount <= 1
    return beyond == 0 and loaded and 0 <= s.moves <= STRONG_WIND_MOVES


@rule
def delivery_is_sound(s: State, box: Box) -> bool:
    """§4.2 Return True if a delivery that must go on can go on (ruling)."""
    if s.duty != DUTY_FILL or s.seat == OVER:
        return True
    held = purse(s, int(s.room))
    full = False
    for village in range(VILLAGES):
        if not NOBODY <= s.face_up[village] < TILES:
            return False
        full |= lacking(held, box.price[s.face_up[village]]) == 0
    if s.discount > 0:
        return has_discount(s, box, NOBODY)
    return s.filled != 0 or full


@rule
def circles_are_sound(s: State) -> bool:
    """§6 Return True if circles are counted only with all farmers on one blade, nothing pending."""
    if s.circles == 0:
        return True
    crowded = False
    for blade in range(BLADES):
        crowded |= crowd(s, blade) == BLADES
    counted = 0 < s.circles <= ROUNDS_IN_CIRCLES * s.players
    return crowded and counted and s.duty == DUTY_TURN


@rule
def duty_is_sound(s: State, box: Box) -> bool:
    """Return True if the duty fits the seat to move and nothing else is pending."""
    if not DUTY_BLADE <= s.duty <= DUTY_FILL or not 0 <= s.mover < s.players:
        return False
    if not (pending_is_sound(s, box) and delivery_is_sound(s, box) and circles_are_sound(s)):
        return False
    if s.seat == OVER:
        ended = (s.wood > 0 and is_going_round(s)) if s.reason == GOING_ROUND else s.wood == 0
        return ended and (s.turning | s.filled | s.moves | s.discount) == 0
    if s.reason != 0 or s.wood == 0 or (s.seat == CHANCE) != (s.duty <= DUTY_TURN_UP):
        return False
    if s.duty == DUTY_TURN_UP and s.turning == 0:
        return False
    if s.duty > DUTY_TURN_UP and s.turning != 0:
        return False
    if (s.duty == DUTY_MOVE) != (s.moves > 0):
        return False
    if s.duty != DUTY_FILL and (s.filled != 0 or s.discount != 0):
        return False
    waits = s.duty == DUTY_PLACE or s.duty == DUTY_LAND
    return s.duty < DUTY_PLACE or (s.waiting[s.mover] > 0) == waits


@rule
def validate(s: State, box: Box) -> int:
    """Return a bit for each violated invariant, in the order of PROBLEMS."""
    return (
        (not seats_are_sound(s))
        | (not blades_are_sound(s, box)) << 1
        | (not farmers_are_sound(s, box)) << 2
        | (not fruits_are_sound(s, box)) << 3
        | (not carts_are_sound(s, box)) << 4
        | (not tiles_are_sound(s, box)) << 5
        | (not collections_are_sound(s, box)) << 6
        | (not villages_are_sound(s, box)) << 7
        | (not fincas_are_sound(s, box)) << 8
        | (not bonuses_are_sound(s)) << 9
        | (not actions_are_sound(s)) << 10
        | (not duty_is_sound(s, box)) << 11
    )
