"""Secret links of a table: to its seats, and to watch."""

from rondel.server.errors import BadLink
from rondel.server.protocol.documents import Links
from rondel.server.signing import Signer
from rondel.server.tables import permissions
from rondel.server.tables.state import LiveTable


def links_of(live: LiveTable, signer: Signer) -> Links:
    """Return the links of a table, as paths of this server."""
    table = live.row.id
    seats = {
        place.seat: f"/t/{table}/{signer.seat(table, place.seat, place.link)}"
        for place in live.seats
        if place.kind == "person"
    }
    return Links(seats, f"/t/{table}/{signer.watch(table, live.row.watch_link)}")


def is_watch_token(live: LiveTable, token: str, signer: Signer) -> bool:
    """Return whether a token is that of the watch link."""
    return signer.opens_watch(token, live.row.id, live.row.watch_link)


def seat_of_token(live: LiveTable, token: str, signer: Signer, identity: str | None) -> int:
    """Return the seat that a link opens.

    Raises BadLink; NoSuchTable if the identity may not see the table: a guess must not tell
    whether there is one.
    """
    for place in live.seats:
        opens = signer.opens_seat(token, live.row.id, place.seat, place.link)
        if place.kind == "person" and opens:
            return place.seat
    permissions.check_see(live, identity)
    raise BadLink
