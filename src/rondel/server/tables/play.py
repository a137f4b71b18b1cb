"""Deciding about play: starting, stepping, dealing, ending."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.core import (
    Edition,
    IllegalStep,
    Position,
    StaleStep,
    UnreadableStep,
)
from rondel.match import Dealer
from rondel.match.play import deal_chance_steps, play_steps
from rondel.match.record import STEP_LIMIT
from rondel.server.errors import ChanceBetween, InvalidState, TooLong
from rondel.server.protocol.documents import Result
from rondel.server.protocol.events import StartedData, StepsData
from rondel.server.tables.clocks import check_flag, next_turn
from rondel.server.tables.evolve import Decision
from rondel.server.tables.state import MAX_STEPS, LiveTable

Given = str | int | dict[str, Any]


def read_step(edition: Edition, given: Given) -> int:
    """Return the number of a step given as notation, number or structure. Raises UnreadableStep."""
    if not isinstance(given, dict):
        return edition.steps.number(given)
    try:
        return edition.steps.number(msgspec.convert(given, edition.steps.union))
    except msgspec.ValidationError:
        raise UnreadableStep(str(given)[:200]) from None


def walk(
    position: Position, edition: Edition, given: Sequence[Given], seat: int | None
) -> tuple[list[int], Position]:
    """Steps of one seat through the checked door, never past chance."""
    numbers: list[int] = []
    for at, step in enumerate(given):
        number = read_step(edition, step)
        if at and position.is_chance:
            raise ChanceBetween(at)
        try:
            position = play_steps(position, [number], seat)
        except IllegalStep as error:
            raise error.because(position.explain_illegal(number)) from None
        numbers.append(number)
    return numbers, position


def deal(dealer: Dealer, numbers: list[int], position: Position, length: int) -> Position:
    """Add what a dealer answers to steps that follow the first `length`."""
    for number, after in deal_chance_steps(position, dealer, length + len(numbers)):
        numbers.append(number)
        position = after
    return position


def stepped(
    live: LiveTable, seat: int, given: Sequence[Given], after: int, key: str | None, at: float
) -> Decision:
    """Return the events of a seat's steps that answer event `after`."""
    check_playing(live)
    check_flag(live, at)
    if after != live.row.sequence:
        raise StaleStep(after, live.row.sequence)
    if live.is_full:
        raise TooLong("steps", MAX_STEPS)
    if live.to_move is None:
        raise IllegalStep(str(given[0])[:200], ())
    numbers, position = walk(live.position, live.edition, given, seat)
    own = len(numbers)
    position = deal(live.dealer, numbers, position, len(live.log))
    length = len(live.log) + len(numbers)
    text = live.edition.steps.text
    data = StepsData(
        seat=seat,
        after=after,
        own=own,
        steps=[text(number) for number in numbers],
        length=length,
        to_move=position.seat,
        turn_time=next_turn(live, position.seat, length, at)[1],
    )
    decision = Decision(live, at).add(data, key)
    if position.seat is None:
        decision.add(result_of(decision.table))
    elif length >= MAX_STEPS:
        decision.add(result_of(decision.table, STEP_LIMIT))
    return decision


def result_of(live: LiveTable, reason: str = "", places: Sequence[int] = ()) -> Result:
    """Return the result of a match that ends now: by the rules, or for a reason outside them.

    `places` are given if they are known.
    """
    position = live.position
    turn_reason = live.game.reasons[int(position.state["reason"][0])] if position.is_over else ""
    ranks = list(places or position.ranks)
    if reason and not places:
        ranks = resigned_last(ranks, [seat.resigned for seat in live.seats])
    return Result(reason or turn_reason, list(position.scores), ranks)


def resigned_last(ranks: list[int], resigned: Sequence[bool]) -> list[int]:
    """Places with those who gave up behind all others."""
    order = sorted(zip(resigned, ranks, strict=True))
    return [order.index((gone, rank)) + 1 for gone, rank in zip(resigned, ranks, strict=True)]


def settled(decision: Decision) -> Decision:
    """Return the events of a decision before the start, with the start if nobody is missing."""
    live = decision.table
    is_missing = any(place.is_open for place in live.seats)
    if live.row.status == "open" and not live.waits and not is_missing:
        start(decision)
    return decision


def start(decision: Decision) -> None:
    """Start a match once every seat is taken: what is dealt first is dealt."""
    live = decision.table
    numbers: list[int] = []
    dealer = live.dealer
    position = deal(dealer, numbers, live.start(), 0)
    text = live.edition.steps.text
    decision.add(
        StartedData(
            steps=[text(number) for number in numbers],
            length=len(numbers),
            to_move=position.seat,
            commitment=live.row.commitment,
            nonces=list(dealer.nonces),
        )
    )
    if position.is_over:
        decision.add(result_of(decision.table))


def check_playing(live: LiveTable) -> None:
    """Raise InvalidState unless the match goes on."""
    if live.row.status != "playing":
        raise InvalidState(live.row.status, "playing")
