"""Moments of a game and the narration of its steps: what a board shows."""

from collections.abc import Sequence
from typing import Any

from rondel.core import Position
from rondel.server.protocol.documents import (
    Action,
    Chances,
    Draw,
    DrawPart,
    NarratedStep,
    PositionView,
    Turn,
)


def moment_of(position: Position, steps: int) -> PositionView:
    """Return a moment of the game: whose turn, what may be done, what a board shows."""
    written: Any = {
        "prompt": position.prompt_json(True),
        "prompt_you": position.prompt_json(False),
        "view": position.view_fields,
    }
    return PositionView(
        steps=steps,
        turn=turn_of(position),
        scores=list(position.scores),
        ranks=list(position.ranks),
        **written,
    )


def draw_of(position: Position) -> Draw | None:
    """Return the declared draw that chance makes now, in notation."""
    draw = position.next_draw
    if draw is None:
        return None
    text = position.edition.steps.text
    bag = [DrawPart(text(number), count) for number, count in draw.bag]
    return Draw(draw.kind, draw.place, list(draw.drawn), bag)


def turn_of(position: Position) -> Turn:
    """What now? The legal actions come from the position alone."""
    steps = position.edition.steps
    if position.is_over:
        return Turn("over")
    if position.is_chance:
        odds = [Chances(steps.text(number), weight) for number, weight in position.legal_steps]
        return Turn("chance", outcomes=odds, draw=draw_of(position))
    labels: Any = position.labels_json
    numbers = (number for number, _ in position.legal_steps)
    actions = [
        Action(steps.text(number), steps.step(number), label)
        for number, label in zip(numbers, labels, strict=True)
    ]
    return Turn("choose", position.seat, actions)


def narrate(
    start: Position, numbers: Sequence[int], first: int, end: Position | None = None
) -> list[NarratedStep]:
    """What to tell of steps from a position on; the first of them is step `first`.

    They lead to `end`, if that is known.
    """
    narration: list[NarratedStep] = []
    before, last = start, first + len(numbers) - 1
    for at, number in enumerate(numbers, first):
        after = before.after_unchecked(number) if end is None or at < last else end
        text = before.edition.steps.text(number)
        story: Any = before.story_json(number, after)
        narration.append(NarratedStep(at, before.seat, text, story))
        before = after
    return narration
