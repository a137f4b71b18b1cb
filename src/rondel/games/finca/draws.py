"""Finca's draws: blades, finca tiles, and the tiles in the piles of the villages."""

from rondel.core import Draw, Position
from rondel.games.finca.actions import LAY_BLADE, LAY_FINCA, TURN_UP
from rondel.games.finca.state import (
    DUTY_BLADE,
    DUTY_FINCA,
    KINDS,
    NOBODY,
    VILLAGES,
)


def next_draw(position: Position) -> Draw:
    """Return the current chance draw; a village's pile holds its tiles from the beginning."""
    s, box = position.table, position.edition.box[0]
    if s.duty == DUTY_BLADE:
        laid = sum(int(kind) != NOBODY for kind in s.blades)
        blades = int(box["blades_per_kind"])
        bag = tuple((LAY_BLADE + kind, blades) for kind in range(KINDS))
        return Draw("blade", laid, tuple(range(laid)), bag)
    if s.duty == DUTY_FINCA:
        laid = sum(int(tile) != NOBODY for tile in s.fincas)
        bag = tuple((LAY_FINCA + tile, 1) for tile in range(VILLAGES))
        return Draw("finca", laid, tuple(range(laid)), bag)
    height = int(box["pile_height"])
    taken = [
        height - int(left) + (int(face_up) != NOBODY)
        for left, face_up in zip(s.piles, s.face_up, strict=True)
    ]
    village = next(village for village in range(VILLAGES) if int(s.turning) >> village & 1)
    drawn = tuple(each * height + tile for each, count in enumerate(taken) for tile in range(count))
    bag = tuple(
        (TURN_UP + design, int(box["copies"][design])) for design in range(int(box["designs"]))
    )
    return Draw("tile", village * height + taken[village], drawn, bag)
