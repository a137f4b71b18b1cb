"""Moments of a game and the narration of its steps: what a board shows."""

from collections.abc import Sequence
from typing import cast

import msgspec
from msgspec import Raw

from rondel.core import Message, Position
from rondel.core.steps import StepCodec
from rondel.server.protocol.documents import Action, Chances, Draw, DrawPart, Moment, Told, Turn

encode = msgspec.json.encode


def moment_of(position: Position, steps: int) -> Moment:
    """One moment of the game: whose turn, what may be done, what a board shows."""
    # First: what it finds out is told of the actions too.
    view = position.view
    return Moment(
        steps=steps,
        turn=turn_of(position),
        prompt=position.game.prompt(position, True),
        prompt_you=position.game.prompt(position, False),
        view=view,
        scores=list(position.scores),
        ranks=list(position.ranks),
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
    label = position.game.label
    actions = [action(steps, number, label(position, number)) for number, _ in position.legal_steps]
    return Turn("choose", position.seat, actions)


ACTIONS: dict[tuple[int, int, int], tuple[StepCodec, Message, Action]] = {}
"""Actions in JSON, by where their numbering, number and label are; those stay there meanwhile."""
MAX_ACTIONS = 8192


def action(steps: StepCodec, number: int, label: Message) -> Action:
    """Something the asked seat may do, in JSON already: the same labels come turn after turn."""
    place = id(steps), number, id(label)
    known = ACTIONS.get(place)
    if known is None:
        if len(ACTIONS) >= MAX_ACTIONS:
            ACTIONS.clear()
        written = Raw(encode(Action(steps.text(number), steps.step(number), label)))
        known = ACTIONS[place] = steps, label, cast(Action, written)
    return known[2]


def told(
    start: Position, numbers: Sequence[int], first: int, end: Position | None = None
) -> list[Told]:
    """What to tell of steps from a position on; the first of them is step `first`.

    They lead to `end`, if that is known.
    """
    telling: list[Told] = []
    before, last = start, first + len(numbers) - 1
    for at, number in enumerate(numbers, first):
        after = before.after_unchecked(number) if end is None or at < last else end
        text = before.edition.steps.text(number)
        telling.append(Told(at, before.seat, text, before.game.story(before, number, after)))
        before = after
    return telling
