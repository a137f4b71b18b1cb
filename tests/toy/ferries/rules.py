"""Rules of the ferries."""

from rondel.kernel.record import Array, Record, array, i8
from rondel.kernel.rule import rule
from rondel.kernel.state import CHANCE, MAX_SEATS, OVER, Head

from .actions import HARBOURS, LAUNCH, SAIL

NOBODY = -1


class State(Head):
    """Ferries on the map, and the flags in its harbours."""

    mover: i8
    turns: i8
    """Turns made so far by all players."""
    at: Array = array(MAX_SEATS)
    """Harbour of each ferry, -1 before its launch."""
    owners: Array = array(HARBOURS)
    """Seat whose flag flies in each harbour, or -1."""


class Box(Record):
    """Map: lines and the worth of harbours."""

    lines: Array = array(HARBOURS, HARBOURS)
    worth: Array = array(HARBOURS)
    turns_each: i8


@rule
def setup(s: State, box: Box, players: int) -> None:
    """Set up an empty sea."""
    s.players = players
    s.seat = CHANCE
    s.reason = s.mover = s.turns = 0
    for seat in range(MAX_SEATS):
        s.at[seat] = NOBODY
    for harbour in range(HARBOURS):
        s.owners[harbour] = NOBODY


@rule
def legal_steps(s: State, box: Box, steps: Array, weights: Array) -> int:
    """Write the possible steps and return how many there are."""
    found = 0
    for harbour in range(HARBOURS):
        if s.seat == CHANCE:
            if s.owners[harbour] == NOBODY:
                steps[found] = LAUNCH + harbour
                weights[found] = 1
                found += 1
        elif box.lines[s.at[s.mover], harbour]:
            steps[found] = SAIL + harbour
            found += 1
    return found


@rule
def apply(s: State, box: Box, step: int) -> None:
    """Make one step: the ferry arrives, and its flag is hoisted."""
    harbour = step - LAUNCH if step >= LAUNCH else step - SAIL
    s.at[s.mover] = harbour
    s.owners[harbour] = s.mover
    s.mover = (s.mover + 1) % s.players
    if step >= LAUNCH:
        s.seat = CHANCE if s.mover > 0 else s.mover
        return
    s.turns += 1
    s.seat = OVER if s.turns == s.players * box.turns_each else s.mover


@rule
def score(s: State, box: Box, points: Array, tiebreaks: Array) -> None:
    """§3 Flags count what their harbours are worth; more flags win a tie."""
    for seat in range(s.players):
        points[seat] = tiebreaks[seat] = 0
        for harbour in range(HARBOURS):
            if s.owners[harbour] == seat:
                points[seat] += box.worth[harbour]
                tiebreaks[seat] += 1


@rule
def validate(s: State, box: Box) -> int:
    """Return a bit for each thing that is wrong."""
    lost = False
    for seat in range(MAX_SEATS):
        lost |= not NOBODY <= s.at[seat] < HARBOURS
    flags = False
    for harbour in range(HARBOURS):
        flags |= not NOBODY <= s.owners[harbour] < s.players
    return int(lost) | int(flags) << 1 | int(not 0 <= s.turns <= s.players * box.turns_each) << 2
