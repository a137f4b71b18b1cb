"""Rules of the sledges."""

from rondel.kernel.record import Array, Record, array, i8
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER, Head

from .actions import RIDE, ROLL, WAX

PIPS = 6


class State(Head):
    """Sledges on the slope."""

    mover: i8
    roll: i8
    """Pips of the die, 0 before the roll."""
    places: Array = array(MAX_SEATS)
    wax: Array = array(MAX_SEATS)


class Box(Record):
    """Printed facts."""

    length: i8
    most_wax: i8


@rule
def setup(s: State, box: Box, players: int) -> None:
    """Put all sledges at the top."""
    s.players = players
    s.seat = CHANCE
    s.reason = s.mover = s.roll = 0
    for seat in range(MAX_SEATS):
        s.places[seat] = s.wax[seat] = 0


@rule
def legal_steps(s: State, box: Box, steps: Array, weights: Array) -> int:
    """Write the possible steps and return how many there are."""
    if s.seat == CHANCE:
        for pips in range(PIPS):
            steps[pips] = ROLL + pips
            weights[pips] = 1
        return PIPS
    steps[0] = RIDE
    steps[1] = WAX
    return 2 if s.wax[s.mover] < box.most_wax else 1


@rule
def apply(s: State, box: Box, step: int) -> None:
    """Make one step."""
    if step >= ROLL:
        s.roll = step - ROLL + 1
        s.seat = s.mover
        return
    if step == RIDE:
        s.places[s.mover] = min(int(box.length), s.places[s.mover] + s.roll + s.wax[s.mover])
    else:
        s.wax[s.mover] += 1
    s.roll = 0
    s.seat = OVER if s.places[s.mover] == box.length else CHANCE
    s.mover = (s.mover + 1) % s.players


@rule
def score(s: State, box: Box, points: Array, tiebreaks: Array) -> None:
    """§4 The place counts; among equals, the wax."""
    for seat in range(s.players):
        points[seat] = s.places[seat]
        tiebreaks[seat] = s.wax[seat]


@rule
def validate(s: State, box: Box) -> int:
    """Return a bit for each thing that is wrong."""
    lost = False
    arrived = 0
    for seat in range(MAX_SEATS):
        lost |= not 0 <= s.places[seat] <= box.length or not 0 <= s.wax[seat] <= box.most_wax
        arrived += s.places[seat] == box.length
    die = not 0 <= s.roll <= PIPS or (s.roll > 0) != (s.seat >= 0)
    return int(lost) | int(die) << 1 | int((arrived > 0) != (s.seat == OVER)) << 2
