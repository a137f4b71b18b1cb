"""Time: what a turn costs, when it runs out, and what taking back gives back."""

from typing import Any

from rondel.server.errors import TimeUp
from rondel.server.protocol.documents import Clock, Days, LiveClock, Untimed
from rondel.server.protocol.events import TurnTime
from rondel.server.storage.rows import now
from rondel.server.tables.state import LiveTable, write

DAY = 86400.0


def first_clock(live: LiveTable) -> list[float]:
    """Everyone's seconds at the start."""
    if isinstance(live.pace, LiveClock):
        return [float(live.pace.seconds)] * live.row.players
    return []


def next_turn(
    live: LiveTable, to_move: int | None, length: int, at: float
) -> tuple[dict[str, Any], TurnTime | None]:
    """Return what the clock shows once `to_move` is to move instead of the seat before.

    `length` is how many steps there are then. The second part is the turn that ends, if one does.
    """
    before = live.to_move
    is_untimed = isinstance(live.pace, Untimed)
    if before is not None and before == to_move:
        # Without a clock the others wait from the latest step on, unless steps were taken back:
        # stepping back and forth would keep them waiting for ever.
        is_step = is_untimed and length > len(live.log) and not live.history.undone[before]
        return ({"turn_began": at} if is_step else {}), None
    values: dict[str, Any] = {"turn_began": at, "deadline": None}
    clock = [] if is_untimed else live.clock or first_clock(live)
    turn_time = None
    if before is not None:
        turn_time = TurnTime(length, before, list(clock), spent(live, at))
    if isinstance(live.pace, LiveClock):
        if turn_time is not None and not live.seats[turn_time.seat].controlling_bot:
            left = max(0.0, clock[turn_time.seat] - turn_time.spent)
            clock[turn_time.seat] = left + live.pace.increment
        values["clock"] = write(clock)
    if to_move is not None and not live.seats[to_move].controlling_bot:
        values["deadline"] = deadline(live, clock, to_move, at)
    return values, turn_time


def spent(live: LiveTable, at: float) -> float:
    """Seconds that the person to move has used of this turn; bots use none."""
    if live.to_move is None or live.seats[live.to_move].controlling_bot:
        return 0.0
    return max(0.0, at - (live.row.turn_began or at))


def deadline(live: LiveTable, clock: list[float], to_move: int, began: float) -> float | None:
    """Return when a seat whose turn began at a time runs out of time."""
    if isinstance(live.pace, LiveClock):
        return began + clock[to_move]
    if isinstance(live.pace, Days):
        return began + live.pace.days * DAY
    return None


def restored(
    live: LiveTable, taker: int, keep: int, to_move: int | None, at: float
) -> dict[str, Any]:
    """Return the clock's columns once only so many steps remain.

    Every seat has the time that it had then. A player who undoes gains nothing: the time used stays
    used, and increments are taken back.
    """
    undone = [turn_time for turn_time in live.history.turn_times if turn_time.end > keep]
    # Without a clock those who agree to take back more than one turn grant its player new patience.
    is_granted = isinstance(live.pace, Untimed) and len(undone) > 1
    if not undone or is_granted:
        return next_turn(live, to_move, keep, at)[0]
    first = undone[0]
    used = first.spent
    if taker == first.seat and live.to_move == taker:
        used = max(used, spent(live, at)) if isinstance(live.pace, Days) else used
    values: dict[str, Any] = {"turn_began": at, "deadline": None}
    clock = list(first.left)
    if isinstance(live.pace, LiveClock):
        clock[first.seat] = max(0.0, clock[first.seat] - used)
        present = shown(live, at).seconds
        clock[taker] = min(clock[taker], present[taker])
        values["clock"] = write(clock)
    else:
        values["turn_began"] = at - used
    if to_move is not None and not live.seats[to_move].controlling_bot:
        values["deadline"] = deadline(live, clock, to_move, values["turn_began"])
    return values


def handed_to_bot(live: LiveTable, seat: int, at: float) -> dict[str, Any]:
    """Return the clock's columns once a bot plays for a seat; the time used stays used."""
    if live.to_move != seat:
        return {}
    values: dict[str, Any] = {"deadline": None}
    if isinstance(live.pace, LiveClock):
        clock = live.clock
        clock[seat] = max(0.0, clock[seat] - spent(live, at))
        values |= {"clock": write(clock), "turn_began": at}
    return values


def handed_to_person(live: LiveTable, seat: int, at: float) -> dict[str, Any]:
    """Return the clock's columns once its person plays for a seat again, without extra time."""
    if live.to_move != seat or not live.seats[seat].controlling_bot:
        return {}
    began = (live.row.turn_began or at) if isinstance(live.pace, Days) else at
    return {"turn_began": began, "deadline": deadline(live, live.clock, seat, began)}


def check_flag(live: LiveTable, at: float) -> None:
    """Raise TimeUp if the seat to move has no time left, though nobody has said so yet."""
    if live.to_move is not None and live.row.deadline is not None and live.row.deadline <= at:
        raise TimeUp(live.to_move)


def shown(live: LiveTable, at: float | None = None) -> Clock:
    """Return the clock as it stands at a time, now if none is given."""
    seconds = list(live.clock)
    to_move = live.to_move
    running = None
    if to_move is not None and not live.seats[to_move].controlling_bot:
        running = to_move
        if seconds:
            seconds[to_move] = max(0.0, seconds[to_move] - spent(live, now() if at is None else at))
    return Clock([round(left, 1) for left in seconds], running, live.row.deadline)
