"""Previews: where steps would lead, without making them."""

from rondel.core import Position, StaleStep
from rondel.server.errors import InvalidState
from rondel.server.protocol.documents import Preview, PreviewRequest
from rondel.server.tables.play import walk
from rondel.server.tables.state import LiveTable, moment_of, narrate


def preview_steps(live: LiveTable, data: PreviewRequest) -> Preview:
    """Return where steps would lead. Nothing is dealt."""
    if live.row.started is None:
        raise InvalidState(live.row.status, "playing")
    if data.after is not None and data.after != live.row.sequence:
        raise StaleStep(data.after, live.row.sequence)
    numbers, position = walk(live.position, live.edition, data.steps, live.position.seat)
    length = len(live.log)
    narration = narrate(live.position, numbers, length)
    return Preview(moment_of(position, length + len(numbers)), narration, next_seat(position))


def next_seat(position: Position) -> int | None:
    """Return the seat that decides next, whatever chance brings in between."""
    while position.is_chance:
        position = position.after_unchecked(position.legal_steps[0][0])
    return position.seat
