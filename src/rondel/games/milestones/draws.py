"""Milestones' draws: bonus tiles, and worker tiles from their pile."""

from rondel.core import Draw, Position
from rondel.games.milestones.actions import LAY_BONUS, TURN_UP
from rondel.games.milestones.state import DUTY_BONUS, KINDS, NONE


def next_draw(position: Position) -> Draw:
    """Return the current chance draw; the worker tiles form one pile."""
    s, box = position.table, position.edition.box[0]
    if s.duty == DUTY_BONUS:
        laid = sum(int(kind) != NONE for kind in s.bushes)
        bag = tuple((LAY_BONUS + kind, int(box["bonus_tiles"][kind])) for kind in range(KINDS))
        return Draw("bonus", laid, tuple(range(laid)), bag)
    bag = tuple(
        (TURN_UP + design, int(box["copies"][design])) for design in range(int(box["designs"]))
    )
    place = sum(count for _, count in bag) - int(s.pile)
    return Draw("tile", place, tuple(range(place)), bag)
