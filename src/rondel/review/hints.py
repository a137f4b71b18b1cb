"""Hints while learning: what to do now, and what each option is worth."""

from typing import Any, NamedTuple

from rondel.contract import Phrase, Position
from rondel.review.judge import Judge

SIMULATIONS = 1000
TRIED = 6
"""Options that are followed to the end of the turn."""


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
    turns = {turn[0][0]: turn for turn in (judge.best_turn(position),)}
    seen = {number: chances[seat] for number, chances in judge.options(position)}
    for number in list(seen)[:TRIED]:
        after = position.after_unchecked(number)
        rest = judge.best_turn(after) if after.seat == seat else []
        turns.setdefault(number, [(number, after), *rest])
    # Turns that are followed to their end are judged there, all alike.
    worth = {number: judge.value(turn[-1][1])[seat] for number, turn in turns.items()}
    order = sorted(worth, key=lambda number: -worth[number])
    least = worth[order[-1]]
    others = {number: min(seen[number], least) for number in seen if number not in worth}
    order += sorted(others, key=lambda number: -others[number])
    made = turns[order[0]]
    told: list[Phrase] = []
    at = position
    for number, after in made:
        told.append(at.game.label(at, number))
        at = after
    return Advice(
        worth[order[0]],
        tuple(text(number) for number, _ in made),
        tuple(told),
        tuple((text(number), (worth | others)[number]) for number in order),
    )
