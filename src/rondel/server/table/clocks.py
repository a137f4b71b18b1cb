"""Time: what a turn costs, and when it runs out."""

from typing import Any

from rondel.server.database.rows import now
from rondel.server.documents import Clock, Days, LiveClock, Untimed
from rondel.server.table.table import LiveTable, write

DAY = 86400.0


def first_clock(live: LiveTable) -> list[float]:
    """Everyone's seconds at the start."""
    if isinstance(live.pace, LiveClock):
        return [float(live.pace.seconds)] * live.row.players
    return []


def ticked(live: LiveTable, asked: int | None) -> dict[str, Any]:
    """What the clock shows once `asked` is asked instead of whoever was."""
    before = live.asked
    if before is not None and before == asked:
        return {}
    at = now()
    values: dict[str, Any] = {"turn_began": at, "deadline": None}
    if isinstance(live.pace, Untimed):
        return values
    clock = live.clock or first_clock(live)
    if isinstance(live.pace, LiveClock):
        if before is not None and not live.seats[before].mover:
            spent = at - (live.row.turn_began or at)
            clock[before] = max(0.0, clock[before] - spent) + live.pace.increment
        values["clock"] = write(clock)
    if asked is not None and not live.seats[asked].mover:
        values["deadline"] = deadline(live, clock, asked, at)
    return values


def deadline(live: LiveTable, clock: list[float], asked: int, at: float) -> float | None:
    """When the seat that is asked from now on runs out of time."""
    if isinstance(live.pace, LiveClock):
        return at + clock[asked]
    if isinstance(live.pace, Days):
        return at + live.pace.days * DAY
    return None


def shown(live: LiveTable) -> Clock:
    """The clock as it stands this moment."""
    seconds = list(live.clock)
    asked = live.asked
    running = None
    if asked is not None and not live.seats[asked].mover:
        running = asked
        if seconds:
            seconds[asked] = max(0.0, seconds[asked] - (now() - (live.row.turn_began or now())))
    return Clock([round(left, 1) for left in seconds], running, live.row.deadline)
