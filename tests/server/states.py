"""Tables without a server around them."""

from typing import Any

from rondel.games import find
from rondel.match import read_record
from rondel.server.runtime.making import new_row, start_if_full
from rondel.server.storage.rows import SeatRow, now
from rondel.server.tables.evolve import with_row
from rondel.server.tables.play import stepped
from rondel.server.tables.state import LiveTable, new_table, write


def at_table(pace: Any, *kinds: str) -> LiveTable:
    """Return a match that has just begun, without a server around it."""
    game = find("finca")
    row = new_row(game, game.edition(""), len(kinds), "g0", pace=write(pace))
    seats = [
        SeatRow(number, kind, "random" if kind == "bot" else "", f"g{number}", "", "", False, 0)
        for number, kind in enumerate(kinds)
    ]
    live = new_table(row, seats)
    return start_if_full(live).table


def step(live: LiveTable) -> LiveTable:
    """Return the table after the first legal step of the seat to move."""
    seat = live.to_move
    assert seat is not None
    number = live.position.legal_steps[0][0]
    return stepped(live, seat, [number], live.row.sequence, None, now()).table


def end_turn(live: LiveTable) -> LiveTable:
    """Play until someone else is asked."""
    seat = live.to_move
    while live.to_move == seat:
        live = step(live)
    return live


def pass_time(live: LiveTable, seconds: float) -> LiveTable:
    """Let the present turn have begun earlier."""
    assert live.row.turn_began is not None
    deadline = None if live.row.deadline is None else live.row.deadline - seconds
    return with_row(live, turn_began=live.row.turn_began - seconds, deadline=deadline)


def before_the_end() -> tuple[str, int]:
    """Return the record of a game that somebody ended, and how many steps lead up to that."""
    folder = find("finca").folder / "tests" / "golden"
    text = (folder / "going-round.rondel").read_text("utf-8")
    match = read_record(text)
    assert match.log[-1] == match.game.forced_end_step
    return text, len(match) - 1
