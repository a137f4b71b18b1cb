"""Finding the moment of a golden game at which something can be tried."""

import contextlib
from collections.abc import Callable
from functools import cache

from rondel.core import Position
from rondel.match import Match, read_record
from tests.browser.playing import golden


@cache
def match_of(game: str, record: str) -> Match:
    """Return a golden game, read once."""
    return read_record(golden(game, record))


def first(game: str, wanted: Callable[[Position], bool], record: str = "two-players") -> int:
    """After how many steps somebody is first asked and this holds."""
    match = match_of(game, record)
    asked = (at for at in range(len(match)) if match.position_at(at).seat is not None)
    return next(at for at in asked if wanted(match.position_at(at)))


def villages_by_delivery(position: Position) -> dict[str, set[str]]:
    """How a delivery could begin at each village of Finca's, where it would be the first."""
    ways: dict[str, set[str]] = {}
    if position.view.duty == "turn":
        for filling in position.view.fillings:
            ways.setdefault(filling.village, set()).add(filling.delivery)
    return ways


def village_for(delivery: str) -> tuple[str, int, str]:
    """Return a golden game, a step of it, and the only village that takes this delivery."""

    def fitting(position: Position) -> list[str]:
        found = villages_by_delivery(position)
        return list(found) if list(found.values()) == [{delivery}] else []

    for record in ("two-players", "four-players", "short-of-carts", "double-crossing"):
        with contextlib.suppress(StopIteration):
            at = first("finca", lambda position: bool(fitting(position)), record)
            return record, at, fitting(match_of("finca", record).position_at(at))[0]
    raise AssertionError(f"no golden game has a village for {delivery} alone")


def laying_before_going_on() -> int:
    """Return a step of Milestones that lays a tile and is followed by a draw in the same turn."""

    def fits(position: Position) -> bool:
        if position.view.duty != "lay":
            return False
        after = position.after_unchecked(position.legal_steps[0][0])
        while after.is_chance:
            after = after.after_unchecked(after.legal_steps[0][0])
        return after.seat == position.seat and after.view.duty == "move"

    return first("milestones", fits)
