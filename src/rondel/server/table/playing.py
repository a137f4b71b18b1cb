"""Plans of play: starting, stepping, dealing, ending. A plan reads a table and writes a change."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.contract import (
    Edition,
    IllegalStep,
    Position,
    StaleStep,
    UnreadableStep,
)
from rondel.match.play import dealt, walked
from rondel.server.database.rows import now
from rondel.server.documents import Result
from rondel.server.errors import ChanceBetween, NotNow, TooLong
from rondel.server.table.clocks import ticked
from rondel.server.table.table import Change, LiveTable, write

MOST_STEPS = 20_000
"""Of a match on this server; a long game has some thousands."""
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
        position = walked(position, [number], seat)
        numbers.append(number)
    return numbers, position


def deal(live: LiveTable, numbers: list[int], position: Position, length: int) -> Position:
    """Add what the table's dealer answers to steps that follow the first `length`."""
    for number, after in dealt(position, live.dealer, length + len(numbers)):
        numbers.append(number)
        position = after
    return position


def stepped(
    live: LiveTable, seat: int, given: Sequence[Given], after: int, key: str | None
) -> Change:
    """The plan of a seat's steps that answer event `after`."""
    check_playing(live)
    if after != live.row.sequence:
        raise StaleStep(after, live.row.sequence)
    if len(live.log) >= MOST_STEPS:
        raise TooLong(MOST_STEPS)
    if live.asked is None:
        raise IllegalStep(str(given[0])[:200], ())
    numbers, position = walk(live.position, live.edition, given, seat)
    own = len(numbers)
    position = deal(live, numbers, position, len(live.log))
    length = len(live.log) + len(numbers)
    change = moved(live, position, length)
    text = live.edition.steps.text
    data = {
        "seat": seat,
        "after": after,
        "own": own,
        "steps": [text(number) for number in numbers],
        "length": length,
        "asked": change.table["asked"],
    }
    change.events.append(("steps", data, key))
    change.new_steps = numbers
    if change.table["asked"] is None:
        end(change, live, position, "")
    return change


def moved(live: LiveTable, position: Position, length: int) -> Change:
    """What every change of the position has in common."""
    change = Change(events=[], position=position)
    asked = position.seat
    change.table = {
        "sequence": live.row.last_event + 1,
        "steps": length,
        "asked": asked,
        "undo_asked": "",
        **ticked(live, asked),
    }
    return change


def end(change: Change, live: LiveTable, position: Position, reason: str) -> None:
    """The match is over: by the rules, or for a reason outside them."""
    turn_reason = live.game.reasons[int(position.state["reason"][0])] if position.is_over else ""
    ranks = list(position.ranks)
    if reason:
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


def started(live: LiveTable, seats: dict[int, dict[str, Any]] | None = None) -> Change:
    """The plan of the start, once every seat is taken: what is dealt first is dealt."""
    numbers: list[int] = []
    position = deal(live, numbers, live.start(), 0)
    length = len(numbers)
    change = moved(live, position, length)
    change.seats = seats or {}
    change.new_steps = numbers
    text = live.edition.steps.text
    change.table |= {"status": "playing", "started": now()}
    data = {
        "steps": [text(number) for number in numbers],
        "length": length,
        "asked": position.seat,
        "commitment": live.row.commitment,
    }
    change.events.append(("started", data, None))
    if position.is_over:
        end(change, live, position, "")
    return change


def check_playing(live: LiveTable) -> None:
    """Raise NotNow unless the match goes on."""
    if live.row.status != "playing":
        raise NotNow(live.row.status, "playing")
