"""Hints while learning: what to do now, and what each option is worth."""

from typing import Any, NamedTuple

from rondel.contract import Phrase, Position
from rondel.review.judge import Judge

SIMULATIONS = 1500


class Advice(NamedTuple):
    """What a strong player would do at a seat."""

    chance: int
    steps: tuple[str, ...]
    told: tuple[Phrase, ...]
    options: tuple[tuple[str, int], ...]
    """Every option in notation with the seat's chance after it, the best first."""


def advise(position: Position[Any], simulations: int = SIMULATIONS) -> Advice:
    """The best turn of the seat that is asked, and what else it could do. Raises GameOver."""
    position.check_goes_on()
    seat, judge, text = position.seat, Judge(simulations, 1, 0), position.edition.steps.text
    assert seat is not None, "chance needs no advice"
    made = judge.best_turn(position)
    worth = {number: chances[seat] for number, chances in judge.options(position)}
    first = made[0][0]
    order = sorted(worth, key=lambda number: (number != first, -worth[number]))
    told, at = [], position
    for number, after in made:
        told.append(at.game.label(at, number))
        at = after
    return Advice(
        judge.value(made[-1][1])[seat],
        tuple(text(number) for number, _ in made),
        tuple(told),
        tuple((text(number), worth[number]) for number in order),
    )
