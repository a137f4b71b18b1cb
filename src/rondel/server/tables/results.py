"""Results as rows: how each seat of a match fared, once it is over."""

from collections.abc import Sequence
from typing import Any

import msgspec

from rondel.server.protocol.documents import Result
from rondel.server.storage.rows import Row, SeatRow

read_tag = msgspec.json.Decoder(dict[str, Any]).decode


def result_rows(
    row: Row, seats: Sequence[SeatRow], result: Result, ended: float
) -> list[dict[str, Any]]:
    """Return the rows of a finished match, one for each seat.

    Who left a seat that nobody else has taken is whose result it is.
    """
    shared = {
        "table_id": row.id,
        "game": row.game,
        "edition": row.edition,
        "players": row.players,
        "pace": read_tag(row.pace)["kind"],
        "reason": result.reason,
        "helped": row.helped > 0,
        "ended": ended,
    }
    return [
        shared
        | {
            "seat": seat.seat,
            "identity": seat.guest or seat.left_by,
            "name": seat.name,
            "bot": seat.controlling_bot,
            "score": result.scores[seat.seat],
            "rank": result.ranks[seat.seat],
            "resigned": seat.resigned,
        }
        for seat in seats
    ]
