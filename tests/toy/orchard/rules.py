"""Rules of the orchard."""

import numpy as np

from rondel.kernel.record import Array, Record, array, i8
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER, Head

from .actions import FALL, PICK, TREES, WALK

LONGEST, MAX_PICKED, FULL = 3, 2, 7
DUTY_WALK, DUTY_PICK, DUTY_FALL = range(3)
BARE_REASON, FULL_REASON = range(2)


class State(Head):
    """Trees and walkers."""

    mover: i8
    duty: i8
    fallen: i8
    past: i8
    """True if the walker has just come past the gate."""
    trees: Array = array(TREES)
    at: Array = array(MAX_SEATS)
    baskets: Array = array(MAX_SEATS)
    walked: Array = array(MAX_SEATS, of=np.int32)


class Box(Record):
    """Fruits of the trees."""

    fruits: Array = array(TREES)


@rule
def setup(s: State, box: Box, players: int) -> None:
    """§1 Everyone stands at the gate, the first tree, and the wind blows once."""
    s.players = players
    s.seat = CHANCE
    s.duty = DUTY_FALL
    s.reason = s.mover = s.fallen = s.past = 0
    for tree in range(TREES):
        s.trees[tree] = box.fruits[tree]
    for seat in range(MAX_SEATS):
        s.at[seat] = s.baskets[seat] = s.walked[seat] = 0


@rule
def legal_steps(s: State, box: Box, steps: Array, weights: Array) -> int:
    """Write the possible steps and return how many there are."""
    found = 0
    if s.duty == DUTY_WALK:
        for trees in range(LONGEST):
            steps[trees] = WALK + trees
        return LONGEST
    if s.duty == DUTY_PICK:
        # §2 Ruling: nobody may leave a fruit unpicked, but a bare tree gives none.
        least = min(1, int(s.trees[s.at[s.mover]]))
        for fruits in range(least, min(MAX_PICKED, int(s.trees[s.at[s.mover]])) + 1):
            steps[found] = PICK + fruits
            found += 1
        return found
    for tree in range(TREES):
        steps[found] = FALL + tree
        weights[found] = s.trees[tree]
        found += s.trees[tree] > 0
    return found


@rule
def apply(s: State, box: Box, step: int) -> None:
    """Make one step happen."""
    if step < PICK:
        walk(s, step - WALK + 1)
    elif step < FALL:
        pick(s, step - PICK)
    else:
        s.trees[step - FALL] -= 1
        s.fallen += 1
        ask(s, DUTY_WALK)


@rule
def walk(s: State, trees: int) -> None:
    """§1 Walk around the ring."""
    s.past = s.at[s.mover] + trees >= TREES
    s.at[s.mover] = (s.at[s.mover] + trees) % TREES
    s.walked[s.mover] += trees
    s.duty = DUTY_PICK


@rule
def pick(s: State, fruits: int) -> None:
    """§2, §3 Pick fruits; a player who passes the gate lets the wind in."""
    s.trees[s.at[s.mover]] -= fruits
    s.baskets[s.mover] += fruits
    full = s.baskets[s.mover] >= FULL
    s.mover = (s.mover + 1) % s.players
    ask(s, DUTY_FALL if s.past else DUTY_WALK)
    if full:
        s.seat = OVER
        s.reason = FULL_REASON


@rule
def ask(s: State, duty: int) -> None:
    """§4 A bare orchard ends the game."""
    left = 0
    for tree in range(TREES):
        left += s.trees[tree]
    s.duty = duty
    s.seat = CHANCE if duty == DUTY_FALL else s.mover
    if left == 0:
        s.seat = OVER
        s.reason = BARE_REASON


@rule
def score(s: State, box: Box, points: Array, tiebreaks: Array) -> None:
    """§4 Fruits count; the player who walked less wins a tie."""
    for seat in range(s.players):
        points[seat] = s.baskets[seat]
        tiebreaks[seat] = -s.walked[seat]


@rule
def validate(s: State, box: Box) -> int:
    """Return a bit for each thing that is wrong."""
    fruits = int(s.fallen)
    lost = False
    for tree in range(TREES):
        fruits += s.trees[tree] - box.fruits[tree]
        lost |= s.trees[tree] < 0
    for seat in range(MAX_SEATS):
        fruits += s.baskets[seat]
        lost |= not 0 <= s.at[seat] < TREES
    walking = s.seat != s.mover or s.duty == DUTY_FALL
    duty = s.seat != OVER and (s.seat == CHANCE) != (s.duty == DUTY_FALL)
    return (fruits != 0) | lost << 1 | (duty or (s.seat >= 0 and walking)) << 2
