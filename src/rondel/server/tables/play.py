"""Plans of play: starting, stepping, dealing, ending. A plan reads a table and writes a change."""

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
from rondel.server.storage.rows import now
from rondel.server.tables.clocks import check_flag, ticked
from rondel.server.tables.state import (
    MAX_STEPS,
    Change,
    LiveTable,
    read_seats,
    read_texts,
    write,
)

Given = str | int | dict[str, Any]


def read_step(edition: Edition, given: Given) -> int:
    """The number of a step given as notation, number or structure. Raises UnreadableStep."""
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
    live: LiveTable, seat: int, given: Sequence[Given], after: int, key: str | None
) -> Change:
    """The plan of a seat's steps that answer event `after`."""
    check_playing(live)
    check_flag(live)
    if after != live.row.sequence:
        raise StaleStep(after, live.row.sequence)
    if live.is_full:
        raise TooLong("steps", MAX_STEPS)
    if live.asked is None:
        raise IllegalStep(str(given[0])[:200], ())
    numbers, position = walk(live.position, live.edition, given, seat)
    own = len(numbers)
    position = deal(live.dealer, numbers, position, len(live.log))
    length = len(live.log) + len(numbers)
    change = moved(live, position, length)
    text = live.edition.steps.text
    data: dict[str, Any] = {
        "seat": seat,
        "after": after,
        "own": own,
        "steps": [text(number) for number in numbers],
        "length": length,
        "asked": change.table["asked"],
    }
    if change.tick is not None:
        data["tick"] = msgspec.to_builtins(change.tick)
    change.events.append(("steps", data, key))
    change.new_steps = numbers
    if change.table["asked"] is None:
        end(change, live, position, "")
    elif length >= MAX_STEPS:
        end(change, live, position, STEP_LIMIT)
    return change


def moved(
    live: LiveTable,
    position: Position,
    length: int,
    seats: dict[int, dict[str, Any]] | None = None,
) -> Change:
    """What every change of the position has in common."""
    change = Change(events=[], position=position, seats=seats or {})
    asked = position.seat
    time, change.tick = ticked(live, asked, length, change.seats)
    change.table = {
        "sequence": live.row.last_event + 1,
        "steps": length,
        "asked": asked,
        "undo_asked": "",
        **time,
    }
    return change


def end(
    change: Change,
    live: LiveTable,
    position: Position,
    reason: str,
    places: Sequence[int] = (),
) -> None:
    """The match is over: by the rules, or for a reason outside them, with places if known."""
    turn_reason = live.game.reasons[int(position.state["reason"][0])] if position.is_over else ""
    ranks = list(places or position.ranks)
    if reason and not places:
        ranks = conceded_last(
            ranks, [change.seats.get(s.seat, {}).get("conceded", s.conceded) for s in live.seats]
        )
    result = Result(reason or turn_reason, list(position.scores), ranks)
    change.table |= {
        "status": "over",
        "ended": now(),
        "result": write(result),
        "asked": None,
        "deadline": None,
        "undo_asked": "",
    }
    change.events.append(("over", msgspec.to_builtins(result), None))


def conceded_last(ranks: list[int], conceded: Sequence[bool]) -> list[int]:
    """Places with those who gave up behind all others."""
    order = sorted(zip(conceded, ranks, strict=True))
    return [order.index((gone, rank)) + 1 for gone, rank in zip(conceded, ranks, strict=True)]


def settled(live: LiveTable, change: Change) -> Change:
    """A change before the start, and the start itself if nobody is missing any more."""
    if live.row.status != "open" or read_seats(change.table.get("waits", live.row.waits)):
        return change
    for place in live.seats:
        after = change.seats.get(place.seat, {})
        is_person = after.get("kind", place.kind) == "person"
        if is_person and after.get("guest", place.guest) is None:
            return change
    return started(live, change)


def started(live: LiveTable, with_it: Change) -> Change:
    """The plan of the start, once every seat is taken: what is dealt first is dealt."""
    numbers: list[int] = []
    nonces = read_texts(with_it.table.get("nonces", live.row.nonces))
    dealer = live.dealer_with(nonces)
    position = deal(dealer, numbers, live.start(), 0)
    length = len(numbers)
    change = moved(live, position, length, with_it.seats)
    change.events += with_it.events
    change.new_steps = numbers
    text = live.edition.steps.text
    change.table = with_it.table | change.table | {"status": "playing", "started": now()}
    change.table["sequence"] += len(with_it.events)
    data = {
        "steps": [text(number) for number in numbers],
        "length": length,
        "asked": position.seat,
        "commitment": live.row.commitment,
        "nonces": list(dealer.nonces),
    }
    change.events.append(("started", data, None))
    if position.is_over:
        end(change, live, position, "")
    return change


def check_playing(live: LiveTable) -> None:
    """Raise NotNow unless the match goes on."""
    if live.row.status != "playing":
        raise InvalidState(live.row.status, "playing")
