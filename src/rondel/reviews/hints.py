"""Hints for learning players: the best turn and the value of each option."""

from typing import Any, NamedTuple

from rondel.core import Message, Position
from rondel.reviews.evaluator import Evaluator

SIMULATIONS = 1000
TRIED = 6
"""Number of options that are searched to the end of the turn."""


class Advice(NamedTuple):
    """Hint for a seat."""

    chance: int
    steps: tuple[str, ...]
    told: tuple[Message, ...]
    options: tuple[tuple[str, int], ...]
    """Options in notation with the seat's win probability after each, the best first."""


def advise(position: Position[Any], simulations: int = SIMULATIONS) -> Advice:
    """Return the best turn of the seat to move and the values of its options. Raise GameOver."""
    position.check_goes_on()
    seat, evaluator, text = position.seat, Evaluator(simulations, 1, 0), position.edition.steps.text
    assert seat is not None, "chance needs no advice"
    turns = {turn[0][0]: turn for turn in (evaluator.best_turn(position),)}
    seen = {number: chances[seat] for number, chances in evaluator.options(position)}
    for number in list(seen)[:TRIED]:
        after = position.after_unchecked(number)
        rest = evaluator.best_turn(after) if after.seat == seat else []
        turns.setdefault(number, [(number, after), *rest])
    # Turns that are followed to the end are evaluated there, all in the same way.
    worth = {number: evaluator.value(turn[-1][1])[seat] for number, turn in turns.items()}
    order = sorted(worth, key=lambda number: -worth[number])
    least = worth[order[-1]]
    others = {number: min(seen[number], least) for number in seen if number not in worth}
    order += sorted(others, key=lambda number: -others[number])
    made = turns[order[0]]
    labels: list[Message] = []
    at = position
    for number, after in made:
        labels.append(at.game.label(at, number))
        at = after
    return Advice(
        worth[order[0]],
        tuple(text(number) for number, _ in made),
        tuple(labels),
        tuple((text(number), (worth | others)[number]) for number in order),
    )
